"""-x and --lf: up to the first failure, and what failed the last time."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


def test_x_stops_at_the_first_failure(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-x", turns="assistant")
    result.assert_outcomes(failed=1, passed=result.parseoutcomes().get("passed", 0))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*stopping after 1 failures*"])


def test_lf_runs_what_failed(inner: Inner) -> None:
    inner(*PORT, *CHOSEN, turns="assistant").assert_outcomes(failed=2, passed=3)
    again = inner(*PORT, *CHOSEN, "--lf", turns="assistant")
    again.assert_outcomes(failed=2, deselected=again.parseoutcomes().get("deselected", 0))
    assert inner(*PORT, *CHOSEN, "--lf").parseoutcomes()["passed"] == 2

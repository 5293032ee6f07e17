"""-n: workers of xdist give the same outcomes."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


def test_workers_give_the_same_outcomes(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-n", "2", "-W", "error", turns="backwards")
    result.assert_outcomes(passed=2, failed=1, xfailed=2)
    result.stdout.fnmatch_lines(["port: turns 1 (python)", "offers: user_turn", "required: 2 passed, 1 failed"])

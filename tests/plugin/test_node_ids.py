"""Node ids: one case and nothing else."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, FIRST, ONE, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_a_node_id_chooses_one_case_and_nothing_else(
    inner: Inner, pytester: pytest.Pytester, workers: list[str]
) -> None:
    pytester.makepyfile("def test_of_the_user(): pass")
    result = inner(*PORT, *workers, f"toolset::{ONE}", f"toolset::{FIRST}", turns="backwards")
    result.assert_outcomes(failed=1, xfailed=1)
    result.stdout.fnmatch_lines([f"FAILED toolset::{ONE} - TURN-1 (required)*"])


def test_the_id_of_a_summary_can_be_given_again(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, turns="backwards")
    (failed,) = [line.split()[1] for line in result.outlines if line.startswith("FAILED")]
    inner(*PORT, failed, turns="backwards").assert_outcomes(failed=1)

"""What another plugin keeps from being tested does not go unseen."""

from __future__ import annotations

import json

import pytest

from .conftest import CHOSEN, ONE, PORT, Inner

pytestmark = pytest.mark.slow

SKIPPING = """
import pytest

def pytest_runtest_setup(item):
    if item.name == "turn/one-of-each":
        pytest.skip("not today")
"""


def test_a_case_that_is_skipped_is_not_run_and_the_session_fails(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(SKIPPING)
    result = inner(*PORT, *CHOSEN, "--toolset-report", "report.json")
    result.assert_outcomes(passed=4, skipped=1)
    assert result.ret == 1
    report = json.loads(pytester.path.joinpath("report.json").read_text("utf-8"))
    outcomes = {case["id"]: case["outcome"] for case in report["cases"]}
    assert outcomes.pop(ONE) == "not_run"
    assert set(outcomes.values()) == {"passed"}
    result.stdout.fnmatch_lines(["*verdict: not judged"])

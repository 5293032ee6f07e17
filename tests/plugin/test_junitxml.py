"""--junitxml: each case with its outcome."""

from __future__ import annotations

import xml.etree.ElementTree

import pytest

from .conftest import CASES, CHOSEN, KEYS, ONE, PORT, RESULTS, Inner

pytestmark = pytest.mark.slow


def test_junitxml_holds_each_case_with_its_outcome(inner: Inner, pytester: pytest.Pytester) -> None:
    inner(*PORT, *CHOSEN, "--junitxml", "junit.xml", turns="backwards").assert_outcomes(passed=2, failed=1, xfailed=2)
    cases = xml.etree.ElementTree.parse(pytester.path / "junit.xml").getroot().iter("testcase")
    found = {case.get("name"): [(child.tag, child.get("message")) for child in case] for case in cases}
    assert set(found) == set(CASES)
    assert found[KEYS] == []
    assert found[ONE][0][0] == "failure"
    assert "TURN-1 (required)" in (found[ONE][0][1] or "")
    assert found[RESULTS][0][0] == "skipped"

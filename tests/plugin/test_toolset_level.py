"""--toolset-level: the level that decides."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, FIRST, PORT, Inner, refused

pytestmark = pytest.mark.slow


def test_recommended_failures_are_xfails_with_rule_and_reason(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-rx", turns="rejections-last")
    result.assert_outcomes(passed=4, xfailed=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"XFAIL toolset::{FIRST} - TURN-2 (recommended): user_turn: *"])


def test_at_the_recommended_level_what_is_recommended_fails(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "--toolset-level", "recommended", turns="rejections-last")
    result.assert_outcomes(passed=4, failed=1)
    assert result.ret == 1


def test_a_level_that_there_is_not_is_a_slip(inner: Inner) -> None:
    refused(inner(*PORT, "--toolset-level", "high"), "--toolset-level: 'high' is neither required nor recommended")

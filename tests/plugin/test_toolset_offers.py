"""--toolset-offers: what the port claims to offer."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner, refused

pytestmark = pytest.mark.slow


def test_where_all_is_skipped_the_exit_status_is_1(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-rs", turns="not-offered")
    result.assert_outcomes(skipped=5)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["SKIPPED [[]5] toolset: unsupported: the port does not offer user_turn"])


def test_what_is_not_claimed_is_not_tested(inner: Inner) -> None:
    result = inner("--toolset-port", "turns:Turns", "--toolset-offers", "tools", *CHOSEN, "-rs")
    result.assert_outcomes(skipped=5)
    result.stdout.fnmatch_lines(["SKIPPED [[]5] *: the port does not claim to offer user_turn (--offers)"])


def test_a_method_that_there_is_not_is_a_slip(inner: Inner) -> None:
    refused(inner(*PORT, "--toolset-offers", "nothing"), "offers: there is no method nothing; the methods are *")

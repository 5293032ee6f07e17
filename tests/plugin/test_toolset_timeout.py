"""--toolset-timeout and --toolset-start-timeout: how long an answer may take."""

from __future__ import annotations

import pytest

from .conftest import KEYS, PORT, Inner, refused

pytestmark = pytest.mark.slow


def test_an_answer_that_does_not_come_costs_its_case(inner: Inner) -> None:
    result = inner(*PORT, "--toolset-case", KEYS, "--toolset-timeout", "0.1", turns="hangs")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*turn/keys: user_turn: no answer within 0.1 seconds"])


def test_a_port_that_does_not_say_who_it_is_is_not_run(inner: Inner) -> None:
    result = inner(*PORT, "--toolset-case", KEYS, "--toolset-start-timeout", "0.1", turns="hangs-at-first")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["not run: no answer to describe within 0.1 seconds*"])


@pytest.mark.parametrize("option", ["--toolset-timeout", "--toolset-start-timeout"])
@pytest.mark.parametrize("value", ["soon", "0", "-1", "nan", "inf"])
def test_what_is_no_number_of_seconds_is_a_slip(inner: Inner, option: str, value: str) -> None:
    refused(inner(*PORT, f"{option}={value}"), f"{option}: '{value}' is not a number of seconds above 0")

"""--toolset-properties and --toolset-counterexamples: a search beside the cases."""

from __future__ import annotations

import pytest

from .conftest import PORT, Inner, refused

pytestmark = pytest.mark.slow

KEYS_STAY, ORDER = "properties/turn-keys", "properties/turn-order"
ON = [*PORT, "--toolset-properties", "--toolset-case", KEYS_STAY, "--toolset-case", ORDER]


def test_each_property_is_an_item_and_what_it_finds_goes_into_a_file(inner: Inner, pytester: pytest.Pytester) -> None:
    result = inner(*ON, "-rx", "--toolset-counterexamples", "found", turns="rejections-last")
    result.assert_outcomes(passed=1, xfailed=1)
    result.stdout.fnmatch_lines([f"XFAIL toolset::{ORDER} - TURN-2 (recommended): *"])
    found = pytester.path / "found" / "properties-turn-order.toolset.yaml"
    again = inner(*PORT, str(found), "--toolset-case", "found/*", turns="rejections-last")
    again.assert_outcomes(xfailed=1)
    inner(*PORT, str(found), "--toolset-case", "found/*").assert_outcomes(passed=1)


def test_without_the_option_there_are_none(inner: Inner, pytester: pytest.Pytester) -> None:
    result = inner(*(word for word in ON if word != "--toolset-properties"))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    pytester.makeini("[pytest]\ntoolset_properties = true\n")
    inner(*(word for word in ON if word != "--toolset-properties")).assert_outcomes(passed=2)


def test_a_seed_that_is_no_number_is_a_slip(inner: Inner) -> None:
    refused(inner(*ON, "--hypothesis-seed", "often"), "--hypothesis-seed: 'often' is not a number")


def test_the_folder_of_counterexamples_is_seen_from_where_pytest_began(
    inner: Inner, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.mkdir("elsewhere")
    pytester.makepyfile(
        wandering="import os, turns\n\n\nclass Port(turns.Turns):\n    def user_turn(self, **words):\n"
        "        os.chdir(os.environ['ELSEWHERE'])\n        return super().user_turn(**words)\n"
    )
    monkeypatch.syspath_prepend(str(pytester.path))
    monkeypatch.setenv("ELSEWHERE", str(pytester.path / "elsewhere"))
    words = ["--toolset-port", "wandering:Port", *ON[2:], "--toolset-counterexamples", "found"]
    inner(*words, turns="rejections-last")
    assert (pytester.path / "found" / "properties-turn-order.toolset.yaml").is_file()
    assert not list((pytester.path / "elsewhere").iterdir())

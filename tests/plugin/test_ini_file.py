"""A root with an ini file: each option is a key of it too, and the command line wins."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "pytest.ini",
            "[pytest]\ntoolset_port = turns:Turns\ntoolset_offers = user_turn\ntoolset_level = recommended\n",
        ),
        ("tox.ini", "[pytest]\ntoolset_port = turns:Turns\ntoolset_offers = user_turn\ntoolset_level = recommended\n"),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\n"
            'toolset_port = "turns:Turns"\ntoolset_offers = "user_turn"\ntoolset_level = "recommended"\n',
        ),
    ],
)
def test_options_in_the_ini_file(inner: Inner, pytester: pytest.Pytester, name: str, text: str) -> None:
    (pytester.path / name).write_text(text, "utf-8")
    result = inner(*CHOSEN, "--strict-config", "-W", "error", turns="backwards")
    result.assert_outcomes(passed=2, failed=3)
    result = inner(*CHOSEN, "--toolset-level", "required", turns="backwards")
    result.assert_outcomes(passed=2, failed=1, xfailed=2)


def test_the_port_of_the_command_line_wins_over_the_ini_file(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_command = nothing-that-there-is\n")
    inner(*PORT, *CHOSEN).assert_outcomes(passed=5)


def test_with_the_port_in_the_ini_file_a_test_can_be_run_alone(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_port = turns:Turns\ntoolset_offers = user_turn\n")
    test = pytester.makepyfile(test_mine="def test_of_the_user(): pass")
    inner(f"{test.name}::test_of_the_user").assert_outcomes(passed=1)
    inner(test.name).assert_outcomes(passed=1)
    inner("-m", "TURN-2", ".").assert_outcomes(passed=6, deselected=inner("-m", "TURN-2").parseoutcomes()["deselected"])

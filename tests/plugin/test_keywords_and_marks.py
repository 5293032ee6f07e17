"""-k and -m: cases by id, rule, level and group."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, KEYS, PORT, RESULTS, Inner

pytestmark = pytest.mark.slow


def test_k_chooses_by_the_id(inner: Inner) -> None:
    result = inner(*PORT, "-v", "-k", f"{RESULTS} or {KEYS}")
    result.assert_outcomes(passed=2, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines([f"toolset::{RESULTS} PASSED*", f"toolset::{KEYS} PASSED*"])


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [("TURN-2", 2), ("required", 3), ("recommended", 2), ("turn and not TURN-1", 4), ("toolset", 5), ("names", 0)],
)
def test_m_chooses_by_rule_level_and_group(inner: Inner, expression: str, wanted: int) -> None:
    result = inner(*PORT, *CHOSEN, "-m", expression, "-W", "error", "--strict-markers")
    assert result.parseoutcomes().get("passed", 0) == wanted


def test_the_markers_are_told(inner: Inner) -> None:
    result = inner(*PORT, "--markers")
    result.stdout.fnmatch_lines(
        ["@pytest.mark.TURN-1: *", "@pytest.mark.turn: cases of turn", "@pytest.mark.required: *"]
    )


def test_a_marker_of_somebody_else_is_not_put_on_our_items(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        def pytest_configure(config):
            config.addinivalue_line("markers", "turn(number): of another plugin, which wants a number")

        def pytest_collection_modifyitems(items):
            assert not any(item.get_closest_marker("turn") for item in items)
        """
    )
    inner(*PORT, *CHOSEN).assert_outcomes(passed=5)

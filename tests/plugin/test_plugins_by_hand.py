"""PYTEST_DISABLE_PLUGIN_AUTOLOAD=1: the plugin is there where -p names it."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("warnings", [[], ["-W", "error"]], ids=["plain", "warnings-are-errors"])
def test_plugins_loaded_by_hand(inner: Inner, monkeypatch: pytest.MonkeyPatch, warnings: list[str]) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    ours = ["-p", "toolset_conformance.pytest_plugin.plugin"]
    inner(*warnings, *ours, *PORT, *CHOSEN, process=True).assert_outcomes(passed=5)


def test_without_the_plugin_its_options_are_unknown(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    assert inner(*PORT, process=True).ret == pytest.ExitCode.USAGE_ERROR

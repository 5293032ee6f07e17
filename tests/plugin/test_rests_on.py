"""A failure that rests on another one of the session is skipped, from both faces alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toolset_conformance.cli.program import main

from .conftest import KEYS, OWN, PORT, Inner

pytestmark = pytest.mark.slow

RESTING = OWN.replace("    steps:", f"    rests_on: [{KEYS}]\n    steps:")
SAID = f"not judged, since {KEYS} (TURN-3) fails"


@pytest.fixture(autouse=True)
def own(pytester: pytest.Pytester) -> Path:
    file = pytester.mkdir("cases") / "mine.toolset.yaml"
    file.write_text(RESTING, "utf-8")
    return file


def outcomes(report: Path) -> dict[str, tuple[str, str | None]]:
    """The outcome of each case, and what was seen in place of an answer."""
    cases = json.loads(report.read_text("utf-8"))["cases"]
    return {case["id"]: (case["outcome"], case.get("seen")) for case in cases}


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_it_is_not_judged_where_the_other_fails(
    inner: Inner, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: list[str]
) -> None:
    chosen = ["--toolset-case", KEYS, "--toolset-case", "mine/*"]
    result = inner(*PORT, *chosen, *workers, "-rs", "--toolset-report", "plugin.json", turns="assistant")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines([f"*{SAID}*", "*verdict: does not conform*"])
    monkeypatch.setenv("TURNS", "assistant")
    words = ["run", "--port", "turns:Turns", "--offers", "user_turn", "--case", KEYS, "--case", "mine/*"]
    assert main([*words, "--cases", "cases", "--report", "command.json"]) == 1
    found = outcomes(pytester.path / "command.json")
    assert found == {KEYS: ("failed", None), "mine/words-alone": ("unsupported", "not_judged")}
    assert found == outcomes(pytester.path / "plugin.json")


def test_it_is_judged_where_the_other_is_not_run(inner: Inner) -> None:
    inner(*PORT, "--toolset-case", "mine/*", turns="assistant").assert_outcomes(failed=1)

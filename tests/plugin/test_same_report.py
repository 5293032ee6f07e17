"""The plugin's report and the command's are equal as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.cli.program import main

from .conftest import OWN, Inner

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
WRONG = "mutants.lookup_unknown:FoldsCaseInNeed"


def _reports(folder: Path, inner: Inner, port: str, *workers: str, chosen: str) -> tuple[Any, Any]:
    (folder / "mine.toolset.yaml").write_text(OWN, "utf-8")
    case = ["--case", chosen, "--case", "mine/*"]
    main(["run", "-q", "--port", port, "--cases", "mine.toolset.yaml", *case, "--report", "command.json"])
    names = [f"--toolset-{word[2:]}" if word.startswith("--") else word for word in case]
    inner("--toolset-port", port, *names, *workers, "--toolset-report", "plugin.json")
    command, plugin = (json.loads((folder / f"{face}.json").read_text("utf-8")) for face in ("command", "plugin"))
    return command, plugin


@pytest.mark.parametrize(
    ("port", "failures"),
    [
        pytest.param("toolset_reference.port:ReferencePort", False, id="reference"),
        pytest.param("ports.fair:FairPortB", False, id="fair"),
        pytest.param(WRONG, True, id="wrong"),
    ],
)
def test_of_a_group_and_an_own_case(
    inner: Inner, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, port: str, failures: bool
) -> None:
    monkeypatch.syspath_prepend(str(TESTS))
    command, plugin = _reports(pytester.path, inner, port, chosen="lookup/*")
    outcomes = {case["outcome"] for case in command["cases"] if case["level"] == "required"}
    assert ("failed" in outcomes) is failures
    assert plugin == command


def test_an_own_case_keeps_its_definition_on_its_way_from_a_worker(inner: Inner, pytester: pytest.Pytester) -> None:
    command, plugin = _reports(pytester.path, inner, "turns:Turns", "-n", "2", chosen="turn/*")
    (own,) = (case for case in plugin["cases"] if case["id"] == "mine/words-alone")
    assert own["definition"]["steps"][0]["ask"] == "user_turn"
    assert sorted(plugin["cases"], key=str) == sorted(command["cases"], key=str)

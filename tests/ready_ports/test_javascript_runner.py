"""The runner in JavaScript, which reads the export and needs nothing else, finds what the engine finds."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from conftest import ROOT
from toolset_conformance.connections.target import Target
from toolset_conformance.corpus import export
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.engine.session import Session

pytestmark = pytest.mark.node

PORT = ROOT / "conformance" / "ports" / "javascript"

FAULTS = [
    ("naming.mjs", "`${server}__${tool}`", "`${server}.${tool}`"),
    ("toolset.mjs", "return [...this.#byName];", "return [...this.#byName].reverse();"),
    ("toolset.mjs", "return this.#byName.get(name);", "return this.#byName.get(name.trim());"),
    ("descriptions.mjs", "MAX_BYTES = 4096", "MAX_BYTES = 4097"),
    ("definitions.mjs", "definitions.at(-1)", "definitions.at(0)"),
    ("calls.mjs", "if (found === undefined) {", "if (found.server === undefined) {"),
    ("results.mjs", "...(isError && { is_error: true }),", ""),
    ("results.mjs", "[...blocks, json]", "[json, ...blocks]"),
    ("content.mjs", 'if (type === "audio")', 'if (type === "sound")'),
    ("turn.mjs", "...blocks.filter(isResult), ", ""),
]
"""In each module of the port a text, and what to write there to make it wrong."""


def _in_javascript(folder: Path, corpus: Corpus, path: Path) -> dict[str, str]:
    """The outcome of each case as the runner in a port's folder has it."""
    export.write(corpus, path)
    words = ["node", str(folder / "run-cases.mjs"), str(path / "corpus.json")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _over_the_shim(folder: Path, corpus: Corpus) -> dict[str, str]:
    """The same as the engine has it."""
    with Session(Target(command=f"node {folder / 'shim.mjs'}")) as session:
        session.probe(corpus.cases)
        return {verdict.case.id: verdict.outcome for verdict in session.judge_all(corpus.cases)}


def _ids(outcomes: dict[str, str], outcome: str) -> Iterable[str]:
    return (case for case, found in outcomes.items() if found == outcome)


def test_on_the_port(whole_corpus: Corpus, tmp_path: Path) -> None:
    found = _in_javascript(PORT, whole_corpus, tmp_path)
    assert found == _over_the_shim(PORT, whole_corpus)
    assert set(found.values()) == {"passed", "unsupported"}
    watching = {case.id for case in whole_corpus.cases if any(step.watch for step in case.steps)}
    talking = {case.id for case in whole_corpus.cases if case.group == "conversation"}
    assert set(_ids(found, "unsupported")) == watching | talking


def test_on_a_port_with_a_fault_in_each_module(whole_corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "port"
    shutil.copytree(PORT, folder)
    for name, right, wrong in FAULTS:
        text = (folder / name).read_text("utf-8")
        assert text.count(right) == 1, name
        (folder / name).write_text(text.replace(right, wrong), "utf-8")
    found = _in_javascript(folder, whole_corpus, tmp_path)
    assert found == _over_the_shim(folder, whole_corpus)
    groups = {case.partition("/")[0] for case in _ids(found, "failed")}
    assert groups == {rule.group for rule in whole_corpus.rules.values()} - {"conversation"}  # it has no agent loop


@pytest.mark.parametrize("name", ["run-cases.mjs", "matchers.mjs", "list-matchers.mjs", "api-forms.mjs"])
def test_it_is_small_and_needs_nothing(name: str) -> None:
    lines = (PORT / name).read_text("utf-8").splitlines()
    assert len(lines) < 100
    imported = [line.rpartition(" from ")[2] for line in lines if line.startswith("import ")]
    assert all(source.startswith(('"node:', '"./')) for source in imported)

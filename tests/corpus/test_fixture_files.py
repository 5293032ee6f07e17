"""A corpus of files that tests the loader and the judge: invalid ones, ones that pass, ones that fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from toolset_conformance.connections.target import Target
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import own_cases
from toolset_conformance.corpus.model import Rule
from toolset_conformance.engine.session import Session

FILES = Path(__file__).parents[1] / "files"


def _named(folder: str) -> list[Path]:
    return sorted((FILES / folder).glob("*.toolset.yaml"))


def _said(path: Path, key: str) -> str:
    found = re.search(rf"^# {key}: (.*)$", path.read_bytes().decode("utf-8", "replace"), re.MULTILINE)
    assert found, f"{path.name} does not say its {key}"
    return found[1]


@pytest.mark.parametrize("path", _named("invalid"), ids=lambda path: path.name.partition(".")[0])
def test_an_invalid_file_is_one_error_with_file_and_line(path: Path, rules: dict[str, Rule]) -> None:
    with pytest.raises(FileError) as caught:
        own_cases.read(path, rules, {})
    assert _said(path, "says") in caught.value.message
    line = _said(path, "line")
    assert caught.value.line == (None if line == "none" else int(line))
    place = str(path) if line == "none" else f"{path}:{line}"
    assert str(caught.value).startswith(f"{place}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("folder", ["valid-pass", "valid-fail"])
def test_a_valid_file_is_judged_as_its_folder_says(folder: str, rules: dict[str, Rule]) -> None:
    with Session(Target(port="toolset_reference.port:ReferencePort")) as session:
        for path in _named(folder):
            for case in own_cases.read(path, rules, {}):
                verdict = session.judge(case)
                wanted = "passed" if folder == "valid-pass" else "failed"
                assert verdict.outcome == wanted, f"{path.name}, {case.id}: {verdict.message}"
                if folder == "valid-fail":
                    assert case.why in (verdict.message or ""), f"{path.name}, {case.id}: {verdict.message}"

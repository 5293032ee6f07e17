"""The comparison of two reports that carry answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toolset_conformance.cli import program

REFERENCE, FAIR = "toolset_reference.port:ReferencePort", "ports.fair:FairPortB"


def report(tmp_path: Path, port: str, *words: str) -> str:
    path = tmp_path / f"{port.partition(':')[2]}{len(words)}.json"
    program.main(["run", "-q", "--port", port, "--rule", "TURN-2", "--rule", "TOOLS-4", "--report", str(path), *words])
    return str(path)


def test_what_differs_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (report(tmp_path, port, "--answers") for port in (REFERENCE, FAIR))
    capsys.readouterr()
    assert program.main(["compare", one, other]) == 1
    said = capsys.readouterr().out
    assert "outcomes that differ, recommended" in said
    assert "passed in A, failed in B" in said


def test_right_answers_that_differ_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = []
    for number, port in enumerate((REFERENCE, FAIR)):
        paths.append(str(tmp_path / f"{number}.json"))
        program.main(["run", "-q", "--port", port, "--rule", "NAME-1", "--answers", "--report", paths[-1]])
    capsys.readouterr()
    assert program.main(["compare", *paths]) == 1
    assert "answers that differ, though both are right" in capsys.readouterr().out


def test_a_report_is_no_different_from_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = report(tmp_path, REFERENCE, "--answers")
    capsys.readouterr()
    assert program.main(["compare", path, path]) == 0
    assert capsys.readouterr().out == "nothing differs\n"


def test_what_cannot_be_compared_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bare = report(tmp_path, REFERENCE, "--answers"), report(tmp_path, REFERENCE)
    assert program.main(["compare", good, bare]) == 2
    assert "--answers" in capsys.readouterr().err
    assert program.main(["compare", good, str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "odd.json").write_text("[]")
    assert program.main(["compare", good, str(tmp_path / "odd.json")]) == 2
    assert "is not a report" in capsys.readouterr().err


def test_cases_of_one_report_alone_and_another_corpus_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, less = report(tmp_path, REFERENCE, "--answers"), tmp_path / "less.json"
    made = json.loads(Path(whole).read_text("utf-8"))
    made["suite"]["corpus"] = "0123456789abcdef"
    left_out = made["cases"].pop()["id"]
    less.write_text(json.dumps(made), "utf-8")
    capsys.readouterr()
    assert program.main(["compare", whole, str(less)]) == 1
    said = capsys.readouterr().out
    assert "the two were held against different versions of the corpus" in said
    assert f"cases of A alone: 1\n  {left_out}: passed" in said
    assert "of B alone" not in said


def test_a_run_that_was_not_done_has_nothing_to_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none = str(tmp_path / "none.json")
    program.main(["run", "-q", "--command", "no-such-program", "--report", none])
    capsys.readouterr()
    assert program.main(["compare", none, none]) == 2
    assert (
        "a run that was not done has nothing to compare: cannot be started: there is no program"
        in capsys.readouterr().err
    )

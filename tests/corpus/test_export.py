"""The JSON export: the same cases as the YAML files, in a form that any language reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from toolset_conformance.cli.program import main
from toolset_conformance.corpus import export, model, schemas
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.language.constructors import CONSTRUCTORS


def test_the_export_is_valid_by_its_schema(tmp_path: Path) -> None:
    assert main(["export", str(tmp_path / "made" / "here")]) == 0
    made = json.loads((tmp_path / "made" / "here" / "corpus.json").read_text("ascii"))
    schema = json.loads((tmp_path / "made" / "here" / "corpus.schema.json").read_text("ascii"))
    assert schema == schemas.schema("corpus")
    Draft202012Validator(schema).validate(made)


def test_the_export_reads_back_as_the_same_cases(whole_corpus: Corpus) -> None:
    made = json.loads(export.text(whole_corpus))
    assert tuple(map(model.case_from, made["cases"])) == whole_corpus.cases
    assert {rule["id"]: model.rule_from(rule) for rule in made["rules"]} == whole_corpus.rules
    assert model.digest(made["rules"], made["cases"]) == made["digest"] == whole_corpus.digest


def test_no_constructor_is_left_in_the_export(whole_corpus: Corpus) -> None:
    text = export.text(whole_corpus)
    for name in set(CONSTRUCTORS) - {"$join"}:
        assert f'{{"{name}":' not in text, name


def test_the_export_is_one_line_of_ascii_and_the_same_each_time(whole_corpus: Corpus, tmp_path: Path) -> None:
    text = export.text(whole_corpus)
    assert text.isascii()
    assert text.count("\n") == 1 and text.endswith("\n")
    for _ in range(2):
        written = export.write(whole_corpus, tmp_path)
        assert [path.name for path in written] == ["corpus.json", "corpus.schema.json"]
        assert written[0].read_text("utf-8") == text


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", "ascii")
    folder = tmp_path / "file" / "under"
    assert main(["export", str(folder)]) == 2
    assert capsys.readouterr().err == f"nothing could be written to {folder}: Not a directory\n"

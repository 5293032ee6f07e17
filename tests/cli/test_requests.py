"""`request`: a case's requests, a line each, as they are piped into a shim by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.cli.commands import request
from toolset_conformance.cli.program import main
from toolset_conformance.connections.serve import serve_lines
from toolset_conformance.corpus import model
from toolset_conformance.corpus.model import Corpus
from toolset_reference.port import ReferencePort

JSON = Any
TOOLSET: JSON = {"servers": []}
PLAIN: JSON = {"id": "a/b", "rule": "LOOKUP-1", "level": "required", "why": "", "since": "1.0", "toolset": TOOLSET}


def sent(*steps: JSON) -> list[JSON]:
    """The requests of a case with these steps."""
    return [json.loads(line) for line in request.lines(model.case_from({**PLAIN, "steps": list(steps)}))]


def test_one_request_a_step_with_all_its_params_numbered_from_1() -> None:
    assert sent({"ask": "tools", "expect": []}, {"ask": "resolve", "with": {"name": "é"}, "refused": "any"}) == [
        {"jsonrpc": "2.0", "id": 1, "method": "tools", "params": {"toolset": TOOLSET, "options": {}}},
        {"jsonrpc": "2.0", "id": 2, "method": "resolve", "params": {"toolset": TOOLSET, "name": "é"}},
    ]


def test_where_names_have_to_be_known_the_set_is_asked_for_first_and_they_stand_as_they_are() -> None:
    named = {"ask": "resolve", "with": {"name": {"$exposed": ["a", "b"]}}, "expect": {"$answer": [1]}}
    first, second = sent(named)
    assert (first["id"], first["method"], first["params"]) == (1, "toolset", {"toolset": TOOLSET})
    assert second["params"] == {"toolset": TOOLSET, "name": {"$exposed": ["a", "b"]}}


def test_a_shim_answers_the_requests_of_every_case_that_needs_nothing_filled_in(whole_corpus: Corpus) -> None:
    cases = [case for case in whole_corpus.cases if not case.dynamic]
    assert len(cases) > 100
    lines = [line for case in cases for line in request.lines(case)]
    assert all(line.isascii() and "\n" not in line for line in lines)
    written = io.StringIO()
    serve_lines(ReferencePort(), io.StringIO("".join(f"{line}\n" for line in lines)), written)
    answers = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [answer["id"] for answer in answers] == [json.loads(line)["id"] for line in lines]
    codes = {answer["error"]["code"] for answer in answers if "error" in answer}
    assert codes <= {-32602, -32000}, "refusals alone"


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str], whole_corpus: Corpus) -> None:
    case = whole_corpus.cases[0]
    assert main(["request", case.id]) == 0
    assert capsys.readouterr().out.splitlines() == list(request.lines(case))


def test_cases_of_ones_own_are_found_in_their_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = "steps: [{ask: tools, with: {toolset: {servers: []}}, expect: []}]"
    text = f'cases:\n  - {{id: mine/one, rule: TOOLS-1, why: "Mine.", since: "1.0", {steps}}}\n'
    (tmp_path / "mine.toolset.yaml").write_text(text, "utf-8")
    assert main(["request", "--cases", str(tmp_path), "mine/one"]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "tools"


def test_the_nearest_cases_are_named_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["request", "calls/one-cal"]) == 2
    assert "did you mean calls/one-call" in capsys.readouterr().err

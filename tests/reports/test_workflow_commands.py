"""`run --format github`: one annotation a rule, an own case at its line, and no command that a port could write."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from toolset_conformance.cli.program import main
from toolset_conformance.corpus.model import Case, Corpus
from toolset_conformance.engine.run import Run, Scope
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.reports.workflow_commands import Annotation, lines

REFERENCE = ["--port", "toolset_reference.port:ReferencePort"]
OWN = """\
rule: TURN-3
since: "1.0"
cases:
  - id: mine/right
    why: "It is right."
    steps:
      - ask: user_turn
        with: {rejected: [], results: [], others: [{type: text, text: "Go on."}]}
        expect: {role: user, content: [{type: text, text: "Go on."}]}
  - id: mine/wrong
    why: "100% wrong, on purpose: see above."
    steps:
      - ask: user_turn
        with: {rejected: [], results: [], others: [{type: text, text: "Go on."}]}
        expect: {role: assistant, content: []}
"""
COMMAND = re.compile(r"::(error|warning) ([^:]*)::(.*)")


def commands(out: str) -> list[tuple[str, dict[str, str], str]]:
    """The annotations of an output, read as GitHub's runner reads them: kind, properties, message."""
    found = []
    for kind, properties, data in COMMAND.findall(out):
        pairs = dict(pair.split("=", 1) for pair in properties.split(","))
        unescaped = {key: _unescaped(value.replace("%3A", ":").replace("%2C", ",")) for key, value in pairs.items()}
        found.append((kind, unescaped, _unescaped(data)))
    return found


def _unescaped(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def test_a_failure_of_an_own_case_stands_at_its_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ports").mkdir()
    (tmp_path / "ports" / "mine.toolset.yaml").write_text(OWN, "utf-8")
    monkeypatch.chdir(tmp_path / "ports")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    words = ["run", *REFERENCE, "--cases", "mine.toolset.yaml", "--case", "mine/*"]
    assert main([*words, "--format", "github"]) == 1
    (found,) = commands(capsys.readouterr().out)
    kind, properties, message = found
    assert kind == "error"
    assert properties == {"file": "ports/mine.toolset.yaml", "line": "10", "title": "mine/wrong fails"}
    assert OWN.splitlines()[9] == "  - id: mine/wrong"
    assert message.splitlines()[-1] == "100% wrong, on purpose: see above."
    assert main(words) == 1
    assert "::" not in capsys.readouterr().out


def test_a_file_outside_of_the_repository_keeps_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toolset.yaml"
    path.write_text(OWN, "utf-8")
    (tmp_path / "repository").mkdir()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "repository"))
    main(["run", *REFERENCE, "--cases", str(path), "--case", "mine/*", "--format", "github"])
    assert commands(capsys.readouterr().out)[0][1]["file"] == str(path)


def test_commands_stand_behind_all_that_a_port_can_say(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", *REFERENCE, "--case", "turn/*", "--format", "github"])
    first, *_, last = capsys.readouterr().out.splitlines()
    token = re.fullmatch(r"::stop-commands::([0-9a-f]{32})", first)
    assert token
    assert last == f"::{token[1]}::"
    main(["run", *REFERENCE, "--case", "turn/*", "--format", "github"])
    assert capsys.readouterr().out.splitlines()[0] != first


def test_what_is_said_cannot_end_its_command() -> None:
    said = Annotation("error", "a: b, c %3A\n::x", "100%\r\n::error::y", "a,b:c", 3).command()
    assert "\n" not in said and "\r" not in said
    assert said == ("::error file=a%2Cb%3Ac,line=3,title=a%3A b%2C c %253A\\u{000A}%3A%3Ax::100%25%0D%0A::error::y")


Judged = Callable[[str, str], Verdict]


@pytest.fixture
def judged(whole_corpus: Corpus) -> Judged:
    """Makes a verdict of some outcome on the first case of a rule."""
    by_rule: dict[str, Case] = {}
    for case in whole_corpus.cases:
        if case.level == whole_corpus.rules[case.rule].level:
            by_rule.setdefault(case.rule, case)
    return lambda rule, outcome: Verdict(by_rule[rule], outcome, "wrong \u200b here")  # type: ignore[arg-type]


def test_a_rule_is_one_annotation_and_what_does_not_decide_a_warning(judged: Judged, whole_corpus: Corpus) -> None:
    verdicts = [judged(rule, outcome) for rule, outcome in
                (("NAME-1", "failed"), ("NAME-2", "passed"), ("NAME-7", "error"), ("NAME-3", "deviation"))]  # fmt: skip
    scope = Scope(offers=frozenset({"toolset", "tools"}), selected=True)
    found = commands("\n".join(lines(Run(whole_corpus, scope, verdicts=verdicts), Path())))
    assert [(kind, properties["title"].split()[0]) for kind, properties, _ in found] == [
        ("error", "NAME-1"),
        ("warning", "NAME-7"),
    ]
    assert found[0][2] == f"1 of 1 required cases fail, as {verdicts[0].case.id}: wrong \\u{{200B}} here"
    scope = Scope("recommended", scope.offers, selected=True)
    found = commands("\n".join(lines(Run(whole_corpus, scope, verdicts=verdicts), Path())))
    assert [kind for kind, _, _ in found] == ["error", "error"]


def test_more_than_github_shows_are_counted(judged: Judged, whole_corpus: Corpus) -> None:
    required = [rule.id for rule in whole_corpus.rules.values() if rule.level == "required"][:14]
    scope = Scope(selected=True)
    run = Run(whole_corpus, scope, verdicts=[judged(rule, "failed") for rule in required])
    found = commands("\n".join(lines(run, Path())))
    assert len(found) == 10
    assert found[-1][1] == {"title": "and 5 more"}


def test_a_run_that_could_not_be_done_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--port", "no_such:Port", "--format", "github"]) == 2
    ((kind, properties, message),) = commands(capsys.readouterr().out)
    assert (kind, properties["title"]) == ("error", "The suite could not be run")
    assert "no_such" in message


def test_what_is_claimed_and_not_tested_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--case", "turn/*", "--offers", "user_turn,tools", "--format", "github"]
    assert main(["run", "--port", "ports.idle:NothingOfferedPort", *words]) == 1
    ((_, properties, message),) = commands(capsys.readouterr().out)
    assert properties["title"] == "Claimed, but not tested"
    assert message == "user_turn"

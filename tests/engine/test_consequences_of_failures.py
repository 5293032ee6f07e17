"""What comes of a failure, by the answer given: what the API refuses, what is lost, what is only another form."""

from __future__ import annotations

from typing import Any

import pytest
from judging import verdicts
from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.corpus.model import REFUSED, Case, Consequence, Corpus
from toolset_conformance.engine.consequences import outlook
from toolset_conformance.engine.verdict import Evidence, Verdict
from toolset_reference.port import ReferencePort

JSON = Any
LINK = "mapping/resource-link"
TEXT = "[resource] notes <file:///notes.txt> (text/plain)"


def failure(corpus: Corpus, case_id: str, got: JSON) -> Verdict:
    """A failure of the case's last question with this answer."""
    case = next(case for case in corpus.cases if case.id == case_id)
    step = case.steps[-1]
    return Verdict(case, "failed", "", Evidence(1, step.ask, case.params(step), step.expect, got))


def result(*texts: JSON, **keys: JSON) -> JSON:
    """A tool_result of these texts."""
    content = [{"type": "text", "text": text} for text in texts]
    return {"type": "tool_result", "tool_use_id": "toolu_1", "content": content, **keys}


@pytest.mark.parametrize(
    ("got", "kind"),
    [
        (result("notes: file:///notes.txt"), "form"),
        (result("notes", "see file:///notes.txt"), "form"),
        (result('{"name": "notes", "uri": "file:///notes.txt"}'), "form"),
        (result("notes"), "lost"),
        (result("file:///other.txt, notes"), "lost"),
        (result(), "lost"),
        (result(TEXT, annotations={}), "refused"),
        (None, "refused"),
    ],
    ids=str,
)
def test_a_link_in_other_words_is_a_matter_of_form_and_one_without_its_address_is_lost(
    got: JSON, kind: str, whole_corpus: Corpus
) -> None:
    found = outlook(failure(whole_corpus, LINK, got), whole_corpus)
    assert found is not None
    assert found.consequence.kind == kind
    assert bool(found.refusals) == (kind == "refused")


def test_a_name_that_claude_takes_is_a_matter_of_form(whole_corpus: Corpus) -> None:
    rule = whole_corpus.rules["NAME-1"]
    case = next(case for case in whole_corpus.cases if case.rule == "NAME-1" and case.toolset)
    for length, kind in ((100, "form"), (129, "refused")):
        got = {"names": ["a" * length], "entries": []}
        verdict = Verdict(case, "failed", "", Evidence(1, "toolset", {"toolset": case.toolset}, None, got))
        found = outlook(verdict, whole_corpus)
        assert found is not None and found.consequence.kind == kind
    assert rule.breaks.otherwise is not None and "OpenAI" in rule.breaks.otherwise.meets


def test_a_name_that_claude_refuses_is_refused_wherever_the_port_says_it(whole_corpus: Corpus) -> None:
    """A port may leave the list of names out: its entries, and the name of one tool, say what the API would see."""
    (case,) = [case for case in whole_corpus.cases if case.id == "names/tool-name-with-a-dot"]
    toolset = {"toolset": case.toolset}
    for method, got in (
        ("toolset", {"entries": [{"name": "read.file", "server": "files", "tool": "read.file"}]}),
        ("toolset", {"entries": [{"name": "read", "server": server, "tool": "read"} for server in ("a", "b")]}),
        ("exposed_name", "read.file"),
    ):
        found = outlook(Verdict(case, "failed", "", Evidence(1, method, toolset, None, got)), whole_corpus)
        assert found is not None and found.consequence.kind == "refused", got
        assert found.refusals


def test_a_refusal_comes_first_whatever_the_rule_speaks_of(whole_corpus: Corpus) -> None:
    found = outlook(failure(whole_corpus, LINK, result(TEXT, title="x")), whole_corpus)
    assert found is not None and found.consequence is REFUSED
    assert str(found.refusals[0]).startswith("the API answers 400: tool_result.title: Extra inputs are not permitted")


def test_without_an_answer_it_is_what_comes_of_breaking_the_rule(whole_corpus: Corpus) -> None:
    found = outlook(failure(whole_corpus, LINK, MISSING), whole_corpus)
    assert found is not None and found.consequence == whole_corpus.rules["MAP-5"].breaks


def test_a_case_may_say_otherwise_than_its_rule(whole_corpus: Corpus) -> None:
    found = outlook(failure(whole_corpus, "tools/description-empty-text/missing", []), whole_corpus)
    assert found is not None and found.consequence.kind == "form"
    assert whole_corpus.rules["TOOLS-4"].breaks.kind == "refused"


def test_what_did_not_fail_or_is_of_no_rule_has_none(whole_corpus: Corpus) -> None:
    passed = verdicts(ReferencePort, [case for case in whole_corpus.cases if case.id == LINK])[LINK]
    assert outlook(passed, whole_corpus) is None
    own = Case("mine/a", "OWN-1", "required", "", "1.0", ())
    assert outlook(Verdict(own, "failed", ""), whole_corpus) is None
    said = Case("mine/a", "OWN-1", "required", "", "1.0", (), breaks=Consequence("costly", "It costs."))
    found = outlook(Verdict(said, "failed", ""), whole_corpus)
    assert found is not None and found.consequence.meets == "It costs."


def test_what_a_consequence_keeps_is_written_as_it_is_read(whole_corpus: Corpus) -> None:
    plain = whole_corpus.rules["MAP-5"].breaks.plain()
    assert (plain["kind"], plain["keeps"], plain["otherwise"]["kind"]) == ("lost", ["name", "uri"], "form")
    assert whole_corpus.rules["MAP-5"].breaks.spared == "the answer holds name and uri"
    assert whole_corpus.rules["NAME-1"].breaks.spared == "the API takes it all the same"

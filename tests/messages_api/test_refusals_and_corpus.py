"""The model of the Messages API against the corpus: what is right passes it, and what is wrong shows why it matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from judging import all_verdicts, verdicts
from mutants import Mutant, all_mutants
from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.corpus.model import Case, Corpus
from toolset_conformance.messages_api import of_answer, refusals
from toolset_conformance.port import DuplicateName
from toolset_reference.port import ReferencePort

JSON = Any

ODD_IDS = "The id is none that the API would have given: a gateway passed it on."
"""Why three cases expect an answer that the API would refuse."""


def answers(case: Case) -> Iterator[tuple[str, dict[str, JSON], JSON]]:
    """The reference's answers to a case that go to the API: the method, its params, the answer."""
    for step, answer in zip(case.steps, all_verdicts(ReferencePort)[case.id].answers, strict=True):
        refused = isinstance(answer, dict) and answer.keys() == {"error"}
        if not refused and (step.if_exposed is None or answer is not None):
            yield step.ask, case.params(step), answer


def test_right_answers_pass_where_the_case_makes_no_exception(whole_corpus: Corpus) -> None:
    broken = {
        case.id: str(found[0])
        for case in whole_corpus.cases
        if (found := [refusal for answer in answers(case) for refusal in of_answer(*answer)])
    }
    excepted = {case.id for case in whole_corpus.cases if case.exceptions.get("api") == ODD_IDS}
    assert {name: words for name, words in broken.items() if name not in excepted} == {}
    assert excepted == broken.keys(), "exceptions whose answers the API takes all the same"


def test_a_request_of_any_set_of_the_corpus_passes(whole_corpus: Corpus) -> None:
    port = ReferencePort()
    broken = {}
    number = 0
    for case in whole_corpus.cases:
        for toolset in filter(None, [case.toolset, *(step.given.get("toolset") for step in case.steps)]):
            messages = [{"role": "user", "content": "Hello."}]
            try:
                body = port.request(toolset, "claude-opus-5-5", messages, {"cache_control": "last"})
            except DuplicateName:
                continue
            number += 1
            found = refusals({"max_tokens": 1024, **body})
            if found:
                broken[case.id] = str(found[0])
    assert number > 1400
    assert broken == {}


MUTANTS = all_mutants()


def _first_refused(mutant: Mutant, corpus: Corpus) -> str | None:
    """The API's words about a wrong answer of a mutant to a case of its own rule."""
    for verdict in verdicts(mutant.port, [case for case in corpus.cases if case.rule == mutant.rule]).values():
        evidence = verdict.evidence
        if verdict.outcome in ("failed", "error") and evidence is not None and evidence.got is not MISSING:
            for refusal in of_answer(evidence.ask, evidence.params, evidence.got):
                return refusal.words
    return None


def test_where_breaking_a_rule_is_refused_a_mutant_of_it_shows_so(whole_corpus: Corpus) -> None:
    refused = [rule.id for rule in whole_corpus.rules.values() if rule.breaks.kind == "refused"]
    shown = {
        rule
        for rule in refused
        if any(_first_refused(mutant, whole_corpus) for mutant in MUTANTS if mutant.rule == rule)
    }
    assert [rule for rule in refused if rule not in shown] == []
    assert len(refused) > 15


@pytest.mark.parametrize("kind", ["refused", "misrouted", "lost", "misled", "costly", "form"])
def test_rules_have_each_consequence(kind: str, whole_corpus: Corpus) -> None:
    assert any(rule.breaks.kind == kind for rule in whole_corpus.rules.values())

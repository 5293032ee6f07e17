"""Agent loops that take every free choice otherwise keep every rule of conversations."""

from __future__ import annotations

import pytest
from judging import verdicts
from mutants import all_mutants
from ports import fair_loops
from toolset_conformance import Port
from toolset_conformance.corpus.model import Corpus
from toolset_reference.port import ReferencePort

LOOPS = [fair_loops.ParallelLoop, fair_loops.SerialLoop]


def answers(port: type[Port], corpus: Corpus) -> dict[str, object]:
    """What a port answers to each case, all of which it passes."""
    found = verdicts(port, [case for case in corpus.cases if case.group == "conversation"])
    assert {name: verdict.message for name, verdict in found.items() if verdict.outcome != "passed"} == {}
    return {name: verdict.answers for name, verdict in found.items()}


@pytest.mark.parametrize("port", LOOPS, ids=lambda port: port.__name__)
def test_no_free_choice_fails_a_case(port: type[Port], whole_corpus: Corpus) -> None:
    assert len(answers(port, whole_corpus)) >= 120


def test_the_loops_are_no_copies(whole_corpus: Corpus) -> None:
    # Were they to answer alike, they would prove nothing about what is left free.
    one, two, reference = (answers(port, whole_corpus) for port in [*LOOPS, ReferencePort])
    assert [name for name in one if one[name] in (two[name], reference[name]) or two[name] == reference[name]] == []


def test_there_are_enough_of_each(whole_corpus: Corpus) -> None:
    """That each of these mutants falls, and each of these cases catches one, is the kill matrix's to show."""
    rules = {rule.id for rule in whole_corpus.rules.values() if rule.group == "conversation"}
    assert len(rules) >= 14
    assert len([case for case in whole_corpus.cases if case.group == "conversation"]) >= 120
    assert len([mutant for mutant in all_mutants() if mutant.rule in rules]) >= 100

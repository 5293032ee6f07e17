"""The kill matrix: each mutant falls to a case of the rule that it breaks, and each case catches a mutant."""

from __future__ import annotations

from collections import Counter

import pytest
from judging import verdicts
from mutants import Mutant, all_mutants
from toolset_conformance.corpus.model import Case, Corpus
from toolset_conformance.engine.verdict import WRONG
from toolset_reference.port import ReferencePort

pytestmark = pytest.mark.teeth

MUTANTS = all_mutants()


def _caught(mutant: Mutant, cases: list[Case]) -> list[Case]:
    found = verdicts(mutant.port, mutant.reached(cases))
    return [verdict.case for verdict in found.values() if verdict.outcome in WRONG]


def _of_rule(corpus: Corpus, rule: str) -> list[Case]:
    return [case for case in corpus.cases if case.rule == rule]


@pytest.fixture(scope="module")
def matrix(whole_corpus: Corpus) -> dict[str, set[str]]:
    """The ids of the cases of its own rule that catch each mutant, by the mutant's name."""
    cases = {rule: _of_rule(whole_corpus, rule) for rule in whole_corpus.rules}
    return {mutant.name: {case.id for case in _caught(mutant, cases[mutant.rule])} for mutant in MUTANTS}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.rule}-{mutant.name}")
def test_a_mutant_falls_to_a_case_of_its_rule_and_level(
    mutant: Mutant, matrix: dict[str, set[str]], whole_corpus: Corpus
) -> None:
    level = {case.id: case.level for case in whole_corpus.cases}
    own = [name for name in matrix[mutant.name] if level[name] == mutant.level]
    assert own, f"{mutant.rule} ({mutant.level}): {mutant.wrong}"


@pytest.mark.parametrize(
    "mutant", [mutant for mutant in MUTANTS if mutant.level == "recommended"], ids=lambda m: m.name
)
def test_a_recommended_fault_fails_no_required_case(mutant: Mutant, whole_corpus: Corpus) -> None:
    required = [case for case in whole_corpus.cases if case.level == "required"]
    assert [case.id for case in _caught(mutant, required)] == []


def test_each_case_catches_a_mutant(matrix: dict[str, set[str]], whole_corpus: Corpus) -> None:
    left = [case for case in whole_corpus.cases if case.id not in set().union(*matrix.values())]
    for mutant in MUTANTS:
        caught = {case.id for case in _caught(mutant, left)} if left else set()
        left = [case for case in left if case.id not in caught]
    assert [case.id for case in left] == []


def test_there_are_mutants_of_each_rule(whole_corpus: Corpus) -> None:
    number = Counter(mutant.rule for mutant in MUTANTS)
    assert {rule: number[rule] for rule in whole_corpus.rules if number[rule] < 2} == {}
    assert len(MUTANTS) >= 150


def test_a_mutant_is_the_reference_but_for_methods_of_the_protocol(whole_corpus: Corpus) -> None:
    """What :meth:`Mutant.reached` rests on."""
    assert [mutant.name for mutant in MUTANTS if not issubclass(mutant.port, ReferencePort)] == []
    assert all(mutant.reached(whole_corpus.cases) for mutant in MUTANTS)


def test_names_of_mutants_are_their_own() -> None:
    assert [name for name, number in Counter(mutant.name for mutant in MUTANTS).items() if number > 1] == []

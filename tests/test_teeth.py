"""The kill matrix: each mutant falls to a case of the rule that it breaks, and each case catches a mutant."""

from __future__ import annotations

from collections import Counter

import pytest
from judging import all_verdicts
from mutants import Mutant, all_mutants
from toolset_conformance.corpus import Corpus

MUTANTS = all_mutants()


def _caught(mutant: Mutant) -> set[str]:
    return {name for name, verdict in all_verdicts(mutant.port).items() if verdict.outcome in ("failed", "error")}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.rule}-{mutant.name}")
def test_a_mutant_falls_to_a_case_of_its_rule_and_level(mutant: Mutant) -> None:
    verdicts = all_verdicts(mutant.port)
    caught = [verdicts[name].case for name in _caught(mutant)]
    own = [case.id for case in caught if case.rule == mutant.rule and case.level == mutant.level]
    assert own, f"{mutant.rule} ({mutant.level}): {mutant.wrong}"
    if mutant.level == "recommended":
        assert [case.id for case in caught if case.level == "required"] == []


def test_each_case_catches_a_mutant(whole_corpus: Corpus) -> None:
    caught = set().union(*map(_caught, MUTANTS))
    assert [case.id for case in whole_corpus.cases if case.id not in caught] == []


def test_there_are_mutants_of_each_rule(whole_corpus: Corpus) -> None:
    number = Counter(mutant.rule for mutant in MUTANTS)
    assert {rule: number[rule] for rule in whole_corpus.rules if number[rule] < 2} == {}
    assert len(MUTANTS) >= 150


def test_names_of_mutants_are_their_own() -> None:
    assert [name for name, number in Counter(mutant.name for mutant in MUTANTS).items() if number > 1] == []

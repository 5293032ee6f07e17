"""Faults that can be seen from outside are found through the wire, in the rule in which they are found in a port."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from judging import verdicts
from mutants import Mutant, all_mutants
from toolset_conformance.agents.agent_session import AgentSession
from toolset_conformance.agents.questions import askable
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.connections.connection import PortError
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Case, Corpus

from agents.layered_agent import LayeredAgent

_WRONG = ("failed", "error")
AT_ONCE = 6
"""How many of the cases that find a mutant in a port are asked through the wire."""
EVERY = 4
"""One of so many mutants is tried by this module as a program, from all modules: each takes a few conversations."""
SAMPLED = 60
"""And one of so many by the test."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    loop = Background()
    yield loop
    loop.close()


def _askable(mutant: Mutant, corpus: Corpus) -> list[Case]:
    """The cases of its rule that find the mutant as a port, and can be asked from outside."""
    # Mutants of whole conversations are loops of their own, not layers of one.
    of_rule = [case for case in corpus.cases if case.rule == mutant.rule and "conversation" not in case.methods]
    cases = [case for case in of_rule if askable.why_not(case) is None]
    found = verdicts(mutant.port, cases)
    return [case for case in cases if found[case.id].outcome in _WRONG][:AT_ONCE]


def _is_found(mutant: Mutant, cases: list[Case], background: Background) -> bool | None:
    """Whether a case finds it; ``None`` where the answers turn out not to be seen from outside."""
    try:
        with AgentSession(LayeredAgent(mutant.port, background), mutant.name, workers=2, seconds=10.0) as session:
            session.probe(cases)
            outcomes = {verdict.outcome for verdict in session.judge_all(cases)}
    except PortError:
        # Its fault is such that no tool can be called at all.
        return True
    return None if outcomes == {"unsupported"} else bool(outcomes & set(_WRONG))


def _found(every: int, corpus: Corpus, background: Background) -> dict[str, bool]:
    """Whether each mutant is found, of one in so many, by its name; without those that cannot be seen from outside."""
    tried = [(mutant, _askable(mutant, corpus)) for mutant in all_mutants()[::every]]
    answers = {mutant.name: _is_found(mutant, cases, background) for mutant, cases in tried if cases}
    return {name: answer for name, answer in answers.items() if answer is not None}


def test_most_faults_are_found_through_the_wire(whole_corpus: Corpus, background: Background) -> None:
    found = _found(SAMPLED, whole_corpus, background)
    missed = [name for name, is_found in found.items() if not is_found]
    assert len(found) > 10
    assert len(missed) <= 0.2 * len(found), missed


if __name__ == "__main__":
    loop = Background()
    of_all = _found(EVERY, loading.load(), loop)
    loop.close()
    lost = [name for name, is_found in of_all.items() if not is_found]
    print(f"{len(of_all) - len(lost)} of {len(of_all)} mutants found through the wire; missed: {', '.join(lost)}")

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
from toolset_conformance.corpus.model import Case, Corpus

from agents.layered_agent import LayeredAgent

_WRONG = ("failed", "error")
AT_ONCE = 6
"""How many of the cases that find a mutant in a port are asked through the wire."""
EVERY = 4
"""One of so many mutants is tried, from all modules: each takes a few conversations."""


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


def test_nine_of_ten_faults_are_found_through_the_wire(whole_corpus: Corpus, background: Background) -> None:
    tried = {mutant.name: (mutant, _askable(mutant, whole_corpus)) for mutant in all_mutants()[::EVERY]}
    found = {
        name: answer
        for name, (mutant, cases) in tried.items()
        if cases and (answer := _is_found(mutant, cases, background)) is not None
    }
    missed = [name for name, is_found in found.items() if not is_found]
    print(f"\n{len(found) - len(missed)} of {len(found)} mutants found through the wire; missed: {', '.join(missed)}")
    assert len(found) - len(missed) >= 200
    assert len(missed) <= 0.1 * len(found)

"""The small agent of the tests in mode ``loop``, against the port that it is built on over a shim."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import suite
from toolset_conformance.agents.agent_session import AgentSession
from toolset_conformance.agents.questions.askable import why_not
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.connections.target import Target
from toolset_conformance.corpus.model import Case

sys.path.insert(0, str(Path(__file__).parents[1]))
from agents.starting import small_agent


def cases() -> list[Case]:
    """The cases that can be asked from outside."""
    return [case for case in suite.cases(1) if why_not(case) is None]


def loop(these: list[Case]) -> float:
    """Seconds for judging the cases by way of conversations; the first two, by which the agent is learnt, before."""
    with AgentSession(Agent(small_agent(mode="loop")), "small") as session:
        session.probe(these)
        began = time.perf_counter()
        verdicts = list(session.judge_all(these))
        taken = time.perf_counter() - began
    wrong = [verdict for verdict in verdicts if verdict.outcome not in ("passed", "unsupported")]
    assert not wrong and len(verdicts) == len(these), wrong[:1]
    return taken


def shim(these: list[Case]) -> float:
    """Seconds for judging the same cases over a shim."""
    return suite.suite(Target(command=suite.SERVED), these)

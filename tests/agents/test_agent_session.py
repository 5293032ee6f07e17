"""An agent is judged by the same judge on the same cases, and who dies costs its own case only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from toolset_conformance.agents import quick
from toolset_conformance.agents.agent_session import AgentSession
from toolset_conformance.agents.questions import askable
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.connections.connection import PortError
from toolset_conformance.corpus.model import Case, Corpus
from toolset_conformance.engine.verdict import Verdict
from toolset_reference.port import ReferencePort

from agents.layered_agent import LayeredAgent
from agents.starting import bad_agent, small_agent

pytestmark = pytest.mark.slow

JSON = Any
_WRONG = ("failed", "error", "not_run")


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    loop = Background()
    yield loop
    loop.close()


@pytest.fixture(scope="module")
def few(whole_corpus: Corpus) -> list[Case]:
    return quick.choose(whole_corpus.cases)


def judged(session: AgentSession, cases: list[Case]) -> dict[str, Verdict]:
    """Return the verdicts by case; each case gets one."""
    session.probe(cases)
    verdicts = list(session.judge_all(cases))
    assert sorted(verdict.case.id for verdict in verdicts) == sorted(case.id for case in cases)
    return {verdict.case.id: verdict for verdict in verdicts}


def wrong(verdicts: dict[str, Verdict]) -> list[str]:
    return [f"{name}: {verdict.message}" for name, verdict in verdicts.items() if verdict.outcome in _WRONG]


def test_a_right_agent_passes_all_that_can_be_asked(whole_corpus: Corpus, background: Background) -> None:
    cases = [case for case in whole_corpus.cases if case.group != "conversation"]
    with AgentSession(LayeredAgent(ReferencePort, background), "right", workers=4, seconds=60.0) as session:
        verdicts = judged(session, cases)
    assert wrong(verdicts) == []
    passed = sum(verdict.outcome == "passed" for verdict in verdicts.values())
    assert passed > 0.95 * sum(askable.why_not(case) is None for case in cases)


@pytest.mark.parametrize("mode", ["once", "loop"])
@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_a_right_agent_passes_a_quick_run(mode: Any, transport: Any, few: list[Case]) -> None:
    cases = [case for case in few if case.group != "conversation"]
    with AgentSession(Agent(small_agent(mode=mode, transport=transport)), "small", workers=4) as session:
        assert wrong(judged(session, cases)) == []


def test_a_quick_run_asks_each_rule_that_can_be_asked(whole_corpus: Corpus, few: list[Case]) -> None:
    able = {case.rule for case in whole_corpus.cases if askable.why_not(case) is None}
    assert {case.rule for case in few} == able
    assert len(few) < len(whole_corpus.cases) / 10


def test_what_cannot_be_asked_is_unsupported_and_costs_nothing(whole_corpus: Corpus, background: Background) -> None:
    unable = [case for case in whole_corpus.cases if askable.why_not(case) is not None]
    with AgentSession(LayeredAgent(ReferencePort, background), "right") as session:
        before = session.conversations
        verdicts = judged(session, unable)
        assert session.conversations == before
    assert {verdict.outcome for verdict in verdicts.values()} == {"unsupported"}
    assert all((verdict.message or "").startswith("cannot be asked from outside") for verdict in verdicts.values())


class DiesOfALink(ReferencePort):
    """Dies of a result with a link in it, which takes its whole program down."""

    def tool_result(self, tool_use_id: str, outcome: JSON, options: JSON) -> JSON:
        content = (outcome.get("result") or {}).get("content")
        if isinstance(content, list) and any(item.get("type") == "resource_link" for item in content):
            raise RuntimeError("no links")
        return super().tool_result(tool_use_id, outcome, options)


class DiesOfAName(ReferencePort):
    """Dies of a call to a tool that there is not."""

    def tool_calls(self, toolset: JSON, response: JSON) -> JSON:
        answer = super().tool_calls(toolset, response)
        if any(block.get("name") == "no_such_tool_anywhere" for block in response["content"]):
            raise RuntimeError("no such tool")
        return answer


class DiesOfASet(ReferencePort):
    """Dies of a set with a server called mail, before it has asked for anything."""

    def tools(self, toolset: JSON, options: JSON) -> JSON:
        if any(server["id"] == "mail" for server in toolset["servers"]):
            raise RuntimeError("no mail")
        return super().tools(toolset, options)


def _asked(case: Case) -> str:
    return json.dumps([case.params(step) for step in case.steps])


@pytest.mark.parametrize(
    ("port", "methods", "cause"),
    [
        (DiesOfALink, {"tool_result"}, '"resource_link"'),
        (DiesOfAName, {"tool_calls"}, '"no_such_tool_anywhere"'),
        (DiesOfASet, {"tools"}, '"id": "mail"'),
    ],
)
def test_what_an_agent_dies_of_costs_its_own_cases_alone(
    port: type[ReferencePort], methods: set[str], cause: str, whole_corpus: Corpus, background: Background
) -> None:
    able = [case for case in whole_corpus.cases if case.methods == methods and askable.why_not(case) is None]
    guilty = [case for case in able if cause in _asked(case)][:3]
    # Nine of ten die otherwise of nothing: the run goes on.
    innocent = [case for case in able if cause not in _asked(case)][:40]
    assert guilty
    assert innocent
    with AgentSession(LayeredAgent(port, background), "dies", workers=2) as session:
        verdicts = judged(session, [*innocent, *guilty])
    assert wrong({case.id: verdicts[case.id] for case in innocent}) == []
    assert {verdicts[case.id].outcome for case in guilty} == {"error"}
    assert all("driver answered with an error" in (verdicts[case.id].message or "") for case in guilty)


class DiesOfEverything(ReferencePort):
    """Works for one plain tool alone."""

    def tools(self, toolset: JSON, options: JSON) -> JSON:
        if any(server["id"] != "suite" for server in toolset["servers"]):
            raise RuntimeError("no")
        return super().tools(toolset, options)


def test_twenty_conversations_in_a_row_that_come_to_nothing_end_the_run(
    whole_corpus: Corpus, background: Background
) -> None:
    cases = [case for case in whole_corpus.cases if case.group == "order" and askable.why_not(case) is None]
    cases += [case for case in whole_corpus.cases if case.group == "names" and askable.why_not(case) is None][:40]
    with AgentSession(LayeredAgent(DiesOfEverything, background), "dies", workers=2) as session:
        verdicts = judged(session, cases)
        assert session.conversations < 30
    assert {verdict.outcome for verdict in verdicts.values()} <= {"error", "not_run"}


class Marks(ReferencePort):
    """Puts a cache marker on the last definition and the last block, and says more after the results."""

    def tools(self, toolset: JSON, options: JSON) -> JSON:
        return super().tools(toolset, {"cache_control": "last"})

    def user_turn(self, rejected: list[JSON], results: list[JSON], others: list[JSON]) -> JSON:
        reminder = {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
        return super().user_turn(rejected, results, [*others, reminder])


def test_what_is_the_agents_own_is_set_aside_and_said(few: list[Case], background: Background) -> None:
    cases = [case for case in few if case.group not in ("conversation", "turn")]
    cases += [case for case in few if case.group == "turn"][:2]
    with AgentSession(LayeredAgent(Marks, background), "marks") as session:
        verdicts = judged(session, cases)
        facts = session.facts()
    assert wrong(verdicts) == []
    assert facts["set_aside"]["cache marker on the last definition"] > 0
    assert facts["set_aside"]["cache marker on the last block of a turn"] > 0


def test_an_agent_that_does_not_work_at_all_is_not_run() -> None:
    with pytest.raises(PortError, match="the agent exited with status 3") as caught:
        AgentSession(Agent(bad_agent("exits_at_once")), "bad")
    assert "--check" in caught.value.remedy

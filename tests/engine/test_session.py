"""A session: many cases on their way at once, each judged by its own answers; what a port's faults cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from toolset_conformance import Port
from toolset_conformance.connections.connection import PortError
from toolset_conformance.connections.target import Target
from toolset_conformance.core import messages
from toolset_conformance.core.messages import Call, Error, Fault, Reply
from toolset_conformance.corpus.model import Case, Step
from toolset_conformance.engine.session import AHEAD, FAULTS_IN_A_ROW, FAULTS_IN_ALL, Session

JSON = Any
Answer = Callable[[JSON], Reply | Fault]


class Scripted:
    """A connection that answers the last question first; a question of ``user_turn`` asks for its ``others``."""

    sees = True

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.open_questions: list[tuple[int, Call]] = []
        self.asked: list[Call] = []
        self.most = 0
        self.ended = False

    def open(self) -> dict[str, JSON]:
        return {"name": "scripted"}

    def start(self) -> None:
        """As a shim's."""

    def send(self, number: int, call: Call) -> None:
        self.asked.append(call)
        self.open_questions.append((number, call))
        self.most = max(self.most, len(self.open_questions))

    def receive(self) -> tuple[int, Reply | Fault]:
        number, call = self.open_questions.pop()
        return number, self.answer(call.params.get("others"))

    def close(self) -> None:
        self.ended = True


@dataclass(frozen=True)
class Scripts(Target):
    """Leads to a scripted connection, and to another for what is asked of a process of its own."""

    first: Any = None
    other: Any = None

    def connect(self) -> Any:
        return self.first

    def connect_fresh(self) -> Any:
        return self.other


def right(wanted: JSON) -> Reply:
    return Reply(wanted)


def case(number: int, *steps: JSON, fresh: bool = False) -> Case:
    """A case that expects each step's number for an answer."""
    asked = [{"rejected": [], "results": [], "others": step} for step in steps or (number,)]
    made = [Step("user_turn", given, given["others"], fresh=fresh) for given in asked]
    return Case(f"a/{number}", "TURN-1", "required", "", "1.0", tuple(made))


def session_of(answer: Answer, other: Scripted | None = None) -> tuple[Session, Scripted]:
    connection = Scripted(answer)
    return Session(Scripts(first=connection, other=other)), connection


def test_each_case_is_judged_by_its_own_answers_in_whatever_order_they_come() -> None:
    session, connection = session_of(lambda wanted: Reply(wanted if wanted != 70 else 0))
    cases = [case(number, number, number + 100, number + 200) for number in range(100)]
    verdicts = list(session.judge_all(cases))
    assert sorted(verdict.case.id for verdict in verdicts) == sorted(case.id for case in cases)
    assert {v.case.id: v.outcome for v in verdicts if v.outcome != "passed"} == {"a/70": "failed"}
    assert {v.case.id: v.answers for v in verdicts}["a/7"] == (7, 107, 207)
    assert not connection.open_questions


def test_no_more_than_so_many_are_on_their_way() -> None:
    session, connection = session_of(right)
    taken = 0

    def cases() -> Iterator[Case]:
        nonlocal taken
        for number in range(3 * AHEAD):
            taken += 1
            yield case(number)

    verdicts = session.judge_all(cases())
    next(verdicts)
    assert taken <= AHEAD + 1
    assert len(list(verdicts)) == 3 * AHEAD - 1
    assert connection.most == AHEAD


def test_after_so_many_faults_in_a_row_the_rest_is_not_run() -> None:
    session, connection = session_of(lambda _: Fault("gone"))
    outcomes = [(verdict.outcome, verdict.message) for verdict in session.judge_all(map(case, range(200)))]
    assert outcomes[:FAULTS_IN_A_ROW] == [("error", "user_turn: gone")] * FAULTS_IN_A_ROW
    rest = ("not_run", f"{FAULTS_IN_A_ROW} faults in a row, the last: gone")
    assert outcomes[FAULTS_IN_A_ROW:] == [rest] * (200 - FAULTS_IN_A_ROW)
    assert len(connection.asked) < 200
    assert session.judge(case(1)).outcome == "not_run"


def test_one_answer_between_faults_is_enough_to_go_on() -> None:
    session, _ = session_of(lambda wanted: Reply(wanted) if wanted % FAULTS_IN_A_ROW == 0 else Fault("gone"))
    outcomes = [verdict.outcome for verdict in session.judge_all(map(case, range(10 * FAULTS_IN_A_ROW)))]
    assert (outcomes.count("passed"), outcomes.count("error")) == (10, 10 * FAULTS_IN_A_ROW - 10)


def test_after_so_many_faults_in_all_the_rest_is_not_run() -> None:
    session, _ = session_of(lambda wanted: Reply(wanted) if wanted % 2 == 0 else Fault("gone"))
    found = list(session.judge_all(map(case, range(4 * FAULTS_IN_ALL))))
    assert sum(verdict.outcome == "error" for verdict in found) == FAULTS_IN_ALL
    assert found[-1].message == f"{FAULTS_IN_ALL} faults, the last: gone"


def test_where_the_port_cannot_be_started_again_what_is_left_is_not_run() -> None:
    def answer(wanted: JSON) -> Reply:
        if wanted == 1:
            raise PortError("no such program")
        return Reply(wanted)

    session, _ = session_of(answer)
    found = {verdict.case.id: verdict for verdict in session.judge_all(map(case, range(AHEAD + 5)))}
    assert len(found) == AHEAD + 5
    assert found["a/1"].outcome == "not_run"
    assert found["a/1"].message == "the port could not be started again: no such program"
    assert found["a/5"].outcome == "passed"


def test_a_probe_asks_each_form_once_and_only_for_what_is_claimed() -> None:
    missing = Reply(error=Error(messages.NOT_OFFERED, "no"))
    connection = Scripted(lambda others: missing if others is not None else Reply(1))
    tools = Case("a/tools", "TOOLS-1", "required", "", "1.0", (Step("tools", {}, []),), {"servers": []})
    session = Session(Scripts(first=connection), frozenset({"user_turn"}))
    session.probe([case(1), tools, case(2)])
    assert [call.method for call in connection.asked] == ["user_turn"]
    assert session.offers.lacking == {case(1).forms[0]}
    assert session.judge(case(3)).outcome == "unsupported"
    everything = Session(Scripts(first=connection))
    everything.probe([case(1), tools])
    assert (everything.offers.lacking, everything.offers.answered) == ({case(1).forms[0]}, {tools.forms[0]})


def test_a_fault_ends_the_probe_and_nothing_is_known_by_it() -> None:
    session, connection = session_of(lambda _: Fault("gone"))
    tools = Case("a/tools", "TOOLS-1", "required", "", "1.0", (Step("tools", {}, []),), {"servers": []})
    session.probe([case(1), tools])
    assert len(connection.asked) == 1
    assert not session.offers.lacking | session.offers.answered


def test_what_needs_a_process_of_its_own_is_asked_of_another() -> None:
    other = Scripted(right)
    session, connection = session_of(right, other)
    assert session.judge(case(1, fresh=True)).outcome == "passed"
    assert (len(connection.asked), len(other.asked)) == (0, 1)
    session.close()
    assert (connection.ended, other.ended) == (True, True)


def test_a_process_of_its_own_that_does_not_start_is_an_error_of_the_case_and_no_fault_of_the_port() -> None:
    class Broken(Scripted):
        def start(self) -> None:
            raise PortError("exited with status 5")

        def send(self, number: int, call: Call) -> None:
            raise PortError("exited with status 5", "look into it")

    session, _ = session_of(right, Broken(right))
    cases = [*(case(number, fresh=True) for number in range(2 * FAULTS_IN_A_ROW)), case(99)]
    outcomes = [(verdict.outcome, verdict.message) for verdict in session.judge_all(cases)]
    said = "user_turn: in a process of its own: exited with status 5"
    assert outcomes == [("error", said)] * (2 * FAULTS_IN_A_ROW) + [("passed", None)]


def test_both_processes_are_ended_even_where_one_refuses() -> None:
    class Stubborn(Scripted):
        def close(self) -> None:
            raise OSError("no")

    other = Scripted(right)
    session = Session(Scripts(first=Stubborn(right), other=other))
    session.start_fresh()
    with pytest.raises(OSError):
        session.close()
    assert other.ended


def test_a_target_says_how_it_is_named_on_a_command_line() -> None:
    assert Target(command="node a's.mjs").words() == "--command 'node a'\"'\"'s.mjs'"
    assert Target(port="a.b:C").words() == "--port a.b:C"
    with pytest.raises(PortError, match="no module 'nowhere'"):
        Target(port="nowhere:Port").connect()


class SaltPort(Port):
    """Answers with the salt that its process was given for hashes."""

    def exposed_name(self, toolset: JSON, server: str, tool: str) -> JSON:
        return os.environ.get("PYTHONHASHSEED")


def test_a_process_of_its_own_salts_its_hashes_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    step = Step("exposed_name", {"toolset": {"servers": []}, "server": "a", "tool": "b"}, None, fresh=True)
    with Session(Target(port=f"{__name__}:SaltPort")) as session:
        verdict = session.judge(Case("a/salt", "NAME-9", "recommended", "", "1.0", (step,)))
    assert (verdict.outcome, verdict.answers) == ("passed", (None,))

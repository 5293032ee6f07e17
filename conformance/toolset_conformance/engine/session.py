"""A session with one port: learns what it offers, then has the cases judged, many on their way at once."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from toolset_conformance.connections.connection import PortError
from toolset_conformance.connections.shim import Shim
from toolset_conformance.connections.target import Target
from toolset_conformance.core import methods
from toolset_conformance.core.messages import Call, Fault, Reply
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine import judge
from toolset_conformance.engine.capabilities import Offers, is_missing, named_capabilities
from toolset_conformance.engine.judge import Questions
from toolset_conformance.engine.verdict import Verdict

JSON = Any

AHEAD = 32
"""Cases that may be on their way at once."""
FAULTS_IN_A_ROW = 10
"""After so many faults without a single answer between them, the rest of the cases is not run."""
FAULTS_IN_ALL = 100
"""Nor after so many in all: a port that hangs at every second question would take hours."""


class Judges(Protocol):
    """What gives the verdict on a case: a session with a port, or one with an agent."""

    def judge(self, case: Case) -> Verdict:
        """Return the verdict on one case."""
        ...


class Session:
    """One port, opened; to be closed. ``claimed``: the methods that it claims to offer, ``None`` for all."""

    def __init__(self, target: Target, claimed: frozenset[str] | None = None) -> None:
        self.target = target
        self.connection = target.connect()
        self.description = self.connection.open()
        capabilities = named_capabilities(self.description)
        self.offers = Offers(claimed, sees=self.connection.sees, capabilities=capabilities)
        self._fresh: Shim | None = None
        self._number = 0
        self._faults = self._faults_in_a_row = 0
        self._ended: str | None = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the port's processes."""
        try:
            self.connection.close()
        finally:
            if self._fresh is not None:
                self._fresh.close()

    def start_fresh(self) -> None:
        """Have the process for questions that need one of its own start by the time that the first one comes."""
        if self._fresh is None:
            self._fresh = self.target.connect_fresh()
            with contextlib.suppress(PortError):
                self._fresh.start()

    def probe(self, cases: Iterable[Case]) -> None:
        """Ask a small question of every form that the cases need, to learn which of them the port offers.

        A fault ends the asking: what is not known then, the cases find out at their own cost.
        """
        claimed = self.offers.claimed
        cases = list(cases)
        if any(step.fresh for case in cases for step in case.steps):
            self.start_fresh()
        for form in dict.fromkeys(form for case in cases for form in case.forms):
            if claimed is not None and form[0] not in claimed:
                continue
            self._number += 1
            self.connection.send(self._number, Call(form[0], methods.sample(form)))
            _, reply = self.connection.receive()
            if isinstance(reply, Fault):
                return
            (self.offers.lacking if is_missing(reply) else self.offers.answered).add(form)

    def judge(self, case: Case) -> Verdict:
        """The verdict on one case."""
        return next(self.judge_all([case]))

    def judge_all(self, cases: Iterable[Case]) -> Iterator[Verdict]:
        """The verdict on each case, in the order in which they are reached; each case gets exactly one."""
        coming = iter(cases)
        open_questions: dict[int, tuple[Case, Questions]] = {}
        done: deque[Verdict] = deque()
        exhausted = False
        while True:
            while not exhausted and len(open_questions) < AHEAD and self._ended is None:
                case = next(coming, None)
                if case is None:
                    exhausted = True
                else:
                    self._advance(case, judge.judge(case, self.offers), None, open_questions, done)
            yield from _emptied(done)
            if self._ended is not None:
                left = [case for case, _ in open_questions.values()]
                yield from (Verdict(case, "not_run", self._ended) for case in [*left, *coming])
                return
            if not open_questions:
                if exhausted:
                    return
                continue
            try:
                number, reply = self.connection.receive()
            except PortError as error:
                self._ended = f"the port could not be started again: {error.what}"
                continue
            self._count_fault(None if isinstance(reply, Reply) else reply)
            case, questions = open_questions.pop(number)
            self._advance(case, questions, reply, open_questions, done)

    def _advance(
        self,
        case: Case,
        questions: Questions,
        reply: Reply | Fault | None,
        open_questions: dict[int, tuple[Case, Questions]],
        done: deque[Verdict],
    ) -> None:
        """Give a case its reply and put its next question on the way, or its verdict among those done."""
        try:
            call = next(questions) if reply is None else questions.send(reply)
            while call.fresh:
                call = questions.send(self._ask_fresh(call))
        except StopIteration as stop:
            done.append(stop.value)
            return
        self._number += 1
        open_questions[self._number] = (case, questions)
        self.connection.send(self._number, call)

    def _ask_fresh(self, call: Call) -> Reply | Fault:
        try:
            self.start_fresh()
            assert self._fresh is not None
            self._number += 1
            self._fresh.send(self._number, call)
            return self._fresh.receive()[1]
        except PortError as error:
            return Fault(f"in a process of its own: {error.what}", error.remedy, error.stderr)

    def _count_fault(self, fault: Fault | None = None) -> None:
        if fault is None:
            self._faults_in_a_row = 0
            return
        self._faults_in_a_row += 1
        self._faults += 1
        if self._faults_in_a_row >= FAULTS_IN_A_ROW:
            self._ended = f"{FAULTS_IN_A_ROW} faults in a row, the last: {fault.what}"
        elif self._faults >= FAULTS_IN_ALL:
            self._ended = f"{FAULTS_IN_ALL} faults, the last: {fault.what}"


def _emptied(done: deque[Verdict]) -> Iterator[Verdict]:
    while done:
        yield done.popleft()

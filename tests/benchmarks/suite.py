"""The whole suite, in process and over shims, against the bare exchange of the same messages."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence

from timing import seconds
from toolset_conformance.connections import wire
from toolset_conformance.connections.in_process import InProcess
from toolset_conformance.connections.loading import load_port
from toolset_conformance.connections.target import Target
from toolset_conformance.core.messages import Call
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.session import Session
from toolset_conformance.port import Port

REFERENCE = "toolset_reference.port:ReferencePort"
SERVED = shlex.join([sys.executable, "-m", "toolset_conformance", "serve", REFERENCE])


def cases(times: int) -> list[Case]:
    """The corpus so many times over, each time with other ids, and nothing worked out yet."""
    found = loading.load().cases
    return [dataclasses.replace(case, id=f"{case.id}-{number}") for number in range(times) for case in found]


class _Recording(InProcess):
    """A connection that keeps the calls."""

    def __init__(self, port: Port) -> None:
        super().__init__(port)
        self.calls: list[Call] = []

    def send(self, number: int, call: Call) -> None:
        """Keep the call, then make it."""
        self.calls.append(call)
        super().send(number, call)


class _Recorder(Target):
    """The reference in process, with its calls kept."""

    def connect(self) -> _Recording:
        """A connection that keeps the calls."""
        return _Recording(load_port(REFERENCE))


def calls() -> list[Call]:
    """All calls that the cases make of the reference, those for a process of its own left out."""
    with Session(_Recorder(port=REFERENCE)) as session:
        session.probe(cases(1))
        recording = session.connection
        assert isinstance(recording, _Recording)
        recording.calls.clear()
        assert all(verdict.outcome == "passed" for verdict in session.judge_all(cases(1)))
        return recording.calls


def suite(target: Target, these: list[Case]) -> float:
    """Seconds for judging the cases, all of them passing; processes are started and asked what they offer before."""
    with Session(target) as session:
        session.probe(these)
        with contextlib.suppress(StopIteration):
            session.judge(next(case for case in these if any(step.fresh for step in case.steps)))
        gc.collect()
        began = time.perf_counter()
        verdicts = list(session.judge_all(these))
        taken = time.perf_counter() - began
    wrong = [verdict for verdict in verdicts if verdict.outcome not in ("passed", "unsupported")]
    assert not wrong and len(verdicts) == len(these), wrong[:1]
    return taken


def calls_alone(these: Sequence[Call]) -> float:
    """Seconds for calling the reference's methods, and nothing else."""
    port = load_port(REFERENCE)

    def work() -> None:
        for call in these:
            # Cases of what is to be refused are among them.
            with contextlib.suppress(Exception):
                getattr(port, call.method)(**call.params)

    return seconds(work)


def exchange(command: str, these: Sequence[Call]) -> float:
    """Seconds for sending the calls to a shim by a bare loop, one by one, each answer awaited and not looked at."""
    lines = [
        wire.request_line(number, call.method, call.params).encode("ascii") + b"\n"
        for number, call in enumerate(these, 1)
    ]
    with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as shim:
        assert shim.stdin is not None and shim.stdout is not None
        to, back = shim.stdin, shim.stdout

        def ask(line: bytes) -> None:
            to.write(line)
            to.flush()
            assert back.readline()

        ask(wire.request_line(0, "describe", {}).encode("ascii") + b"\n")

        def all_of_them() -> None:
            for line in lines:
                ask(line)

        taken = seconds(all_of_them)
        to.close()
    return taken

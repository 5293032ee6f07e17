"""Runs cases against a port class, for the tests that hold the corpus against many ports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolset_conformance import Port
from toolset_conformance.connections.connection import Connection
from toolset_conformance.connections.in_process import InProcess
from toolset_conformance.connections.target import Target
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.session import Session
from toolset_conformance.engine.verdict import Verdict


@dataclass(frozen=True)
class ClassTarget(Target):
    """A port class of the tests, reached in process; served from its module where a case asks for a process anew."""

    made: type[Port] = Port

    def connect(self) -> Connection:
        """A connection to a new instance."""
        return InProcess(self.made())


def verdicts(port: type[Port], cases: Iterable[Case] | None = None) -> dict[str, Verdict]:
    """The verdict on each case by its id; on every case of the corpus where none is named."""
    chosen = loading.load().cases if cases is None else tuple(cases)
    with Session(ClassTarget(port=f"{port.__module__}:{port.__qualname__}", made=port)) as session:
        session.probe(chosen)
        return {verdict.case.id: verdict for verdict in session.judge_all(chosen)}


_ALL: dict[type[Port], dict[str, Verdict]] = {}


def all_verdicts(port: type[Port]) -> dict[str, Verdict]:
    """As :func:`verdicts` on the whole corpus, run once a port and test process."""
    if port not in _ALL:
        _ALL[port] = verdicts(port)
    return _ALL[port]

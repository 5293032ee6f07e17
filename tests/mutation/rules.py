"""The fixtures as the only tests of the reference: one test a rule, which ends with its first failure."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from toolset_conformance.connections.connection import Connection
from toolset_conformance.connections.in_process import InProcess
from toolset_conformance.connections.target import Target
from toolset_conformance.corpus import model
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.session import Session
from toolset_reference.port import ReferencePort


def _in_this_process(case: Case) -> Case:
    """The case without the processes of its own that it asks for: each mutant would pay for them."""
    return replace(case, steps=tuple(replace(step, fresh=False) for step in case.steps))


_EXPORT = json.loads(Path("corpus.json").read_text("ascii"))
CASES = [_in_this_process(model.case_from(case)) for case in _EXPORT["cases"]]


class Reference(Target):
    """The reference, which is given up on after a while: a mutant may never end."""

    def connect(self) -> Connection:
        """A connection to a new instance."""
        return InProcess(ReferencePort(), timeout=5)


@pytest.mark.parametrize("rule", dict.fromkeys(case.rule for case in CASES))
def test_rule(rule: str) -> None:
    cases = [case for case in CASES if case.rule == rule]
    with Session(Reference()) as session:
        session.probe(cases)
        for verdict in session.judge_all(cases):
            assert verdict.outcome == "passed", verdict.case.id

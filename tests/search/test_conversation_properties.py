"""The walks through conversations: right loops pass them, whatever their free choices, and wrong ones fall to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import Phase, given, seed, settings
from judging import ClassTarget
from mutants import all_mutants
from ports import fair, fair_loops
from toolset_conformance import Port
from toolset_conformance.corpus import own_cases
from toolset_conformance.corpus.model import Case, Rule
from toolset_conformance.engine.session import Session
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.running import case_writer
from toolset_conformance.search import Property, all_properties, run
from toolset_reference.port import ReferencePort

WALKS = [wanted for wanted in all_properties() if wanted.name.startswith("walk-")]
RULES = {f"CONV-{number}" for number in range(1, 21)}
RIGHT = [ReferencePort, fair_loops.ParallelLoop, fair_loops.SerialLoop]

pytestmark = pytest.mark.slow


def searched(port: type[Port], walks: list[Property], examples: int) -> list[Verdict]:
    with Session(ClassTarget(port=f"{port.__module__}:{port.__qualname__}", made=port)) as session:
        return [run(session, wanted, examples=examples, number=1) for wanted in walks]


@pytest.mark.parametrize("port", RIGHT, ids=lambda port: port.__name__)
def test_a_right_loop_passes_each_walk(port: type[Port]) -> None:
    found = searched(port, WALKS, 40)
    assert {verdict.case.rule for verdict in found} == RULES
    assert {verdict.case.id: verdict.message for verdict in found if verdict.outcome != "passed"} == {}


def test_a_port_without_conversations_is_not_asked_for_one() -> None:
    assert {verdict.outcome for verdict in searched(fair.FairPort, WALKS, 5)} == {"unsupported"}


def drawn(wanted: Property) -> list[Case]:
    """Some cases of a walk, the same in each run."""
    found: list[Case] = []

    @seed(1)
    @settings(max_examples=10, phases=[Phase.generate], database=None, deadline=None)
    @given(wanted.cases)
    def gather(plain: dict[str, object]) -> None:
        found.append(wanted.case(plain))

    gather()
    return found


def falls(port: type[Port], cases: list[Case]) -> bool:
    with Session(ClassTarget(port=f"{port.__module__}:{port.__qualname__}", made=port)) as session:
        return any(session.judge(case).outcome == "failed" for case in cases)


@pytest.mark.parametrize("wanted", WALKS, ids=lambda wanted: wanted.rule)
def test_mutants_fall_to_each_walk(wanted: Property) -> None:
    cases = drawn(wanted)
    mutants = [mutant for mutant in all_mutants() if mutant.rule == wanted.rule]
    assert any(falls(mutant.port, cases) for mutant in mutants)


@pytest.mark.parametrize("name", ["NamesByPlace", "PausedStreamsEnd", "CallsAtAnError", "ShowsTasks", "ReadsOnePage"])
def test_what_a_walk_finds_is_a_case(name: str, tmp_path: Path, rules: dict[str, Rule]) -> None:
    (mutant,) = [mutant for mutant in all_mutants() if mutant.name == name]
    (wanted,) = [wanted for wanted in WALKS if wanted.rule == mutant.rule]
    (found,) = searched(mutant.port, [wanted], 50)
    assert found.outcome == "failed"
    path = case_writer.write(tmp_path, found, {"name": "x", "version": "1", "language": "y"})
    (case,) = own_cases.read(path, rules, {})
    assert falls(mutant.port, [case])
    assert not falls(ReferencePort, [case])

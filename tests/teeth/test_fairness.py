"""A port that takes every free choice otherwise passes every required case."""

from __future__ import annotations

import pytest
from judging import all_verdicts
from ports import fair
from toolset_conformance import Port
from toolset_reference.port import ReferencePort

pytestmark = pytest.mark.teeth

FAIR_PORTS = [fair.FairPort, fair.FairPortB, fair.FairPortC, fair.FairPortD]


@pytest.mark.parametrize("port", FAIR_PORTS, ids=lambda port: port.__name__)
def test_no_free_choice_fails_a_required_case(port: type[Port]) -> None:
    failed = {
        name: verdict.message
        for name, verdict in all_verdicts(port).items()
        if verdict.case.level == "required" and verdict.outcome not in ("passed", "unsupported")
    }
    assert failed == {}


def test_the_reference_passes_everything() -> None:
    failed = {
        name: verdict.message for name, verdict in all_verdicts(ReferencePort).items() if verdict.outcome != "passed"
    }
    assert failed == {}


@pytest.mark.parametrize("port", FAIR_PORTS, ids=lambda port: port.__name__)
def test_a_fair_port_is_no_copy_of_the_reference(port: type[Port]) -> None:
    # Were it to answer as the reference does, it would prove nothing about what is left free.
    recommended = [v for v in all_verdicts(port).values() if v.case.level == "recommended" and v.outcome == "failed"]
    ours, reference = all_verdicts(port), all_verdicts(ReferencePort)
    differing = [name for name in ours if ours[name].answers != reference[name].answers]
    assert recommended or len(differing) > len(ours) // 10

"""Ports that do nothing pass no case, let alone a rule."""

from __future__ import annotations

from collections import Counter

import pytest
from judging import all_verdicts
from ports import idle
from toolset_conformance import Port

pytestmark = pytest.mark.teeth

DO_NOTHING = [idle.NullPort, idle.EchoPort, idle.EmptyListPort, idle.EmptyObjectPort, idle.TextPort]
REFUSE = [idle.NothingOfferedPort, idle.RefusingPort, idle.CrashingPort]


@pytest.mark.parametrize("port", [*DO_NOTHING, *REFUSE], ids=lambda port: port.__name__)
def test_a_port_that_does_nothing_passes_nothing(port: type[Port]) -> None:
    assert [name for name, verdict in all_verdicts(port).items() if verdict.outcome == "passed"] == []


@pytest.mark.parametrize("port", DO_NOTHING, ids=lambda port: port.__name__)
def test_a_port_that_does_nothing_fails_every_rule(port: type[Port]) -> None:
    verdicts = all_verdicts(port).values()
    failed = {verdict.case.rule for verdict in verdicts if verdict.outcome == "failed"}
    assert {verdict.case.rule for verdict in verdicts} - failed == set()


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    groups = list(dict.fromkeys(verdict.case.group for verdict in all_verdicts(idle.NullPort).values()))
    rows = [f"{'cases failed by':20}" + "".join(f"{group:>13}" for group in groups)]
    for port in [*DO_NOTHING, *REFUSE]:
        failed = Counter(v.case.group for v in all_verdicts(port).values() if v.outcome in ("failed", "error"))
        rows.append(f"{port.__name__:20}" + "".join(f"{failed[group]:>13}" for group in groups))
    with capsys.disabled():
        print("\n" + "\n".join(rows))
    assert len(rows) == 1 + len(DO_NOTHING) + len(REFUSE)

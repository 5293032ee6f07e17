"""The cases of a quick run: one or two of every rule that can be asked, in as few conversations as possible."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from toolset_conformance.agents import plan
from toolset_conformance.agents.questions import askable
from toolset_conformance.corpus.model import Case

JSON = Any

CASES_A_RULE = 2
_RESULTS = "results"


def choose(cases: Iterable[Case]) -> list[Case]:
    """Return some of the cases, in their order: of each rule at least one, where one can be asked from outside."""
    able = [case for case in cases if askable.why_not(case) is None]
    groups: dict[str, list[Case]] = {}
    for case in able:
        sets = _sets(case)
        if len(sets) == 1:
            groups.setdefault(sets[0], []).append(case)
    left = dict.fromkeys(case.rule for case in able)
    chosen: dict[str, Case] = {}
    count = dict.fromkeys(left, 0)
    while any(count[rule] == 0 for rule in left):
        best, gain = None, 0.0
        for key, members in groups.items():
            new = {case.rule for case in members if count[case.rule] == 0}
            if (worth := len(new) / _cost(key, members)) > gain:
                best, gain = key, worth
        if best is None:
            break
        for case in groups.pop(best):
            if count[case.rule] < CASES_A_RULE:
                chosen[case.id] = case
                count[case.rule] += 1
    for case in sorted(able, key=lambda case: len(_sets(case))):
        if count[case.rule] == 0:
            chosen[case.id] = case
            count[case.rule] += 1
    return [case for case in able if case.id in chosen]


def _sets(case: Case) -> list[str]:
    """Return what the case needs conversations for: its tool sets, results, scripts of its own."""
    found: dict[str, None] = {}
    for number, step in enumerate(case.steps):
        params = case.params(step)
        if step.ask == "conversation":
            found[f"{case.id} {number}"] = None
        elif "toolset" in params:
            found[json.dumps(params["toolset"]) + (f" {case.id} {number}" if step.fresh else "")] = None
        else:
            found[_RESULTS] = None
    if case.pairs and case.toolset is not None:
        found[json.dumps(case.toolset)] = None
    return list(found)


def _cost(key: str, members: list[Case]) -> float:
    if key == _RESULTS:
        return 1.0
    shared = plan.may_share([(case, case.params(case.steps[0]).get("toolset")) for case in members])
    # A set of hundreds of tools takes as long as many conversations.
    return 1 / plan.SETS_AT_ONCE if shared else 1.0 + len(key) / 2_000

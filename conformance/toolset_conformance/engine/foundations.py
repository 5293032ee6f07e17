"""Foundations: a failure that rests on another failure of the same run is not judged, so that one fault counts once."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.verdict import WRONG, Verdict


def settled(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the verdicts of one run, in their order; failures that others account for are made *not judged*.

    A failure is accounted for where a case or a rule that its case rests on fails, and that failure stands. One at
    ``required`` is accounted for only by another at ``required``: so a run in which a case failed at a deciding level
    keeps a failure at that level. Failures that rest on each other in a circle stand.
    """
    given = list(verdicts)
    left = {verdict.case.id: verdict.case for verdict in given if verdict.outcome in WRONG and verdict.case.rests_on}
    standing = [verdict.case for verdict in given if verdict.outcome in WRONG and verdict.case.id not in left]
    excused: dict[str, Case] = {}
    while left:
        # First what nothing that may still turn out to stand could account for.
        certain = [
            case for case in left.values() if not any(_accounts(one, case) for one in (*standing, *left.values()))
        ]
        accounted = {case.id: one for case in left.values() if (one := _first(standing, case)) is not None}
        if not certain and not accounted:
            break
        standing += certain
        excused |= accounted
        left = {name: case for name, case in left.items() if name not in excused and case not in certain}
    return [
        _not_judged(verdict, excused[verdict.case.id]) if verdict.case.id in excused else verdict for verdict in given
    ]


def below(case: Case, cases: Sequence[Case]) -> list[Case]:
    """Return those of the cases that this one rests on, all the way down."""
    found: dict[str, Case] = {}
    coming = [case]
    while coming:
        above = coming.pop()
        new = [one for one in cases if one.id not in found and one.id != case.id and _is_foundation(one, above)]
        found |= {one.id: one for one in new}
        coming += new
    return list(found.values())


def _is_foundation(one: Case, case: Case) -> bool:
    return one.id in case.rests_on or one.rule in case.rests_on


def _accounts(one: Case, case: Case) -> bool:
    """Whether a failure of one case accounts for one of another."""
    return _is_foundation(one, case) and one.id != case.id and (one.level == "required" or case.level != "required")


def _first(standing: Sequence[Case], case: Case) -> Case | None:
    return next((one for one in standing if _accounts(one, case)), None)


def _not_judged(verdict: Verdict, account: Case) -> Verdict:
    subject = account.rule if account.rule in verdict.case.rests_on else f"{account.id} ({account.rule})"
    message = f"not judged, since {subject} fails"
    return dataclasses.replace(verdict, outcome="unsupported", message=message, evidence=None, seen="not_judged")

"""Foundations: a failure that rests on another failure of the same run is not judged, so that one fault counts once."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.verdict import WRONG, Verdict


def settled(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the verdicts of one run, in their order; failures that others account for are made *not judged*.

    A failure is accounted for where a case or a rule that its case rests on fails, and that failure stands. One at
    ``required`` is accounted for only by another at ``required``: so a run in which a case failed at a deciding level
    keeps a failure at that level. Failures that rest on each other in a circle stand.
    """
    given = list(verdicts)
    wrong = [verdict.case for verdict in given if verdict.outcome in WRONG]
    standing = _Failures(case for case in wrong if not case.rests_on)
    left = [case for case in wrong if case.rests_on]
    excused: dict[str, Case] = {}
    while left:
        # First what nothing that may still turn out to stand could account for.
        undecided = _Failures(left)
        certain, uncertain = [], []
        for case in left:
            account = standing.account(case)
            if account is not None:
                excused[case.id] = account
            elif undecided.account(case) is None:
                certain.append(case)
            else:
                uncertain.append(case)
        if len(uncertain) == len(left):
            break
        for case in certain:
            standing.add(case)
        left = uncertain
    return [
        _not_judged(verdict, excused[verdict.case.id]) if verdict.case.id in excused else verdict for verdict in given
    ]


class _Failures:
    """Failing cases by the names under which others may rest on them."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self._first: dict[tuple[str, bool], tuple[int, Case]] = {}
        self._count = 0
        for case in cases:
            self.add(case)

    def add(self, case: Case) -> None:
        """Add a failure behind those that there are."""
        for name in (case.id, case.rule):
            for is_required in {False, case.level == "required"}:
                self._first.setdefault((name, is_required), (self._count, case))
        self._count += 1

    def account(self, case: Case) -> Case | None:
        """Return the first of them that accounts for a failure of a case."""
        keys = [(name, case.level == "required") for name in case.rests_on]
        found = [self._first[key] for key in keys if key in self._first]
        return min(found, key=lambda placed: placed[0])[1] if found else None


class Foundations:
    """The cases of a run by the names under which others may rest on them."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self._cases = list(cases)
        self._places: dict[str, list[int]] = {}
        for place, case in enumerate(self._cases):
            for name in (case.id, case.rule):
                self._places.setdefault(name, []).append(place)

    def below(self, case: Case) -> list[Case]:
        """Return those of the cases that this one rests on, all the way down."""
        found: dict[str, Case] = {}
        coming = [case]
        while coming:
            places = {place for name in coming.pop().rests_on for place in self._places.get(name, ())}
            reached = [self._cases[place] for place in sorted(places)]
            new = [one for one in reached if one.id not in found and one.id != case.id]
            found |= {one.id: one for one in new}
            coming += new
        return list(found.values())


def _not_judged(verdict: Verdict, account: Case) -> Verdict:
    subject = account.rule if account.rule in verdict.case.rests_on else f"{account.id} ({account.rule})"
    message = f"not judged, since {subject} fails"
    return dataclasses.replace(verdict, outcome="unsupported", message=message, evidence=None, seen="not_judged")

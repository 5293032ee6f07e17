"""A run: the verdicts on all cases, and what they mean together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from toolset_conformance.core.methods import CORE, METHODS, Form
from toolset_conformance.corpus.model import LEVELS, Case, Corpus, Level
from toolset_conformance.engine.verdict import OUTCOMES, WRONG, Outcome, Verdict

JSON = Any

CONFORMS = "conforms"
IN_PART = "conforms in part"
DOES_NOT = "does not conform"
NOT_JUDGED = "not judged"
NOT_RUN = "not run"

TESTED = ("passed", "failed", "error", "deviation")
"""The outcomes of cases that were tested."""


@dataclass(frozen=True)
class Scope:
    """What a run was about: the deciding ``level``, the claimed methods (``None``: all), whether cases were chosen."""

    level: Level = "required"
    offers: frozenset[str] | None = None
    selected: bool = False

    @property
    def deciding(self) -> tuple[Level, ...]:
        """The levels that decide: recommended includes required."""
        return LEVELS[: LEVELS.index(self.level) + 1]


@dataclass
class Run:
    """One run of the corpus, or of chosen cases of it, against one port.

    ``verdicts``: one for each case that was to be run; ``problem``: why the run itself could not be done;
    ``offered`` and ``lacking``: the forms that the port was seen to offer and not to offer; ``stale_deviations``: what
    is wrong with the list of known deviations, a line each; ``agent``: what else was seen of an agent. ``corpus`` is
    ``None`` where it could not be read.
    """

    corpus: Corpus | None
    scope: Scope = field(default_factory=Scope)
    port: dict[str, JSON] | None = None
    offered: list[Form] = field(default_factory=list)
    lacking: list[Form] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    problem: str | None = None
    interrupted: bool = False
    stale_deviations: list[str] = field(default_factory=list)
    agent: dict[str, JSON] | None = None

    def finish(self, cases: Iterable[Case], why_not: str) -> None:
        """Account for the cases that have no verdict yet as not run, and put all in the order of the corpus."""
        cases = list(cases)
        reached = {verdict.case.id for verdict in self.verdicts}
        self.verdicts += [Verdict(case, "not_run", why_not) for case in cases if case.id not in reached]
        order = {case.id: index for index, case in enumerate(cases)}
        self.verdicts.sort(key=lambda verdict: order[verdict.case.id])

    def counts(self, level: Level) -> dict[Outcome, int]:
        """How many cases of a level had each outcome."""
        counted = Counter(verdict.outcome for verdict in self.verdicts if verdict.case.level == level)
        return {outcome: counted[outcome] for outcome in OUTCOMES}

    def deciding(self) -> list[Verdict]:
        """The verdicts on the cases of the deciding levels."""
        return [verdict for verdict in self.verdicts if verdict.case.level in self.scope.deciding]

    @property
    def verdict(self) -> str:
        """The verdict over all, in the protocol's words. One wrong answer is proof, whatever else was run."""
        if self.problem is not None:
            return NOT_RUN
        deciding = self.deciding()
        if any(verdict.outcome in (*WRONG, "deviation") for verdict in deciding):
            return DOES_NOT
        if self.scope.selected or any(verdict.outcome == "not_run" for verdict in deciding):
            return NOT_JUDGED
        return IN_PART if self.untested_rules() or self.refusals() else CONFORMS

    def untested_rules(self) -> list[str]:
        """The core rules that no case has tested: rules of a deciding level that core methods can test."""
        tested = {verdict.case.rule for verdict in self.deciding() if verdict.outcome in TESTED}
        core = dict.fromkeys(verdict.case.rule for verdict in self.deciding() if verdict.case.core)
        return [rule for rule in core if rule not in tested]

    def refusals(self) -> Counter[str]:
        """What the port said of the sets that it would not have, and in how many deciding cases."""
        return Counter(verdict.message or "" for verdict in self.deciding() if verdict.seen == "refused_set")

    def untested_claims(self) -> list[str]:
        """The methods that the port claims to offer, all core ones unless it says otherwise, and no case has tested.

        Of a run of chosen cases, the methods that these ask.
        """
        claims = CORE if self.scope.offers is None else self.scope.offers
        deciding = self.deciding()
        tested = {method for verdict in deciding if verdict.outcome in TESTED for method in verdict.case.methods}
        asked = {method for verdict in deciding for method in verdict.case.methods}
        return [m for m in METHODS if m in claims - tested and (m in asked or not self.scope.selected)]

    @property
    def exit_status(self) -> int:
        """0, 1, 2 or 130, as the protocol says."""
        if self.interrupted:
            return 130
        if self.problem is not None:
            return 2
        outcomes = {verdict.outcome for verdict in self.deciding()}
        if outcomes & {*WRONG, "not_run"} or self.stale_deviations or self.untested_claims():
            return 1
        return 0

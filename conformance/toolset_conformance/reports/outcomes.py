"""Outcomes: a case, a rule and a group of rules of a report, with what came of them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from toolset_conformance.corpus.model import Case, Rule
from toolset_conformance.engine.run import TESTED
from toolset_conformance.text import case_words, findings, notation, rendering
from toolset_conformance.text.case_words import PlainCase
from toolset_conformance.text.findings import Finding

JSON = Any

OUTCOME_WORDS = {
    "passed": "passed",
    "failed": "failed",
    "error": "no usable answer",
    "unsupported": "not offered",
    "deviation": "known deviation",
    "not_run": "not run",
}
SEEN_WORDS = {
    "raises": "raises",
    "no_answer": "no usable answer",
    "refused_set": "refused the set",
    "not_judged": "not judged",
}
"""What was seen in place of an answer, in words."""


@dataclass(frozen=True)
class CaseView:
    """One case of a report; ``case`` is ``None`` where the report's corpus is not the one at hand.

    ``dense``: one of very many failures, each of which is shown the more briefly. ``seen``: what came in place of an
    answer; ``kind`` and ``meets``: what people would meet, one of :data:`consequences.KINDS` and a sentence;
    ``refusal``: what the Messages API answers, where it refuses the answer.
    """

    id: str
    rule: str
    level: str
    outcome: str
    message: str
    case: Case | None
    evidence: dict[str, JSON] | None
    answered: tuple[JSON, ...] = ()
    dense: bool = False
    seen: str | None = None
    kind: str | None = None
    meets: str = ""
    refusal: str = ""

    @property
    def words(self) -> str:
        """The outcome in words, or, where no answer came, what was seen in its place."""
        known = OUTCOME_WORDS[self.outcome]
        return SEEN_WORDS.get(self.seen or "", known) if self.outcome != "deviation" else known

    @property
    def why(self) -> str:
        """Why the case is there."""
        return rendering.escaped(self.case.why) if self.case else ""

    @property
    def wrong(self) -> bool:
        """Whether the port answered wrongly, known to its own list or not."""
        return self.outcome in ("failed", "error", "deviation")

    @cached_property
    def plain(self) -> PlainCase | None:
        """What it asks and what is right."""
        if self.case is None:
            return None
        limit, many = (60, 4) if self.dense else (120, 6)
        return case_words.of(self.case, limit=limit, many=many)

    @cached_property
    def finding(self) -> Finding | None:
        """What the failure rests on."""
        if self.evidence is None:
            return None
        if self.dense:
            return findings.of(self.evidence, limit=60, most=7, places=1)
        return findings.of(self.evidence, limit=120)

    @property
    def given(self) -> list[tuple[str, list[str]]]:
        """What the failing question was given, so far as the case in plain words does not say it already."""
        if self.finding is None or (self.case and not self.case.dynamic):
            return []
        return [(name, lines) for name, lines in self.finding.given if not (self.case and name.startswith("toolset"))]

    @property
    def answers(self) -> list[list[str]]:
        """What the port answered to each step, where the run kept it."""
        return [notation.data(answer, limit=120, many=6) for answer in self.answered]


@dataclass(frozen=True)
class Result:
    """How a rule, or a group of rules, came out at one level, or at both.

    ``seen``: of how many cases something else than an answer was seen, by what it was.
    """

    counts: Counter[str]
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """The number of cases."""
        return self.counts.total()

    @property
    def wrong(self) -> int:
        """The number of cases that were answered wrongly or not usably."""
        return self.counts["failed"] + self.counts["error"]

    @property
    def tested(self) -> int:
        """The number of cases that were tested."""
        return sum(self.counts[outcome] for outcome in TESTED)

    @property
    def kind(self) -> str:
        """``failed``, ``deviation``, ``passed``, ``partly`` (passed as far as tested), ``unsupported`` or ``none``."""
        if self.wrong or self.counts["deviation"]:
            return "failed" if self.wrong else "deviation"
        if not self.total:
            return "none"
        return "passed" if self.tested == self.total else "partly" if self.tested else "unsupported"

    @property
    def words(self) -> str:
        """The result in words."""
        if self.kind == "failed":
            return f"{self.wrong} of {self.tested} fail{self.apart}"
        if self.kind == "deviation":
            return f"{self.counts['deviation']} known deviations"
        if self.kind == "partly":
            apart = f" ({', '.join(self.notes)})" if self.notes else ""
            return f"{self.counts['passed']} passed, {self.total - self.tested} not tested{apart}"
        return {"passed": f"{self.total} passed", "unsupported": "not tested", "none": "no cases"}[self.kind]

    @property
    def notes(self) -> list[str]:
        """What was seen in place of right and wrong answers, as ``3 raise`` and ``13 refused``."""
        said = {
            "raises": "raise" if self.seen["raises"] > 1 else "raises",
            "no_answer": "without an answer",
            "refused_set": "refused",
            "not_judged": "not judged",
        }
        return [f"{self.seen[kind]} {words}" for kind, words in said.items() if self.seen[kind]]

    @property
    def apart(self) -> str:
        """The notes as the rest of a sentence on the failures, or nothing."""
        if not self.notes:
            return ""
        answered = self.wrong - self.seen["raises"] - self.seen["no_answer"]
        return f": {', '.join([*([f'{answered} wrong'] if answered else []), *self.notes])}"


def result(cases: Iterable[CaseView], level: str | None = None) -> Result:
    """The result of these cases, or of those of one level."""
    chosen = [case for case in cases if level in (None, case.level)]
    seen = Counter(case.seen for case in chosen if case.seen and case.outcome != "deviation")
    return Result(Counter(case.outcome for case in chosen), seen)


@dataclass(frozen=True)
class RuleView:
    """A rule and its cases in a report; ``rule`` is ``None`` where the corpus at hand does not know it."""

    id: str
    rule: Rule | None
    cases: list[CaseView]

    @property
    def title(self) -> str:
        """The rule in a few words."""
        return self.rule.title if self.rule else "a rule that this version of the suite does not know"

    @property
    def level(self) -> str:
        """The rule's own level."""
        return self.rule.level if self.rule else self.cases[0].level

    @property
    def result(self) -> Result:
        """The result at the rule's own level, or over all its cases where none is of that level."""
        own = result(self.cases, self.level)
        return own if own.total else result(self.cases)

    @property
    def recommended_part(self) -> Result:
        """The result of the recommended cases of a required rule."""
        return result(self.cases if self.level == "required" else [], "recommended")


@dataclass(frozen=True)
class GroupView:
    """A group of rules."""

    name: str
    rules: list[RuleView]

    def result(self, level: str | None = None) -> Result:
        """The result of all cases of the group, at one level or at both."""
        return result([case for rule in self.rules for case in rule.cases], level)

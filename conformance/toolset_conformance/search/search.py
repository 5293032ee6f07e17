"""The search for a case of a property that a port fails, which Hypothesis does and the engine's judge judges."""

from __future__ import annotations

import dataclasses
import json
import random
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisException

from toolset_conformance.engine.session import Judges
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.search.property import Plain, Property

EXAMPLES = 50
"""Cases a property, where neither the caller nor a Hypothesis profile says how many."""
MOST_FAILURES = 300
"""After so many failing cases the search for a smaller one ends: a port that fails everywhere is no reason to wait."""
MOST_UNTESTED = 40
"""After so many cases that ask for what the port does not offer, and none that could be tested, the search ends."""


class _CounterExample(Exception):
    """The case that was judged last is one that the port fails."""


@dataclass(frozen=True)
class Search:
    """A search through several properties. ``examples``: for each; ``number``: the seed, ``None`` for a profile's own.

    ``repeats``: whether the seed was given, so that nothing but it may decide what is tried.
    """

    examples: int | None
    number: int | None
    repeats: bool

    @classmethod
    def of(cls, examples: int | None, number: int | None) -> Search:
        """A search with this seed, or with a new one, so that it can be repeated in any case."""
        if number is not None:
            return cls(examples, number, True)
        return cls(examples, None if _profile().derandomize else random.SystemRandom().randrange(2**32), False)

    def words(self) -> str:
        """The options that repeat it."""
        seeded = "" if self.number is None else f" --seed {self.number}"
        return f"--properties {self.examples or _examples()}{seeded}"

    def verdicts(self, session: Judges, properties: Iterable[Property]) -> Iterator[Verdict]:
        """The verdict on each property."""
        for wanted in properties:
            yield run(session, wanted, examples=self.examples, number=self.number, database=not self.repeats)


def _profile() -> settings:
    profile = settings.default
    assert profile is not None
    return profile


def _examples() -> int:
    said = _profile().max_examples
    return EXAMPLES if said == settings.get_profile("default").max_examples else said


def run(
    session: Judges,
    wanted: Property,
    *,
    examples: int | None = None,
    number: int | None = None,
    database: bool = False,
) -> Verdict:
    """Search for a case that the port fails; the verdict on the property, with the smallest case that was found.

    ``examples``: how many to try, by default as the Hypothesis profile says, or :data:`EXAMPLES`; ``number``: the
    seed; ``database``: whether Hypothesis tries first what failed in an earlier search, and remembers what fails in
    this one. A fault of the port ends the search, and is the verdict.
    """
    passed = 0
    failed: list[Verdict] = []
    faults: list[Verdict] = []
    untested: list[Verdict] = []

    def check(plain: Plain) -> None:
        nonlocal passed
        not_offered = not passed and len(untested) >= MOST_UNTESTED
        if faults or len(failed) >= MOST_FAILURES or not_offered:
            return
        verdict = session.judge(wanted.case(plain))
        if verdict.outcome == "failed":
            failed.append(verdict)
            raise _CounterExample
        # A port that is dead, or does not offer this, is no counterexample to be made smaller.
        if verdict.outcome == "passed":
            passed += 1
        elif verdict.outcome == "unsupported":
            untested.append(verdict)
        else:
            faults.append(verdict)

    try:
        _search(check, wanted, examples or _examples(), number, database)
    except (_CounterExample, HypothesisException):
        # Where Hypothesis calls the search flaky, the port's own answers say why.
        if not failed and not faults:
            raise
    if faults:
        return faults[-1]
    if not failed:
        return wanted.passed() if passed else dataclasses.replace(untested[-1], case=wanted.stub)
    # Hypothesis runs the smallest case last, where it was let to find it.
    smallest = failed[-1] if len(failed) < MOST_FAILURES else min(failed, key=_size)
    return dataclasses.replace(smallest, message=f"{smallest.message} (found by search)")


def _size(verdict: Verdict) -> int:
    return len(json.dumps(verdict.case.plain()))


def _search(
    check: Callable[[Plain], None], wanted: Property, examples: int, number: int | None, database: bool
) -> None:
    words: dict[str, Any] = {
        # The session has a clock of its own, and what a port is slow at is no fault of the property.
        "deadline": None,
        "suppress_health_check": list(HealthCheck),
        "print_blob": False,
        "report_multiple_bugs": False,
        "max_examples": examples,
        "phases": [phase for phase in _profile().phases if phase is not Phase.explain],
    }
    if not database:
        words["database"] = None
    # The example database tells properties apart by what they are called.
    check.__qualname__ = check.__name__ = wanted.name.replace("-", "_")
    test = given(wanted.cases)(check)
    if number is not None:
        test = seed(number)(test)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings(**words)(test)()

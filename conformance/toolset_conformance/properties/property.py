"""A property, and the search for a case that a port fails."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from toolset_conformance import corpus
from toolset_conformance.corpus import Case, Level
from toolset_conformance.session import Session
from toolset_conformance.verdict import Verdict

JSON = Any
Plain = dict[str, JSON]
"""A case's ``toolset`` and ``steps`` in the fixture format, without constructors."""

_MODULES = ("names", "lookups", "definitions", "descriptions", "calls", "results", "structured", "turns")
_REGISTER: list[Property] = []


@dataclass(frozen=True)
class Property:
    """What must hold for all inputs of a kind. ``cases`` makes the strategy that yields the cases."""

    name: str
    rule: str
    level: Level
    why: str
    cases: Callable[[], st.SearchStrategy[Plain]]

    @property
    def id(self) -> str:
        """The id under which its verdict stands in a report."""
        return f"properties/{self.name}"

    def case(self, plain: Plain) -> Case:
        """One of its cases, for the judge."""
        about = {"id": self.id, "rule": self.rule, "level": self.level, "why": self.why, "since": "1.0"}
        return corpus.case_from({**about, **plain})


def prop(
    rule: str, why: str, level: Level = "required"
) -> Callable[[Callable[[], st.SearchStrategy[Plain]]], Callable[[], st.SearchStrategy[Plain]]]:
    """Register a function that makes a strategy of cases; its name is that of the property."""

    def register(cases: Callable[[], st.SearchStrategy[Plain]]) -> Callable[[], st.SearchStrategy[Plain]]:
        name = getattr(cases, "__name__", "").strip("_").replace("_", "-")
        _REGISTER.append(Property(name, rule, level, why, cases))
        return cases

    return register


@functools.cache
def all_properties() -> tuple[Property, ...]:
    """Every property, in the order of the rules' groups."""
    for module in _MODULES:
        importlib.import_module(f"toolset_conformance.properties.{module}")
    return tuple(_REGISTER)


class _CounterExample(Exception):
    """The case that was judged last is one that the port fails."""


def run(
    session: Session, wanted: Property, *, examples: int | None = None, number: int | None = None, shrink: bool = True
) -> Verdict:
    """Search for a case that the port fails; the verdict on the property, with the smallest case that was found.

    ``examples``: how many to try, by default what the Hypothesis profile says; ``number``: the seed, by which the
    search is repeated. A fault of the port ends the search, and is the verdict.
    """
    failed: list[Verdict] = []
    ended: list[Verdict] = []

    def check(plain: Plain) -> None:
        if ended:
            return
        verdict = session.judge(wanted.case(plain))
        if verdict.outcome == "failed":
            failed.append(verdict)
            raise _CounterExample
        if verdict.outcome != "passed":
            # A port that is dead, or does not offer this, is no counterexample to be made smaller.
            ended.append(verdict)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _searched(check, wanted, examples, number, shrink)
    except (_CounterExample, HypothesisException):
        # Hypothesis runs the smallest case last; where it calls the search flaky, the port's own answers say why.
        if not failed and not ended:
            raise
    if ended:
        return ended[-1]
    if failed:
        return dataclasses.replace(failed[-1], message=f"{failed[-1].message} (found by search)")
    return Verdict(_stub(wanted), "passed")


def _searched(
    check: Callable[[Plain], None], wanted: Property, examples: int | None, number: int | None, shrink: bool
) -> None:
    words: dict[str, Any] = {"deadline": None, "suppress_health_check": list(HealthCheck), "print_blob": False}
    if examples is not None:
        words["max_examples"] = examples
    if not shrink:
        words["phases"] = [Phase.generate]
    # The example database tells properties apart by what they are called.
    check.__qualname__ = check.__name__ = wanted.name.replace("-", "_")
    test = given(wanted.cases())(check)
    if number is not None:
        words["database"] = None
        test = seed(number)(test)
    settings(**words)(test)()


def _stub(wanted: Property) -> Case:
    return Case(wanted.id, wanted.rule, wanted.level, wanted.why, "1.0", ())


def example(wanted: Property) -> Case:
    """The simplest case of a property, to see which forms it needs."""
    return wanted.case(find(wanted.cases(), lambda _: True, settings=settings(database=None)))

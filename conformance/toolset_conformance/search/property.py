"""A property: a rule, and a strategy that yields cases of it as plain data."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from toolset_conformance.corpus import model
from toolset_conformance.corpus.model import Case, Level, Step
from toolset_conformance.engine.verdict import Verdict

JSON = Any
Plain = dict[str, JSON]
"""A case's ``toolset`` and ``steps`` in the fixture format, without constructors."""
Cases = st.SearchStrategy[Plain]

_MODULES = (
    "names", "order", "given", "lookups", "definitions", "descriptions", "calls", "rejections", "results", "content",
    "structured", "turns", "purity", "conversations",
)  # fmt: skip
_REGISTER: list[Property] = []


@dataclass(frozen=True)
class Property:
    """What must hold for all inputs of a kind. ``make`` makes the strategy that yields the cases."""

    name: str
    rule: str
    level: Level
    why: str
    make: Callable[[], Cases]

    @property
    def id(self) -> str:
        """The id under which its verdict stands in a report."""
        return f"{model.PROPERTIES}/{self.name}"

    @functools.cached_property
    def cases(self) -> Cases:
        """The strategy that yields its cases."""
        return self.make()

    def case(self, plain: Plain) -> Case:
        """One of its cases, for the judge."""
        about = {"id": self.id, "rule": self.rule, "level": self.level, "why": self.why, "since": "1.0"}
        return model.case_from({**about, **plain})

    @property
    def stub(self) -> Case:
        """A case without steps, for verdicts that rest on no single case."""
        return Case(self.id, self.rule, self.level, self.why, "1.0", ())

    def passed(self) -> Verdict:
        """The verdict where no case was found that the port fails."""
        return Verdict(self.stub, "passed")


def prop(
    rule: str, why: str, level: Level = "required", *, name: str | None = None
) -> Callable[[Callable[[], Cases]], Callable[[], Cases]]:
    """Register a function that makes a strategy of cases; the property is called as the function is, or as said."""

    def register(make: Callable[[], Cases]) -> Callable[[], Cases]:
        called = name or make.__name__
        _REGISTER.append(Property(called.replace("_", "-"), rule, level, why, make))
        return make

    return register


@functools.cache
def all_properties() -> tuple[Property, ...]:
    """Every property, in the order of the rules' groups."""
    for module in _MODULES:
        importlib.import_module(f"toolset_conformance.search.properties.{module}")
    return tuple(_REGISTER)


def plain(
    *steps: dict[str, JSON], servers: list[dict[str, JSON]] | None = None, entries: list[dict[str, JSON]] | None = None
) -> Plain:
    """A case of these steps, on a set of servers or of given names, where it is about one."""
    toolset = {"servers": servers} if servers is not None else {"entries": entries} if entries is not None else None
    return {"steps": list(steps)} if toolset is None else {"toolset": toolset, "steps": list(steps)}


def ask(
    method: str,
    expect: JSON,
    *,
    only_if: tuple[str, str] | None = None,
    watch: str | None = None,
    fresh: bool = False,
    or_refused: bool = False,
    **given: JSON,
) -> dict[str, JSON]:
    """A step: the question, its params by name, and what is right to answer; ``only_if`` the pair is in the set."""
    made = Step(method, given, expect, None, or_refused, fresh, watch, only_if)
    return made.plain()


def refused(method: str, **given: JSON) -> dict[str, JSON]:
    """A step that the port has to answer with an error."""
    return {"ask": method, "with": given, "refused": "any"}


def exposed(pair: tuple[str, str]) -> JSON:
    """The name that the port gave a pair."""
    return {"$exposed": [*pair]}


def where_exposed(pair: tuple[str, str], then: JSON) -> JSON:
    """As an element of a list: there exactly where the port's set holds the pair."""
    return {"$if_exposed": {"pair": [*pair], "then": then}}


SOMETHING: JSON = {"$some": {"$any": True}}
"""A list that is not empty."""
NAME: JSON = {"$regex": "[A-Za-z0-9_-]{1,64}"}
"""A valid exposed name."""

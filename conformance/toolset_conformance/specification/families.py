"""Families: cases that differ in a few values alone, folded into one with a table of what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from toolset_conformance.corpus.model import Case, case_from
from toolset_conformance.language.syntax import special
from toolset_conformance.text import notation
from toolset_conformance.text.notation import VARIES

JSON = Any
Way = tuple[Any, ...]

_COLUMNS = "ABC"
_CELL = 110
"""A value that takes more characters makes a case of its own rather than a row of a table."""
_FIXED = {"id", "why", "rule", "level", "since", "exceptions"}


@dataclass(frozen=True)
class Family:
    """One case, or several alike: ``shown``, with ``$varies`` where they differ, and for each case its values."""

    cases: list[Case]
    shown: Case
    rows: list[list[str]]

    @property
    def columns(self) -> str:
        """The letters of what differs."""
        return _COLUMNS[: len(self.rows[0])]


@dataclass(frozen=True)
class _Plain:
    """A case in two parts: what has to be the same in a family, and what may differ in places."""

    case: Case
    fixed: tuple[Any, ...]
    body: dict[str, JSON]


def fold(cases: Iterable[Case]) -> Iterator[Family]:
    """The cases in families, in their order; a case that is like none beside it is a family by itself."""
    together: list[_Plain] = []
    family: Family | None = None
    for case in map(_plain, cases):
        bigger = _family([*together, case])
        if bigger is None:
            if family is not None:
                yield family
            together = []
            bigger = _family([case])
        together.append(case)
        family = bigger
    if family is not None:
        yield family


def _family(plains: list[_Plain]) -> Family | None:
    # A quick look at two first: most cases are like none beside them.
    if plains[-1].fixed != plains[0].fixed or (len(plains) > 2 and _family([plains[0], plains[-1]]) is None):
        return None
    bodies = [plain.body for plain in plains]
    ways = list(_differing(bodies, ()))
    if not all(map(_may_differ, ways)):
        return None
    columns: list[list[JSON]] = []
    shown = bodies[0]
    for way in sorted(ways, key=lambda way: len(repr(_at(bodies[0], way)))):
        values = [_at(body, way) for body in bodies]
        shown = _put(shown, way, _said(values, columns))
        if len(columns) > len(_COLUMNS):
            return None
    rows = [
        [" ".join(notation.pattern(value, 10_000, limit=80, many=4)) for value in row]
        for row in zip(*columns, strict=True)
    ]
    if any(len(cell) > _CELL for row in rows for cell in row):
        return None
    made = case_from({**{key: getattr(plains[0].case, key) for key in _FIXED}, **shown})
    return Family([plain.case for plain in plains], made, rows or [[] for _ in plains])


def _plain(case: Case) -> _Plain:
    plain = case.plain()
    fixed = (plain["rule"], plain["level"], plain.get("exceptions"), [step["ask"] for step in plain["steps"]])
    return _Plain(case, fixed, {key: value for key, value in plain.items() if key not in _FIXED})


def _may_differ(way: Way) -> bool:
    inside_a_step = len(way) > 2 and way[2] in ("with", "expect", "if_exposed")
    return "$answer" not in way and (inside_a_step if way[:1] == ("steps",) else len(way) > 1)


def _said(values: list[JSON], columns: list[list[JSON]]) -> JSON:
    """How the place of these values is shown; they become a column where none has them, alone or within a text."""
    for letter, column in zip(_COLUMNS, columns, strict=False):
        if column == values:
            return {VARIES: letter}
        if all(isinstance(part, str) and part for part in column) and all(isinstance(value, str) for value in values):
            apart = [value.split(part) for value, part in zip(values, column, strict=True)]
            if len(apart[0]) > 1 and all(pieces == apart[0] for pieces in apart):
                joined = [piece for text in apart[0] for piece in (text, {VARIES: letter})][:-1]
                return {"$join": [piece for piece in joined if piece != ""]}
    columns.append(values)
    return {VARIES: _COLUMNS[min(len(columns), len(_COLUMNS)) - 1]}


def _differing(values: list[JSON], way: Way) -> Iterator[Way]:
    first = values[0]
    if isinstance(first, dict) and all(isinstance(value, dict) and list(value) == list(first) for value in values):
        for key in first:
            inner = list(_differing([value[key] for value in values], (*way, key)))
            # A matcher whose argument differs as a whole differs itself.
            yield from [way] if special(first) and inner == [(*way, key)] else inner
    elif isinstance(first, list) and all(isinstance(value, list) and len(value) == len(first) for value in values):
        for index in range(len(first)):
            yield from _differing([value[index] for value in values], (*way, index))
    elif any(type(value) is not type(first) or value != first for value in values):
        yield way


def _at(value: JSON, way: Way) -> JSON:
    for key in way:
        value = value[key]
    return value


def _put(value: JSON, way: Way, new: JSON) -> JSON:
    if not way:
        return new
    key, *rest = way
    copied = list(value) if isinstance(value, list) else dict(value)
    copied[key] = _put(value[key], tuple(rest), new)
    return copied

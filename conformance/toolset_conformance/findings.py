"""Findings: the evidence of a failure, as every report shows it: what was asked, what was wanted, what came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from toolset_conformance import diff, notation, show
from toolset_conformance.diff import Part
from toolset_conformance.matchers import MISSING
from toolset_conformance.plain_words import ASKED

JSON = Any

_PLACES = 3
_FOLDED = 12
"""A tool set or another param of more lines is folded."""


@dataclass(frozen=True)
class Place:
    """One wrong place: the way to it, what is wrong there, and lines of parts on both sides."""

    at: str
    note: str
    expected: list[list[Part]]
    got: list[list[Part]]


@dataclass(frozen=True)
class Finding:
    """What a failure rests on, ready to be shown: all characters visible, long things abridged."""

    step: int
    asked: str
    given: list[tuple[str, list[str]]]
    places: list[Place]
    more: int = 0
    hidden: list[str] = field(default_factory=list)
    remedy: str = ""
    stderr: list[str] = field(default_factory=list)


def of(evidence: dict[str, JSON], width: int = 92, *, limit: int = 200) -> Finding:
    """The finding in the ``evidence`` of a report's case."""
    ask = evidence["ask"]
    given = [
        (show.escaped(name), folded(notation.request(value, width, limit=limit)))
        for name, value in evidence["params"].items()
        if (name, value) != ("options", {})
    ]
    mismatches = evidence.get("mismatches", [])
    if mismatches:
        places = [_place(one, width, limit) for one in mismatches[:_PLACES]]
    else:
        places = [_whole(evidence, width, limit)]
    compared = mismatches[:_PLACES] or [evidence]
    return Finding(
        evidence["step"],
        f"{ASKED[ask]} ({ask})" if ask in ASKED else show.escaped(ask),
        given,
        places,
        max(0, len(mismatches) - _PLACES),
        _hidden([[one.get("expected"), one.get("got")] for one in compared]),
        show.escaped(evidence.get("remedy", "")),
        [show.escaped(show.abridged(line, 400)) for line in evidence.get("stderr", "").splitlines()[-12:]],
    )


def folded(lines: list[str], most: int = _FOLDED) -> list[str]:
    """The lines, or their beginning and end with the number of those between."""
    if len(lines) <= most + 1:
        return lines
    return [*lines[: most - 4], f"  … {len(lines) - most} more lines …", *lines[-4:]]


def _place(one: dict[str, JSON], width: int, limit: int) -> Place:
    expected, got = one.get("expected", MISSING), one.get("got", MISSING)
    at, note = show.escaped(show.abridged(one["at"], limit)), show.escaped(show.abridged(one["note"], limit))
    if isinstance(expected, str) and isinstance(got, str):
        wanted_parts, got_parts = diff.texts(expected, got)
        return Place(at, note, [wanted_parts], [got_parts])
    wanted_lines = ["nothing there"] if expected is MISSING else notation.pattern(expected, width, limit=limit)
    got_lines = ["nothing there"] if got is MISSING else notation.data(got, width, limit=limit)
    if min(len(wanted_lines), len(got_lines)) > 1 and notation.is_plain(expected):
        compared = diff.lines(wanted_lines, got_lines)
        return Place(
            at,
            note,
            [[Part(line, side == "wanted")] for side, line in compared if side != "got"],
            [[Part(line, side == "got")] for side, line in compared if side != "wanted"],
        )
    return Place(at, note, _plain(folded(wanted_lines)), _plain(folded(got_lines)))


def _whole(evidence: dict[str, JSON], width: int, limit: int) -> Place:
    expected, got = evidence.get("expected", MISSING), evidence.get("got", MISSING)
    if expected is not MISSING:
        wanted = notation.pattern(expected, width, limit=limit)
    else:
        # Before the first step, and where no answer could be read, nothing in particular was wanted.
        wanted = ["a refusal"] if evidence["step"] and "error" not in evidence else []
    if "error" in evidence:
        came = [show.escaped(show.abridged(evidence["error"], 2 * limit))]
    else:
        came = ["nothing"] if got is MISSING else notation.data(got, width, limit=limit)
    return Place("", "", _plain(folded(wanted)), _plain(folded(came)))


def _plain(lines: list[str]) -> list[list[Part]]:
    return [[Part(line)] for line in lines]


def _hidden(value: JSON) -> list[str]:
    found: dict[str, None] = {}
    left, seen = [value], 0
    while left and seen < 2000:
        one, seen = left.pop(), seen + 1
        if isinstance(one, str):
            found.update(dict.fromkeys(show.names_of(one[:20_000])))
        elif isinstance(one, (dict, list)):
            left += one.values() if isinstance(one, dict) else one
    return sorted(found)[:12]

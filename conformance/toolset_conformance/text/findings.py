"""Findings: the evidence of a failure, as every report shows it: what was asked, what was wanted, what came."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.text import differences, notation, rendering
from toolset_conformance.text.case_words import ASKED
from toolset_conformance.text.differences import Part

JSON = Any

_FOLDED = 12
"""A value of more lines is folded."""


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


def of(
    evidence: dict[str, JSON], width: int = 92, *, limit: int = 200, most: int = _FOLDED, places: int = 3
) -> Finding:
    """The finding in a report's ``evidence``: so many wrong ``places``, each value on at most ``most`` lines."""
    ask = evidence["ask"]
    given = [
        _given(name, value, width, limit, most)
        for name, value in evidence["params"].items()
        if (name, value) != ("options", {})
    ]
    mismatches = evidence.get("mismatches", [])
    if mismatches:
        shown = _places([_place(one, width, limit, most) for one in mismatches[:places]])
    else:
        shown = [_whole(evidence, width, limit, most)]
    compared = mismatches[:places] or [evidence]
    return Finding(
        evidence["step"],
        f"{ASKED[ask]} ({ask})" if ask in ASKED else rendering.escaped(ask),
        given,
        shown,
        max(0, len(mismatches) - places),
        _hidden([[one.get("expected"), one.get("got")] for one in compared]),
        rendering.escaped(evidence.get("remedy", "")),
        [rendering.escaped(rendering.abridged(line, 400)) for line in evidence.get("stderr", "").splitlines()[-12:]],
    )


def _given(name: str, value: JSON, width: int, limit: int, most: int) -> tuple[str, list[str]]:
    lines = notation.request(value, width, limit=limit)
    if name == "toolset" and len(lines) > most and (short := _set_in_short(value)):
        return "toolset, in short", folded(short, most)
    return rendering.escaped(name), folded(lines, most)


def _set_in_short(toolset: JSON) -> list[str]:
    """The names of a set alone, a line a server or an entry; nothing where it is no set."""
    try:
        if "servers" in toolset:
            named = [(server["id"], [tool["name"] for tool in server["tools"]]) for server in toolset["servers"]]
            return [
                f"{notation.text(id_, 60)}: {' '.join(notation.data(names, 10_000, limit=60))}" for id_, names in named
            ]
        return [
            f"{notation.text(entry['name'], 70)}: {notation.text(entry['tool']['name'], 60)} of "
            f"{notation.text(entry['server'], 60)}"
            for entry in toolset["entries"]
        ]
    except (KeyError, TypeError):
        return []


def _places(places: list[Place]) -> list[Place]:
    """The places, where several are about one and the same value that value once, after the last."""
    pairs = zip(places, [*places[1:], None], strict=True)
    return [
        replace(place, got=[]) if after and (place.at, place.got) == (after.at, after.got) else place
        for place, after in pairs
    ]


def folded(lines: list[str], most: int) -> list[str]:
    """The lines, or their beginning and end with the number of those between."""
    if len(lines) <= most + 1:
        return lines
    return [*lines[: most - 3], f"  … {len(lines) - most + 1} more lines …", *lines[-2:]]


def _place(one: dict[str, JSON], width: int, limit: int, most: int) -> Place:
    expected, got = one.get("expected", MISSING), one.get("got", MISSING)
    at, note = (
        rendering.escaped(rendering.abridged(one["at"], limit)),
        rendering.escaped(rendering.abridged(one["note"], limit)),
    )
    if isinstance(expected, str) and isinstance(got, str):
        wanted_parts, got_parts = differences.texts(expected, got)
        return Place(at, note, [wanted_parts], [got_parts])
    wanted_lines = ["nothing there"] if expected is MISSING else notation.pattern(expected, width, limit=limit)
    got_lines = ["nothing there"] if got is MISSING else notation.data(got, width, limit=limit)
    if min(len(wanted_lines), len(got_lines)) > 1 and notation.is_plain(expected):
        compared = differences.lines(wanted_lines, got_lines)
        return Place(
            at,
            note,
            [[Part(line, side == "wanted")] for side, line in compared if side != "got"],
            [[Part(line, side == "got")] for side, line in compared if side != "wanted"],
        )
    return Place(at, note, _plain(folded(wanted_lines, most)), _plain(folded(got_lines, most)))


def _whole(evidence: dict[str, JSON], width: int, limit: int, most: int) -> Place:
    expected, got = evidence.get("expected", MISSING), evidence.get("got", MISSING)
    if expected is not MISSING:
        wanted = notation.pattern(expected, width, limit=limit)
    else:
        # Before the first step, and where no answer could be read, nothing in particular was wanted.
        wanted = ["a refusal"] if evidence["step"] and "error" not in evidence else []
    if "error" in evidence:
        came = [rendering.escaped(rendering.abridged(evidence["error"], 2 * limit))]
    else:
        came = ["nothing"] if got is MISSING else notation.data(got, width, limit=limit)
    return Place("", "", _plain(folded(wanted, most)), _plain(folded(came, most)))


def _plain(lines: list[str]) -> list[list[Part]]:
    return [[Part(line)] for line in lines]


def _hidden(value: JSON) -> list[str]:
    found: dict[str, None] = {}
    left, seen = [value], 0
    while left and seen < 2000:
        one, seen = left.pop(), seen + 1
        if isinstance(one, str):
            found.update(dict.fromkeys(rendering.names_of(one[:20_000])))
        elif isinstance(one, (dict, list)):
            left += one.values() if isinstance(one, dict) else one
    return sorted(found)[:12]

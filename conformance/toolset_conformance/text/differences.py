"""Differences between the answer wanted and the answer that came, cut down to where they differ."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from toolset_conformance.text import rendering

_AROUND = 32
"""So many equal characters are shown on each side of a difference."""


@dataclass(frozen=True)
class Part:
    """A piece of a text, and whether it is where the two texts differ."""

    text: str
    differs: bool = False


def texts(wanted: str, got: str, limit: int = 160) -> tuple[list[Part], list[Part]]:
    """Two texts that differ, each as what is equal before, what differs, and what is equal after."""
    start = _equal(wanted, got)
    shorter = min(len(wanted), len(got)) - start
    end = min(shorter, _equal(wanted[::-1], got[::-1]))
    return _parts(wanted, start, end, limit), _parts(got, start, end, limit)


def _equal(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _parts(text: str, start: int, end: int, limit: int) -> list[Part]:
    before, after = text[:start], text[len(text) - end :]
    if len(before) > _AROUND + 8:
        before = f"…[{len(before) - _AROUND} equal]…{before[-_AROUND:]}"
    if len(after) > _AROUND + 8:
        after = f"{after[:_AROUND]}…[{len(after) - _AROUND} equal]…"
    middle = rendering.abridged(text[start : len(text) - end], limit)
    parts = [Part('"' + _inside(before)), Part(_inside(middle), True), Part(_inside(after) + '"')]
    return [part for part in parts if part.text]


def _inside(text: str) -> str:
    return rendering.escaped(json.dumps(text, ensure_ascii=False)[1:-1])


def lines(wanted: list[str], got: list[str]) -> list[tuple[Literal["both", "wanted", "got"], str]]:
    """Two values line by line: what stands in both, what was wanted, what came instead; long equal parts left out."""
    import difflib

    made: list[tuple[Literal["both", "wanted", "got"], str]] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, wanted, got, autojunk=False).get_opcodes():
        if tag == "equal":
            equal = wanted[a:b]
            if len(equal) > 7:
                equal = [*equal[:3], f"… {len(equal) - 6} equal lines …", *equal[-3:]]
            made += [("both", line) for line in equal]
        else:
            made += [("wanted", line) for line in wanted[a:b]] + [("got", line) for line in got[c:d]]
    return made

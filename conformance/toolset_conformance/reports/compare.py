"""Compares two reports: cases whose outcome changed, and cases that both ports pass with answers that differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolset_conformance.core import json_values
from toolset_conformance.corpus.model import LEVELS
from toolset_conformance.text import notation, rendering

JSON = Any


class NotComparable(Exception):
    """The two reports cannot be compared: why, and the way out."""


def lines(first: dict[str, JSON], second: dict[str, JSON]) -> Iterator[str]:
    """What differs between two reports, in words; nothing where nothing does.

    Raises :class:`NotComparable` where a report is of a run that was not done, or carries no answers.
    """
    cases = [_cases(report) for report in (first, second)]
    differing = [*_outcomes(*cases), *_answers(*cases), *_alone(*cases)]
    if differing:
        yield f"A: {_title(first)}"
        yield f"B: {_title(second)}"
        if first["suite"]["corpus"] != second["suite"]["corpus"]:
            yield "the two were held against different versions of the corpus"
        yield from differing


def _cases(report: dict[str, JSON]) -> dict[str, dict[str, JSON]]:
    if report["verdict"] == "not run":
        raise NotComparable(f"a run that was not done has nothing to compare: {report.get('problem', '')}")
    if not all("answers" in case for case in report["cases"]):
        raise NotComparable(f"the report of {_title(report)} carries no answers: run again with --answers")
    return {case["id"]: case for case in report["cases"]}


def _title(report: dict[str, JSON]) -> str:
    port = report["port"] or {"name": "no port", "version": "", "language": ""}
    return rendering.escaped(f"{port['name']} {port['version']} ({port['language']})")


Cases = dict[str, dict[str, JSON]]


def _both(first: Cases, second: Cases) -> Iterator[tuple[str, dict[str, JSON], dict[str, JSON]]]:
    return ((name, first[name], second[name]) for name in first if name in second)


def _outcomes(first: Cases, second: Cases) -> Iterator[str]:
    for level in LEVELS:
        changed = [
            (name, a, b) for name, a, b in _both(first, second) if _outcome(a) != _outcome(b) and a["level"] == level
        ]
        if changed:
            yield ""
            yield f"outcomes that differ, {level}: {len(changed)}"
        for name, a, b in changed:
            yield f"  {name} ({a['rule']}): {_outcome(a)} in A, {_outcome(b)} in B"
            for letter, case in (("A", a), ("B", b)):
                if case["message"]:
                    yield f"    {letter}: {rendering.escaped(rendering.abridged(case['message'], 300))}"


def _outcome(case: dict[str, JSON]) -> str:
    """The outcome with what was seen in place of an answer, as the report tells them apart."""
    seen = f" ({case['seen'].replace('_', ' ')})" if "seen" in case else ""
    return f"{case['outcome']}{seen}"


def _answers(first: Cases, second: Cases) -> Iterator[str]:
    right = [(name, a, b) for name, a, b in _both(first, second) if a["outcome"] == b["outcome"] == "passed"]
    differing = [(name, a, b) for name, a, b in right if not json_values.equal(a["answers"], b["answers"])]
    if differing:
        yield ""
        yield f"answers that differ, though both are right: {len(differing)}"
    for name, a, b in differing:
        yield f"  {name} ({a['rule']})"
        steps = max(len(a["answers"]), len(b["answers"]))
        for step in range(steps):
            one, other = (case["answers"][step] if step < len(case["answers"]) else None for case in (a, b))
            if not json_values.equal(one, other):
                at = f"step {step + 1}, " if steps > 1 else ""
                yield f"    {at}A: {_one_line(one)}"
                yield f"    {at}B: {_one_line(other)}"


def _alone(first: Cases, second: Cases) -> Iterator[str]:
    for letter, one, other in (("A", first, second), ("B", second, first)):
        alone = [name for name in one if name not in other]
        if alone:
            yield ""
            yield f"cases of {letter} alone: {len(alone)}"
            yield from (f"  {name}: {one[name]['outcome']}" for name in alone)


def _one_line(value: JSON) -> str:
    return " ".join(notation.data(value, 1000))

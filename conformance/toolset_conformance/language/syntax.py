"""The syntax of the fixtures' little language: what an object with one ``$`` key is, and what only a run fills in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

JSON = Any

SCHEMA_KEYS = frozenset(
    ["$schema", "$id", "$ref", "$defs", "$anchor", "$comment", "$dynamicRef", "$dynamicAnchor", "$vocabulary"]
)
DYNAMIC = frozenset({"$exposed", "$answer"})


def special(value: JSON) -> str | None:
    """The name of the constructor, matcher or run-time value that an object stands for, if it does."""
    if isinstance(value, dict) and len(value) == 1:
        (name,) = value
        if isinstance(name, str) and name.startswith("$") and name not in SCHEMA_KEYS:
            return name
    return None


def run_time(values: Iterable[JSON]) -> list[tuple[str, list[JSON]]]:
    """``$exposed`` and ``$answer`` in the values, with their arguments, in the order in which they stand there."""
    found: list[tuple[str, list[JSON]]] = []
    _gather(values, found)
    return found


def _gather(values: Iterable[JSON], found: list[tuple[str, list[JSON]]]) -> None:
    for value in values:
        if isinstance(value, list):
            _gather(value, found)
        elif isinstance(value, dict):
            name = special(value)
            if name in ("$exposed", "$answer"):
                found.append((name, value[name]))
            elif name == "$if_exposed":
                found.append(("$exposed", value[name]["pair"]))
                _gather([value[name]["then"]], found)
            elif name != "$literal":
                _gather(value.values(), found)

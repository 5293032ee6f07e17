"""A mismatch: one place where a value is not what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

JSON = Any
Where = tuple[Any, ...]


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING: Any = _Missing()
"""Stands for a value that is not there at all."""


@dataclass(frozen=True)
class Mismatch:
    """One place where an answer is not what was expected.

    ``where``: keys and positions from the top of the answer; ``expected``: the pattern there; ``got``: the value
    there, or ``MISSING``; ``note``: what is wrong, in words.
    """

    where: Where
    expected: JSON
    got: JSON
    note: str


Found = Iterator[Mismatch]


def path(where: tuple[Any, ...]) -> str:
    """The way to a value, as ``entries[0].name``."""
    text = ""
    for key in where:
        if isinstance(key, int):
            text += f"[{key}]"
        elif key.isidentifier():
            text += f".{key}" if text else key
        else:
            text += f" {key}" if key.startswith("(") else f"[{key!r}]"
    return text

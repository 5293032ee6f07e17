"""How the strategies draw: with as few draws as can be, since it is by draws that a search costs time."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec, TypeVar, cast

from hypothesis import strategies as st

JSON = Any
Object = dict[str, JSON]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def once(make: Callable[_P, _T]) -> Callable[_P, _T]:
    """The strategy that was made before for the same arguments: it costs more to make than to draw from."""
    return cast(Callable[_P, _T], functools.cache(make))


def several(things: Sequence[_T], *, min_size: int = 0, max_size: int) -> st.SearchStrategy[list[_T]]:
    """A list of some of the things, at most 256, in one draw: a byte for each. It shrinks to few, and to the first."""
    drawn = st.binary(min_size=min_size, max_size=max_size)
    return drawn.map(lambda places: [thing for (thing,) in rows(places, things)])


def rows(places: bytes, *columns: Sequence[JSON]) -> list[tuple[JSON, ...]]:
    """Rows with a thing of each column, of which none has more than 256, out of a byte for each thing."""
    width = len(columns)
    cells = [columns[number % width][place % len(columns[number % width])] for number, place in enumerate(places)]
    return [tuple(cells[begin : begin + width]) for begin in range(0, len(cells) - width + 1, width)]


def row_bytes(width: int, *, min_size: int, max_size: int) -> st.SearchStrategy[bytes]:
    """The bytes for :func:`rows`: together with other draws, one after the other costs more than once."""
    return st.binary(min_size=min_size * width, max_size=max_size * width)


def different(items: Iterable[_T], key: Callable[[_T], JSON]) -> list[_T]:
    """The first of all that are alike; a filter would throw whole examples away."""
    kept: dict[JSON, _T] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())

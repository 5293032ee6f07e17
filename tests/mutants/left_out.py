"""What a port may leave out of a set, as conditions on a pair and all pairs: shared by mutants of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mutants.swapped import NOT_ALLOWED, Pair, joined

Lost = Callable[[Pair, Sequence[Pair]], bool]


def odd(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether a character of the pair's two parts could not stay."""
    return any(NOT_ALLOWED.search(part) or not part for part in pair)


def long(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether the joined name would be too long."""
    return len(joined(*pair)) > 64


def rival(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair has the same cleaned and shortened name."""
    return any(joined(*other)[:64] == joined(*pair)[:64] for other in pairs[: pairs.index(pair)])


def any_rival(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether any other pair has the same cleaned and shortened name."""
    return any(joined(*other)[:64] == joined(*pair)[:64] for other in pairs if other != pair)


def namesake(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair has the same tool name."""
    return any(other[1] == pair[1] and other != pair for other in pairs[: pairs.index(pair)])


def rival_by_case(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair differs by case alone."""
    return any(joined(*other).lower() == joined(*pair).lower() for other in pairs[: pairs.index(pair)])


def strict(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether anything at all is odd, long or not unique."""
    return odd(pair, pairs) or long(pair, pairs) or any_rival(pair, pairs)

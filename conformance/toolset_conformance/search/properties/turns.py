"""Properties of the next user turn: TURN-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.property import Cases, Plain, ask, plain, prop

JSON = Any
_IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}


Parts = tuple[list[JSON], list[JSON], list[JSON]]


def _parts() -> st.SearchStrategy[Parts]:
    """Rejections, results and other blocks, told apart by their ids and texts; at least one block."""

    text: list[JSON] = [{"type": "text", "text": "x"}]
    marker = {"cache_control": {"type": "ephemeral"}}
    kinds: list[dict[str, JSON]] = [
        {"content": text}, {"content": text, "is_error": True}, {}, {"content": text, "is_error": False},
        {"content": text, **marker}, {"content": "x"},
    ]  # fmt: skip
    other: list[JSON] = [_IMAGE, {"type": "text", "text": "x"}, {"type": "text", "text": "y", **marker}]

    def made(drawn: tuple[int, list[dict[str, JSON]], list[JSON], int]) -> Parts:
        rejections, kept, others, times = drawn
        if not (rejections or kept or others):
            kept = kinds[:1]
        results = [{"type": "tool_result", "tool_use_id": f"toolu_{n}", **more} for n, more in enumerate(kept * times)]
        rejected = [
            {"type": "tool_result", "tool_use_id": f"toolu_r{n}", "is_error": True, "content": text}
            for n in range(rejections)
        ]
        return rejected, results, others

    results, others = strategies.several(kinds, max_size=4), strategies.several(other, max_size=3)
    times = st.sampled_from([1, 1, 1, 1, 1, 12])
    return st.tuples(st.integers(0, 4), results, others, times).map(made)


def _asked(parts: Parts, expected: JSON) -> Plain:
    rejected, results, others = parts
    return plain(ask("user_turn", expected, rejected=rejected, results=results, others=others))


@prop("TURN-1", "All results stand before all else, and nothing is lost or doubled.")
def results_come_first() -> Cases:
    def made(parts: Parts) -> Plain:
        rejected, results, others = parts
        result = {"$has": {"type": "tool_result"}}
        order = [*(result for _ in [*rejected, *results]), *({"$not": result} for _ in others)]
        return _asked(
            parts, {"$has": {"content": {"$all": [order, {"$in_any_order": [*rejected, *results, *others]}]}}}
        )

    return _parts().map(made)


@prop("TURN-2", "Rejections, results, other blocks, each in its order.", "recommended")
def turn_order() -> Cases:
    return _parts().map(lambda parts: _asked(parts, {"$has": {"content": [*parts[0], *parts[1], *parts[2]]}}))


@prop("TURN-3", "The turn is a user message with no other key.")
def turn_keys() -> Cases:
    return _parts().map(lambda parts: _asked(parts, {"role": "user", "content": {"$length": sum(map(len, parts))}}))

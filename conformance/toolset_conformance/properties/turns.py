"""Properties of the next user turn: TURN-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.property import Plain, prop

JSON = Any
_IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}


@st.composite
def _parts(draw: strategies.Draw) -> tuple[list[JSON], list[JSON], list[JSON]]:
    """Rejections, results and other blocks, told apart by their ids and texts."""
    counts = [draw(st.integers(0, 4)) for _ in range(3)]
    counts[1] = max(counts[1], 0 if sum(counts) else 1)
    texts = [{"type": "text", "text": "x"}]
    rejected = [
        {"type": "tool_result", "tool_use_id": f"toolu_r{n}", "is_error": True, "content": texts}
        for n in range(counts[0])
    ]
    results: list[JSON] = [
        {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": texts} for n in range(counts[1])
    ]
    others = [draw(st.sampled_from([_IMAGE, {"type": "text", "text": f"text {n}"}])) for n in range(counts[2])]
    return rejected, results, others


def _asked(parts: tuple[list[JSON], list[JSON], list[JSON]], expected: JSON) -> Plain:
    given = dict(zip(("rejected", "results", "others"), parts, strict=True))
    return {"steps": [{"ask": "user_turn", "with": given, "expect": expected}]}


@prop("TURN-1", "All results stand before all else, and nothing is lost or doubled.")
def results_come_first() -> st.SearchStrategy[Plain]:
    def made(parts: tuple[list[JSON], list[JSON], list[JSON]]) -> Plain:
        rejected, results, others = parts
        result = {"$has": {"type": "tool_result"}}
        order = [*(result for _ in [*rejected, *results]), *({"$not": result} for _ in others)]
        return _asked(
            parts, {"$has": {"content": {"$all": [order, {"$in_any_order": [*rejected, *results, *others]}]}}}
        )

    return _parts().map(made)


@prop("TURN-2", "Rejections, results, other blocks, each in its order.", "recommended")
def turn_order() -> st.SearchStrategy[Plain]:
    return _parts().map(lambda parts: _asked(parts, {"$has": {"content": [*parts[0], *parts[1], *parts[2]]}}))


@prop("TURN-3", "The turn is a user message with no other key.")
def turn_keys() -> st.SearchStrategy[Plain]:
    return _parts().map(lambda parts: _asked(parts, {"role": "user", "content": {"$length": sum(map(len, parts))}}))

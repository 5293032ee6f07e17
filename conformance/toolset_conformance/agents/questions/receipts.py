"""Results by which calls are known again: each call to a server is answered with a text that no other one gets."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from toolset_conformance.agents.conversation import Call, Reaction, text_result

JSON = Any
MOST, FEW = 160, 8
"""How many calls to one tool get a receipt of their own: in most sets, and in sets of very many tools."""
MANY_TOOLS = 60


@functools.cache
def reactions(place: str, most: int) -> tuple[Reaction, ...]:
    """Return the reactions of one tool, so many receipts. ``place``: tells the tools of a conversation apart."""
    return tuple(text_result(f"receipt-{place}-{number}-end") for number in range(most))


def matched(results: Sequence[JSON], calls: Sequence[Call], wanted: Mapping[str, JSON]) -> dict[int, Call]:
    """Return which of the ``tool_result`` blocks, by place, answer a call that reached a server.

    A block is known by the receipt in it; where the receipt is lost, by the arguments that were asked for.
    ``wanted``: the ``input`` of each id.
    """
    texts = [json.dumps(block) for block in results]
    found: dict[int, Call] = {}
    left = list(calls)
    for call in calls:
        receipt = _receipt(call)
        place = next((n for n, text in enumerate(texts) if n not in found and receipt and receipt in text), None)
        if place is not None:
            found[place] = call
            left.remove(call)
    # Of blocks without a receipt those that are no errors come first: an error may be a rejection.
    for place in sorted(range(len(results)), key=lambda place: results[place].get("is_error") is True):
        given = wanted.get(str(results[place].get("tool_use_id")))
        same = next((call for call in left if arguments(call) == ({} if given is None else given)), None)
        if place not in found and same is not None:
            found[place] = same
            left.remove(same)
    return found


def arguments(call: Call) -> JSON:
    """Return what a call was given: nothing at all and an empty object are one thing to MCP."""
    return call.arguments if call.had_arguments and call.arguments is not None else {}


def _receipt(call: Call) -> str | None:
    try:
        text = call.reaction.value["content"][0]["text"]
    except (KeyError, IndexError, TypeError):
        return None
    return text if isinstance(text, str) and text.startswith("receipt-") else None

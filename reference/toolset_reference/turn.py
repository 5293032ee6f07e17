"""The next user turn, and the request that it goes into."""

from __future__ import annotations

from toolset_reference.definitions import CacheControl, tools
from toolset_reference.toolset import ToolSet
from toolset_reference.values import JSON, Block, copied


def user_turn(rejected: list[Block], results: list[Block], others: list[Block]) -> dict[str, JSON]:
    """The user message: rejections, then results, then all other blocks (TURN-1 to 3)."""
    return {"role": "user", "content": copied([*rejected, *results, *others])}


def request(
    toolset: ToolSet, model: str, messages: list[JSON], tool_choice: JSON = None, cache_control: CacheControl = None
) -> dict[str, JSON]:
    """The body of a request, to which the caller adds ``max_tokens`` and the like (CHOICE-1, CHOICE-2).

    Raises ValueError for a tool choice that is not of type ``auto`` or ``none``: models refuse a forced one (CHOICE-3).
    """
    body = {"model": model, "messages": copied(messages), "tools": tools(toolset, cache_control)}
    if tool_choice is not None:
        if not isinstance(tool_choice, dict) or tool_choice.get("type") not in ("auto", "none"):
            raise ValueError(f"tool_choice must be of type auto or none, not {tool_choice!r:.100}")
        body["tool_choice"] = copied(tool_choice)
    return body

"""The loop that users of a bridge write themselves, for bridges that have none. What it does is not the bridge's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container
from typing import Any

JSON = Any


async def users_loop(
    response: JSON, names: Container[str], run: Callable[[str, JSON], Awaitable[tuple[JSON, bool]]]
) -> list[JSON]:
    """The tool_result blocks for a response: ``run`` gives content and ``is_error`` for a name and an input.

    An unknown name and an input that is no object are answered here.
    """
    answers = []
    for block in response["content"]:
        if not isinstance(block, dict) or block.get("type") != "tool_use":
            continue
        if block["name"] in names and isinstance(block.get("input"), dict):
            content, is_error = await run(block["name"], block["input"])
        else:
            content, is_error = "No such tool, or no such input.", True
        answers.append({"type": "tool_result", "tool_use_id": block["id"], "content": content, "is_error": is_error})
    return answers

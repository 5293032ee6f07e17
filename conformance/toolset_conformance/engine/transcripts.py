"""Transcripts: what an agent sent in a conversation, in the one form in which it is compared.

What the Messages API reads as the same is made the same: a text alone and a list of one text block; an ``is_error`` of
false and none. Cache markers go: they may move from request to request.
"""

from __future__ import annotations

from typing import Any

JSON = Any

_KEYS = ("requests", "calls")


def normalised(result: dict[str, JSON]) -> dict[str, JSON]:
    """Return the answer to ``conversation`` in that form, without further keys; what has no such shape stays."""
    kept = {key: result[key] for key in _KEYS if key in result}
    if isinstance(kept.get("requests"), list):
        kept["requests"] = [_request(body) if isinstance(body, dict) else body for body in kept["requests"]]
    return kept


def _request(body: dict[str, JSON]) -> dict[str, JSON]:
    made = dict(body)
    for key in ("system", "tools"):
        if isinstance(made.get(key), list):
            made[key] = [_unmarked(item) for item in made[key]]
    if isinstance(made.get("messages"), list):
        made["messages"] = [_message(item) if isinstance(item, dict) else item for item in made["messages"]]
    return made


def _message(message: dict[str, JSON]) -> dict[str, JSON]:
    return {**message, "content": [_block(block) for block in _blocks(message.get("content"))]}


def _block(block: JSON) -> JSON:
    made = _unmarked(block)
    if isinstance(made, dict) and made.get("type") == "tool_result":
        if "content" in made:
            made["content"] = [_unmarked(part) for part in _blocks(made["content"])]
        if made.get("is_error") is False:
            del made["is_error"]
    return made


def _blocks(content: JSON) -> list[JSON]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else [content]


def _unmarked(value: JSON) -> JSON:
    return {key: item for key, item in value.items() if key != "cache_control"} if isinstance(value, dict) else value

"""Forms: what the Messages API reads alike, so that no case holds one way to write a thing against another.

In a message and in a ``tool_result``, ``content`` that is one text may be the text itself or a list of one text block;
in a ``tool_result``, ``is_error: false`` may be there or not; a default of the API may be written out where its own
types have it: ``type: "custom"`` of a tool, ``ttl: "5m"`` of a cache marker, null for keys that may be null.
``docs/fixtures.md`` says so to those who write cases.
"""

from __future__ import annotations

from typing import Any

JSON = Any

ABSENT: Any = object()
"""Stands for a key that is not there."""

_BLOCKS = ("text", "image", "tool_result")


def forms(holder: dict[str, JSON], key: str) -> tuple[JSON, ...]:
    """Return the value of ``key`` in ``holder``, first as it is (``ABSENT`` where it is not there), then in the other
    form that the API reads alike, where there is one."""
    value = holder.get(key, ABSENT)
    if key == "content":
        return _content(holder, value)
    if key == "is_error" and holder.get("type") == "tool_result" and (value is False or value is ABSENT):
        return (value, ABSENT if value is False else False)
    return (value, ABSENT) if _is_default(holder, key, value) else (value,)


def _content(holder: dict[str, JSON], value: JSON) -> tuple[JSON, ...]:
    if holder.get("type") == "tool_result" or holder.get("role") in ("user", "assistant"):
        if isinstance(value, str) and value:
            return (value, [{"type": "text", "text": value}])
        if isinstance(value, list) and len(value) == 1:
            text = _only_text(value[0])
            return (value, text) if text else (value,)
    return (value,)


def _only_text(block: JSON) -> str | None:
    """The text of a text block that has no key besides."""
    if not isinstance(block, dict) or block.keys() != {"type", "text"} or block["type"] != "text":
        return None
    return block["text"] if isinstance(block["text"], str) else None


def _is_default(holder: dict[str, JSON], key: str, value: JSON) -> bool:
    """Whether a key says only what the API takes for granted where it is not there."""
    if value is not None:
        return (key == "type" and value == "custom" and "input_schema" in holder) or (
            key == "ttl" and value == "5m" and holder.get("type") == "ephemeral"
        )
    if "input_schema" in holder:
        return key in ("type", "cache_control", "eager_input_streaming")
    kind = holder.get("type")
    return (key == "cache_control" and kind in _BLOCKS) or (key == "citations" and kind == "text")

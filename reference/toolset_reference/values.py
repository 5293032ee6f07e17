"""JSON values, and copies of them."""

from __future__ import annotations

from typing import Any

JSON = Any  # None, bool, int, float, str, list[JSON] or dict[str, JSON]
Block = dict[str, JSON]  # a content block of the Messages API


def copied(value: JSON) -> JSON:
    """An equal value that shares no list and no dict with the given one."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value

"""Odd sets: input beyond what the documents type, which a port may refuse as a whole with a clear error."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from toolset_conformance.core import messages
from toolset_conformance.core.messages import Error

JSON = Any

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
"""What MCP says that a tool's name should be."""


def refusal(params: dict[str, JSON], error: Error) -> str | None:
    """Return what a port says where it refuses an odd set, and None where the set is plain or the error unclear.

    A refusal is clear where it is -32602, or -32000 for names that clash, and says something.
    """
    if error.code not in (messages.REFUSED, messages.DUPLICATE_NAME) or not error.message.strip():
        return None
    toolset = params.get("toolset")
    return f"refused the set: {error.message}" if isinstance(toolset, dict) and _is_odd(toolset) else None


def _is_odd(toolset: dict[str, JSON]) -> bool:
    """Whether a set to be named has an odd server id, an odd tool name, or a server or one of its tools twice."""
    servers = toolset.get("servers", [])
    pairs = Counter((server["id"], tool["name"]) for server in servers for tool in server["tools"])
    ids = Counter(server["id"] for server in servers)
    twice = any(number > 1 for number in [*pairs.values(), *ids.values()])
    return twice or any(not _ID.fullmatch(name) for name in ids) or any(not _NAME.fullmatch(name) for _, name in pairs)

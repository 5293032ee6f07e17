"""Exposed names: valid for every provider, unique in a set, and the same in every process.

A name is made from its own (server, tool) pair alone, so that a new server or a new tool renames no other:

- ``files__read`` for a *plain* pair. A plain server id holds no ``__`` and ends in no ``_``, so the first ``__`` of
  the name is the joint: two plain pairs never share a name.
- ``files__read_file_0c1d…`` for any other: cleaned, shortened, and marked with a digest of the raw pair. A pair
  whose joined name already looks marked is not plain, so the two kinds never meet.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Container, Iterable
from dataclasses import dataclass

from toolset_reference.toolset import Tool, ToolSet
from toolset_reference.values import JSON

_MAX_LENGTH = 64
_DIGEST_LENGTH = 16
_STEM_LENGTH = _MAX_LENGTH - _DIGEST_LENGTH - 1
_SERVER_LENGTH = 16  # of a marked name: enough to tell servers apart, while most of the room is the tool's

_PLAIN_SERVER = re.compile(r"[A-Za-z](?:_?[A-Za-z0-9-])*")
_PLAIN_TOOL = re.compile(r"[A-Za-z0-9_-]+")
_MARKED = re.compile(rf".*_[0-9a-f]{{{_DIGEST_LENGTH}}}")
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class DroppedTool:
    """A tool left out at building, with the reason (NAME-5); ``tool`` is its name as the server gave it."""

    server: str
    tool: JSON
    reason: str


def build(servers: Iterable[tuple[str, Iterable[JSON]]]) -> tuple[ToolSet, list[DroppedTool]]:
    """The set of all tools of ordered (server id, ``tools/list`` entries) pairs, and what was left out.

    Left out are only entries without a name, and repetitions of a (server, tool) pair (NAME-1 to 9, ORDER-1).
    """
    tools: dict[str, Tool] = {}
    pairs: set[tuple[str, str]] = set()
    dropped: list[DroppedTool] = []
    for server, entries in servers:
        for entry in entries:
            tool = entry.get("name") if isinstance(entry, dict) else None
            if not isinstance(tool, str):
                dropped.append(DroppedTool(server, tool, "the tool has no name"))
            elif (server, tool) in pairs:
                dropped.append(DroppedTool(server, tool, "the server lists this name more than once"))
            else:
                pairs.add((server, tool))
                tools[_expose(server, tool, tools)] = Tool.from_mcp(server, entry)
    return ToolSet(tools.items()), dropped


def _expose(server: str, tool: str, taken: Container[str]) -> str:
    """A name for the pair that is not taken: joined where that is plain, else marked."""
    joined = f"{server}__{tool}"
    plain = _PLAIN_SERVER.fullmatch(server) and _PLAIN_TOOL.fullmatch(tool) and not _MARKED.fullmatch(joined)
    if plain and len(joined) <= _MAX_LENGTH:
        return joined
    stem = _NOT_ALLOWED.sub("_", server)[:_SERVER_LENGTH] + "__" + _NOT_ALLOWED.sub("_", tool)
    if not (stem[0].isalpha() or stem[0] == "_"):
        stem = "_" + stem  # Gemini refuses a leading digit or hyphen (NAME-7).
    # Two pairs will hardly ever share a digest, but "hardly ever" is not unique: a next attempt has another one.
    marked = (f"{stem[:_STEM_LENGTH]}_{_digest(server, tool, attempt)}" for attempt in itertools.count())
    return next(name for name in marked if name not in taken)


def _digest(server: str, tool: str, attempt: int) -> str:
    # ascii() writes each triple in a way of its own, lone surrogates included, and the same in every process.
    return hashlib.sha256(ascii((server, tool, attempt)).encode()).hexdigest()[:_DIGEST_LENGTH]

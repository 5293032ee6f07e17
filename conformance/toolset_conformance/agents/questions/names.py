"""Whose name it is: the tool that each exposed name stands for, as calls show it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolset_conformance.agents.questions import brought

JSON = Any
Pair = tuple[str, str]
"""A server and a tool, as MCP knows it."""


@dataclass(frozen=True)
class Exposed:
    """The tool that a definition stands for. ``place``: of the definition, from 0."""

    place: int
    name: str
    server: str
    tool: str


def exposures(
    definitions: Sequence[JSON], reached: Mapping[str, Pair], tools: Sequence[tuple[str, JSON]]
) -> list[Exposed]:
    """Return what the definitions stand for, in their order.

    ``reached``: where a call of each name arrived; ``tools``: the server and the definition of each tool that there
    is. A name whose call arrived nowhere, or that stands twice, is taken for the tool of the same description that no
    other name reaches, or for the last one that is left, if it is named after it.
    """
    pairs = [(server, tool["name"]) for server, tool in tools]
    left = [pair for pair in dict.fromkeys(pairs) if pair not in reached.values()]
    text = {(server, tool["name"]): tool.get("description") for server, tool in tools}
    found: dict[int, Exposed] = {}
    seen: set[str] = set()
    unknown: list[tuple[int, JSON]] = []
    for place, definition in enumerate(definitions):
        if not brought.named([definition]):
            continue
        name = definition["name"]
        if name in reached and name not in seen:
            found[place] = Exposed(place, name, *reached[name])
        else:
            unknown.append((place, definition))
        seen.add(name)
    for place, definition in list(unknown):
        same = [pair for pair in left if text[pair] and text[pair] == definition.get("description")]
        if len(same) == 1:
            found[place] = Exposed(place, definition["name"], *same[0])
            left.remove(same[0])
            unknown.remove((place, definition))
    if len(unknown) == len(left) == 1 and _akin(unknown[0][1]["name"], left[0]):
        place, definition = unknown[0]
        found[place] = Exposed(place, definition["name"], *left[0])
    return [found[place] for place in sorted(found)]


def _akin(name: str, pair: Pair) -> bool:
    """Whether a name can have been made of a pair: it holds a part of it, where there is one that names can hold."""
    parts = [part for text in pair for part in re.findall(r"[A-Za-z0-9]+", text)]
    return not parts or any(part.lower() in name.lower() for part in parts)

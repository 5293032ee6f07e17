"""Tool definitions: the ``tools`` parameter of a request."""

from __future__ import annotations

from typing import Literal

from toolset_reference.descriptions import clean_description
from toolset_reference.toolset import ToolSet
from toolset_reference.values import JSON, copied

CacheControl = Literal["last"] | None


def tools(toolset: ToolSet, cache_control: CacheControl = None) -> list[dict[str, JSON]]:
    """One definition per tool, in the order of the set (TOOLS-1 to 4, ORDER-2).

    ``"last"`` marks the last one, which caches the whole list as a prefix of the prompt (CACHE-1 to 3).
    """
    definitions: list[dict[str, JSON]] = [
        {"name": name, "description": clean_description(tool.description), "input_schema": copied(tool.input_schema)}
        for name, tool in toolset.entries()
    ]
    if cache_control == "last" and definitions:
        definitions[-1]["cache_control"] = {"type": "ephemeral"}
    return definitions

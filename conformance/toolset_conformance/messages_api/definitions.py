"""Tool definitions: what the Messages API refuses in the ``tools`` of a request."""

from __future__ import annotations

import re

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks, input_schemas, markers, shapes
from toolset_conformance.messages_api.refusal import Refusals, Segments, Tag, refuse

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_API_TOOL = re.compile(r"[a-z0-9_]+_20[0-9]{6}|mcp_toolset|tool_search_tool_(bm25|regex)")
"""The types of tools that the API itself defines; nothing is said of them but their names."""


def refusals(tools: JSON, at: Segments = ("tools",)) -> Refusals:
    """Yield what the API refuses in a list of definitions."""
    if not isinstance(tools, list):
        yield refuse(checks.NULL_VALUE if tools is None else checks.WRONG_VALUE, at, shapes.LIST.words)
        return
    seen: set[str] = set()
    repeated = False
    for index, tool in enumerate(tools):
        yield from _tool(tool, (*at, index))
        name = tool.get("name") if isinstance(tool, dict) else None
        if isinstance(name, str):
            repeated |= name in seen
            seen.add(name)
    if repeated:
        yield refuse(checks.TOOL_NAME_TWICE, at, "Tool names must be unique.")


def _tool(tool: JSON, at: Segments) -> Refusals:
    kind = tool.get("type") if isinstance(tool, dict) else None
    if isinstance(kind, str) and _API_TOOL.fullmatch(kind):
        return
    if kind not in (None, "custom"):
        yield from shapes.unknown_type(tool, at)
        return
    at = (*at, Tag("custom"))
    yield from shapes.keys(tool, shapes.TOOL, at)
    if not isinstance(tool, dict):
        return
    if isinstance(tool.get("name"), str):
        yield from name(tool["name"], (*at, "name"))
    if isinstance(tool.get("input_schema"), dict):
        yield from input_schemas.refusals(tool["input_schema"], (*at, "input_schema"))
    yield from markers.marker(tool, at)


def name(value: str, at: Segments) -> Refusals:
    """Yield what the API refuses in the name of a tool."""
    if not _NAME.fullmatch(value):
        yield refuse(checks.TOOL_NAME, at, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")

"""The layer between MCP tools and the Messages API: pure functions over JSON values, no network.

Every function gives a new value: it changes nothing that it was given, and shares no list or dict with it.
"""

from toolset_reference.calls import ToolCall, tool_calls
from toolset_reference.definitions import tools
from toolset_reference.naming import DroppedTool, build
from toolset_reference.results import CallError, tool_result
from toolset_reference.toolset import DuplicateNameError, Tool, ToolSet
from toolset_reference.turn import request, user_turn

__all__ = [
    "CallError", "DroppedTool", "DuplicateNameError", "Tool", "ToolCall", "ToolSet",
    "build", "request", "tool_calls", "tool_result", "tools", "user_turn",
]  # fmt: skip

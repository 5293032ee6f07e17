"""The port of our bridge: one method for each method of the protocol, which says who calls what.

Fill in one method and run, from this folder:

    toolset-conformance run --port toolset_port:MyPort

What still raises NotOffered counts as "not offered", never as passed. `user_turn` is the smallest one to begin with.
A `toolset` is {"servers": [{"id", "tools": [MCP tool, ...]}, ...]}: the bridge names the tools itself, or
{"entries": [{"name", "server", "tool": MCP tool}, ...]}: the names are given. Raise NotOffered for a form that the
bridge does not have, Refused for a value that it does not take, and DuplicateName where a name stands twice in a set
(all three come from toolset_conformance). Any other exception counts as the bridge's own failure.
"""

from typing import Any

from toolset_conformance import NotOffered, Port


class MyPort(Port):
    """How our bridge answers."""

    name = "my-port"
    version = "0.1.0"

    def toolset(self, toolset: dict[str, Any]) -> Any:
        """{"entries": [{"name", "server", "tool": MCP name}], "names": [...], "size": n, "dropped": [...]}.

        An item of "dropped" is {"server", "tool", "reason"}. Leave out a key that the bridge has no function for.
        """
        raise NotOffered("toolset")

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        """{"server", "tool": MCP name} behind an exposed name, or None: not found. `name` may be any JSON value."""
        raise NotOffered("resolve")

    def exposed_name(self, toolset: dict[str, Any], server: str, tool: str) -> Any:
        """The name that the model sees for this server's tool, or None: not in the set."""
        raise NotOffered("exposed_name")

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        """The `tools` list for the Messages API. `options` is {} or {"cache_control": "last"}."""
        raise NotOffered("tools")

    def tool_calls(self, toolset: dict[str, Any], response: Any) -> Any:
        """{"calls": [{"call_id", "server", "tool", "arguments"}], "rejected": [tool_result block, ...]}."""
        raise NotOffered("tool_calls")

    def tool_result(self, tool_use_id: str, outcome: dict[str, Any], options: dict[str, Any]) -> Any:
        """The tool_result block. `outcome` is {"result": CallToolResult} or {"error": {"kind", "message"}}.

        `options` is {} or {"structured": "auto" | "prefer" | "append" | "ignore"}.
        """
        raise NotOffered("tool_result")

    def user_turn(self, rejected: list[Any], results: list[Any], others: list[Any]) -> Any:
        """The next user message, {"role": "user", "content": [...]}, made of these blocks."""
        raise NotOffered("user_turn")

    def request(self, toolset: dict[str, Any], model: str, messages: list[Any], options: dict[str, Any]) -> Any:
        """The body sent to the Messages API. `options` may hold "tool_choice" and "cache_control"."""
        raise NotOffered("request")

"""MCP servers with canned results that write down the calls that reach them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

JSON = Any

MARKS = ("answer-", "-end")

ERROR_CODES = {
    "timeout": -32001,  # REQUEST_TIMEOUT of mcp 2; shims over mcp 1 write 408 there
    "transport": -32000,  # CONNECTION_CLOSED
    "protocol": -32603,
    "rejected": -32600,
    "unknown_tool": -32602,
}


class CallFailed(Exception):
    """The call gave no result: ``kind`` and ``message`` as the outcome says, ``code`` as an MCP client sees it."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind, self.message, self.code = kind, message, ERROR_CODES[kind]


class Server:
    """One MCP server: its ``id``, its ``tools`` as ``tools/list`` gives them, and what every call to it answers.

    ``record`` is shared by the servers of a turn and gets ``{"server", "tool", "arguments"}`` of each call.
    ``outcome`` is the protocol's; without one each call is answered by a text of its own, so that the block of the
    next user turn that answers it can be told.
    """

    def __init__(self, id: str, tools: list[JSON], record: list[JSON], outcome: JSON = None) -> None:
        self.id, self.tools, self._record, self._outcome = id, tools, record, outcome

    def call(self, tool: str, arguments: JSON) -> dict[str, JSON]:
        """The CallToolResult of a call; raises :class:`CallFailed`."""
        self._record.append({"server": self.id, "tool": tool, "arguments": arguments})
        if self._outcome is None:
            return {"content": [{"type": "text", "text": mark(len(self._record) - 1)}], "isError": False}
        if "error" in self._outcome:
            raise CallFailed(self._outcome["error"]["kind"], self._outcome["error"]["message"])
        result: dict[str, JSON] = self._outcome["result"]
        return result


def mark(number: int) -> str:
    """The text that answers a turn's call of that number."""
    return f"{MARKS[0]}{number}{MARKS[1]}"


class Session:
    """An MCP client session on a server, as bridges use one to call a tool.

    ``result`` makes the session's result object of a CallToolResult's JSON, ``error`` the exception that the session
    raises of a :class:`CallFailed`.
    """

    def __init__(
        self, server: Server, result: Callable[[JSON], Any], error: Callable[[CallFailed], Exception]
    ) -> None:
        self._server, self._result, self._error = server, result, error

    async def call_tool(self, name: str, arguments: JSON = None, *_: Any, **__: Any) -> Any:
        try:
            return self._result(self._server.call(name, arguments))
        except CallFailed as failure:
            raise self._error(failure) from None

"""MCP servers with canned results that write down the calls that reach them."""

from __future__ import annotations

from typing import Any

JSON = Any

MARKS = ("answer-", "-end")

ERROR_CODES = {
    "timeout": -32001,  # REQUEST_TIMEOUT
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

    def answer(self, message: JSON) -> JSON:
        """The server's JSON-RPC answer to a message of an MCP client; ``None`` for a notification."""
        if "id" not in message or "method" not in message:
            return None
        params, reply = message.get("params") or {}, {"jsonrpc": "2.0", "id": message["id"]}
        try:
            if message["method"] == "initialize":
                said = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}}
                said["serverInfo"] = {"name": self.id, "version": "1"}
            elif message["method"] == "tools/list":
                said = {"tools": self.tools}
            elif message["method"] == "tools/call":
                said = self.call(params["name"], params.get("arguments"))
            elif message["method"] == "ping":
                said = {}
            else:
                return {**reply, "error": {"code": -32601, "message": "Method not found"}}
        except CallFailed as failure:
            return {**reply, "error": {"code": failure.code, "message": failure.message}}
        return {**reply, "result": said}


def mark(number: int) -> str:
    """The text that answers a turn's call of that number."""
    return f"{MARKS[0]}{number}{MARKS[1]}"

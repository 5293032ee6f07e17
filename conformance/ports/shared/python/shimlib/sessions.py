"""The client's side of a stand-in MCP server. Needs the bridge's own ``mcp``, of either generation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from .servers import CallFailed, Server


class Session:
    """An MCP client session, as bridges use one to call a tool: a CallToolResult, or what a session raises."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def call_tool(self, name: str, arguments: Any = None, *_: Any, **__: Any) -> Any:
        from mcp.types import CallToolResult

        try:
            return CallToolResult.model_validate(self._server.call(name, arguments))
        except CallFailed as failure:
            raise mcp_error(failure) from None


def mcp_error(failure: CallFailed) -> Exception:
    """The exception of a session whose call gave no result."""
    import mcp

    if hasattr(mcp, "MCPError"):  # mcp 2
        error: Exception = mcp.MCPError(failure.code, failure.message)
        return error
    code = 408 if failure.kind == "timeout" else failure.code
    old: Exception = mcp.McpError(mcp.types.ErrorData(code=code, message=failure.message))
    return old


@asynccontextmanager
async def memory_streams(server: Server) -> AsyncIterator[Any]:
    """The (read, write) streams of a client that is connected to the server."""
    from mcp import types
    from mcp.shared.memory import create_client_server_memory_streams
    from mcp.shared.message import SessionMessage

    message = getattr(types, "jsonrpc_message_adapter", None)  # mcp 2
    parse = message.validate_python if message else types.JSONRPCMessage.model_validate

    async def answer(read: Any, write: Any) -> None:
        async for asked in read:
            said = server.answer(asked.message.model_dump(mode="json", by_alias=True, exclude_unset=True))
            if said is not None:
                await write.send(SessionMessage(parse(said)))

    async with create_client_server_memory_streams() as (client, ours):
        answering = asyncio.create_task(answer(*ours))
        try:
            yield client
        finally:
            answering.cancel()
            await asyncio.wait([answering])

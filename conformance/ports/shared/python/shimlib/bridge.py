"""The protocol's methods in terms of a turn: one assistant message goes in, one user turn comes out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from .messages_api import response as whole_response
from .servers import Server, mark
from .stdio import NotOffered, Refused

JSON = Any
Exposed = tuple[str, Server, str]
"""The name that the model sees, the server, and the tool's MCP name."""


class Bridge:
    """A shim subclasses this. A method that it leaves out is not offered.

    The answers of ``resolve``, ``tool_calls`` and ``tool_result`` are what the bridge did in a turn: which server it
    called with what, and which blocks it wrote for the next user turn.
    """

    name = ""
    distribution = ""
    """The installed distribution whose version counts as the bridge's."""

    async def exposed(self, servers: Sequence[Server]) -> list[Exposed]:
        """The bridge's tools in its own order, with the names that it gives them."""
        raise NotOffered("names")

    async def definitions(self, servers: Sequence[Server], options: dict[str, JSON]) -> list[JSON]:
        """The tool definitions that the bridge sends."""
        raise NotOffered("tools")

    async def turn(self, servers: Sequence[Server], message: JSON) -> list[JSON]:
        """Let the bridge act on a response; the blocks of the user turn that it sends next."""
        raise NotOffered("turn")

    async def describe(self) -> JSON:
        about = {"name": self.name, "version": version(self.distribution)}
        return {**about, "language": "python", "protocol": 1}

    async def toolset(self, toolset: JSON) -> JSON:
        entries = await self.exposed(servers_of(toolset, []))
        return {"entries": [{"name": name, "server": server.id, "tool": tool} for name, server, tool in entries]}

    async def exposed_name(self, toolset: JSON, server: str, tool: str) -> JSON:
        entries = await self.exposed(servers_of(toolset, []))
        return next((name for name, owner, raw in entries if (owner.id, raw) == (server, tool)), None)

    async def tools(self, toolset: JSON, options: JSON) -> JSON:
        return await self.definitions(servers_of(toolset, []), options)

    async def resolve(self, toolset: JSON, name: JSON) -> JSON:
        if not isinstance(name, str):
            raise Refused("a name is a string")
        record: list[JSON] = []
        block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}
        await self.turn(servers_of(toolset, record), whole_response([block]))
        return {"server": record[0]["server"], "tool": record[0]["tool"]} if record else None

    async def tool_calls(self, toolset: JSON, response: JSON) -> JSON:
        record: list[JSON] = []
        blocks = await self.turn(servers_of(toolset, record), whole_response(response))
        calls: list[JSON] = [{"call_id": None, **call} for call in record]
        rejected = []
        for block in blocks:
            number = answered(block, len(calls))
            if number is None:
                rejected.append(block)
            else:
                calls[number]["call_id"] = block["tool_use_id"]
        return {"calls": calls, "rejected": rejected}

    async def tool_result(self, tool_use_id: str, outcome: JSON, options: JSON) -> JSON:
        if options:
            raise NotOffered("structured")
        server = Server("files", [{"name": "read", "inputSchema": {"type": "object"}}], [], outcome)
        [(name, _, _)] = await self.exposed([server])
        block = {"type": "tool_use", "id": tool_use_id, "name": name, "input": {}}
        [answer] = await self.turn([server], whole_response([block]))
        return answer


def servers_of(toolset: JSON, record: list[JSON]) -> list[Server]:
    """The servers of a tool set; no bridge takes exposed names from outside."""
    if "servers" not in toolset:
        raise NotOffered("entries")
    return [Server(server["id"], server["tools"], record) for server in toolset["servers"]]


def pairs_of(servers: Sequence[Server]) -> list[tuple[Server, JSON]]:
    """Each tool with its server, in build order."""
    return [(server, tool) for server in servers for tool in server.tools]


def answered(block: JSON, count: int) -> int | None:
    """The number of the call that a block of the user turn answers."""
    text = json.dumps(block)
    return next((number for number in range(count) if mark(number) in text), None)

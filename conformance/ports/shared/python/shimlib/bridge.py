"""The protocol's methods in terms of a turn: one assistant message goes in, one user turn comes out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any

from .messages_api import LAST, MessagesApi
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
    caches = False
    """Whether the bridge has an option for the cache marker."""
    flies: tuple[type[Exception], ...] = ()
    """What the shim's sessions raise for a call without a result, where the bridge may let it through to its caller."""

    def __init__(self) -> None:
        self.api = MessagesApi()

    async def exposed(self, servers: Sequence[Server]) -> list[Exposed]:
        """The bridge's tools in its own order, with the names that it gives them.

        Where a bridge has no function for it: the names that it sends, each with the tool that a call by it reaches.
        """
        names: list[str] = []

        def call_all(body: JSON) -> JSON:
            names.extend(tool["name"] for tool in body.get("tools", []))
            return [{"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": {}} for n, name in enumerate(names)]

        record: list[JSON] = []
        callable_servers = recording(servers, record)
        blocks = await self.turn(callable_servers, call_all)
        reached = {call["call_id"]: call for call in paired(record, blocks)[0]}
        found = ((name, reached.get(f"toolu_{n}")) for n, name in enumerate(names))
        owners = {server.id: server for server in callable_servers}
        return [(name, owners[call["server"]], call["tool"]) for name, call in found if call]

    async def definitions(self, servers: Sequence[Server], options: dict[str, JSON]) -> list[JSON]:
        """The tool definitions that the bridge sends."""
        await self.turn(servers, LAST)
        return self.api.definitions()

    async def turn(self, servers: Sequence[Server], message: JSON) -> list[JSON]:
        """Let the bridge act on what ``MessagesApi.play`` takes; the blocks of the user turn after it."""
        raise NotOffered("turn")

    async def describe(self) -> JSON:
        about = {"name": self.name, "version": version(self.distribution)}
        return {**about, "language": "python", "protocol": 1}

    async def toolset(self, toolset: JSON) -> JSON:
        entries = await self.exposed(servers_of(toolset))
        return {"entries": [{"name": name, "server": server.id, "tool": tool} for name, server, tool in entries]}

    async def exposed_name(self, toolset: JSON, server: str, tool: str) -> JSON:
        entries = await self.exposed(servers_of(toolset))
        return next((name for name, owner, raw in entries if (owner.id, raw) == (server, tool)), None)

    async def tools(self, toolset: JSON, options: JSON) -> JSON:
        if options and not self.caches:
            raise NotOffered("cache_control")
        return await self.definitions(servers_of(toolset), options)

    async def resolve(self, toolset: JSON, name: JSON) -> JSON:
        if not isinstance(name, str):
            raise Refused("a name is a string")
        record: list[JSON] = []
        block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}
        await self.turn(recording(servers_of(toolset), record), [block])
        return {"server": record[0]["server"], "tool": record[0]["tool"]} if record else None

    async def tool_calls(self, toolset: JSON, response: JSON) -> JSON:
        record: list[JSON] = []
        blocks = await self.turn(recording(servers_of(toolset), record), whole_response(response))
        calls, rejected = paired(record, blocks)
        return {"calls": calls, "rejected": rejected}

    async def tool_result(self, tool_use_id: str, outcome: JSON, options: JSON) -> JSON:
        if options:
            raise NotOffered("structured")
        server = Server("files", [{"name": "read", "inputSchema": {"type": "object"}}], [], outcome)

        def call(body: JSON) -> JSON:
            return [{"type": "tool_use", "id": tool_use_id, "name": body["tools"][0]["name"], "input": {}}]

        try:
            [answer] = await self.turn([server], call)
        except self.flies as error:
            raise NotOffered(f"the bridge lets the error of a call fly: {error}") from None
        return answer


def servers_of(toolset: JSON) -> list[Server]:
    """The servers of a tool set; no bridge takes exposed names from outside."""
    if "servers" not in toolset:
        raise NotOffered("entries")
    return [Server(server["id"], server["tools"], []) for server in toolset["servers"]]


def recording(servers: Sequence[Server], record: list[JSON]) -> list[Server]:
    """The same servers, to be called. They promise no structured content, since their answers have none."""
    return [
        Server(server.id, [{k: v for k, v in tool.items() if k != "outputSchema"} for tool in server.tools], record)
        for server in servers
    ]


def pairs_of(servers: Sequence[Server]) -> list[tuple[Server, JSON]]:
    """Each tool with its server, in build order."""
    return [(server, tool) for server in servers for tool in server.tools]


def in_order(names: Iterable[str], servers: Sequence[Server]) -> list[Exposed]:
    """The names of a bridge that makes one tool of each, in build order."""
    return [(name, server, tool["name"]) for name, (server, tool) in zip(names, pairs_of(servers), strict=True)]


def paired(record: list[JSON], blocks: list[JSON]) -> tuple[list[JSON], list[JSON]]:
    """The calls that reached the servers, each with the id of the block that answers it, and all other tool_results.

    A bridge may call side by side: the calls stand in the order of their answers, those without one at the end.
    What else an agent says in the turn (a text that asks for an answer) is no rejection.
    """
    calls, rejected, left = [], [], dict(enumerate(record))
    for block in blocks:
        if block.get("type") != "tool_result":
            continue
        text = json.dumps(block)
        number = next((number for number in left if mark(number) in text), None)
        if number is None:
            rejected.append(block)
        else:
            calls.append({"call_id": block.get("tool_use_id"), **left.pop(number)})
    return calls + [{"call_id": None, **call} for call in left.values()], rejected

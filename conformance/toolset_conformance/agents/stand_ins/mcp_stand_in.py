"""A stand-in MCP server, whatever the transport: what it answers to each message, and what it writes down.

It serves clients of both eras of MCP at once. Up to 2025-11-25 a client begins with the handshake (``initialize``);
from 2026-07-28 on each request stands alone and names its revision in ``params._meta``, and ``server/discover`` says
what the server speaks. What a conversation gives as a result goes out as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from toolset_conformance.agents.conversation import HELD_SECONDS, JSON, Call, Reaction, Server, text_result
from toolset_conformance.agents.stand_ins.recording import Recording

MODERN = "2026-07-28"
"""The first revision without a handshake."""
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"

INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, UNSUPPORTED_VERSION = -32600, -32601, -32602, -32022

Notify = Callable[[JSON], Awaitable[None]]

_HEAD_START = 0.05


@dataclass(frozen=True)
class Reply:
    """What becomes of one message.

    ``kind``: ``message`` (``message`` is sent), ``accepted`` (nothing to send: a notification), ``never`` (the request
    stays open), ``dies`` (the server ends now), ``listen`` (a stream of notifications begins with ``message``).
    ``status``: for HTTP. ``changed``: the list of tools has changed, which :meth:`McpStandIn.announce` tells the
    client ahead of the answer. ``before``: the server's own messages that are sent first, whatever the kind.
    """

    kind: Literal["message", "accepted", "never", "dies", "listen"]
    message: JSON = None
    status: int = 200
    changed: bool = False
    before: tuple[JSON, ...] = ()


class McpStandIn:
    """One server of a conversation. All methods are for the thread of the event loop."""

    def __init__(self, server: Server, recording: Recording) -> None:
        self.server = server
        self._recording = recording
        self._pages: tuple[JSON, ...] = server.pages
        self._counts: dict[str, int] = {}
        self._settled: list[bool] = []
        self._settling = asyncio.Condition()
        self._listeners: dict[object, tuple[Notify, JSON]] = {}
        self._legacy = [revision for revision in server.revisions if revision < MODERN]
        self.changes = any(
            reaction.then_pages is not None for reactions in server.reactions.values() for reaction in reactions
        )
        """Whether the list of tools will change, which is announced as a capability."""

    @property
    def name(self) -> str:
        """The server's name in the wire log."""
        return f"mcp:{self.server.id}"

    async def receive(self, message: JSON) -> Reply:
        """Answer one message of a client."""
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            if isinstance(message, dict) and "id" in message and ("result" in message or "error" in message):
                return Reply("accepted", status=202)
            self._recording.odd(f"a message to {self.name} that is no JSON-RPC request")
            return Reply("message", _failure(None, INVALID_REQUEST, "Invalid Request"), 400)
        if "id" not in message:
            return Reply("accepted", status=202)
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        revision = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
        if revision is not None and (MODERN in self.server.revisions or message["method"] != "server/discover"):
            return await self._modern(message, params, revision)
        return await self._handshaken(message, params)

    def listen(self, key: object, notify: Notify, subscription: JSON = None) -> None:
        """Send notifications to this client from now on, until :meth:`leave` with the same key."""
        self._listeners[key] = (notify, subscription)

    def leave(self, key: object) -> None:
        """Send this client no more notifications."""
        self._listeners.pop(key, None)

    @property
    def heard(self) -> bool:
        """Whether a client listens to notifications."""
        return bool(self._listeners)

    async def announce(self) -> None:
        """Tell all that listen that the list of tools has changed, and let them hear it before anything else."""
        for notify, subscription in list(self._listeners.values()):
            with contextlib.suppress(ConnectionError):
                await notify(list_changed(subscription))
        # The news may go over another connection than the answer that follows them.
        await asyncio.sleep(_HEAD_START if self._listeners else 0)

    async def _modern(self, message: JSON, params: Mapping[str, JSON], revision: JSON) -> Reply:
        identifier, method = message["id"], message["method"]
        known = [known for known in self.server.revisions if known >= MODERN]
        if revision not in known:
            return self._unsupported(identifier, revision)
        self._recording.connected[self.server.id] = revision
        extra: dict[str, JSON] = {"resultType": "complete", "_meta": {SERVER_KEY: self._info()}}
        cached: dict[str, JSON] = {"ttlMs": 0, "cacheScope": "private"}
        if method == "server/discover":
            supported = {"supportedVersions": list(self.server.revisions), "capabilities": self._capabilities()}
            return Reply("message", _success(identifier, {**supported, **cached, **extra}))
        if method == "subscriptions/listen":
            wanted = params.get("notifications")
            changed = isinstance(wanted, dict) and wanted.get("toolsListChanged") is True and self.changes
            noted = {"notifications": {"toolsListChanged": True} if changed else {}}
            noted["_meta"] = {SUBSCRIPTION_KEY: identifier}
            return Reply("listen", _notification("notifications/subscriptions/acknowledged", noted))
        if method == "tools/list":
            return await self._list(identifier, params, {**cached, **extra})
        if method == "tools/call":
            return await self._call(identifier, params, modern=True)
        return Reply("message", _failure(identifier, METHOD_NOT_FOUND, f"Method not found: {method}"), 404)

    async def _handshaken(self, message: JSON, params: Mapping[str, JSON]) -> Reply:
        identifier, method = message["id"], message["method"]
        if method == "initialize":
            asked = params.get("protocolVersion")
            if not self._legacy:
                return self._unsupported(identifier, asked)
            revision = asked if asked in self._legacy else self._legacy[-1]
            self._recording.connected[self.server.id] = revision
            answer = {"protocolVersion": revision, "capabilities": self._capabilities(), "serverInfo": self._info()}
            return Reply("message", _success(identifier, answer))
        if not self._legacy:
            return self._unsupported(identifier, None)
        if method == "ping":
            return Reply("message", _success(identifier, {}))
        if method == "tools/list":
            return await self._list(identifier, params, {})
        if method == "tools/call":
            return await self._call(identifier, params, modern=False)
        return Reply("message", _failure(identifier, METHOD_NOT_FOUND, f"Method not found: {method}"))

    def _info(self) -> dict[str, JSON]:
        return {"name": self.server.id, "version": "1.0.0"}

    def _capabilities(self) -> dict[str, JSON]:
        return {"tools": {"listChanged": True} if self.changes else {}}

    def _unsupported(self, identifier: JSON, revision: JSON) -> Reply:
        data = {"supported": list(self.server.revisions), "requested": revision}
        return Reply("message", _failure(identifier, UNSUPPORTED_VERSION, "Unsupported protocol version", data), 400)

    async def _list(self, identifier: JSON, params: Mapping[str, JSON], extra: dict[str, JSON]) -> Reply:
        fault = self.server.fault
        self._recording.listed[self.server.id] = self._recording.listed.get(self.server.id, 0) + 1
        if fault == "list_never":
            return Reply("never")
        if fault == "list_error":
            return Reply("message", _failure(identifier, -32603, "The list of tools cannot be read"))
        cursor = params.get("cursor")
        page = 0
        if cursor is not None:
            word, _, number = str(cursor).partition("-")
            if word != "page" or not number.isdecimal() or (int(number) >= len(self._pages) and fault is None):
                return Reply("message", _failure(identifier, INVALID_PARAMS, f"Unknown cursor: {cursor}"))
            page = int(number)
        answer: dict[str, JSON] = {"tools": self._pages[min(page, len(self._pages) - 1)] if self._pages else []}
        if isinstance(answer["tools"], tuple):
            answer["tools"] = list(answer["tools"])
        if page + 1 < len(self._pages) or fault == "list_endless":
            answer["nextCursor"] = f"page-{page + 1}"
        return Reply("message", _success(identifier, {**answer, **extra}))

    def _tool_names(self) -> set[str]:
        return {
            tool["name"]
            for page in self._pages
            if isinstance(page, (list, tuple))
            for tool in page
            if isinstance(tool, dict) and isinstance(tool.get("name"), str)
        }

    def _reaction(self, tool: JSON) -> Reaction:
        names = self._tool_names()
        if not isinstance(tool, str) or tool not in names:
            return Reaction("error", {"code": INVALID_PARAMS, "message": f"Unknown tool: {tool}"})
        reactions = self.server.reactions.get(tool, ())
        count = self._counts.get(tool, 0)
        self._counts[tool] = count + 1
        return reactions[min(count, len(reactions) - 1)] if reactions else text_result(f"{tool}: done")

    async def _call(self, identifier: JSON, params: Mapping[str, JSON], *, modern: bool) -> Reply:
        tool, given = params.get("name"), "arguments" in params
        reaction = self._reaction(tool)
        index = len(self._recording.calls)
        at = self._recording.now()
        self._recording.calls.append(Call(at, self.server.id, tool, params.get("arguments"), given, reaction))
        place = len(self._settled)
        self._settled.append(False)
        if reaction.delay:
            await asyncio.sleep(reaction.delay)
        if reaction.behind:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._later(place, reaction.behind), HELD_SECONDS)
        changed, before = reaction.then_pages is not None, reaction.before
        if reaction.then_pages is not None:
            self._pages = reaction.then_pages
        if reaction.kind in ("never", "dies"):
            return Reply("never" if reaction.kind == "never" else "dies", changed=changed, before=before)
        self._recording.answered(index)
        async with self._settling:
            self._settled[place] = True
            self._settling.notify_all()
        if reaction.kind == "error":
            error = {"jsonrpc": "2.0", "id": identifier, "error": reaction.value}
            return Reply("message", error, changed=changed, before=before)
        value = reaction.value
        if modern and not reaction.exact and isinstance(value, dict) and "resultType" not in value:
            value = {**value, "resultType": "complete"}
        return Reply("message", _success(identifier, value), changed=changed, before=before)

    async def _later(self, place: int, count: int) -> None:
        """Wait until so many calls that came after this one have been answered."""
        async with self._settling:
            await self._settling.wait_for(lambda: sum(self._settled[place + 1 :]) >= count)


def list_changed(subscription: JSON = None) -> JSON:
    """Return the notification that the list of tools has changed."""
    meta = {} if subscription is None else {"_meta": {SUBSCRIPTION_KEY: subscription}}
    return _notification("notifications/tools/list_changed", meta)


def _success(identifier: JSON, result: JSON) -> JSON:
    return {"jsonrpc": "2.0", "id": identifier, "result": result}


def _failure(identifier: JSON, code: int, message: str, data: JSON = None) -> JSON:
    error = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return {"jsonrpc": "2.0", "id": identifier, "error": error}


def _notification(method: str, params: JSON) -> JSON:
    return {"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})}

"""A stand-in MCP server over Streamable HTTP, for clients of every revision."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import NoReturn

from toolset_conformance.agents.conversation import JSON
from toolset_conformance.agents.stand_ins.http_server import HttpRequest, HttpResponse, HttpServer
from toolset_conformance.agents.stand_ins.mcp_stand_in import McpStandIn, Reply, list_changed
from toolset_conformance.agents.stand_ins.recording import Recording, body_entry, shown_headers

_STREAM = {"content-type": "text/event-stream", "cache-control": "no-cache"}


class McpOverHttp:
    """One server at a port of its own, so that it can be out of reach, or die, alone."""

    def __init__(self, stand_in: McpStandIn, recording: Recording) -> None:
        self._stand_in, self._recording = stand_in, recording
        self._http = HttpServer(stand_in.name, self._handle, recording.odd, recording.fault)

    @property
    def url(self) -> str:
        """The endpoint."""
        return f"http://127.0.0.1:{self._http.port}/mcp"

    async def start(self) -> None:
        """Listen, unless the server is to be out of reach: then its port is one where nothing listens."""
        await self._http.start()
        if self._stand_in.server.fault == "unreachable":
            await self._http.close()

    async def close(self) -> None:
        """Break all connections and listen no more."""
        await self._http.close()

    async def _handle(self, request: HttpRequest) -> HttpResponse:
        headers = shown_headers(request.headers)
        what = {"method": request.method, "path": request.path, "headers": headers}
        self._recording.write("agent", self._stand_in.name, "request", **what, **body_entry(request.body))
        response = await self._routed(request)
        if response.parts is None:
            more = body_entry(response.body)
            self._recording.write(self._stand_in.name, "agent", "answer", status=response.status, **more)
        return response

    async def _routed(self, request: HttpRequest) -> HttpResponse:
        if request.path != "/mcp":
            return HttpResponse(404)
        if request.method == "GET" and self._stand_in.changes:
            return HttpResponse(200, _STREAM, parts=self._stream([], None))
        if request.method != "POST":
            return HttpResponse(405, {"allow": "POST"})
        try:
            message = json.loads(request.body)
        except (ValueError, RecursionError):
            error = {"code": -32700, "message": "Parse error"}
            return _json(400, {"jsonrpc": "2.0", "id": None, "error": error})
        if isinstance(message, list):
            return await self._batch(message)
        reply = await self._stand_in.receive(message)
        return await self._response(message, reply)

    async def _batch(self, messages: list[JSON]) -> HttpResponse:
        """Answer a batch of JSON-RPC, which the revision 2025-03-26 has."""
        replies = await asyncio.gather(*map(self._stand_in.receive, messages))
        if any(reply.kind == "dies" for reply in replies):
            return await self._response(None, Reply("dies"))
        answers = [reply.message for reply in replies if reply.kind == "message"]
        own = [own for reply in replies for own in reply.before]
        if own:
            return HttpResponse(200, _STREAM, parts=self._events([*own, answers]))
        return _json(200, answers) if answers else HttpResponse(202)

    async def _response(self, message: JSON, reply: Reply) -> HttpResponse:
        if reply.kind == "accepted":
            return HttpResponse(reply.status)
        if reply.before or reply.changed:
            return HttpResponse(200, _STREAM, parts=self._after_its_own(reply))
        if reply.kind == "never":
            await asyncio.Event().wait()
        if reply.kind == "dies":
            await self._die()
        if reply.kind == "listen":
            return HttpResponse(200, _STREAM, parts=self._stream([reply.message], message.get("id")))
        headers = {}
        if self._stand_in.changes and isinstance(message, dict) and message.get("method") == "initialize":
            # Some clients open the stream of notifications only within a session.
            headers["mcp-session-id"] = "stand-in"
        return _json(reply.status, reply.message, headers)

    async def _events(self, messages: list[JSON]) -> AsyncIterator[bytes]:
        for message in messages:
            self._recording.write(self._stand_in.name, "agent", "message", body=message)
            yield b"event: message\ndata: " + json.dumps(message).encode("ascii") + b"\n\n"

    async def _after_its_own(self, reply: Reply) -> AsyncIterator[bytes]:
        """Yield the server's own messages, with the news of its list where nobody listens for them, then the answer."""
        changed = [list_changed()] if reply.changed and not self._stand_in.heard else []
        async for event in self._events([*reply.before, *changed]):
            yield event
        if reply.changed:
            await self._stand_in.announce()
        if reply.kind == "never":
            await asyncio.Event().wait()
        if reply.kind == "dies":
            await self._die()
        async for event in self._events([reply.message]):
            yield event

    async def _die(self) -> NoReturn:
        self._recording.write(self._stand_in.name, "agent", "event", text="the server dies")
        await self._http.close()
        raise ConnectionResetError

    async def _stream(self, first: list[JSON], subscription: JSON) -> AsyncIterator[bytes]:
        """Yield notifications for as long as the client listens."""
        queue: asyncio.Queue[JSON] = asyncio.Queue()
        key = object()
        self._stand_in.listen(key, queue.put, subscription)
        try:
            yield b": listening\n\n"
            async for event in self._events(first):
                yield event
            while True:
                with contextlib.suppress(asyncio.TimeoutError):
                    message = await asyncio.wait_for(queue.get(), 5.0)
                    async for event in self._events([message]):
                        yield event
                    continue
                # A word now and then, or it would not be seen that the client has gone.
                yield b": still here\n\n"
        finally:
            self._stand_in.leave(key)


def _json(status: int, message: JSON, headers: dict[str, str] | None = None) -> HttpResponse:
    return HttpResponse(
        status, {"content-type": "application/json", **(headers or {})}, json.dumps(message).encode("ascii")
    )

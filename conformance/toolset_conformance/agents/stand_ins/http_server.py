"""A small HTTP/1.1 server on loopback that can also do what no library would: stop in the middle, or never answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Literal

MAX_BODY = 128 * 2**20
"""Bytes that a request's body may have."""
_MAX_LINE = 2**18
_MANY_CONNECTIONS = 50
_METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")


@dataclass(frozen=True)
class HttpRequest:
    """One request. ``path``: without the query. ``headers``: lower-case names."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class HttpResponse:
    """One answer.

    ``parts``: a body that is sent in these parts, chunked, each on its own; else ``body``. ``then``: ``abort`` breaks
    the connection after what has been sent, in the middle of a chunked body.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    parts: AsyncIterator[bytes] | None = None
    then: Literal["keep", "abort"] = "keep"


Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]


class _Malformed(Exception):
    """What came is not HTTP."""


class _Half(Exception):
    """The connection ended in the middle of a request."""


class HttpServer:
    """A server on a port that the system chooses.

    ``odd``: told, in a sentence, of what is no request. ``fault``: told of an exception of the handler's.

    All methods are for the thread of the event loop.
    """

    def __init__(self, name: str, handler: Handler, odd: Callable[[str], None], fault: Callable[[str], None]) -> None:
        self.name, self.port = name, 0
        self._handler, self._odd, self._fault = handler, odd, fault
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._reading: dict[asyncio.StreamWriter, bytearray] = {}

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_MAX_LINE, backlog=512)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Listen no more and break all connections."""
        if self._server is not None:
            self._server.close()
        for writer, begun in list(self._reading.items()):
            if begun:
                self._half(begun, "and nothing more")
            self._reading.pop(writer, None)
        tasks = [task for task in self._open if task is not asyncio.current_task()]
        for task, writer in list(self._open.items()):
            writer.transport.abort()
            if task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _half(self, begun: bytearray, rest: str) -> None:
        line = begun.split(b"\r\n", 1)[0][:80].decode("latin-1", "replace")
        self._odd(f"half a request to {self.name} ('{line}', {len(begun)} bytes), {rest}")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = writer
        if len(self._open) == _MANY_CONNECTIONS:
            self._odd(f"{_MANY_CONNECTIONS} connections or more to {self.name} at once")
        try:
            with contextlib.suppress(ConnectionError):
                await self._requests(reader, writer)
        except asyncio.CancelledError:
            pass
        except Exception as error:
            self._fault(f"the stand-in of {self.name} raised {type(error).__name__}: {error}")
        finally:
            self._open.pop(task, None)
            self._reading.pop(writer, None)
            writer.close()

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            self._reading[writer] = bytearray()
            try:
                request = await self._read(reader, writer)
            except _Half:
                self._half(self._reading[writer], "then the connection ended")
                return
            except _Malformed as error:
                self._odd(f"a request to {self.name} that is not HTTP/1.1: {error}")
                writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                await writer.drain()
                return
            if request is None:
                return
            self._reading[writer] = bytearray()
            response = await self._handler(request)
            if not await _send(writer, request, response):
                return

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> HttpRequest | None:
        """Read one request; ``None`` at the end of the connection."""

        async def line() -> bytes:
            try:
                got = await reader.readuntil(b"\n")
            except asyncio.IncompleteReadError as error:
                self._reading[writer] += error.partial
                raise _Half from None
            except (asyncio.LimitOverrunError, ValueError):
                raise _Malformed("a line without an end") from None
            self._reading[writer] += got
            return got.rstrip(b"\r\n")

        async def exactly(count: int) -> bytes:
            got = bytearray()
            while len(got) < count:
                part = await reader.read(min(count - len(got), 2**16))
                if not part:
                    raise _Half
                self._reading[writer] += part
                got += part
            return bytes(got)

        try:
            first = await line()
        except _Half:
            if self._reading[writer]:
                raise
            return None
        words = first.decode("latin-1").split(" ")
        if len(words) != 3 or words[0] not in _METHODS or not words[2].startswith("HTTP/1."):
            raise _Malformed(repr(first[:60].decode("latin-1")))
        headers: dict[str, str] = {}
        while field_line := await line():
            name, colon, value = field_line.decode("latin-1").partition(":")
            if not colon:
                raise _Malformed(f"a header without a colon: {field_line[:60]!r}")
            headers[name.strip().lower()] = value.strip()
        if headers.get("expect", "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await self._body(headers, line, exactly)
        return HttpRequest(words[0], words[1].partition("?")[0], headers, body)

    async def _body(
        self,
        headers: Mapping[str, str],
        line: Callable[[], Awaitable[bytes]],
        exactly: Callable[[int], Awaitable[bytes]],
    ) -> bytes:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = bytearray()
            while True:
                try:
                    size = int((await line()).split(b";")[0], 16)
                except ValueError:
                    raise _Malformed("a chunk without a size") from None
                if size < 0 or len(body) + size > MAX_BODY:
                    raise _Malformed("a body that is too long")
                if not size:
                    break
                body += await exactly(size)
                await line()
            while await line():
                pass
            return bytes(body)
        text = headers.get("content-length", "0")
        if not text.isascii() or not text.isdecimal() or int(text) > MAX_BODY:
            raise _Malformed(f"Content-Length {text!r}")
        return await exactly(int(text))


async def _send(writer: asyncio.StreamWriter, request: HttpRequest, response: HttpResponse) -> bool:
    """Send an answer; return whether the connection can be used again."""
    keep = request.headers.get("connection", "").lower() != "close"
    reason = HTTPStatus(response.status).phrase if response.status in HTTPStatus._value2member_map_ else "Status"
    lines = [f"HTTP/1.1 {response.status} {reason}"]
    lines += [f"{name}: {value}" for name, value in response.headers.items()]
    lines.append(
        "Transfer-Encoding: chunked" if response.parts is not None else f"Content-Length: {len(response.body)}"
    )
    if not keep:
        lines.append("Connection: close")
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    if request.method == "HEAD":
        await writer.drain()
        return keep
    if response.parts is None:
        writer.write(response.body)
    else:
        async for part in response.parts:
            if part:
                writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
                await writer.drain()
    if response.then == "abort":
        await writer.drain()
        # The end of the connection without the last chunk: what has been sent arrives, and is not whole.
        return False
    if response.parts is not None:
        writer.write(b"0\r\n\r\n")
    await writer.drain()
    return keep

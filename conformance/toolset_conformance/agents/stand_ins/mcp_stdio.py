"""A stand-in MCP server over stdio: the agent starts a relay, which hands every line to the stand-in and back."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from toolset_conformance.agents.conversation import JSON
from toolset_conformance.agents.stand_ins.mcp_stand_in import McpStandIn, Notify
from toolset_conformance.agents.stand_ins.recording import Recording

RELAY = Path(__file__).with_name("stdio_relay.py")
_MAX_LINE = 128 * 2**20


class McpOverStdio:
    """One server, reached by the relay on a loopback port of its own. Where nothing listens there, the relay exits."""

    def __init__(self, stand_in: McpStandIn, recording: Recording) -> None:
        self._stand_in, self._recording = stand_in, recording
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._port = 0

    @property
    def command(self) -> str:
        """The program that the agent starts as its server."""
        return sys.executable

    @property
    def args(self) -> list[str]:
        """The arguments of that program."""
        return ["-I", "-S", str(RELAY), str(self._port)]

    async def start(self) -> None:
        """Listen for relays, unless the server is to be out of reach."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_MAX_LINE)
        self._port = self._server.sockets[0].getsockname()[1]
        if self._stand_in.server.fault == "unreachable":
            self._server.close()

    async def close(self) -> None:
        """Break all connections, by which the relays exit, and listen no more."""
        if self._server is not None:
            self._server.close()
        tasks = [task for task in self._open if task is not asyncio.current_task()]
        for task, writer in list(self._open.items()):
            writer.transport.abort()
            if task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = writer
        answering: set[asyncio.Task[None]] = set()

        async def send(message: JSON) -> None:
            self._recording.write(self._stand_in.name, "agent", "message", body=message)
            writer.write(json.dumps(message).encode("ascii") + b"\n")
            await writer.drain()

        try:
            async for line in reader:
                if line.strip():
                    job = asyncio.create_task(self._line(line, writer, send))
                    answering.add(job)
                    job.add_done_callback(answering.discard)
                    # Requests are taken in the order in which they come; only what waits is overtaken.
                    await asyncio.sleep(0)
        except (ConnectionError, ValueError, asyncio.CancelledError):
            pass
        finally:
            for job in answering:
                job.cancel()
            self._stand_in.leave(writer)
            self._open.pop(task, None)
            writer.close()

    async def _line(self, line: bytes, writer: asyncio.StreamWriter, send: Notify) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self._recording.write("agent", self._stand_in.name, "message", text=line.decode("utf-8", "replace"))
            self._recording.odd(f"a line to {self._stand_in.name} that is not JSON")
            await send({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error"}})
            return
        self._recording.write("agent", self._stand_in.name, "message", body=message)
        try:
            await (self._batch(message, send) if isinstance(message, list) else self._one(message, writer, send))
        except ConnectionError:
            pass
        except Exception as error:
            self._recording.fault(f"the stand-in of {self._stand_in.name} raised {type(error).__name__}: {error}")

    async def _batch(self, messages: list[JSON], send: Notify) -> None:
        replies = await asyncio.gather(*map(self._stand_in.receive, messages))
        for own in (own for reply in replies for own in reply.before):
            await send(own)
        answers = [reply.message for reply in replies if reply.kind == "message"]
        if answers:
            await send(answers)

    async def _one(self, message: JSON, writer: asyncio.StreamWriter, send: Notify) -> None:
        if isinstance(message, dict) and message.get("method") == "initialize" and self._stand_in.changes:
            self._stand_in.listen(writer, send)
        reply = await self._stand_in.receive(message)
        for own in reply.before:
            await send(own)
        if reply.changed:
            await self._stand_in.announce()
        if reply.kind == "dies":
            self._recording.write(self._stand_in.name, "agent", "event", text="the server dies")
            await self.close()
        if reply.kind == "listen":
            self._stand_in.listen(writer, send, message.get("id"))
        if reply.kind in ("message", "listen"):
            await send(reply.message)

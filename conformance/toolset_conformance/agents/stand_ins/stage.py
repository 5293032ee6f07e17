"""The stage of one conversation: its Messages API and its MCP servers, up on loopback and written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from toolset_conformance.agents.conversation import JSON, Conversation, Observation
from toolset_conformance.agents.stand_ins.api_stand_in import SIDE, ApiStandIn
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.stand_ins.mcp_http import McpOverHttp
from toolset_conformance.agents.stand_ins.mcp_stand_in import McpStandIn
from toolset_conformance.agents.stand_ins.mcp_stdio import McpOverStdio
from toolset_conformance.agents.stand_ins.recording import Recording

Transport = Literal["http", "stdio"]


@dataclass(frozen=True)
class Reachable:
    """How an agent reaches a server: ``url`` over HTTP; over stdio ``command`` and its ``args``."""

    id: str
    url: str = ""
    command: str = ""
    args: tuple[str, ...] = ()

    def plain(self) -> dict[str, JSON]:
        """Return it as JSON, as drivers are told."""
        return {"id": self.id, **({"url": self.url} if self.url else {"command": self.command, "args": [*self.args]})}


class Stage:
    """The stand-ins of one conversation; a context manager, up within it. For any thread but the loop's.

    ``key``, ``side``, ``strict``, ``stop``: as of :class:`~.api_stand_in.ApiStandIn`.
    """

    def __init__(
        self,
        background: Background,
        conversation: Conversation,
        transport: Transport,
        *,
        key: str,
        side: Sequence[str] = SIDE,
        strict: bool = False,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        self._background, self.conversation = background, conversation
        self.recording = Recording()
        self.api = ApiStandIn(conversation, self.recording, key=key, side=side, strict=strict, stop=stop)
        self._transport = transport
        self._servers: list[McpOverHttp | McpOverStdio] = []
        self.servers: tuple[Reachable, ...] = ()
        """How the agent reaches each server, in the conversation's order."""

    def __enter__(self) -> Stage:
        self._background.call(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._background.call(self._close())

    def observation(self, **more: object) -> Observation:
        """Return what has been seen so far; ``more``: the fields on how the agent ended."""

        async def seen() -> Observation:
            return self.recording.observation(**more)

        return self._background.call(seen())

    def end(self, **more: object) -> Observation:
        """End the stand-ins, so that half a request is seen as one, and return what was seen; ``more``: as above."""
        self._background.call(self._close())
        return self.observation(**more)

    async def _start(self) -> None:
        await self.api.server.start()
        reachable = []
        for server in self.conversation.servers:
            stand_in = McpStandIn(server, self.recording)
            if self._transport == "http":
                over_http = McpOverHttp(stand_in, self.recording)
                await over_http.start()
                self._servers.append(over_http)
                reachable.append(Reachable(server.id, url=over_http.url))
            else:
                over_stdio = McpOverStdio(stand_in, self.recording)
                await over_stdio.start()
                self._servers.append(over_stdio)
                reachable.append(Reachable(server.id, command=over_stdio.command, args=tuple(over_stdio.args)))
        self.servers = tuple(reachable)

    async def _close(self) -> None:
        await self.api.server.close()
        for server in self._servers:
            await server.close()


def told(stage: Stage, key: str) -> Mapping[str, JSON]:
    """Return what a driver (mode ``loop``) is told of a conversation, one line of JSON."""
    return {
        "prompt": stage.conversation.prompt,
        "api": stage.api.url,
        "key": key,
        "servers": [server.plain() for server in stage.servers],
    }

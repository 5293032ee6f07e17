"""A lab for the tests of one's own agent: real servers on both sides of it, a model that says what it is told, no key.

with Lab() as lab:
    lab.server("files", tools=[{"name": "read", "inputSchema": {"type": "object"}}], results={"read": "hello"})
    lab.says(lab.uses("read", path="a.txt"))
    lab.says("The file says hello.")
    my_agent(api=lab.api, key=lab.key, servers=lab.mcp_config)
    assert lab.requests[-1].results[0]["content"] == [{"type": "text", "text": "hello"}]
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from toolset_conformance.agents.conversation import (
    JSON,
    Call,
    Conversation,
    Line,
    Message,
    Observation,
    Reaction,
    Refusal,
    Request,
    Server,
    Streaming,
    text_result,
)
from toolset_conformance.agents.stand_ins.api_stand_in import SIDE
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.stand_ins.stage import Stage, Transport
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.agents.starting.profile import Profile, find

Result = str | Mapping[str, JSON] | Reaction
"""What a tool answers: a text, a whole CallToolResult (sent as it is, valid or not), or a :class:`Reaction`."""


@dataclass(frozen=True)
class Use:
    """A call that the model is to make; see :meth:`Lab.uses`."""

    tool: str
    input: Mapping[str, JSON]
    id: str


class Lab:
    """Stand-ins of the Messages API and of MCP servers, for one conversation with an agent of one's own.

    ``transport``: how its servers are reached, ``http`` or ``stdio``. ``prompt``: what the agent will be told, where it
    also asks for titles and the like: only requests that hold it are of the conversation then. Without it, all are.

    The stand-ins go up when :attr:`api`, :attr:`mcp_config` or :attr:`urls` is first asked for; servers have to be
    there by then, what the model says may also come later.
    """

    def __init__(self, *, transport: Transport = "http", prompt: str = "") -> None:
        self.key = f"not-a-key-{secrets.token_hex(8)}"
        """A made-up key for the agent."""
        self._transport, self._prompt = transport, prompt
        self._servers: list[Server] = []
        self._script: list[Line] = []
        self._numbers = itertools.count(1)
        self._background: Background | None = None
        self._stage: Stage | None = None
        self._seen: Observation | None = None

    def __enter__(self) -> Lab:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the stand-ins; what was seen stays."""
        if self._stage is not None:
            self._seen = self._stage.observation()
            self._stage.__exit__()
            self._stage = None
        if self._background is not None:
            self._background.close()
            self._background = None

    def server(
        self, id: str, tools: Sequence[JSON], results: Mapping[str, Result | Sequence[Result]] | None = None
    ) -> None:
        """Add an MCP server. ``results``: for each tool what it answers, always or (a list) to each call in turn.

        Raises ``RuntimeError`` where the stand-ins are up already, or are done with.
        """
        if self._stage is not None or self._seen is not None:
            raise RuntimeError("add all servers before api, mcp_config or urls is asked for, and before run")
        reactions = {name: _reactions(given) for name, given in (results or {}).items()}
        self._servers.append(Server(id, (list(tools),), reactions))

    def uses(self, tool: str, /, **input: JSON) -> Use:
        """Return a call for :meth:`says`.

        ``tool``: the name under which the agent offers it, or the end of that name if only one name ends so: ``read``
        for ``files__read``. Where none does, the model asks for a tool that there is not.
        """
        return Use(tool, input, f"toolu_{next(self._numbers):02}")

    def says(
        self,
        *content: str | Use | Mapping[str, JSON],
        stop_reason: str | None = None,
        streaming: Streaming | None = None,
    ) -> None:
        """Have the model say this to the next request that has no answer yet: texts, calls, or whole content blocks.

        ``stop_reason``: by itself ``tool_use`` where it calls a tool, ``end_turn`` elsewhere. ``streaming``: how it is
        cut for an agent that asks for a stream. After the last message the model says that it is done.
        """
        calls = any(
            isinstance(part, Use) or (isinstance(part, Mapping) and part.get("type") == "tool_use") for part in content
        )
        reason = stop_reason or ("tool_use" if calls else "end_turn")

        def line(seen: Observation) -> Message:
            offered = [tool["name"] for tool in seen.main[-1].tools if isinstance(tool, dict) and "name" in tool]
            blocks = tuple(_block(part, offered) for part in content)
            return Message(blocks, reason, streaming or Streaming())

        self._script.append(line)

    def refuses(self, status: int, type: str = "overloaded_error", message: str = "Overloaded") -> None:
        """Have the Messages API answer the next request with an error."""
        self._script.append(Refusal(status, type, message))

    @property
    def api(self) -> str:
        """The base URL of the Messages API, without ``/v1``."""
        return self._up().api.url

    @property
    def urls(self) -> dict[str, str]:
        """The endpoint of each server, over HTTP."""
        return {server.id: server.url for server in self._up().servers}

    @property
    def mcp_config(self) -> dict[str, JSON]:
        """The servers as most agents are told of them: ``{"mcpServers": {id: {...}}}``."""
        servers = {}
        for server in self._up().servers:
            plain = {key: value for key, value in server.plain().items() if key != "id"}
            servers[server.id] = {"type": self._transport, **plain}
        return {"mcpServers": servers}

    def run(
        self, agent: str | Profile, prompt: str, *, seconds: float = 60.0, programs: Sequence[Path] = ()
    ) -> Observation:
        """Start a command-line agent with this prompt, and return what was seen of it.

        ``agent``: a ready profile, a file, or a :class:`~.profile.Profile`; ``programs``: folders to look for it in.
        The agent has stand-ins of its own. Raises :class:`~toolset_conformance.core.errors.FileError` for a profile
        that is not right.
        """
        profile = agent if isinstance(agent, Profile) else find(agent)
        with Agent(profile, programs=programs) as started:
            self._seen = started.converse(Conversation(prompt, tuple(self._servers), self._script, seconds))
        return self._seen

    @property
    def seen(self) -> Observation:
        """All that has been seen so far."""
        if self._stage is not None:
            return self._stage.observation()
        return self._seen or Observation()

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests of the conversation, in order."""
        return self.seen.main

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls that reached the servers, in order."""
        return self.seen.calls

    def _up(self) -> Stage:
        if self._stage is None:
            if self._seen is not None:
                raise RuntimeError("the lab is closed, or an agent was run in it: take a new one")
            self._background = Background()
            conversation = Conversation(self._prompt, tuple(self._servers), self._script)
            side = SIDE if self._prompt else ()
            self._stage = Stage(self._background, conversation, self._transport, key=self.key, side=side)
            self._stage.__enter__()
        return self._stage


def _reactions(given: Result | Sequence[Result]) -> tuple[Reaction, ...]:
    if isinstance(given, (str, Mapping, Reaction)):
        return (_reaction(given),)
    return tuple(map(_reaction, given))


def _reaction(given: Result) -> Reaction:
    if isinstance(given, Reaction):
        return given
    return text_result(given) if isinstance(given, str) else Reaction(value=dict(given))


def _block(part: str | Use | Mapping[str, JSON], offered: Sequence[str]) -> JSON:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    if isinstance(part, Use):
        ends = [name for name in offered if name.endswith(part.tool)]
        name = ends[0] if part.tool not in offered and len(ends) == 1 else part.tool
        return {"type": "tool_use", "id": part.id, "name": name, "input": dict(part.input)}
    return dict(part)

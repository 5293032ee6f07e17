"""A conversation: what the stand-ins do to an agent; and an observation: what the agent was seen to do.

Both are plain data. A conversation names the prompt, the MCP servers with their tools and their reaction to each
call, and the assistant messages that the Messages API gives one after the other. Whoever asks an agent something
writes a conversation; whoever judges the agent reads the observation, and needs neither sockets nor processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

JSON = Any
"""A JSON value: ``None``, ``bool``, ``int``, ``float``, ``str``, ``list[JSON]`` or ``dict[str, JSON]``."""

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The revisions of MCP, oldest first. The last one has no handshake."""

HELD_SECONDS = 1.5
"""How long an answer waits at most for the later calls that are to be answered before it (:attr:`Reaction.behind`)."""


@dataclass(frozen=True)
class Reaction:
    """What a server does about one ``tools/call``.

    ``kind``: ``result`` (``value`` goes out as the JSON-RPC result, as it is, valid or not; only where the client
    speaks 2026-07-28 and the value is an object without ``resultType``, that key is added, unless ``exact``),
    ``error`` (``value`` goes out as the JSON-RPC error object), ``never`` (no answer at all), ``dies`` (the server
    ends: its connections break, its process exits, nothing listens any more).

    ``before``: messages of the server's own that go out ahead of the answer, as they are: notifications and requests.
    ``delay``: seconds from the call to the answer. ``behind``: the answer waits until so many later calls to this
    server have been answered, at most :data:`HELD_SECONDS`. ``then_pages``: the server's pages from this answer on; the
    client is told so by ``notifications/tools/list_changed``.
    """

    kind: Literal["result", "error", "never", "dies"] = "result"
    value: JSON = None
    delay: float = 0.0
    behind: int = 0
    then_pages: tuple[JSON, ...] | None = None
    exact: bool = False
    before: tuple[JSON, ...] = ()


def text_result(text: str) -> Reaction:
    """Return the reaction of a plain tool: one text block."""
    return Reaction(value={"content": [{"type": "text", "text": text}]})


@dataclass(frozen=True)
class Server:
    """One MCP server.

    ``id``: the name under which the agent is told of it. ``pages``: the value of ``tools`` in each page of the answer
    to ``tools/list``, as it is: a list of tools, or anything else for a broken list. ``reactions``: for each tool name
    (as MCP knows it) the reactions to its first, second, ... call; the last one stands for all further calls. A tool
    without any answers with a text of its own, a name that is no tool with the error -32602.

    ``fault``: ``unreachable`` (nothing listens; over stdio the command exits at once), ``list_error`` (``tools/list``
    is answered with an error), ``list_never`` (not answered), ``list_endless`` (the last page comes again and again,
    each time with another cursor). ``revisions``: the revisions of MCP that the server speaks.
    """

    id: str
    pages: tuple[JSON, ...] = ((),)
    reactions: Mapping[str, Sequence[Reaction]] = field(default_factory=dict)
    fault: Literal["unreachable", "list_error", "list_never", "list_endless"] | None = None
    revisions: tuple[str, ...] = REVISIONS


@dataclass(frozen=True)
class Streaming:
    """How a message goes out to an agent that asks for a stream; without effect on one that does not.

    ``cut``: ``whole`` (one delta a block), ``even`` (pieces of a few characters), ``unkind`` (pieces that end inside an
    escape of the JSON text, parts of the stream that end inside a UTF-8 character, empty deltas, pings).
    ``pieces``: for a block's index the ``partial_json`` (``tool_use``) or ``text`` deltas, as they are; they need not
    make up a whole input. ``error_after``: an ``error`` event (overloaded) follows this many events, and the stream
    ends. ``break_after``: the connection breaks after this many events.
    """

    cut: Literal["whole", "even", "unkind"] = "even"
    pieces: Mapping[int, Sequence[str]] = field(default_factory=dict)
    error_after: int | None = None
    break_after: int | None = None


@dataclass(frozen=True)
class Message:
    """One assistant message. ``content``: its blocks as they are. ``stop_reason``: as it is, ``tool_use`` or others."""

    content: tuple[JSON, ...]
    stop_reason: str = "tool_use"
    streaming: Streaming = Streaming()


@dataclass(frozen=True)
class Refusal:
    """An HTTP error in place of a message. ``type`` and ``message``: of the error object in the API's shape."""

    status: int
    type: str = "invalid_request_error"
    message: str = "refused"
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Message | Refusal
"""What the Messages API says to one request of the main conversation."""

Line = Message | Refusal | Callable[["Observation"], Answer]
"""One line of the script: an answer, or a function of what has been seen so far.

The function is called when its request has come (the last of ``observation.requests``), so it can use the names under
which the agent offers the tools. It must be quick, and must not raise: an exception is reported as an error of ours.
"""


@dataclass(frozen=True)
class Conversation:
    """One conversation with an agent.

    ``prompt``: what the user says; rare enough to know the main conversation by it. ``script``: what the API says to
    the first, second, ... request of the main conversation; to all after these it says :data:`DONE`. ``seconds``: the
    time that the whole conversation may take.
    """

    prompt: str
    servers: tuple[Server, ...] = ()
    script: Sequence[Line] = ()
    seconds: float = 30.0


DONE = Message(({"type": "text", "text": "Done."},), "end_turn")
"""The answer after the end of a script."""


@dataclass(frozen=True)
class Request:
    """One ``POST /v1/messages``.

    ``kind``: ``main`` (of the conversation), ``side`` (a title, a summary, a probe). ``body``: the parsed body.
    ``headers``: lower-case names, keys and tokens left out. ``answer``: what the API said to it; ``None`` for
    a ``side`` request, and while a function of the script is asked for the answer. ``refused``: what the Messages API
    would refuse in it, a sentence each, with its public source. ``at``: seconds since the start.
    """

    at: float
    kind: Literal["main", "side"]
    body: JSON
    headers: Mapping[str, str]
    answer: Answer | None = None
    refused: tuple[str, ...] = ()

    @property
    def messages(self) -> list[JSON]:
        """The messages of the body; none where it has no list of them."""
        return _list(self.body, "messages")

    @property
    def tools(self) -> list[JSON]:
        """The definitions that the model is offered."""
        return _list(self.body, "tools")

    @property
    def results(self) -> list[JSON]:
        """The ``tool_result`` blocks of the last message."""
        last = self.messages[-1] if self.messages else None
        blocks = _list(last, "content")
        return [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]


def _list(value: JSON, key: str) -> list[JSON]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


@dataclass(frozen=True)
class Call:
    """One ``tools/call`` that reached a server, in the order of arrival.

    ``tool``, ``arguments``: as sent (``arguments`` is ``None`` where there is none; ``had_arguments`` tells).
    ``reaction``: what the server did about it. ``answered``: seconds since the start at which the answer went out,
    ``None`` for never.
    """

    at: float
    server: str
    tool: JSON
    arguments: JSON
    had_arguments: bool
    reaction: Reaction
    answered: float | None = None


End = Literal[
    "ended", "early", "failed", "killed", "hung", "not_started", "never_asked", "kept_asking", "flooded", "driver_error"
]
"""How an agent came to its end.

``ended``: by itself, after the whole script. ``early``: by itself with status 0, before the script was through.
``failed``: by itself with another status. ``killed``: by a signal that is not ours. ``hung``: still running when its
time was over. ``not_started``: there is no such program, or the system would not start it. ``never_asked``: it ended
by itself and never sent the Messages API a request of the main conversation. ``kept_asking``: it went on asking long
after the script's end. ``flooded``: it wrote more output than anybody would read. ``driver_error``: a driver (mode
``loop``) answered with an error.
"""


@dataclass(frozen=True)
class Observation:
    """What was seen of one conversation.

    ``requests``: all requests to ``/v1/messages``, in order. ``calls``: all calls that reached the servers, in order.
    ``listed``: for each server that was asked for its tools, how many pages were read. ``connected``: the revision of
    MCP in which each server was spoken to. ``end``, ``status``: how the agent ended, and its exit status where it had
    one (negative: the signal). ``stdout``, ``stderr``: their last lines. ``wire``: every request, answer and MCP
    message as JSON objects (see :mod:`~toolset_conformance.agents.stand_ins.recording`). ``oddities``: what else was
    seen and is no answer to anything: half a request, an unknown path, a process left behind; each a sentence.
    ``seconds``: how long it took. ``detail``: one sentence for people on how it ended.
    """

    requests: tuple[Request, ...] = ()
    calls: tuple[Call, ...] = ()
    listed: Mapping[str, int] = field(default_factory=dict)
    connected: Mapping[str, str] = field(default_factory=dict)
    end: End = "ended"
    status: int | None = None
    stdout: str = ""
    stderr: str = ""
    wire: tuple[Mapping[str, JSON], ...] = ()
    oddities: tuple[str, ...] = ()
    seconds: float = 0.0
    detail: str = ""
    faults: tuple[str, ...] = ()

    @property
    def main(self) -> tuple[Request, ...]:
        """The requests of the main conversation."""
        return tuple(request for request in self.requests if request.kind == "main")

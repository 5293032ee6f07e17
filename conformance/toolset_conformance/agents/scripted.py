"""A conversation within one process: a scripted model and scripted MCP servers, with no sockets and no waiting.

A Python port offers its agent loop as the method ``conversation`` by letting it act on these::

    def conversation(self, prompt, servers, script, options):
        with ScriptedConversation(prompt, servers, script) as scripted:
            my_loop(scripted.prompt, scripted.model, scripted.sessions)
        return scripted.answer()
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from toolset_conformance.agents.conversation import DONE, HELD_SECONDS, Message, Reaction, Server, text_result
from toolset_conformance.agents.reading import conversation_from
from toolset_conformance.agents.stand_ins.streams import events
from toolset_conformance.core.json_values import copied

JSON = Any
Object = dict[str, JSON]

PATIENCE = 30.0
"""Seconds that ``receive`` waits for a message. They are counted, never slept."""
MOST_PAGES = 3000
"""How often one server is asked for a page of its tools before it is plain that nobody ends this."""
MOST_REQUESTS = 8
"""How many requests may follow the end of the script."""


class KeptAsking(BaseException):
    """The loop asks the model, or a server for its tools, again and again and does not end by itself.

    It ends the loop, not the port: what was seen until then is judged. So no ``except Exception`` may swallow it.
    """


class ScriptedSession:
    """The client's end of a connection to a scripted MCP server, the handshake done.

    ``id``: the server's name in the tool set. Messages are JSON-RPC 2.0, as MCP has them.
    """

    def __init__(self, server: Server, calls: list[JSON]) -> None:
        self.id = server.id
        self._server, self._calls = server, calls
        self._pages = server.pages
        self._counts: dict[str, int] = {}
        self._asked = 0
        self._now = 0.0
        self._coming: list[tuple[float, int, Object]] = []
        self._order = itertools.count()
        self._is_open = server.fault != "unreachable"

    def send(self, message: Object) -> None:
        """Send a request, a notification or an answer; raise ``ConnectionError`` where the server is gone."""
        if not self._is_open:
            raise ConnectionError(f"the server {self.id} is gone")
        method, number = message.get("method"), message.get("id")
        if method is None or number is None:
            return
        if method == "tools/list":
            self._list(number, message.get("params") or {})
        elif method == "tools/call":
            self._call(number, copied(message.get("params") or {}))
        elif method == "ping":
            self._answer(number, "result", {})
        else:
            self._answer(number, "error", {"code": -32601, "message": f"Method not found: {method}"})

    def receive(self) -> Object | None:
        """Return the next message, or ``None`` where none comes within :data:`PATIENCE`.

        Raise ``ConnectionError`` where the server is gone and has left nothing to read.
        """
        if self._coming and self._coming[0][0] <= self._now + PATIENCE:
            at, _, message = heapq.heappop(self._coming)
            self._now = max(self._now, at)
            return message
        if not self._is_open:
            raise ConnectionError(f"the server {self.id} is gone")
        self._now += PATIENCE
        return None

    def _push(self, message: Object, delay: float = 0.0) -> None:
        heapq.heappush(self._coming, (self._now + delay, next(self._order), message))

    def _answer(self, number: JSON, key: str, value: JSON, delay: float = 0.0) -> None:
        self._push({"jsonrpc": "2.0", "id": number, key: copied(value)}, delay)

    def _list(self, number: JSON, params: Object) -> None:
        self._asked += 1
        if self._asked > MOST_PAGES:
            raise KeptAsking(f"the tools of {self.id} were asked for {MOST_PAGES} times")
        if self._server.fault == "list_error":
            self._answer(number, "error", {"code": -32603, "message": "The list cannot be made."})
        if self._server.fault in ("list_error", "list_never"):
            return
        page = int(str(params.get("cursor") or "page-0").removeprefix("page-"))
        last = len(self._pages) - 1
        result = {"tools": self._pages[min(page, last)]}
        if page < last or self._server.fault == "list_endless":
            result["nextCursor"] = f"page-{page + 1}"
        self._answer(number, "result", result)

    def _call(self, number: JSON, params: Object) -> None:
        tool, arguments = params.get("name"), params.get("arguments")
        self._calls.append({"server": self.id, "tool": tool, "arguments": arguments})
        reaction = self._reaction(tool)
        for message in reaction.before:
            self._push(copied(message))
        if reaction.then_pages is not None:
            self._pages = reaction.then_pages
            self._push({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        if reaction.kind == "dies":
            self._is_open = False
            self._coming = [one for one in self._coming if one[0] <= self._now]
        elif reaction.kind != "never":
            held = HELD_SECONDS if reaction.behind else 0.0
            self._answer(number, reaction.kind, reaction.value, reaction.delay + held)

    def _reaction(self, tool: JSON) -> Reaction:
        if tool not in self._tools():
            return Reaction("error", {"code": -32602, "message": f"Unknown tool: {tool}"})
        reactions = self._server.reactions.get(tool, [text_result(f"{tool}: done")])
        count = self._counts.get(tool, 0)
        self._counts[tool] = count + 1
        return reactions[min(count, len(reactions) - 1)]

    def _tools(self) -> list[JSON]:
        pages = [page for page in self._pages if isinstance(page, list)]
        return [tool.get("name") for page in pages for tool in page if isinstance(tool, dict)]


class ScriptedConversation:
    """One conversation that an agent loop is to hold; ``prompt`` is what the user says."""

    def __init__(self, prompt: str, servers: Sequence[JSON], script: Sequence[JSON]) -> None:
        """Take the params of the method ``conversation``, in the shape that ``docs/protocol.md`` gives."""
        conversation = conversation_from(prompt, servers, script)
        self.prompt = conversation.prompt
        self._script = conversation.script
        self._requests: list[JSON] = []
        self._calls: list[JSON] = []
        self.sessions = [ScriptedSession(server, self._calls) for server in conversation.servers]

    def __enter__(self) -> ScriptedConversation:
        return self

    def __exit__(self, kind: type[BaseException] | None, *raised: object) -> bool:
        return kind is not None and issubclass(kind, KeptAsking)

    def model(self, request: Object) -> Any:
        """Answer a request to the Messages API: with a message, or with its stream of events if ``stream`` is true."""
        number = len(self._requests)
        if number >= len(self._script) + MOST_REQUESTS:
            raise KeptAsking(f"{MOST_REQUESTS} requests after the end of the conversation")
        self._requests.append(copied(request))
        line = self._script[number] if number < len(self._script) else DONE
        assert isinstance(line, Message)  # what JSON can say
        start = _message(number, request, line)
        return (
            _streamed(line, start) if request.get("stream") is True else start | {"content": copied(list(line.content))}
        )

    def answer(self) -> Object:
        """Return what was seen, as the method's result: ``{"requests": [...], "calls": [...]}``."""
        return {"requests": self._requests, "calls": self._calls}


class StreamBroke(ConnectionError):
    """The connection breaks in the middle of a stream."""


def _streamed(line: Message, start: Object) -> Iterator[Object]:
    yield from copied(events(line, start))
    if line.streaming.break_after is not None:
        raise StreamBroke("the stream broke off")


def _message(number: int, request: Object, line: Message) -> Object:
    usage = {"input_tokens": 1, "output_tokens": 1}
    about = {"id": f"msg_{number + 1}", "type": "message", "role": "assistant", "model": request.get("model")}
    return {**about, "content": [], "stop_reason": line.stop_reason, "stop_sequence": None, "usage": usage}


__all__ = ["MOST_PAGES", "MOST_REQUESTS", "PATIENCE", "KeptAsking", "ScriptedConversation", "ScriptedSession"]

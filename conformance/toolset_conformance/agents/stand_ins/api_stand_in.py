"""The stand-in of the Messages API: it plays a conversation's script to the agent, and knows it from side requests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Literal

from toolset_conformance.agents.conversation import DONE, JSON, Answer, Conversation, Message, Refusal, Request
from toolset_conformance.agents.stand_ins import streams
from toolset_conformance.agents.stand_ins.http_server import HttpRequest, HttpResponse, HttpServer
from toolset_conformance.agents.stand_ins.recording import Recording, body_entry, shown_headers
from toolset_conformance.messages_api import refusals

SIDE = (r"\btitles?\b", r"\bsummar(y|ies|i[sz]e)\b", r"\btopic\b")
"""By these words a request without tools is taken for none of the main conversation, unless a profile knows better."""

SIDE_TEXT = "A plain conversation"
"""What the stand-in says to side requests."""

MORE = 10
"""How many requests after the end of the script are let be before the agent is taken to ask for ever."""
MOST_REQUESTS = 300
"""How many requests of all kinds one conversation may have."""

_MODELS = ("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5")
_HEADERS = {"content-type": "application/json", "request-id": "req_stand_in"}


class ApiStandIn:
    """The Messages API on loopback, for one conversation.

    ``key``: the made-up key that the agent was given. ``side``: patterns of side requests. What the real API would
    refuse is written down (:attr:`Request.refused`); with ``strict`` it is answered with 400, as the API would, and
    the script waits. ``stop``: called where the agent asks and asks.
    """

    def __init__(
        self,
        conversation: Conversation,
        recording: Recording,
        *,
        key: str,
        side: Sequence[str] = SIDE,
        strict: bool = False,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        self._conversation, self._recording = conversation, recording
        self._key, self._strict, self._stop = key, strict, stop
        self._side = [re.compile(pattern, re.IGNORECASE) for pattern in side]
        self._issued: set[str] = set()
        self._open_turn = False
        self.answered = 0
        """How many requests of the main conversation have been answered."""
        self.server = HttpServer("the Messages API", self._handle, recording.odd, recording.fault)

    @property
    def url(self) -> str:
        """The base URL, without ``/v1``."""
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def through(self) -> bool:
        """Whether the whole script has been played."""
        return self.answered >= len(self._conversation.script)

    @property
    def finished(self) -> bool:
        """Whether the whole script has been played and its last message, if it calls tools, has been answered."""
        return self.through and not self._open_turn

    async def _handle(self, request: HttpRequest) -> HttpResponse:
        self._recording.write(
            "agent",
            "messages-api",
            "request",
            method=request.method,
            path=request.path,
            headers=shown_headers(request.headers),
            **body_entry(request.body),
        )
        if len(self._recording.requests) >= MOST_REQUESTS:
            self._stop()
        self._check_key(request)
        response = self._routed(request)
        if response.parts is None:
            self._recording.write(
                "messages-api", "agent", "answer", status=response.status, **body_entry(response.body)
            )
        return response

    def _check_key(self, request: HttpRequest) -> None:
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        given = request.headers.get("x-api-key") or bearer
        if given and given != self._key:
            self._recording.odd("the agent sent the Messages API a key that it was not given")

    def _routed(self, request: HttpRequest) -> HttpResponse:
        path = request.path.rstrip("/")
        if request.method == "POST" and path == "/v1/messages":
            return self._messages(request)
        if request.method == "POST" and path == "/v1/messages/count_tokens":
            return _json(200, {"input_tokens": len(request.body) // 4 + 1})
        if request.method in ("GET", "HEAD") and path == "/v1/models":
            models = [_model(name) for name in _MODELS]
            ends = {"first_id": _MODELS[0], "last_id": _MODELS[-1]}
            return _json(200, {"data": models, "has_more": False, **ends})
        if request.method == "GET" and path.startswith("/v1/models/"):
            return _json(200, _model(path.removeprefix("/v1/models/")))
        return _error(404, "not_found_error", f"{request.method} {request.path}")

    def _messages(self, request: HttpRequest) -> HttpResponse:
        try:
            body = json.loads(request.body)
        except (ValueError, RecursionError):
            self._recording.odd("a request to /v1/messages whose body is not JSON")
            return _error(400, "invalid_request_error", "The request body is not valid JSON")
        refused = tuple(map(str, refusals(body)))
        kind = self._kind(body)
        requests = self._recording.requests
        place = len(requests)
        requests.append(Request(self._recording.now(), kind, body, shown_headers(request.headers), None, refused))
        stream = isinstance(body, dict) and body.get("stream") is True
        if refused and self._strict:
            return _error(400, "invalid_request_error", refusals(body)[0].words)
        if kind == "side":
            return self._message(body, Message(({"type": "text", "text": SIDE_TEXT},), "end_turn"), place, stream)
        answer = self._next()
        requests[place] = Request(requests[place].at, kind, body, requests[place].headers, answer, refused)
        self.answered += 1
        if self.answered > len(self._conversation.script) + MORE:
            self._stop()
        self._open_turn = isinstance(answer, Message) and answer.stop_reason in ("tool_use", "pause_turn")
        if isinstance(answer, Refusal):
            return _error(answer.status, answer.type, answer.message, answer.headers)
        self._issued |= {identifier for block in answer.content if (identifier := _call_id(block)) is not None}
        return self._message(body, answer, place, stream)

    def _next(self) -> Answer:
        if self.through:
            return DONE
        line = self._conversation.script[self.answered]
        if isinstance(line, (Message, Refusal)):
            return line
        try:
            return line(self._recording.observation())
        except Exception as error:
            self._recording.fault(f"line {self.answered + 1} of the script raised {type(error).__name__}: {error}")
            self._stop()
            return DONE

    def _message(self, body: JSON, message: Message, place: int, stream: bool) -> HttpResponse:
        envelope = {
            "id": f"msg_{place + 1:04}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model") if isinstance(body, dict) else None,
            "content": list(message.content),
            "stop_reason": message.stop_reason,
            "stop_sequence": None,
            "usage": {
                "input_tokens": 10,
                "output_tokens": 10,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
            },
        }
        if not stream:
            return _json(200, envelope)
        made = streams.events(message, envelope)
        sent = streams.parts(message, made)
        text = b"".join(sent).decode("utf-8", "replace")
        self._recording.write("messages-api", "agent", "answer", status=200, body=envelope, text=text)
        headers = {"content-type": "text/event-stream; charset=utf-8", "request-id": _HEADERS["request-id"]}
        broken = message.streaming.break_after is not None
        parts = _slowly(sent) if message.streaming.cut == "unkind" else _at_once(sent)
        return HttpResponse(200, headers, parts=parts, then="abort" if broken else "keep")

    def _kind(self, body: JSON) -> Literal["main", "side"]:
        """Tell a request of the main conversation from titles, summaries and probes."""
        if not isinstance(body, dict):
            return "main"
        messages = body.get("messages")
        if self._issued and not self._issued.isdisjoint(_call_ids(messages)):
            return "main"
        texts = list(_texts(messages))
        if not any(self._conversation.prompt in text for text in texts):
            return "side"
        if body.get("tools"):
            return "main"
        said = [text.replace(self._conversation.prompt, "") for text in [*_texts(body.get("system")), *texts]]
        return "side" if any(pattern.search(text) for pattern in self._side for text in said) else "main"


def _model(name: str) -> JSON:
    return {"type": "model", "id": name, "display_name": name, "created_at": "2025-09-29T00:00:00Z"}


def _json(status: int, value: JSON, headers: dict[str, str] | None = None) -> HttpResponse:
    return HttpResponse(status, {**_HEADERS, **(headers or {})}, json.dumps(value).encode("ascii"))


def _error(status: int, kind: str, message: str, headers: object = None) -> HttpResponse:
    value = {"type": "error", "error": {"type": kind, "message": message}, "request_id": _HEADERS["request-id"]}
    return _json(status, value, dict(headers) if isinstance(headers, dict) else None)


async def _at_once(sent: Sequence[bytes]) -> AsyncIterator[bytes]:
    for part in sent:
        yield part


async def _slowly(sent: Sequence[bytes]) -> AsyncIterator[bytes]:
    # A moment between the parts, or the system would join them again.
    for part in sent:
        yield part
        await asyncio.sleep(0.001)


def _texts(value: JSON) -> Iterator[str]:
    """Yield all texts in messages, a system prompt or blocks."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        yield from _texts(value.get("text"))
        yield from _texts(value.get("content"))


def _call_id(block: JSON) -> str | None:
    identifier = block.get("id") if isinstance(block, dict) else None
    return identifier if isinstance(identifier, str) else None


def _call_ids(messages: JSON) -> Iterator[str]:
    """Yield the ids of calls, and of calls that are answered, in the messages of a request."""
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict):
                yield from (block[key] for key in ("id", "tool_use_id") if isinstance(block.get(key), str))

"""The Messages API: a scripted answer goes out, the request bodies come in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .stdio import Refused

JSON = Any

LAST = [{"type": "text", "text": "Done."}]


class MessagesApi:
    """Answers the first request of a turn with the scripted message, every later one with ``LAST``, which ends it."""

    def __init__(self) -> None:
        self.requests: list[JSON] = []
        self._answer: JSON = None

    def play(self, message: JSON) -> None:
        """Begin a turn: forget the last one's requests. ``message`` may be a function from the first body to it."""
        self.requests = []
        self._answer = message

    def respond(self, body: JSON) -> dict[str, JSON]:
        """The answer to a request with that body."""
        self.requests.append(body)
        if len(self.requests) > 1 or self._answer is LAST:
            return response(LAST, "end_turn")
        return response(self._answer(body) if callable(self._answer) else self._answer)

    def reply(self, body: bytes) -> tuple[str, bytes]:
        """Content type and body of the HTTP answer, streamed where the request asks for that."""
        request = json.loads(body)
        said = self.respond(request)
        if not request.get("stream"):
            return "application/json", json.dumps(said).encode()
        lines = (f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events(said))
        return "text/event-stream", "".join(lines).encode()

    def definitions(self) -> list[JSON]:
        """The tool definitions of the turn's first request."""
        sent: list[JSON] = self.requests[0].get("tools", [])
        return sent

    def next_turn(self) -> list[JSON]:
        """The blocks of the user turn that followed the scripted message; none where none followed."""
        if len(self.requests) < 2:
            return []
        news = self.requests[1]["messages"][len(self.requests[0]["messages"]) :]
        contents = [message["content"] for message in news if message["role"] == "user"]
        return [block for content in contents if isinstance(content, list) for block in content]


def response(message: JSON, stop_reason: str = "tool_use") -> dict[str, JSON]:
    """A whole Messages API response with the content of what a case gives: anything with ``content``, or the blocks.

    A bridge reads responses only, so it is the shim that takes the other forms. Role and stop reason are the
    stand-in's: whether a loop goes on after another stop reason is no matter of the rules. ``content`` that is a string
    is written as the text block that it stands for.
    """
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, str):
        content = [{"type": "text", "text": content}] if content else []
    if not isinstance(content, list):
        raise Refused("a response has a list of content blocks")
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "a-model",
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


DELTAS = {"text": ("text", "text_delta"), "thinking": ("thinking", "thinking_delta")}


def events(message: JSON) -> Iterator[JSON]:
    """The events that stream a response."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        kind = block.get("type") if isinstance(block, dict) else None
        start, deltas = block, []
        if kind in DELTAS:
            key, delta = DELTAS[kind]
            start = {**block, key: ""}
            deltas = [{"type": delta, key: block[key]}]
        elif kind in ("tool_use", "server_tool_use", "mcp_tool_use") and "input" in block:
            start = {**block, "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for change in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": change}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}

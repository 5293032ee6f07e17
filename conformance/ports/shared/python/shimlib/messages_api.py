"""The Messages API: a scripted answer goes out, the request bodies come in."""

from __future__ import annotations

from typing import Any

from .stdio import Refused

JSON = Any

LAST = {"content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn"}


class MessagesApi:
    """Answers the first request of a turn with the scripted message, every later one with a message that ends it."""

    def __init__(self) -> None:
        self.requests: list[JSON] = []
        self._answer: JSON = None

    def play(self, message: JSON) -> None:
        """Begin a turn: forget the requests of the last one."""
        self.requests = []
        self._answer = message

    def respond(self, body: JSON) -> dict[str, JSON]:
        """The answer to a request with that body."""
        self.requests.append(body)
        return response(self._answer if len(self.requests) == 1 else LAST)

    def next_turn(self) -> list[JSON]:
        """The blocks of the user turn that followed the scripted message; none where none followed."""
        if len(self.requests) < 2:
            return []
        news = self.requests[1]["messages"][len(self.requests[0]["messages"]) :]
        contents = [message["content"] for message in news if message["role"] == "user"]
        return [block for content in contents if isinstance(content, list) for block in content]


def response(message: JSON) -> dict[str, JSON]:
    """A whole Messages API response around what a case gives: a response, an assistant message or a list of blocks.

    A bridge reads responses only, so it is the shim that takes the other forms; ``content`` that is a string is
    written as the text block that it stands for.
    """
    given = {"content": message} if isinstance(message, list) else message
    if not isinstance(given, dict) or not isinstance(given.get("content"), list | str):
        raise Refused("a response has a list of content blocks")
    if isinstance(given["content"], str):
        given = {**given, "content": [{"type": "text", "text": given["content"]}] if given["content"] else []}
    frame = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "a-model",
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return {**frame, **given}

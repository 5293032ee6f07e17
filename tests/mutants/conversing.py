"""The reference's agent loop with a fault: what the mutants of conversations are made of.

Most faults can be said of the body of a request as it is sent (:func:`sends`), some of a piece of the loop that is
swapped (:func:`swapped`), and a few need something to remember within one conversation, which their maker makes anew.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import Any
from unittest import mock

import toolset_reference.port
from toolset_reference import loop
from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.swapped import Swap

JSON = Any
Object = dict[str, JSON]
Send = Callable[[Object, list[Object]], Object]
"""Changes a body that is sent; the bodies that were sent before stand beside it, as they were sent."""


class Conversing(ReferencePort):
    """The reference; while it holds a conversation, the pieces stand in its loop, and what it sends is changed."""

    def pieces(self) -> Iterable[Swap]:
        """The pieces of one conversation."""
        return ()

    def sent(self, body: Object, before: list[Object]) -> Object:
        """What is sent in the place of a body."""
        return body

    def heard(self, reply: JSON) -> JSON:
        """What is taken for the model's answer: a message, or the events of one."""
        return reply

    def conversation(self, prompt: str, servers: list[JSON], script: list[JSON], options: Object) -> JSON:
        before: list[Object] = []

        def converse(prompt: str, model: Callable[[Object], JSON], sessions: JSON, **given: JSON) -> JSON:
            def send(body: Object) -> JSON:
                made = self.sent(copy.deepcopy(body), before)
                before.append(made)
                return self.heard(model(made))

            return loop.converse(prompt, send, sessions, **given)

        with ExitStack() as stack:
            stack.enter_context(mock.patch.object(toolset_reference.port, "converse", converse))
            for owner, name, piece in self.pieces():
                stack.enter_context(mock.patch.object(owner, name, piece))
            return super().conversation(prompt, servers, script, options)


def sends(rule: str, name: str, wrong: str, send: Send) -> None:
    """Register a mutant that changes what it sends."""
    members = {"sent": lambda self, body, before: send(body, before), "__module__": __name__}
    mutant(rule, wrong, "recommended")(type(name, (Conversing,), members))


def swapped(rule: str, name: str, wrong: str, *swaps: Swap) -> None:
    """Register a mutant with pieces of the loop swapped."""
    remembering(rule, name, wrong, lambda: swaps)


def remembering(rule: str, name: str, wrong: str, make: Callable[[], Sequence[Swap]]) -> None:
    """Register a mutant whose pieces are made anew for each conversation."""
    members = {"pieces": lambda self: make(), "__module__": __name__}
    mutant(rule, wrong, "recommended")(type(name, (Conversing,), members))


def messages_of(body: Object, role: str) -> list[Object]:
    """The messages of a role whose content is a list."""
    return [one for one in body["messages"] if one["role"] == role and isinstance(one["content"], list)]


def results_of(message: Object) -> list[Object]:
    """The tool_result blocks of a message."""
    return [block for block in message["content"] if block["type"] == "tool_result"]


def calls_of(body: Object) -> dict[str, Object]:
    """The tool_use blocks of a body by their ids."""
    blocks = [block for message in messages_of(body, "assistant") for block in message["content"]]
    return {block["id"]: block for block in blocks if block["type"] == "tool_use"}


def text(words: str) -> Object:
    """A text block."""
    return {"type": "text", "text": words}


def words_of(block: Object) -> str:
    """All texts of a tool_result in one."""
    return " ".join(part.get("text", "") for part in block.get("content", []))


def per_result(change: Callable[[Object], Object | None]) -> Send:
    """Change each tool_result, or leave it out."""

    def send(body: Object, before: list[Object]) -> Object:
        for message in messages_of(body, "user"):
            changed = [change(block) if block["type"] == "tool_result" else block for block in message["content"]]
            message["content"] = [block for block in changed if block is not None]
        return body

    return send


def per_turn(change: Callable[[list[Object], Object], list[Object]]) -> Send:
    """Change the content of each message that holds results; the assistant's message before it stands beside it."""

    def send(body: Object, before: list[Object]) -> Object:
        for last, message in zip(body["messages"], body["messages"][1:], strict=False):
            if isinstance(message["content"], list) and message["role"] == "user" and results_of(message):
                message["content"] = change(message["content"], last)
        return body

    return send


def per_block(change: Callable[[Object], Object | None]) -> Send:
    """Change each block of the assistant's messages, or leave it out."""
    return per_content(lambda content: [made for block in content if (made := change(block)) is not None])


def per_content(change: Callable[[list[Object]], list[Object]]) -> Send:
    """Change the content of each of the assistant's messages."""

    def send(body: Object, before: list[Object]) -> Object:
        for message in messages_of(body, "assistant"):
            message["content"] = change(message["content"])
        return body

    return send

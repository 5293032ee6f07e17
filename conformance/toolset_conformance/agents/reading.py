"""Conversations as JSON: the params of the method ``conversation``, read into the types of :mod:`.conversation`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolset_conformance.agents.conversation import Conversation, Message, Reaction, Server, Streaming

JSON = Any


def conversation_from(prompt: str, servers: Sequence[JSON], script: Sequence[JSON]) -> Conversation:
    """Return the conversation that the params describe; raise ``KeyError`` or ``TypeError`` where they do not."""
    return Conversation(prompt, tuple(map(_server, servers)), tuple(map(_message, script)))


def _server(plain: Mapping[str, JSON]) -> Server:
    reactions = {tool: [_reaction(one) for one in those] for tool, those in plain.get("reactions", {}).items()}
    return Server(plain["id"], tuple(plain["pages"]), reactions, plain.get("fault"))


def _reaction(plain: Mapping[str, JSON]) -> Reaction:
    given = dict(plain)
    for key in ("before", "then_pages"):
        if key in given:
            given[key] = tuple(given[key])
    return Reaction(**given)


def _message(plain: Mapping[str, JSON]) -> Message:
    streaming = dict(plain.get("streaming", {}))
    pieces = {int(index): tuple(texts) for index, texts in streaming.pop("pieces", {}).items()}
    return Message(tuple(plain["content"]), plain["stop_reason"], Streaming(pieces=pieces, **streaming))

"""An assistant message as the stream of events that the Messages API sends."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

from toolset_conformance.agents.conversation import Message, Streaming

JSON = Any
Object = dict[str, JSON]

_OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
_SIZES = {"even": 5, "unkind": 3}


class StreamBroke(ConnectionError):
    """The connection breaks in the middle of a stream."""


def events(message: Message, start: Object) -> Iterator[Object]:
    """Yield the events of a message; ``start``: the message object without its content.

    Raise :class:`StreamBroke` after as many events as :attr:`Streaming.break_after` says.
    """
    streaming = message.streaming
    for number, event in enumerate(_whole(message, start)):
        if number == streaming.error_after:
            yield copy.deepcopy(_OVERLOADED)
            return
        if number == streaming.break_after:
            raise StreamBroke("the stream broke off")
        yield event


def _whole(message: Message, start: Object) -> Iterator[Object]:
    yield {"type": "message_start", "message": {**start, "content": [], "stop_reason": None}}
    if message.streaming.cut == "unkind":
        yield {"type": "ping"}
    for index, block in enumerate(message.content):
        yield from _block(index, block, message.streaming)
    delta = {"stop_reason": message.stop_reason, "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def _block(index: int, block: JSON, streaming: Streaming) -> Iterator[Object]:
    begun, deltas = _parts(index, copy.deepcopy(block), streaming)
    yield {"type": "content_block_start", "index": index, "content_block": begun}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        if streaming.cut == "unkind":
            yield {"type": "ping"}
    yield {"type": "content_block_stop", "index": index}


def _parts(index: int, block: Object, streaming: Streaming) -> tuple[Object, list[Object]]:
    """Return the block as it begins, and the deltas that complete it."""
    given = streaming.pieces.get(index)
    match block.get("type"):
        case "tool_use" | "server_tool_use":
            pieces = _cut(json.dumps(block["input"]), streaming) if given is None else given
            return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
        case "text":
            pieces = _cut(block["text"], streaming) if given is None else given
            citations = block.pop("citations", [])
            begun = {**block, "text": ""}
            deltas = [{"type": "citations_delta", "citation": citation} for citation in citations]
            return begun, [*deltas, *({"type": "text_delta", "text": piece} for piece in pieces)]
        case "thinking":
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in _cut(block["thinking"], streaming)]
            signed = {"type": "signature_delta", "signature": block["signature"]}
            return {**block, "thinking": "", "signature": ""}, [*deltas, signed]
    return block, []


def _cut(text: str, streaming: Streaming) -> Sequence[str]:
    if streaming.cut == "whole":
        return [text]
    size = _SIZES[streaming.cut]
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    # The API itself sends an empty delta first.
    return ["", *pieces] if streaming.cut == "unkind" else pieces

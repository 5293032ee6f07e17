"""An assistant message as server-sent events, in the shapes of the Messages API, cut where it is unkind.

Source of the shapes: https://platform.claude.com/docs/en/build-with-claude/streaming
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from toolset_conformance.agents.conversation import JSON, Message

_EVEN = 16
_MOST_PIECES = 60
_MOST_PARTS = 80


def events(message: Message, envelope: dict[str, JSON]) -> list[dict[str, JSON]]:
    """Return the events of a message, in order. ``envelope``: the message object with all its keys."""
    usage = envelope["usage"]
    begun = {**envelope, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    made: list[dict[str, JSON]] = [{"type": "message_start", "message": begun}]
    unkind = message.streaming.cut == "unkind"
    for index, block in enumerate(message.content):
        start, deltas = _block(message, index, block)
        made.append({"type": "content_block_start", "index": index, "content_block": start})
        if unkind or index == 0:
            made.append({"type": "ping"})
        made += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        made.append({"type": "content_block_stop", "index": index})
    ended = {"stop_reason": message.stop_reason, "stop_sequence": None}
    made.append({"type": "message_delta", "delta": ended, "usage": {"output_tokens": usage["output_tokens"]}})
    made.append({"type": "message_stop"})
    if message.streaming.error_after is not None:
        overloaded = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
        return [*made[: message.streaming.error_after], overloaded]
    if message.streaming.break_after is not None:
        return made[: message.streaming.break_after]
    return made


def parts(message: Message, made: Sequence[dict[str, JSON]]) -> list[bytes]:
    """Return the bytes of the stream, in the parts in which they are to be sent."""
    sent = [f"event: {event['type']}\ndata: ".encode() + _dumped(event) + b"\n\n" for event in made]
    if message.streaming.cut != "unkind":
        return sent
    whole = b"".join(sent)
    inside, ends, words = (
        [found.start() + offset for found in re.finditer(pattern, whole)]
        for pattern, offset in ((rb"[\x80-\xbf]", 0), (rb"\n\n", 1), (rb"data:", 2))
    )
    places = sorted({*_spread(inside, _MOST_PARTS // 2), *_spread(ends, _MOST_PARTS // 4), *_spread(words, 20)})
    return [whole[begin:end] for begin, end in zip([0, *places], [*places, len(whole)], strict=True)]


def _block(message: Message, index: int, block: JSON) -> tuple[JSON, list[JSON]]:
    """Return what a block starts with, and its deltas."""
    kind = block.get("type") if isinstance(block, dict) else None
    given = message.streaming.pieces.get(index)
    if kind == "text" and (given is not None or isinstance(block.get("text"), str)):
        texts = given if given is not None else _pieces(block["text"], message.streaming.cut)
        begun = {key: value for key, value in block.items() if key != "citations"}
        cited: list[JSON] = [
            {"type": "citations_delta", "citation": citation} for citation in block.get("citations") or ()
        ]
        return {**begun, "text": ""}, [*cited, *({"type": "text_delta", "text": text} for text in texts)]
    if kind == "thinking" and isinstance(block.get("thinking"), str):
        deltas: list[JSON] = [
            {"type": "thinking_delta", "thinking": text} for text in _pieces(block["thinking"], message.streaming.cut)
        ]
        if isinstance(block.get("signature"), str):
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        return {**block, "thinking": "", "signature": ""}, deltas
    if kind in ("tool_use", "server_tool_use", "mcp_tool_use") and ("input" in block or given is not None):
        texts = given if given is not None else _input_pieces(block["input"], message.streaming.cut)
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": text} for text in texts]
    return block, []


def _input_pieces(value: JSON, cut: str) -> list[str]:
    # The API opens each input with an empty delta, and sends nothing else for an empty one.
    if value == {}:
        return [""]
    text = json.dumps(value, ensure_ascii=not _encodable(value))
    if cut == "unkind":
        text = _half_escaped(text)
    return ["", *_pieces(text, cut)]


def _half_escaped(text: str) -> str:
    """Return JSON text with every other character beyond ASCII as an escape, so that both can be cut."""
    made, escape = [], True
    for character in text:
        if character > "\x7f":
            made.append(json.dumps(character)[1:-1] if escape else character)
            escape = not escape
        else:
            made.append(character)
    return "".join(made)


def _pieces(text: str, cut: str) -> list[str]:
    if cut == "whole" or not text:
        return [text] if text else []
    if cut == "even":
        size = max(_EVEN, -(-len(text) // _MOST_PIECES))
        return [text[place : place + size] for place in range(0, len(text), size)]
    backslashes = [place for place, character in enumerate(text) if character == "\\"]
    inside = {place + 1 for place in _spread(backslashes, 20)} | {place + 3 for place in _spread(backslashes, 10)}
    regular = set(range(1, len(text), max(5, len(text) // 30)))
    places = sorted(place for place in inside | regular if 0 < place < len(text))
    pieces = [text[begin:end] for begin, end in zip([0, *places], [*places, len(text)], strict=True)]
    return [piece for number, piece in enumerate(pieces) for piece in ((piece, "") if number % 7 == 0 else (piece,))]


def _spread(places: Sequence[int], most: int) -> Iterator[int]:
    """Yield at most so many of the places, evenly."""
    step = max(1, -(-len(places) // most))
    return iter(places[::step])


def _encodable(value: JSON) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _dumped(value: JSON) -> bytes:
    return json.dumps(value, ensure_ascii=not _encodable(value)).encode("utf-8")

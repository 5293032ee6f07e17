"""What the Messages API takes: the types of its Python SDK, strictly, and the suite's own model of its refusals.

Beyond both, no text is blank: whether the API takes one in a result is not known, and no case expects one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from anthropic.types import (
    DocumentBlockParam,
    ImageBlockParam,
    MessageParam,
    TextBlockParam,
    ToolParam,
    ToolResultBlockParam,
)
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from pydantic import TypeAdapter, ValidationError
from toolset_conformance.language.syntax import special
from toolset_conformance.messages_api import of_definitions, of_tool_result, of_user_message, refusals

JSON = Any
Problems = Iterable[str]


def problems(method: str, answer: JSON) -> list[str]:
    """What the API would refuse in the answer of a method; the answers of the rest do not go to the API."""
    return list(_ANSWERS[method](answer)) if method in _ANSWERS else []


def problems_of_pattern(pattern: JSON) -> list[str]:
    """What the API would refuse in those parts of an expected answer that are said in full."""
    return list(_concrete(pattern))


def _tools(answer: JSON) -> Problems:
    for tool in answer:
        yield from _by_type(ToolParam, tool)
    yield from map(str, of_definitions(answer))


def _tool_result(block: JSON) -> Problems:
    yield from _by_type(ToolResultBlockParam, block)
    yield from map(str, of_tool_result(block))
    yield from _blank_texts(block.get("content"))


def _blank_texts(content: JSON) -> Problems:
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    for part in parts:
        if part["type"] == "text" and not part["text"].strip():
            yield "a blank text"


def _message(message: JSON) -> Problems:
    yield from _by_type(MessageParam, message)
    if message["content"]:  # a turn of nothing is not sent
        yield from map(str, of_user_message(message))
    for block in message["content"]:
        if block["type"] == "tool_result":
            yield from _blank_texts(block.get("content"))


def _request(body: JSON) -> Problems:
    whole = {"max_tokens": 1024, **body}
    yield from _by_type(MessageCreateParamsNonStreaming, {**whole, "stream": False})
    yield from map(str, refusals(whole))


def _conversation(answer: JSON) -> Problems:
    for body in answer["requests"]:
        yield from _request(body)


def _rejected(answer: JSON) -> Problems:
    for block in answer["rejected"]:
        yield from _tool_result(block)


_ANSWERS: dict[str, Callable[[JSON], Problems]] = {
    "tools": _tools,
    "tool_calls": _rejected,
    "tool_result": _tool_result,
    "user_turn": _message,
    "request": _request,
    "conversation": _conversation,
}


def _by_type(wanted: Any, value: JSON) -> Problems:
    try:
        _consume(_adapter(wanted).validate_python(value, strict=True, extra="forbid"))
    except ValidationError as error:
        yield f"{error.errors()[0]['loc']}: {error.errors()[0]['msg']}"


@functools.cache
def _adapter(wanted: Any) -> TypeAdapter[Any]:
    return TypeAdapter(wanted)


def _consume(value: Any) -> None:
    # Lists are declared as iterables, whose items are looked at only when they are taken.
    if isinstance(value, dict):
        value = value.values()
    if not isinstance(value, (str, int, float, type(None))):
        for item in value:
            _consume(item)


def _concrete(pattern: JSON) -> Problems:
    if isinstance(pattern, list):
        for item in pattern:
            yield from _concrete(item)
    elif isinstance(pattern, dict):
        name = special(pattern)
        if name in ("$not", "$nowhere"):
            return
        if name == "$has":  # a part of an object, whose whole is not said
            yield from _concrete(list(pattern[name].values()))
        elif name is not None:
            yield from _concrete(pattern[name])
        elif _is_said_in_full(pattern) and (kind := _kind(pattern)):
            yield from kind(pattern)
        else:
            for item in pattern.values():
                yield from _concrete(item)


def _is_said_in_full(value: JSON) -> bool:
    if special(value) is not None:
        return False
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(_is_said_in_full, items))


def _kind(value: dict[str, JSON]) -> Callable[[JSON], Problems] | None:
    """How to check an object, by its keys."""
    if "input_schema" in value:
        return lambda tool: _tools([tool])
    if value.get("role") == "user":
        return _message
    return _BLOCKS.get(value["type"]) if isinstance(value.get("type"), str) else None


def _block(wanted: Any) -> Callable[[JSON], Problems]:
    def check(block: JSON) -> Problems:
        yield from _by_type(wanted, block)
        yield from map(str, of_tool_result({"type": "tool_result", "tool_use_id": "toolu_1", "content": [block]}))
        yield from _blank_texts([block])

    return check


_BLOCKS: dict[str, Callable[[JSON], Problems]] = {
    "tool_result": _tool_result,
    "text": _block(TextBlockParam),
    "image": _block(ImageBlockParam),
    "document": _block(DocumentBlockParam),
}

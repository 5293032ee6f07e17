"""What the Messages API takes: the types of its Python SDK, strictly, and what it asks for besides.

The types alone let through names that the API refuses, blank texts, errors that hold an image, broken base64.
"""

from __future__ import annotations

import base64
import functools
import re
from collections import Counter
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

JSON = Any
Problems = Iterable[str]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_ID = re.compile(r"[a-zA-Z0-9_-]+")
_BREAKPOINTS = 4


def problems(method: str, answer: JSON) -> list[str]:
    """What the API would refuse in the answer of a method; the answers of the rest do not go to the API."""
    return list(_ANSWERS[method](answer)) if method in _ANSWERS else []


def problems_of_pattern(pattern: JSON) -> list[str]:
    """What the API would refuse in those parts of an expected answer that are said in full."""
    return list(_concrete(pattern))


def _tools(answer: JSON) -> Problems:
    for tool in answer:
        yield from _tool(tool)
    yield from (f"{name!r:.80} names {number} tools" for name, number in _repeated(answer))
    if sum("cache_control" in tool for tool in answer) > _BREAKPOINTS:
        yield f"more than {_BREAKPOINTS} breakpoints"


def _repeated(tools: list[JSON]) -> Iterable[tuple[str, int]]:
    return ((name, number) for name, number in Counter(tool.get("name", "") for tool in tools).items() if number > 1)


def _tool(tool: JSON) -> Problems:
    yield from _by_type(ToolParam, tool)
    if not _NAME.fullmatch(tool.get("name", "")):
        yield f"the name {tool['name']!r:.80}"
    schema = tool.get("input_schema", {})
    if schema.get("type") != "object" or {"oneOf", "anyOf", "allOf"} & schema.keys():
        yield "a schema that is not of type object, or has a combinator at its top"


def _tool_result(block: JSON) -> Problems:
    yield from _by_type(ToolResultBlockParam, block)
    if not _ID.fullmatch(block.get("tool_use_id", "")):
        yield f"the id {block['tool_use_id']!r:.80}"
    content = block.get("content", [])
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for part in parts:
        yield from _part(part)
    if block.get("is_error") and not (parts and all(part["type"] == "text" for part in parts)):
        yield "an error that is not all text, or is empty"


def _part(part: JSON) -> Problems:
    if part["type"] == "text" and not part["text"].strip():
        yield "a blank text"
    if part["type"] == "image" and part["source"]["type"] == "base64" and not _is_base64(part["source"]["data"]):
        yield "image data that is empty or no base64"


def _is_base64(data: str) -> bool:
    try:
        return bool(base64.b64decode(data, validate=True))
    except ValueError:
        return False


def _message(message: JSON) -> Problems:
    yield from _by_type(MessageParam, message)
    for block in message["content"]:
        yield from _tool_result(block) if block["type"] == "tool_result" else _part(block)


def _request(body: JSON) -> Problems:
    yield from _by_type(MessageCreateParamsNonStreaming, {"max_tokens": 1024, **body})
    yield from _tools(body.get("tools", []))


def _rejected(answer: JSON) -> Problems:
    for block in answer["rejected"]:
        yield from _tool_result(block)


_ANSWERS: dict[str, Callable[[JSON], Problems]] = {
    "tools": _tools,
    "tool_calls": _rejected,
    "tool_result": _tool_result,
    "user_turn": _message,
    "request": _request,
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
        return _tool
    if value.get("role") == "user":
        return _message
    return _BLOCKS.get(value["type"]) if isinstance(value.get("type"), str) else None


def _block(wanted: Any) -> Callable[[JSON], Problems]:
    def check(block: JSON) -> Problems:
        yield from _by_type(wanted, block)
        yield from _part(block)

    return check


_BLOCKS: dict[str, Callable[[JSON], Problems]] = {
    "tool_result": _tool_result,
    "text": _block(TextBlockParam),
    "image": _block(ImageBlockParam),
    "document": _block(DocumentBlockParam),
}

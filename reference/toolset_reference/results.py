"""Results: what came of a call, turned into a ``tool_result`` block."""

from __future__ import annotations

import base64
import contextlib
import json
import re
from dataclasses import dataclass
from typing import Literal

from toolset_reference.values import JSON, Block

Structured = Literal["auto", "prefer", "append", "ignore"]

_MEDIA_TYPES = {mime: mime for mime in ("image/jpeg", "image/png", "image/gif", "image/webp")}
_MEDIA_TYPES["image/jpg"] = "image/jpeg"  # no registered type, but always meant as JPEG
_TEXT_TYPES = re.compile(r"text/.*|application/(.*\+)?(json|xml|yaml|javascript)")
_RESULT_KEYS = {"content", "structuredContent", "isError", "_meta"}
_PLAIN_BASE64 = str.maketrans("-_", "+/", "\r\n")  # from the URL-safe alphabet, and without line breaks


@dataclass(frozen=True)
class CallError:
    """A call that gave no result; ``kind`` is a word like ``timeout``, ``message`` is for the model to read.

    ``code`` and ``data``: what a JSON-RPC error carried besides, None where there was nothing.
    """

    kind: str
    message: str
    code: int | None = None
    data: JSON = None


def tool_result(tool_use_id: str, outcome: dict[str, JSON] | CallError, structured: Structured = "auto") -> Block:
    """The block that answers ``tool_use_id`` with an MCP ``CallToolResult`` or an error (RESULT-1 to 7).

    ``structured`` says how ``structuredContent`` is used: ``auto`` where there is no content, ``prefer`` in place of
    the text content (before it in an error), ``append`` after the content, ``ignore`` never. Raises ValueError where it
    holds a NaN.
    """
    if isinstance(outcome, CallError):
        return error_result(tool_use_id, _error_text(outcome))
    result = _call_result(outcome)
    content = _filled(_content(result, structured))
    if result.get("isError") is True:
        # The Messages API refuses an error that is empty or holds an image (RESULT-5).
        content = [_as_text(block) for block in content] or [_text("The tool failed and did not say why.")]
        return {"type": "tool_result", "tool_use_id": tool_use_id, "content": content, "is_error": True}
    return {"type": "tool_result", "tool_use_id": tool_use_id} | ({"content": content} if content else {})


def error_result(tool_use_id: str, message: str) -> Block:
    """The block that answers ``tool_use_id`` with an error of one text (RESULT-3, CALLS-12)."""
    return {"type": "tool_result", "tool_use_id": tool_use_id, "content": [_text(message)], "is_error": True}


def _error_text(error: CallError) -> str:
    """The message, or the kind where it is blank, and on a line of its own what else the error carried (RESULT-5)."""
    said = f"The call failed: {error.kind}." if _is_blank(error.message) else error.message
    rest = {key: value for key in ("code", "data") if (value := getattr(error, key)) is not None}
    return f"{said}\n{_json(rest)}" if rest else said


def _call_result(result: dict[str, JSON]) -> dict[str, JSON]:
    """The result; where it is none of a tool, one that tells what came instead (RESULT-7)."""
    others = {key: value for key, value in result.items() if key not in _RESULT_KEYS}
    told = any(result.get(key) is not None for key in ("content", "structuredContent"))
    if told or others in ({}, {"resultType": "complete"}):
        return result
    wrapped = others.get("toolResult")  # as MCP 2024-10-07 had it: a result, or any value
    if isinstance(wrapped, dict) and not _RESULT_KEYS.isdisjoint(wrapped):
        return wrapped
    if wrapped is not None:
        return {"content": [wrapped if isinstance(wrapped, str) else _json(wrapped)]}
    return {"content": [f"The server gave no result of a tool, but this: {_json(result)}"], "isError": True}


def _content(result: dict[str, JSON], structured: Structured) -> list[Block]:
    """The blocks of a result's content and structured content (STRUCT-1 to 6)."""
    content, value = result.get("content"), result.get("structuredContent")
    items = [] if content is None else content
    items = items if isinstance(items, list) else [items]
    # Many servers write null for "none", so null is no value here, while false, 0, "", [] and {} are (STRUCT-6).
    if value is None or structured == "ignore":
        return _mapped(items)
    if structured == "prefer" and result.get("isError") is not True:  # an error keeps its words
        items = [item for item in items if not (isinstance(item, dict) and item.get("type") == "text")]
    mapped, rendered = _mapped(items), _text(_json(value))
    if structured == "prefer":
        return [rendered, *mapped]
    return [*mapped, rendered] if structured == "append" or not mapped else mapped


def _filled(blocks: list[Block]) -> list[Block]:
    """The blocks without blank texts: the API refuses white space alone as it does nothing (RESULT-5, RESULT-6)."""
    return [block for block in blocks if not _is_blank(block.get("text"))]


def _mapped(items: list[JSON]) -> list[Block]:
    """One block per content item, but none for an empty text, which the Messages API refuses (MAP-9, RESULT-6)."""
    return [block for block in map(_block, items) if block.get("text") != ""]


def _block(item: JSON) -> Block:
    """The block for one content item (MAP-1 to 8)."""
    match item:
        case {"type": "text", "text": str(text)}:
            return _text(text)
        case {"type": "image", "mimeType": str(mime), "data": str(data)}:
            return _image(mime, data) or _text(f"[image: {mime}, {_size(data)}]")
        case {"type": "audio", "mimeType": str(mime), "data": str(data)}:
            return _text(f"[audio: {mime}, {_size(data)}]")
        case {"type": "resource_link", "name": str(name), "uri": str(uri)}:
            mime = item.get("mimeType")
            return _text(f"[resource] {name} <{uri}>" + (f" ({mime})" if mime else ""))
        case {"type": "resource", "resource": {"uri": str(uri), "text": str(text)}}:
            return _text(f"[resource: {uri}]\n{text}")
        case {"type": "resource", "resource": {"uri": str(uri), "blob": str(blob), **rest}}:
            mime = str(rest.get("mimeType") or "unknown type")
            return _image(mime, blob) or _blob(uri, mime, blob)
    return _told(item)


def _blob(uri: str, mime: str, blob: str) -> Block:
    """The text for an embedded blob that is no image: what it reads where it is text, else a placeholder (MAP-8)."""
    decoded = _decoded(blob)
    shown = uri.replace(blob, "") if blob and uri.startswith("data:") else uri  # such a URI may hold the whole blob
    if decoded and _TEXT_TYPES.fullmatch(mime.partition(";")[0].strip().lower()):
        with contextlib.suppress(UnicodeDecodeError):  # another encoding, or no text at all
            return _text(f"[resource: {shown}]\n{decoded.decode()}")
    return _text(f"[resource: {shown}] ({mime}, {_size(blob)})")


def _told(item: JSON) -> Block:
    """The text for what is unknown or broken: whatever of it can be read (MAP-12)."""
    if item is None:
        return _text("[nothing]")
    if not isinstance(item, dict):
        return _text(item if isinstance(item, str) else _json(item))
    resource = item.get("resource")
    match item | (resource if isinstance(resource, dict) else {}):
        case {"text": text} if text is not None and not _is_blank(text):
            return _text(text if isinstance(text, str) else _json(text))
        case {"uri": str(uri)} as held:
            return _text(f"[resource] {held.get('name') or held.get('title') or 'no name'} <{uri}>")
        case {"name": str(said)} | {"title": str(said)} | {"type": str(said)}:
            return _text(f"[content that cannot be shown: {said:.50}]")
    return _text("[content that cannot be shown]")


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _json(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _is_blank(text: JSON) -> bool:
    return isinstance(text, str) and not text.strip()


def _image(mime: str, data: str) -> Block | None:
    """An image block (MAP-2, MAP-7, MAP-11), or None where the Messages API would refuse it."""
    media_type = _MEDIA_TYPES.get(mime.partition(";")[0].strip().lower())
    if media_type and _decoded(data):
        return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": _base64(data)}}
    return None


def _as_text(block: Block) -> Block:
    if block["type"] == "text":
        return block
    return _text(f"[image: {block['source']['media_type']}, {_size(block['source']['data'])}]")


def _base64(data: str) -> str:
    """The base64 text itself, or mended as the API wants it: no ``data:`` URI, the plain alphabet, with padding."""
    text = data.partition(";base64,")[2] if data.startswith("data:") and ";base64," in data else data
    plain = text.translate(_PLAIN_BASE64)
    if len(plain) % 4 == 0 and not {*"-_"} & {*text}:
        return text
    return plain + "=" * (-len(plain) % 4)


def _decoded(data: str) -> bytes | None:
    """The bytes that base64 text stands for, or None where it is no base64 (MAP-10, MAP-12)."""
    try:
        return base64.b64decode(_base64(data).translate(_PLAIN_BASE64), validate=True)
    except ValueError:
        return None


def _size(data: str) -> str:
    """The size in words, as a placeholder has it (MAP-10)."""
    decoded = _decoded(data)
    return "no base64" if decoded is None else f"{len(decoded)} bytes"

"""Results: what came of a call, turned into a ``tool_result`` block."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Literal

from toolset_reference.values import JSON, Block

Structured = Literal["auto", "prefer", "append", "ignore"]

_MEDIA_TYPES = {mime: mime for mime in ("image/jpeg", "image/png", "image/gif", "image/webp")}
_MEDIA_TYPES["image/jpg"] = "image/jpeg"  # no registered type, but always meant as JPEG


@dataclass(frozen=True)
class CallError:
    """A call that gave no result; ``kind`` is a word like ``timeout``, ``message`` is for the model to read."""

    kind: str
    message: str


def tool_result(tool_use_id: str, outcome: dict[str, JSON] | CallError, structured: Structured = "auto") -> Block:
    """The block that answers ``tool_use_id`` with an MCP ``CallToolResult`` or an error (RESULT-1 to 6).

    ``structured`` says how ``structuredContent`` is used: ``auto`` where there is no content, ``prefer`` in place of
    the text content, ``append`` after the content, ``ignore`` never. Raises ValueError where it holds a NaN.
    """
    if isinstance(outcome, CallError):
        said = outcome.message.strip() != ""  # white space alone is refused as nothing is (RESULT-5)
        return error_result(tool_use_id, outcome.message if said else f"The call failed: {outcome.kind}.")
    content = _content(outcome, structured)
    if outcome.get("isError") is True:
        # The Messages API refuses an error that is empty or holds an image (RESULT-5).
        content = [_as_text(block) for block in content] or [_text("The tool failed and did not say why.")]
        return {"type": "tool_result", "tool_use_id": tool_use_id, "content": content, "is_error": True}
    return {"type": "tool_result", "tool_use_id": tool_use_id} | ({"content": content} if content else {})


def error_result(tool_use_id: str, message: str) -> Block:
    """The block that answers ``tool_use_id`` with an error of one text (RESULT-3, CALLS-12)."""
    return {"type": "tool_result", "tool_use_id": tool_use_id, "content": [_text(message)], "is_error": True}


def _content(result: dict[str, JSON], structured: Structured) -> list[Block]:
    """The blocks of a result's content and structured content (STRUCT-1 to 6)."""
    content, value = result.get("content"), result.get("structuredContent")
    items = content if isinstance(content, list) else [] if content is None else [content]
    # Many servers write null for "none", so null is no value here, while false, 0, "", [] and {} are (STRUCT-6).
    if value is None or structured == "ignore":
        return _mapped(items)
    rendered = _text(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
    if structured == "prefer":
        others = [item for item in items if not (isinstance(item, dict) and item.get("type") == "text")]
        return [rendered, *_mapped(others)]
    mapped = _mapped(items)
    return [*mapped, rendered] if structured == "append" or not mapped else mapped


def _mapped(items: list[JSON]) -> list[Block]:
    """One block per content item, but none for an empty text, which the Messages API refuses (MAP-9, RESULT-6)."""
    return [block for block in map(_block, items) if block.get("text") != ""]


def _block(item: JSON) -> Block:
    """The block for one content item; what is unknown or broken becomes text (MAP-1 to 12)."""
    match item:
        case {"type": "text", "text": str(text)}:
            return _text(text)
        case {"type": "image", "mimeType": str(mime), "data": str(data)}:
            return _image(mime, data) or _text(f"[image: {mime}, {_decoded_size(data)} bytes]")
        case {"type": "audio", "mimeType": str(mime), "data": str(data)}:
            return _text(f"[audio: {mime}, {_decoded_size(data)} bytes]")
        case {"type": "resource_link", "name": str(name), "uri": str(uri)}:
            mime = item.get("mimeType")
            return _text(f"[resource] {name} <{uri}>" + (f" ({mime})" if mime else ""))
        case {"type": "resource", "resource": {"uri": str(uri), "text": str(text)}}:
            return _text(f"[resource: {uri}]\n{text}")
        case {"type": "resource", "resource": {"uri": str(uri), "blob": str(blob), **rest}}:
            mime = str(rest.get("mimeType") or "unknown type")
            shown = uri.replace(blob, "") if blob else uri  # a data: URI may hold the whole blob (MAP-8)
            return _image(mime, blob) or _text(f"[resource: {shown}] ({mime}, {_decoded_size(blob)} bytes)")
        case {"type": str(kind)}:
            return _text(f"[content of type {kind!r:.50} that cannot be shown]")
    return _text(item if isinstance(item, str) else "[content that cannot be shown]")


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _image(mime: str, data: str) -> Block | None:
    """An image block (MAP-2, MAP-7, MAP-11), or None where the Messages API would refuse it."""
    media_type = _MEDIA_TYPES.get(mime.partition(";")[0].strip().lower())
    if media_type and _decoded_size(data):
        return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}
    return None


def _as_text(block: Block) -> Block:
    if block["type"] == "text":
        return block
    source = block["source"]
    return _text(f"[image: {source['media_type']}, {_decoded_size(source['data'])} bytes]")


def _decoded_size(data: str) -> int:
    """The number of bytes that base64 text stands for (MAP-10), line breaks allowed; 0 where it is no base64."""
    try:
        return len(base64.b64decode(data.replace("\r", "").replace("\n", ""), validate=True))
    except ValueError:
        return 0

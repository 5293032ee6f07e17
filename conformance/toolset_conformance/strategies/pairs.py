"""How an item of a result's content and the pattern of the block for it are put together."""

from __future__ import annotations

import base64

from toolset_conformance.strategies.drawing import JSON, Object

Pair = tuple[Object, JSON]
"""An item of a result's content, and a pattern of the block for it."""
Data = tuple[str, int]
"""Base64 text, and the number of bytes in it."""


def encoded(data: bytes) -> Data:
    """The data as it is sent."""
    return base64.b64encode(data).decode("ascii"), len(data)


def text(text: str, extra: Object) -> Pair:
    """A text (MAP-1)."""
    return {"type": "text", "text": text, **extra}, {"type": "text", "text": text}


def _block(mime: str, data: str) -> JSON:
    return {"type": "image", "source": {"type": "base64", "media_type": mime, "data": data}}


def image(mime: str, data: Data, extra: Object) -> Pair:
    """An image of an accepted type (MAP-2)."""
    return {"type": "image", "mimeType": mime, "data": data[0], **extra}, _block(mime, data[0])


def other_image(mime: str, data: Data, extra: Object, *, counted: bool = False) -> Pair:
    """An image of another type (MAP-3); ``counted``: with its bytes (MAP-10)."""
    return {"type": "image", "mimeType": mime, "data": data[0], **extra}, _placeholder("image", mime, data, counted)


def audio(mime: str, data: Data, extra: Object, *, counted: bool = False) -> Pair:
    """Audio (MAP-4); ``counted``: with its bytes (MAP-10)."""
    shown = _placeholder("(image|audio)", mime, data, counted)
    return {"type": "audio", "mimeType": mime, "data": data[0], **extra}, shown


def _placeholder(kind: str, mime: str, data: Data, counted: bool) -> JSON:
    number = str(data[1]) if counted else "[0-9]+"
    escaped = mime.replace("+", "\\+").replace(".", "\\.")
    return {"type": "text", "text": {"$regex": f"\\[{kind}: {escaped}, {number} bytes\\]"}}


def link(name: str, uri: str, mime: str, extra: Object) -> Pair:
    """A resource link with a type (MAP-5)."""
    item = {"type": "resource_link", "name": name, "uri": uri, "mimeType": mime, **extra}
    return item, {"type": "text", "text": f"[resource] {name} <{uri}> ({mime})"}


def embedded_text(text: str, uri: str, mime: str, extra: Object) -> Pair:
    """An embedded text (MAP-6)."""
    block = {"type": "text", "text": {"$text": {"starts": f"[resource: {uri}]", "ends": text}}}
    resource = {"uri": uri, **({"mimeType": mime} if mime else {}), "text": text}
    return {"type": "resource", "resource": resource, **extra}, block


def embedded_image(mime: str, data: Data, uri: str, extra: Object) -> Pair:
    """An embedded image of an accepted type (MAP-7)."""
    return _embedded(mime, data, uri, extra), _block(mime, data[0])


def embedded_blob(mime: str, data: Data, uri: str, extra: Object) -> Pair:
    """Another embedded blob, with a type or without (MAP-8)."""
    block = {"type": "text", "text": {"$text": {"without": [data[0]], "blank": False}}}
    return _embedded(mime, data, uri, extra), block


def _embedded(mime: str, data: Data, uri: str, extra: Object) -> Object:
    resource = {"uri": uri, **({"mimeType": mime} if mime else {}), "blob": data[0]}
    return {"type": "resource", "resource": resource, **extra}

"""Images of a request: base64 that can be read, bytes that begin as their media type says."""

from __future__ import annotations

import base64
import re

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks, shapes
from toolset_conformance.messages_api.refusal import Refusals, Segments, Tag, refuse

_SIGNATURES = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
)


def source(value: JSON, at: Segments) -> Refusals:
    """Yield what the API refuses in the ``source`` of an image block."""
    kind = value.get("type") if isinstance(value, dict) else None
    shape = shapes.IMAGE_SOURCES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        yield from shapes.unknown_type(value, at)
        return
    at = (*at, Tag(kind))
    yield from shapes.keys(value, shape, at)
    if kind == "base64" and isinstance(value.get("data"), str):
        yield from _data(value["data"], value.get("media_type"), at)


def _data(data: str, media_type: JSON, at: Segments) -> Refusals:
    if not data:
        yield refuse(checks.IMAGE_EMPTY, at, "image cannot be empty")
        return
    content = _decoded(data)
    if content is None:
        yield refuse(checks.NOT_BASE64, at, "invalid base64 data")
        return
    seen = next((name for pattern, name in _SIGNATURES if pattern.match(content)), media_type)
    if media_type in shapes.IMAGE_TYPES and seen != media_type:
        words = f"The image was specified using the {media_type} media type, but the image appears to be a {seen} image"
        yield refuse(checks.IMAGE_MISMATCH, at, words)


def _decoded(data: str) -> bytes | None:
    """The bytes, or nothing where no reader of base64 would find any: line breaks and missing padding are let pass."""
    try:
        return base64.b64decode(data, validate=True)
    except ValueError:
        pass
    plain = "".join(data.split()).rstrip("=")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        return None

"""Content blocks: what the Messages API refuses in one, wherever it stands."""

from __future__ import annotations

import re
from collections.abc import Collection

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks, images, markers, shapes
from toolset_conformance.messages_api.refusal import Refusals, Segments, Tag, refuse

_ID = re.compile(r"[a-zA-Z0-9_-]+")


def block(value: JSON, at: Segments, known: Collection[str] = shapes.MESSAGE_BLOCKS) -> Refusals:
    """Yield what the API refuses in one block of a message, or of a result, as ``known`` says."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in known:
        yield from shapes.unknown_type(value, at)
        return
    shape = shapes.BLOCKS.get(kind)
    if shape is None:
        return
    at = (*at, Tag(kind))
    yield from shapes.keys(value, shape, at)
    yield from markers.marker(value, at)
    if kind == "image" and isinstance(value.get("source"), dict):
        yield from images.source(value["source"], (*at, "source"))
    elif kind == "document" and isinstance(value.get("source"), dict):
        yield from _document_source(value["source"], (*at, "source"))
    elif kind == "tool_use":
        yield from _tool_id(value.get("id"), (*at, "id"))
    elif kind == "tool_result":
        yield from _tool_id(value.get("tool_use_id"), (*at, "tool_use_id"))
        yield from _result_content(value, at)


def _document_source(source: dict[str, JSON], at: Segments) -> Refusals:
    kind = source.get("type")
    shape = shapes.DOCUMENT_SOURCES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        yield from shapes.unknown_type(source, at)
    else:
        yield from shapes.keys(source, shape, (*at, Tag(kind)))


def _tool_id(value: JSON, at: Segments) -> Refusals:
    if isinstance(value, str) and not _ID.fullmatch(value):
        yield refuse(checks.TOOL_ID, at, "String should match pattern '^[a-zA-Z0-9_-]+$'")


def _result_content(result: dict[str, JSON], at: Segments) -> Refusals:
    content = result.get("content")
    parts = content if isinstance(content, list) else [] if not content else [{"type": "text", "text": content}]
    if isinstance(content, list):
        for index, part in enumerate(content):
            yield from block(part, (*at, "content", index), shapes.RESULT_BLOCKS)
    if result.get("is_error") is not True:
        return
    others = [part for part in parts if not isinstance(part, dict) or part.get("type") != "text"]
    if others:
        yield refuse(checks.ERROR_NOT_TEXT, at, "all content must be type 'text' if 'is_error' is true")
    elif not any(str(part.get("text") or "").strip() for part in parts):
        yield refuse(checks.EMPTY_ERROR, at, "content cannot be empty if `is_error` is true")

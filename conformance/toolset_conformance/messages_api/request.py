"""A whole request: what the Messages API refuses in its body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from toolset_conformance.core.json_values import JSON, valid_text
from toolset_conformance.messages_api import checks, conversation, definitions, markers, shapes
from toolset_conformance.messages_api.blocks import block
from toolset_conformance.messages_api.refusal import Refusal, Refusals, Segments, Tag, refuse

_REFUSES_FORCING = re.compile(r"claude-(opus-5-5|sonnet-5-5|fable-5-1|mythos-5-1)(?![0-9])")
_WITHOUT_LIMIT = replace(
    shapes.REQUEST,
    required={key: kind for key, kind in shapes.REQUEST.required.items() if key != "max_tokens"},
    optional={**shapes.REQUEST.optional, "max_tokens": shapes.NUMBER},
)


def refusals(request: JSON, *, needs_max_tokens: bool = True) -> list[Refusal]:
    """Return what the Messages API would refuse in the body of a request; nothing where it would take it.

    ``needs_max_tokens=False`` is for a body to which its caller adds the limit.
    """
    return [*text(request, ()), *_body(request, shapes.REQUEST if needs_max_tokens else _WITHOUT_LIMIT)]


def _body(request: JSON, shape: shapes.Shape) -> Refusals:
    yield from shapes.keys(request, shape, ())
    if not isinstance(request, dict):
        return
    if isinstance(request.get("tools"), list):
        yield from definitions.refusals(request["tools"])
    if isinstance(request.get("system"), list):
        yield from _system(request["system"])
    if isinstance(request.get("messages"), list):
        yield from conversation.refusals(request["messages"])
    if isinstance(request.get("tool_choice"), dict):
        yield from _tool_choice(request, request["tool_choice"], ("tool_choice",))
    yield from markers.refusals(request)


def _system(blocks: list[JSON]) -> Refusals:
    for index, item in enumerate(blocks):
        yield from block(item, ("system", index), ("text",))


def _tool_choice(request: dict[str, JSON], choice: dict[str, JSON], at: Segments) -> Refusals:
    kind = choice.get("type")
    shape = shapes.TOOL_CHOICES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        yield from shapes.unknown_type(choice, at)
        return
    yield from shapes.keys(choice, shape, (*at, Tag(kind)))
    if kind not in ("any", "tool"):
        return
    if _REFUSES_FORCING.search(str(request.get("model"))):
        yield refuse(checks.FORCED_CHOICE, at, 'type "tool" and "any" are not supported for this model.')
    thinking = request.get("thinking")
    if isinstance(thinking, dict) and thinking.get("type") == "enabled":
        words = "Thinking may not be enabled when tool_choice forces tool use."
        yield Refusal(checks.FORCED_WITH_THINKING, at, words)


def text(value: JSON, at: tuple[str | int, ...]) -> Refusals:
    """Yield the refusal of a value that holds half a surrogate pair, which no body can carry."""
    # Written out once, which is quick; the place is looked for where that fails.
    if not valid_text(json.dumps(value, ensure_ascii=False)):
        words = "The request body is not valid JSON: no low surrogate in string"
        yield from (Refusal(checks.INVALID_JSON, place, words) for place in _halves(value, at))


def _halves(value: JSON, at: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, str):
        if not valid_text(value):
            yield at
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _halves(key, at)
            yield from _halves(item, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _halves(item, (*at, index))

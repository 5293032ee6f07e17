"""Messages, and how they follow each other: what the Messages API refuses in a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks, shapes
from toolset_conformance.messages_api.blocks import block
from toolset_conformance.messages_api.refusal import Refusals, Segments, refuse

Placed = tuple[Segments, dict[str, JSON]]
"""A block and where it stands."""


def refusals(messages: list[JSON], at: Segments = ("messages",)) -> Refusals:
    """Yield what the API refuses in the messages of a request."""
    for index, message in enumerate(messages):
        last = index == len(messages) - 1 and isinstance(message, dict) and message.get("role") == "assistant"
        yield from one_message(message, (*at, index), may_be_empty=last)
    yield from _pairing(messages, at)


def one_message(message: JSON, at: Segments, *, may_be_empty: bool = False) -> Refusals:
    """Yield what the API refuses in one message by itself."""
    yield from shapes.keys(message, shapes.MESSAGE, at)
    content = message.get("content") if isinstance(message, dict) else None
    if content in ("", []) and not may_be_empty:
        words = "all messages must have non-empty content except for the optional final assistant message"
        yield refuse(checks.EMPTY_MESSAGE, at, words)
    if isinstance(content, list):
        for index, item in enumerate(content):
            yield from block(item, (*at, "content", index))
    yield from _texts(content, at)


def _texts(content: JSON, at: Segments) -> Refusals:
    """Empty texts, and messages of white space alone; the texts in a result are another matter."""
    texts: list[str] = []
    others = False
    for index, item in enumerate(content if isinstance(content, list) else ()):
        text = item.get("text") if isinstance(item, dict) and item.get("type") == "text" else None
        if not isinstance(text, str):
            others = True
            continue
        texts.append(text)
        if text:
            continue
        place = (*at, "content", index, "text")
        if item.get("cache_control") is not None:
            words = "cache_control cannot be set for empty text blocks"
            yield refuse(checks.MARKER_ON_EMPTY_TEXT, place, words)
        yield refuse(checks.EMPTY_TEXT, place, "text content blocks must be non-empty")
    if isinstance(content, str) and content:
        texts.append(content)
    if texts and not others and all(texts) and not any(map(str.strip, texts)):
        yield refuse(checks.BLANK_TEXT, (*at, "content"), "text content blocks must contain non-whitespace text")


def results_first(content: Iterable[JSON], at: Segments) -> Refusals:
    """Yield the refusal of results that stand after a block of another type."""
    other = False
    late: dict[int, str] = {}
    for index, item in enumerate(content):
        if not isinstance(item, dict) or item.get("type") != "tool_result":
            other = True
        elif other:
            late[index] = str(item.get("tool_use_id"))
    if late:
        words = f"`tool_use` ids were found without `tool_result` blocks immediately after: {', '.join(late.values())}"
        yield refuse(checks.RESULT_NOT_FIRST, (*at, next(iter(late))), words)


def answers(calls: Sequence[Placed], results: Sequence[Placed], at: Segments) -> Refusals:
    """Yield what the API refuses in the results that follow calls: one for each call, and none besides."""
    asked = [call["id"] for _, call in calls if isinstance(call.get("id"), str)]
    seen: set[str] = set()
    for place, result in results:
        answered = result.get("tool_use_id")
        if not isinstance(answered, str):
            continue
        if answered in seen:
            words = f"each tool_use must have a single result. Found multiple `tool_result` blocks with id: {answered}"
            yield refuse(checks.RESULT_TWICE, place, words)
        elif answered not in asked:
            words = (
                f"unexpected `tool_use_id` found in `tool_result` blocks: {answered}. "
                "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
            )
            yield refuse(checks.UNEXPECTED_RESULT, place, words)
        seen.add(answered)
    missing = [call_id for call_id in asked if call_id not in seen]
    if missing:
        words = (
            f"`tool_use` ids were found without `tool_result` blocks immediately after: {', '.join(missing)}. "
            "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
        )
        yield refuse(checks.UNANSWERED, at, words)


def _pairing(messages: list[JSON], at: Segments) -> Refusals:
    ids: set[str] = set()
    calls: list[Placed] = []
    before = at
    for role, turn in _turns(messages, at):
        results = [placed for placed in turn if role == "user" and placed[1].get("type") == "tool_result"]
        if role != "system":
            yield from answers(calls, results, before)
            calls = [placed for placed in turn if role == "assistant" and placed[1].get("type") == "tool_use"]
            before = turn[0][0][:2] if turn else at
        for place, call in calls if role == "assistant" else ():
            call_id = call.get("id")
            if isinstance(call_id, str):
                if call_id in ids:
                    yield refuse(checks.TOOL_ID_TWICE, place, "`tool_use` ids must be unique")
                ids.add(call_id)
    for index, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "user" and isinstance(message.get("content"), list):
            yield from results_first(message["content"], (*at, index, "content"))


def _turns(messages: list[JSON], at: Segments) -> Iterator[tuple[JSON, list[Placed]]]:
    """The turns of a conversation: messages of one role in a row are one, as the API reads them."""
    role: JSON = None
    turn: list[Placed] = []
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        if message.get("role") != role:
            if role is not None:
                yield role, turn
            role, turn = message.get("role"), []
        content = message.get("content")
        turn += [
            ((*at, index, "content", number), item)
            for number, item in enumerate(content if isinstance(content, list) else ())
            if isinstance(item, dict)
        ]
    if role is not None:
        yield role, turn

"""A port's answers: what the Messages API would refuse in the parts of a request that they make."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks, conversation, definitions, markers, shapes
from toolset_conformance.messages_api.blocks import block
from toolset_conformance.messages_api.conversation import Placed
from toolset_conformance.messages_api.refusal import Refusal, Refusals, Tag, refuse
from toolset_conformance.messages_api.request import refusals as request_refusals
from toolset_conformance.messages_api.request import text

CURRENT_MODEL = "claude-opus-5-5"
"""Stands in for a model that is none of the API's, as the cases name one."""

_CLAUDE = re.compile(r"claude")


def of_definitions(tools: JSON) -> list[Refusal]:
    """Return what the API refuses in a list of tool definitions."""
    return [*text(tools, ()), *definitions.refusals(tools), *markers.refusals({"tools": tools})]


def of_tool_result(value: JSON, tool_use_id: str | None = None) -> list[Refusal]:
    """Return what the API refuses in one tool_result block, given for the tool_use of that id."""
    found = [*text(value, ()), *block(value, (), ("tool_result",))]
    if tool_use_id is not None and isinstance(value, dict):
        found += conversation.answers([_call(tool_use_id)], [((Tag("tool_result"),), value)], ())
    return found


def of_user_message(message: JSON) -> list[Refusal]:
    """Return what the API refuses in a user message; whose calls its results answer is not known."""
    found = [*text(message, ()), *conversation.one_message(message, ())]
    if isinstance(message, dict):
        if isinstance(message.get("role"), str) and message["role"] in ("assistant", "system"):
            found.append(refuse(checks.WRONG_VALUE, ("role",), shapes.literal("user").words))
        content = message.get("content")
        if isinstance(content, list):
            results = [placed for placed in _objects(content, "content") if placed[1].get("type") == "tool_result"]
            calls = [_call(item.get("tool_use_id")) for _, item in results]
            found += [*conversation.results_first(content, ("content",)), *conversation.answers(calls, results, ())]
    return found


def of_answer(method: str, params: dict[str, JSON], answer: JSON) -> list[Refusal]:
    """Return what the API would refuse in a port's answer to a method of the protocol, asked with these params.

    The answer to ``resolve`` does not go to the API.
    """
    found = _ANSWERS.get(method)
    return list(found(params, answer)) if found else []


def _toolset(params: dict[str, JSON], answer: JSON) -> Refusals:
    # Names that the caller gave are not the port's doing.
    if not isinstance(answer, dict) or "servers" not in params.get("toolset", {}):
        return
    names, entries = answer.get("names"), answer.get("entries")
    if not isinstance(names, list):
        # A port may leave the list of names out; those of its entries are what its definitions will have.
        names = [entry.get("name") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    texts = [name for name in names if isinstance(name, str)]
    for index, name in enumerate(texts):
        yield from definitions.name(name, ("tools", index, Tag("custom"), "name"))
    if len(set(texts)) < len(texts):
        yield refuse(checks.TOOL_NAME_TWICE, ("tools",), "Tool names must be unique.")


def _exposed_name(params: dict[str, JSON], answer: JSON) -> Refusals:
    if isinstance(answer, str) and "servers" in params.get("toolset", {}):
        yield from definitions.name(answer, ("tools", 0, Tag("custom"), "name"))


def _tools(params: dict[str, JSON], answer: JSON) -> Refusals:
    return of_definitions(answer)


def _tool_calls(params: dict[str, JSON], answer: JSON) -> Refusals:
    calls, rejected = (answer.get(key) if isinstance(answer, dict) else None for key in ("calls", "rejected"))
    if not isinstance(calls, list) or not isinstance(rejected, list):
        return
    for index, item in enumerate(rejected):
        yield from text(item, ("rejected", index))
        yield from block(item, ("rejected", index), ("tool_result",))
    asked = _tool_uses(params.get("response"))
    if max(Counter(call["id"] for _, call in asked).values(), default=1) > 1:
        return  # The API gives each call an id of its own; with any other input there is no telling.
    # Each call will be answered by a result of its id.
    results = [(place, {"tool_use_id": item.get("call_id")}) for place, item in _objects(calls, "calls")]
    yield from conversation.answers(asked, [*results, *_objects(rejected, "rejected")], ())


def _call(call_id: JSON) -> Placed:
    return (), {"id": call_id}


def _objects(items: list[JSON], key: str) -> list[Placed]:
    return [((key, index), item) for index, item in enumerate(items) if isinstance(item, dict)]


def _tool_uses(response: JSON) -> list[Placed]:
    content = response.get("content") if isinstance(response, dict) else response
    placed = _objects(content, "content") if isinstance(content, list) else []
    return [(at, item) for at, item in placed if item.get("type") == "tool_use" and isinstance(item.get("id"), str)]


def _tool_result(params: dict[str, JSON], answer: JSON) -> Refusals:
    return of_tool_result(answer, params.get("tool_use_id"))


def _user_turn(params: dict[str, JSON], answer: JSON) -> Refusals:
    # A turn of nothing is not sent.
    return of_user_message(answer) if any(params.values()) else ()


def _request(params: dict[str, JSON], answer: JSON) -> Refusals:
    if isinstance(answer, dict) and not _CLAUDE.search(str(answer.get("model"))):
        answer = {**answer, "model": CURRENT_MODEL} if isinstance(answer.get("model"), str) else answer
    return request_refusals(answer, needs_max_tokens=False)


def _conversation(params: dict[str, JSON], answer: JSON) -> Refusals:
    requests = answer.get("requests") if isinstance(answer, dict) else None
    seen: set[str] = set()
    for index, body in enumerate(requests if isinstance(requests, list) else ()):
        for refusal in _request(params, body):
            # The history goes out with each request that follows; a fault in it is one fault.
            if refusal.words not in seen:
                seen.add(refusal.words)
                yield replace(refusal, at=("requests", index, *refusal.at))


_ANSWERS: dict[str, Callable[[dict[str, JSON], JSON], Refusals]] = {
    "toolset": _toolset,
    "exposed_name": _exposed_name,
    "tools": _tools,
    "tool_calls": _tool_calls,
    "tool_result": _tool_result,
    "user_turn": _user_turn,
    "request": _request,
    "conversation": _conversation,
}

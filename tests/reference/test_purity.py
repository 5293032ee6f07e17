"""Nothing given is changed, nothing given is shared with an answer, and nothing is remembered."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from toolset_reference import build, request, tool_calls, tool_result, tools, user_turn

SERVERS = [("files", [{"name": "read", "inputSchema": {"type": "object", "properties": {"p": {"enum": [1]}}}}] * 2)]
RESPONSE = {
    "content": [{"type": "tool_use", "id": str(n), "name": "files__read", "input": {"a": [{}]}} for n in (1, 2)]
}
RESULT = {
    "content": [
        {"type": "text", "text": "t", "annotations": {}},
        {"type": "image", "mimeType": "image/png", "data": "AAAA"},
        {"type": "resource", "resource": {"uri": "x:y", "blob": "AAAA"}},
    ],
    "structuredContent": {"a": [1]},
}
BLOCKS = [{"type": "tool_result", "content": [{"type": "text", "text": "t"}]}, {"type": "text", "text": "t"}]
CHOICE = {"type": "auto"}
TOOLSET, _ = build(deepcopy(SERVERS))

OPERATIONS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "build": (SERVERS, lambda servers: [(name, vars(tool)) for name, tool in build(servers)[0].entries()]),
    "tools": (TOOLSET, lambda toolset: tools(toolset, "last")),
    "tool_calls": (RESPONSE, lambda response: [vars(call) for call in tool_calls(response, TOOLSET)[0]]),
    "rejections": (RESPONSE, lambda response: tool_calls(response, build([])[0])[1]),
    "tool_result": (RESULT, lambda result: tool_result("id", result, "append")),
    "error result": (RESULT, lambda result: tool_result("id", result | {"isError": True}, "prefer")),
    "user_turn": (BLOCKS, lambda blocks: user_turn(blocks[:1], [], blocks[1:])),
    "request": ([BLOCKS, CHOICE], lambda given: request(TOOLSET, "m", given[0], given[1])),
}


def scribble(value: Any) -> None:
    """Spoil every list and dict in a value."""
    for item in list(value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()):
        scribble(item)
    if isinstance(value, dict):
        value["scribble"] = 1
    elif isinstance(value, list):
        value.append("scribble")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_nothing_given_is_changed(operation: str) -> None:
    given, ask = OPERATIONS[operation]
    given, before = deepcopy(given), deepcopy(given)
    ask(given)
    assert vars(given) == vars(before) if operation == "tools" else given == before


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_changed_answer_changes_nothing_that_was_given(operation: str) -> None:
    given, ask = OPERATIONS[operation]
    given = deepcopy(given)
    answer = ask(given)
    expected = deepcopy(answer)
    scribble(answer)
    assert answer != expected
    assert ask(given) == expected


@pytest.mark.parametrize("operation", [name for name in OPERATIONS if name != "tools"])
def test_a_later_change_of_what_was_given_changes_no_answer(operation: str) -> None:
    given, ask = OPERATIONS[operation]
    given = deepcopy(given)
    answer = ask(given)
    expected = deepcopy(answer)
    scribble(given)
    assert answer == expected


def test_the_lists_of_a_set_are_the_callers_own() -> None:
    toolset, _ = build(SERVERS)
    toolset.names().append("x")
    toolset.entries().clear()
    assert toolset.names() == ["files__read"]
    assert len(toolset.entries()) == toolset.size() == 1

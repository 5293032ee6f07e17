"""The next user turn, and the request."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_reference import ToolSet, build, request, tools, user_turn

MESSAGES: list[Any] = [{"role": "user", "content": "Hello"}]
TOOLSET, _ = build([("files", [{"name": "read"}])])


def test_results_come_before_everything_else() -> None:
    rejected, results, others = [{"n": 1}, {"n": 2}], [{"n": 3}, {"n": 4}], [{"n": 5}, {"n": 6}]
    turn = user_turn(rejected, results, others)
    assert turn == {"role": "user", "content": [{"n": n} for n in range(1, 7)]}
    assert user_turn([], [], []) == {"role": "user", "content": []}


def test_a_request_has_the_definitions_and_no_tool_choice() -> None:
    assert request(TOOLSET, "m", MESSAGES) == {"model": "m", "messages": MESSAGES, "tools": tools(TOOLSET)}
    assert request(TOOLSET, "m", MESSAGES, cache_control="last")["tools"] == tools(TOOLSET, "last")
    assert request(ToolSet(), "m", [])["tools"] == []


@pytest.mark.parametrize("choice", [{"type": "auto", "disable_parallel_tool_use": True}, {"type": "none"}])
def test_a_free_tool_choice_is_passed_on(choice: Any) -> None:
    assert request(TOOLSET, "m", MESSAGES, choice)["tool_choice"] == choice


@pytest.mark.parametrize(
    "choice", [{"type": "any"}, {"type": "tool", "name": "files__read"}, {"type": []}, {}, "any", 7]
)
def test_a_forced_tool_choice_is_refused(choice: Any) -> None:
    with pytest.raises(ValueError, match="auto or none"):
        request(TOOLSET, "m", MESSAGES, choice)

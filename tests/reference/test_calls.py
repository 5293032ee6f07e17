"""How the model's answer is read."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_reference import ToolCall, build, tool_calls

TOOLSET, _ = build([("files", [{"name": "read"}, {"name": "read.file"}]), ("web", [{"name": "get"}])])


def use(block_id: Any, name: Any = "files__read", **rest: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": block_id, "name": name, **({"input": {}} | rest)}


def check_rejection(block: dict[str, Any], tool_use_id: str, *, says: str) -> None:
    assert block.keys() == {"type", "tool_use_id", "content", "is_error"}
    assert (block["type"], block["tool_use_id"], block["is_error"]) == ("tool_result", tool_use_id, True)
    (content,) = block["content"]
    assert content.keys() == {"type", "text"}
    assert says in content["text"]


def test_a_call_has_the_raw_names_and_the_input() -> None:
    name = TOOLSET.exposed_name("files", "read.file")
    arguments = {"path": "é", "self": None, "n": 2**70, "$k": {"_": [False, 0, {}]}}
    block = use("toolu_1", name, input=arguments, caller={"type": "direct"})
    assert tool_calls([block], TOOLSET) == ([ToolCall("toolu_1", "files", "read.file", arguments)], [])


def test_all_forms_of_a_response_are_read_alike() -> None:
    blocks = [{"type": "text", "text": "Now."}, use("a"), use("b", "nope")]
    plain = tool_calls(blocks, TOOLSET)
    assert len(plain[0]) == len(plain[1]) == 1
    response = {"id": "msg_1", "type": "message", "role": "assistant", "content": blocks, "stop_reason": "tool_use"}
    for form in (response, {"role": "assistant", "content": blocks}, {"content": blocks}):
        assert tool_calls(form, TOOLSET) == plain


@pytest.mark.parametrize("name", ["nope", "read", "FILES__READ", "files__read\n", "", None, 7, [], {"a": 1}])
@pytest.mark.parametrize("value", [{}, "wrong too"])
def test_an_unknown_tool_is_rejected_once(name: Any, value: Any) -> None:
    calls, rejected = tool_calls([use("id", name, input=value)], TOOLSET)
    assert calls == []
    (block,) = rejected
    check_rejection(block, "id", says=repr(name))


def test_a_missing_name_is_an_unknown_tool() -> None:
    calls, (block,) = tool_calls([{"type": "tool_use", "id": "id", "input": {}}], TOOLSET)
    assert calls == []
    check_rejection(block, "id", says="None")


def test_a_huge_name_does_not_make_a_huge_rejection() -> None:
    _, (block,) = tool_calls([use("id", "x" * 100_000)], TOOLSET)
    assert len(block["content"][0]["text"]) < 200


@pytest.mark.parametrize("value", [None, "", "{}", '{"a": 1}', [], [{}], 0, 1.5, True, False])
def test_an_input_that_is_no_object_is_rejected(value: Any) -> None:
    calls, (block,) = tool_calls([use("id", input=value)], TOOLSET)
    assert calls == []
    check_rejection(block, "id", says="files__read must be a JSON object")


def test_a_missing_input_is_no_object() -> None:
    calls, (block,) = tool_calls([{"type": "tool_use", "id": "id", "name": "files__read"}], TOOLSET)
    assert calls == []
    check_rejection(block, "id", says="must be a JSON object")


def test_every_block_is_answered_once_and_in_order() -> None:
    blocks = [use("1"), use("2", "nope"), use("3", "web__get"), use("4", input=[]), use("5"), use("6", "nope")]
    calls, rejected = tool_calls(blocks, TOOLSET)
    assert [call.call_id for call in calls] == ["1", "3", "5"]
    assert [block["tool_use_id"] for block in rejected] == ["2", "4", "6"]


@pytest.mark.parametrize(
    "kind",
    [
        "text",
        "thinking",
        "redacted_thinking",
        "server_tool_use",
        "mcp_tool_use",
        "tool_result",
        "new_kind",
        None,
        ["x"],
    ],
)
def test_other_blocks_are_ignored(kind: Any) -> None:
    assert tool_calls([use("id") | {"type": kind}], TOOLSET) == ([], [])


@pytest.mark.parametrize("junk", [None, 7, "text", [], {}, use(None), use(""), use(7), {"type": "tool_use"}])
def test_what_cannot_be_answered_harms_no_other(junk: Any) -> None:
    calls, rejected = tool_calls([junk, use("good")], TOOLSET)
    assert [call.call_id for call in calls] == ["good"]
    assert rejected == []


@pytest.mark.parametrize("response", [[], {"content": []}, {"content": "text"}, {"content": None}, {}, None, 7, "text"])
def test_where_there_are_no_blocks_there_are_no_calls(response: Any) -> None:
    assert tool_calls(response, TOOLSET) == ([], [])

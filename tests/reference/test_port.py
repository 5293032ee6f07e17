"""The reference as a port: the protocol's shapes and errors."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from toolset_conformance import DuplicateName, NotOffered, Refused
from toolset_reference import ToolSet, build, tool_result, tools
from toolset_reference.port import ReferencePort
from toolset_reference.results import Structured

PORT = ReferencePort()
READ = {"name": "read", "description": "Reads."}
SERVERS = {"servers": [{"id": "files", "tools": [READ, READ]}]}
ENTRIES = {"entries": [{"name": "r", "server": "files", "tool": READ}]}
ERROR_BLOCK = {"type": "tool_result", "tool_use_id": "id", "is_error": True}


def test_it_says_who_it_is() -> None:
    described = PORT.describe()
    assert (described["name"], described["language"], described["protocol"]) == ("toolset-reference", "python", 1)


def test_both_forms_of_a_tool_set() -> None:
    built = PORT.toolset(SERVERS)
    (dropped,) = built.pop("dropped")
    assert built == {
        "entries": [{"name": "files__read", "server": "files", "tool": "read"}],
        "names": ["files__read"],
        "size": 1,
    }
    assert (dropped["server"], dropped["tool"]) == ("files", "read")
    assert dropped["reason"]
    given = {"entries": [{"name": "r", "server": "files", "tool": "read"}], "names": ["r"], "size": 1, "dropped": []}
    assert PORT.toolset(ENTRIES) == given


def test_look_ups() -> None:
    assert PORT.resolve(ENTRIES, "r") == {"server": "files", "tool": "read"}
    assert PORT.resolve(ENTRIES, ["r"]) is None
    assert PORT.exposed_name(ENTRIES, "files", "read") == "r"
    assert PORT.exposed_name(ENTRIES, "files", "r") is None


def test_the_other_methods_answer_as_the_functions_do() -> None:
    toolset, _ = build([("files", [READ])])
    assert PORT.tools(SERVERS, {"cache_control": "last"}) == tools(toolset, "last")
    use = {"type": "tool_use", "id": "id", "name": "files__read", "input": {"a": 1}}
    call = {"call_id": "id", "server": "files", "tool": "read", "arguments": {"a": 1}}
    assert PORT.tool_calls(SERVERS, [use]) == {"calls": [call], "rejected": []}
    assert PORT.tool_calls({"entries": []}, [use])["rejected"][0].items() >= ERROR_BLOCK.items()
    result = {"content": [{"type": "text", "text": "one"}], "structuredContent": [1]}
    for word in get_args(Structured):
        assert PORT.tool_result("id", {"result": result}, {"structured": word}) == tool_result("id", result, word)
    error = {"kind": "timeout", "message": "too late"}
    assert PORT.tool_result("id", {"error": error}, {}).items() >= ERROR_BLOCK.items()
    assert PORT.user_turn([{"a": 1}], [], []) == {"role": "user", "content": [{"a": 1}]}
    body = {"model": "m", "messages": [], "tools": tools(ToolSet())}
    assert PORT.request({"servers": []}, "m", [], {}) == body
    assert PORT.request(SERVERS, "m", [], {"cache_control": "last"})["tools"] == tools(toolset, "last")
    assert PORT.request({"servers": []}, "m", [], {"tool_choice": {"type": "none"}})["tool_choice"] == {"type": "none"}


def test_a_duplicate_name_has_its_own_error() -> None:
    with pytest.raises(DuplicateName):
        PORT.toolset({"entries": ENTRIES["entries"] * 2})


@pytest.mark.parametrize("toolset", [{}, {"proxies": []}, None, []])
def test_other_forms_of_a_tool_set_are_not_offered(toolset: Any) -> None:
    with pytest.raises(NotOffered):
        PORT.toolset(toolset)


@pytest.mark.parametrize("options", [{"cache_control": "first"}, {"structured": "auto"}, {"new": None}])
def test_other_options_are_not_offered(options: Any) -> None:
    with pytest.raises(NotOffered):
        PORT.tools(SERVERS, options)
    with pytest.raises(NotOffered):
        PORT.tool_result("id", {"result": {"content": []}}, {"structured": "never"})


@pytest.mark.parametrize(
    "toolset",
    [
        {"servers": None},
        {"servers": [{"tools": []}]},
        {"servers": [{"id": 7, "tools": [READ]}]},
        {"servers": [{"id": "a", "tools": None}]},
        {"servers": ["a"]},
        {"entries": [{}]},
        {"entries": [{"name": "r", "server": "files", "tool": {}}]},
        {"entries": [{"name": "r", "server": "files", "tool": None}]},
    ],
)
def test_a_broken_tool_set_is_refused(toolset: Any) -> None:
    with pytest.raises(Refused):
        PORT.toolset(toolset)


@pytest.mark.parametrize("response", [None, 7, "text", True])
def test_a_response_outside_the_types_is_refused(response: Any) -> None:
    with pytest.raises(Refused):
        PORT.tool_calls(SERVERS, response)


@pytest.mark.parametrize("outcome", [None, {}, {"result": None}, {"error": {"kind": "timeout"}}, {"error": None}])
def test_an_outcome_outside_the_types_is_refused(outcome: Any) -> None:
    with pytest.raises(Refused):
        PORT.tool_result("id", outcome, {})


@pytest.mark.parametrize("server, tool", [(None, "read"), ("files", []), ({}, "read")])
def test_a_pair_outside_the_types_is_refused(server: Any, tool: Any) -> None:
    with pytest.raises(Refused):
        PORT.exposed_name(SERVERS, server, tool)


@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "files__read"}, "any"])
def test_a_forced_tool_choice_is_refused(choice: Any) -> None:
    with pytest.raises(Refused):
        PORT.request(SERVERS, "m", [], {"tool_choice": choice})

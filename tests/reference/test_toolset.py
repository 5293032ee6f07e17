"""The set: order, size and look-up in both directions."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_reference import DuplicateNameError, Tool, ToolSet, build, tools


def tool(server: str, name: str) -> Tool:
    return Tool.from_mcp(server, {"name": name})


READ, WRITE = tool("files", "read"), tool("files", "write")


def test_entries_names_and_size_keep_the_given_order() -> None:
    pairs = [("10", READ), ("2", WRITE), ("b", tool("web", "x")), ("1", tool("a", "x"))]
    toolset = ToolSet(pairs)
    assert toolset.entries() == pairs
    assert toolset.names() == ["10", "2", "b", "1"]
    assert toolset.size() == 4


@pytest.mark.parametrize("pairs", [[("a", READ), ("a", WRITE)], [("a", READ), ("b", WRITE), ("a", READ)]])
def test_a_name_that_stands_twice_is_an_error(pairs: list[tuple[str, Tool]]) -> None:
    with pytest.raises(DuplicateNameError, match="'a'"):
        ToolSet(pairs)


def test_the_empty_set_is_a_set() -> None:
    toolset = ToolSet()
    assert (toolset.size(), toolset.names(), toolset.entries()) == (0, [], [])
    assert toolset.resolve("read") is None
    assert toolset.exposed_name("files", "read") is None


def test_a_known_name_gives_its_tool_and_no_other_string_does() -> None:
    toolset = ToolSet([("files__read", READ), ("files__write", WRITE)])
    assert toolset.resolve("files__read") is READ
    assert toolset.resolve("files__write") is WRITE
    for other in (
        "read",
        "Files__read",
        " files__read",
        "files__read\n",
        "files__rea",
        "files__read_",
        "",
        "__class__",
    ):
        assert toolset.resolve(other) is None


@pytest.mark.parametrize("value", [None, True, 0, 1.5, [], {}, ["files__read"], {"files__read": 1}, ("files__read",)])
def test_any_value_may_be_looked_up(value: Any) -> None:
    assert ToolSet([("files__read", READ)]).resolve(value) is None


def test_an_exposed_name_is_asked_with_both_raw_parts() -> None:
    toolset, _ = build([("a.b", [{"name": "c/d"}]), ("web", [{"name": "read"}])])
    assert toolset.exposed_name("a.b", "c/d") == toolset.names()[0]
    assert toolset.exposed_name("a_b", "c/d") is None
    assert toolset.exposed_name("a.b", "c_d") is None
    assert toolset.exposed_name("a.b", "read") is None


def test_a_name_is_never_split() -> None:
    toolset, _ = build([("a", [{"name": "b__c"}]), ("a__b", [{"name": "c"}]), ("b", [{"name": "c"}])])
    found = [(entry.server, entry.name) for _, entry in toolset.entries()]
    assert found == [("a", "b__c"), ("a__b", "c"), ("b", "c")]


def test_a_pair_under_two_names_is_found_by_both() -> None:
    toolset = ToolSet([("one", READ), ("two", READ)])
    assert toolset.resolve("one") == toolset.resolve("two") == READ
    assert toolset.exposed_name("files", "read") == "one"


def test_a_definition_has_the_name_the_description_and_the_schema_alone() -> None:
    schema = {
        "type": "object",
        "$defs": {"x": {}},
        "properties": {"p": {"$ref": "#/$defs/x", "default": None}},
        "x-y": [],
    }
    entry = {"name": "read", "title": "Read", "description": "Reads.", "inputSchema": schema, "outputSchema": {}}
    entry |= {"annotations": {"readOnlyHint": True}, "icons": [], "_meta": {"a": 1}}
    toolset, _ = build([("files", [entry])])
    assert tools(toolset) == [{"name": "files__read", "description": "Reads.", "input_schema": schema}]


@pytest.mark.parametrize(
    "missing", [{}, {"description": None, "inputSchema": None}, {"description": 7, "inputSchema": []}]
)
def test_what_a_tool_lacks_is_filled_in(missing: dict[str, Any]) -> None:
    toolset, _ = build([("files", [{"name": "read", **missing}])])
    assert tools(toolset) == [{"name": "files__read", "description": "", "input_schema": {"type": "object"}}]


def test_descriptions_are_cleaned_in_definitions() -> None:
    toolset, _ = build([("files", [{"name": "read", "description": "Re\u200bads." + "x" * 5000}])])
    (definition,) = tools(toolset)
    assert definition["description"].startswith("Reads.xxx")
    assert len(definition["description"]) == 4096


def test_the_cache_marker_stands_on_the_last_definition_when_asked_for() -> None:
    toolset, _ = build([("files", [{"name": name} for name in "abc"])])
    assert all("cache_control" not in definition for definition in tools(toolset))
    marked = tools(toolset, cache_control="last")
    assert [definition.get("cache_control") for definition in marked] == [None, None, {"type": "ephemeral"}]
    assert tools(ToolSet(), cache_control="last") == []

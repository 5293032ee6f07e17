"""Properties of tool definitions: TOOLS-*, CACHE-*, CHOICE-*, PURE-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.names import pairs, with_control
from toolset_conformance.properties.property import Plain, prop

JSON = Any
_NAME = {"$regex": "[A-Za-z0-9_-]{1,64}"}
_MARKER = {"type": "ephemeral"}


def _tools(servers: list[dict[str, JSON]]) -> list[dict[str, JSON]]:
    return [tool for server in servers for tool in server["tools"]]


def _asked(servers: list[dict[str, JSON]], expected: JSON, **options: JSON) -> Plain:
    step: dict[str, JSON] = {"ask": "tools", "expect": expected}
    if options:
        step["with"] = {"options": options}
    return {"toolset": {"servers": servers}, "steps": [step]}


def _full() -> st.SearchStrategy[list[dict[str, JSON]]]:
    """Plain names, and tools with all that MCP lets them have."""
    made = strategies.servers(strategies.plain_ids(), strategies.plain_names(), plain_tools=False)
    return made.filter(strategies.differ_by_more_than_case).map(with_control)


@prop("TOOLS-1", "A definition has no key but the API's, whatever the tool brings along.")
def only_known_keys() -> st.SearchStrategy[Plain]:
    each = {"name": _NAME, "input_schema": {"$type": "object"}, "description": {"$absent_or": {"$type": "string"}}}
    expected = {"$all": [{"$each": each}, {"$some": {"$any": True}}]}
    return _full().map(lambda servers: _asked(servers, expected))


@prop("TOOLS-2", "One definition for each tool of the set, under its exposed name.")
def one_definition_each() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        each = [
            {"$if_exposed": {"pair": [*pair], "then": {"$has": {"name": {"$exposed": [*pair]}}}}}
            for pair in pairs(servers)
        ]
        there = {"$some": {"$has": {"name": {"$exposed": ["control", "plain"]}}}}
        return _asked(servers, {"$all": [{"$in_any_order": each}, there]})

    return strategies.servers().map(with_control).map(made)


@prop("TOOLS-3", "The schema goes through as it came.")
def schemas_are_kept() -> st.SearchStrategy[Plain]:
    @st.composite
    def given(draw: strategies.Draw) -> Plain:
        tools = [{"name": f"t{n}", "inputSchema": draw(strategies.schemas())} for n in range(draw(st.integers(1, 3)))]
        entries = [{"name": tool["name"], "server": "s", "tool": tool} for tool in tools]
        expected = [
            {"$has": {"name": tool["name"], "input_schema": {"$literal": tool["inputSchema"]}}} for tool in tools
        ]
        return {"toolset": {"entries": entries}, "steps": [{"ask": "tools", "expect": expected}]}

    return given()


@prop("TOOLS-4", "A description is a text, and never null.")
def descriptions_are_texts() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        each = [
            {
                "$has": {
                    "description": {"$type": "string"}
                    if tool.get("description")
                    else {"$absent_or": {"$type": "string"}}
                }
            }
            for tool in _tools(servers)
        ]
        return {"toolset": {"entries": _given(servers)}, "steps": [{"ask": "tools", "expect": each}]}

    return _full().map(made)


@prop("TOOLS-4", "The description is there also where a tool has none.", "recommended")
def descriptions_are_there() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        each = [{"$has": {"description": tool.get("description", "")}} for tool in _tools(servers)]
        return {"toolset": {"entries": _given(servers)}, "steps": [{"ask": "tools", "expect": each}]}

    return _full().map(made)


def _given(servers: list[dict[str, JSON]]) -> list[dict[str, JSON]]:
    """The servers as a set of given names."""
    return [
        {"name": f"t{number}", "server": server, "tool": tool}
        for number, (server, tool) in enumerate((s["id"], tool) for s in servers for tool in s["tools"])
    ]


@prop("CACHE-1", "Unasked, no definition carries a cache marker.")
def no_marker_unasked() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        unmarked = {"$all": [{"$has": {"name": _NAME}}, {"$not": {"$has": {"cache_control": {"$any": True}}}}]}
        plain = _asked(servers, [unmarked for _ in _tools(servers)])
        marked = {
            "ask": "tools",
            "with": {"options": {"cache_control": "last"}},
            "expect": {"$length": len(_tools(servers))},
        }
        plain["steps"] = [plain["steps"][0], marked, plain["steps"][0]]
        return plain

    return strategies.plain_servers().map(made)


@prop("CACHE-2", "Asked for, the last definition and no other carries the marker.")
def marker_on_the_last() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        *others, last = _tools(servers)
        unmarked = {"$not": {"$has": {"cache_control": {"$any": True}}}}
        return _asked(
            servers,
            [*(unmarked for _ in others), {"$has": {"name": _NAME, "cache_control": _MARKER}}],
            cache_control="last",
        )

    return strategies.plain_servers().map(made)


_FORCED = {"$nowhere": {"$has": {"tool_choice": {"$has": {"type": {"$one_of": ["any", "tool"]}}}}}}


@prop("CHOICE-1", "No definition, call or rejection holds a forced choice.")
def nothing_is_forced() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        number = len(_tools(servers))
        block = {"type": "tool_use", "id": "toolu_1", "name": "unknown_tool_name", "input": {}}
        rejected = {"calls": [], "rejected": {"$all": [{"$length": 1}, _FORCED]}}
        plain = _asked(servers, {"$all": [{"$length": number}, _FORCED]})
        plain["steps"].append({"ask": "tool_calls", "with": {"response": [block]}, "expect": rejected})
        return plain

    return strategies.plain_servers().map(made)


@prop("CHOICE-2", "A request forces no tool.")
def requests_force_nothing() -> st.SearchStrategy[Plain]:
    @st.composite
    def asked(draw: strategies.Draw) -> Plain:
        servers = draw(strategies.plain_servers())
        options = draw(st.sampled_from([{}, {"tool_choice": {"type": "auto"}}, {"tool_choice": {"type": "none"}}]))
        messages = [{"role": "user", "content": draw(strategies.visible_texts()) or "Hello."}]
        free = {"$absent_or": {"$has": {"type": {"$one_of": ["auto", "none"]}}}}
        expected = {"$has": {"model": "a-model", "messages": {"$type": "array"}, "tool_choice": free}}
        given = {"model": "a-model", "messages": messages, "options": options}
        return {"toolset": {"servers": servers}, "steps": [{"ask": "request", "with": given, "expect": expected}]}

    return asked()


@prop("PURE-1", "Definitions and calls leave what they are given as it is.")
def input_is_left_alone() -> st.SearchStrategy[Plain]:
    return _watched("input")


@prop("PURE-3", "Definitions and calls open no connection.")
def no_connection_is_opened() -> st.SearchStrategy[Plain]:
    return _watched("network")


def _watched(watch: str) -> st.SearchStrategy[Plain]:
    @st.composite
    def asked(draw: strategies.Draw) -> Plain:
        servers = draw(_full())
        block = {"type": "tool_use", "id": "toolu_1", "name": "unknown", "input": draw(strategies.json_objects())}
        content, _ = draw(strategies.contents())
        outcome = {"result": {"content": content, "structuredContent": {"a": 1}}}
        steps = [
            {"ask": "tools", "watch": watch, "expect": {"$some": {"$any": True}}},
            {"ask": "tools", "with": {"options": {"cache_control": "last"}}, "watch": watch, "expect": {"$some": {"$any": True}}},
            {"ask": "toolset", "watch": watch, "expect": {"entries": {"$some": {"$any": True}}}},
            {"ask": "resolve", "with": {"name": {"$exposed": ["control", "plain"]}}, "watch": watch, "expect": {"server": "control", "tool": "plain"}},
            {"ask": "exposed_name", "with": {"server": "control", "tool": "plain"}, "watch": watch, "expect": {"$type": "string"}},
            {"ask": "tool_calls", "with": {"response": {"role": "assistant", "content": [block]}}, "watch": watch, "expect": {"calls": [], "rejected": {"$length": 1}}},
            {"ask": "tool_result", "with": {"tool_use_id": "toolu_1", "outcome": outcome, "options": {"structured": draw(st.sampled_from(["append", "prefer", "auto", "ignore"]))}}, "watch": watch, "expect": {"$has": {"type": "tool_result"}}},
        ]  # fmt: skip
        return {"toolset": {"servers": servers}, "steps": steps}

    return asked()


@prop("PURE-2", "The same question has the same answer, whatever was asked in between.")
def same_question_same_answer() -> st.SearchStrategy[Plain]:
    def made(both: tuple[list[dict[str, JSON]], list[dict[str, JSON]]]) -> Plain:
        one, other = both
        first = {"ask": "tools", "expect": {"$some": {"$any": True}}}
        between = {"ask": "tools", "with": {"toolset": {"servers": other}, "options": {"cache_control": "last"}}, "expect": {"$some": {"$any": True}}}  # fmt: skip
        return {"toolset": {"servers": one}, "steps": [first, between, {"ask": "tools", "expect": {"$answer": [1]}}]}

    return st.tuples(_full(), _full()).map(made)

"""Properties of tool definitions: TOOLS-*, CACHE-*, CHOICE-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import CONTROL, Servers, controlled, crowds, pairs, with_control
from toolset_conformance.search.property import NAME, SOMETHING, Cases, Plain, ask, exposed, plain, prop, where_exposed

JSON = Any


def _tools(servers: Servers) -> list[dict[str, JSON]]:
    return [tool for server in servers for tool in server["tools"]]


def full_servers() -> st.SearchStrategy[Servers]:
    """Plain names, tools with all that MCP lets them have, and the control."""
    return strategies.plain_servers(plain_tools=False).map(with_control)


def _given_names(servers: Servers) -> list[dict[str, JSON]]:
    """The servers' tools as a set of given names."""
    listed = [(server["id"], tool) for server in servers for tool in server["tools"]]
    return [{"name": f"t{n}", "server": server, "tool": tool} for n, (server, tool) in enumerate(listed)]


@prop("TOOLS-1", "A definition has no key but the API's, whatever the tool brings along.")
def only_known_keys() -> Cases:
    each = {"name": NAME, "input_schema": {"$type": "object"}, "description": {"$absent_or": {"$type": "string"}}}
    return full_servers().map(
        lambda servers: plain(ask("tools", {"$all": [{"$each": each}, SOMETHING]}), servers=servers)
    )


@prop("TOOLS-2", "One definition for each tool of the set, under its exposed name.")
def one_definition_each() -> Cases:
    def made(servers: Servers) -> Plain:
        each = [where_exposed(pair, {"$has": {"name": exposed(pair)}}) for pair in pairs(servers)]
        there = {"$some": {"$has": {"name": exposed(CONTROL)}}}
        return plain(ask("tools", {"$all": [{"$in_any_order": each}, there]}), servers=servers)

    return controlled().map(made)


@prop("TOOLS-2", "Of many tools each has its definition.")
def many_definitions() -> Cases:
    def made(servers: Servers) -> Plain:
        names = [{"$has": {"name": exposed(pair)}} for pair in pairs(servers)]
        return plain(ask("tools", {"$in_any_order": names}), servers=servers)

    return crowds().map(made)


@prop("TOOLS-3", "The schema goes through as it came.")
def schemas_are_kept() -> Cases:
    def made(schemas: list[dict[str, JSON]]) -> Plain:
        tools = [{"name": f"t{number}", "inputSchema": schema} for number, schema in enumerate(schemas)]
        entries = [{"name": tool["name"], "server": "s", "tool": tool} for tool in tools]
        kept = [{"$has": {"name": t["name"], "input_schema": {"$literal": t["inputSchema"]}}} for t in tools]
        return plain(ask("tools", kept), entries=entries)

    return st.lists(strategies.schemas(), min_size=1, max_size=3).map(made)


@prop("TOOLS-4", "A description is a text, and never null.")
def descriptions_are_texts() -> Cases:
    def made(servers: Servers) -> Plain:
        text = {"$type": "string"}
        each = [
            {"$has": {"description": text if tool.get("description") else {"$absent_or": text}}}
            for tool in _tools(servers)
        ]
        return plain(ask("tools", each), entries=_given_names(servers))

    return full_servers().map(made)


@prop("TOOLS-4", "The description is there also where a tool has none.", "recommended")
def descriptions_are_there() -> Cases:
    def made(servers: Servers) -> Plain:
        each = [{"$has": {"description": tool.get("description", "")}} for tool in _tools(servers)]
        return plain(ask("tools", each), entries=_given_names(servers))

    return full_servers().map(made)


_UNMARKED = {"$has": {"name": NAME, "cache_control": {"$absent_or": None}}}
_MARKED = {"$has": {"name": NAME, "cache_control": {"type": "ephemeral"}}}
_LAST = {"cache_control": "last"}


@prop("CACHE-1", "Unasked, no definition carries a cache marker.")
def no_marker_unasked() -> Cases:
    def made(servers: Servers) -> Plain:
        number = len(_tools(servers))
        unmarked = ask("tools", [_UNMARKED] * number)
        return plain(unmarked, ask("tools", {"$length": number}, options=_LAST), unmarked, servers=servers)

    return strategies.plain_servers().map(made)


@prop("CACHE-2", "Asked for, the last definition and no other carries the marker.")
def marker_on_the_last() -> Cases:
    def made(servers: Servers) -> Plain:
        others = len(_tools(servers)) - 1
        return plain(ask("tools", [*[_UNMARKED] * others, _MARKED], options=_LAST), servers=servers)

    return strategies.plain_servers().map(made)


@prop("CACHE-3", "A set without tools has no definition to mark.")
def no_marker_on_nothing() -> Cases:
    def made(ids: list[str] | None) -> Plain:
        empty = {"entries": []} if ids is None else {"servers": [{"id": each, "tools": []} for each in ids]}
        marked = ask("tools", [_MARKED], options=_LAST)
        return plain(ask("tools", [], toolset=empty, options=_LAST), marked, servers=with_control([]))

    return (st.none() | st.lists(strategies.plain_ids(), max_size=2, unique=True)).map(made)


_FORCED = {"$has": {"tool_choice": {"$has": {"type": {"$one_of": ["any", "tool"]}}}}}


@prop("CHOICE-1", "No definition, call or rejection holds a forced choice.")
def nothing_is_forced() -> Cases:
    def made(servers: Servers) -> Plain:
        block = {"type": "tool_use", "id": "toolu_1", "name": "unknown_tool_name", "input": {}}
        rejected = {"calls": [], "rejected": {"$all": [{"$length": 1}, {"$nowhere": _FORCED}]}}
        defined = {"$all": [{"$length": len(_tools(servers))}, {"$nowhere": _FORCED}]}
        return plain(ask("tools", defined), ask("tool_calls", rejected, response=[block]), servers=servers)

    return strategies.plain_servers().map(made)


@prop("CHOICE-1", "Nor does a result, good or not.")
def results_force_nothing() -> Cases:
    result = {"content": [{"type": "text", "text": "x"}]}
    outcomes = [
        {"result": result},
        {"result": {**result, "isError": True}},
        {"error": {"kind": "timeout", "message": "no"}},
    ]
    expected = {"$all": [{"$has": {"type": "tool_result"}}, {"$nowhere": _FORCED}]}
    return st.sampled_from(outcomes).map(
        lambda outcome: plain(ask("tool_result", expected, tool_use_id="toolu_1", outcome=outcome))
    )


@prop("CHOICE-1", "Nor does the next user turn.")
def turns_force_nothing() -> Cases:
    text = [{"type": "text", "text": "x"}]
    answer = {"type": "tool_result", "tool_use_id": "toolu_1", "content": text}
    rejected = {**answer, "tool_use_id": "toolu_2", "is_error": True}
    expected = {"$all": [{"$has": {"role": "user"}}, {"$nowhere": _FORCED}]}
    return st.lists(st.just(rejected), max_size=1).map(
        lambda rejections: plain(ask("user_turn", expected, rejected=rejections, results=[answer], others=text))
    )


@prop("CHOICE-1", "Nor does a request, at any depth.")
def whole_requests_force_nothing() -> Cases:
    def made(drawn: tuple[Servers, dict[str, JSON]]) -> Plain:
        expected = {"$all": [{"$has": {"model": "a-model"}}, {"$nowhere": _FORCED}]}
        messages = _conversation("Hello.")
        steps = [ask("request", expected, model="a-model", messages=messages[:n], options=drawn[1]) for n in (1, 3)]
        return plain(*steps, servers=drawn[0])

    return st.tuples(strategies.plain_servers(), st.sampled_from([{}, _LAST])).map(made)


def _conversation(text: str) -> list[JSON]:
    """A question, a call, and its failure."""
    use = {"type": "tool_use", "id": "toolu_1", "name": "x", "input": {}}
    failed = {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True, "content": "no"}
    return [
        {"role": "user", "content": text},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [failed]},
    ]


def _requests(options: list[dict[str, JSON]], free: JSON, *, or_refused: bool) -> Cases:
    def made(drawn: tuple[Servers, dict[str, JSON], str]) -> Plain:
        servers, wanted, text = drawn
        messages = _conversation(text)
        expected = {"$has": {"model": "a-model", "messages": {"$type": "array"}, "tool_choice": free}}
        return plain(
            ask("request", expected, model="a-model", messages=messages[:1], options={}),
            ask("request", expected, or_refused=or_refused, model="a-model", messages=messages, options=wanted),
            servers=servers,
        )

    texts = strategies.visible_texts(max_size=20).map(lambda text: f"Hello. {text}".strip())
    return st.tuples(strategies.plain_servers(), st.sampled_from(options), texts).map(made)


@prop("CHOICE-2", "A request forces no tool.")
def requests_force_nothing() -> Cases:
    free = {"$absent_or": {"$has": {"type": {"$one_of": ["auto", "none"]}}}}
    unforced: list[dict[str, JSON]] = [{}, {"tool_choice": {"type": "auto"}}, {"tool_choice": {"type": "none"}}, _LAST]
    return _requests(unforced, free, or_refused=False)


@prop("CHOICE-2", "The tools of a request are the set's definitions.", "recommended")
def requests_have_the_tools() -> Cases:
    def made(drawn: tuple[Servers, dict[str, JSON]]) -> Plain:
        servers, options = drawn
        messages = [{"role": "user", "content": "Hello."}]
        expected = {"$has": {"tools": {"$answer": [1]}}}
        return plain(
            ask("tools", {"$length": len(_tools(servers))}, options=options),
            ask("request", expected, model="a-model", messages=messages, options=options),
            servers=servers,
        )

    return st.tuples(strategies.plain_servers(), st.sampled_from([{}, _LAST])).map(made)


@prop("CHOICE-3", "A forced choice is refused, or left out.", "recommended")
def forced_choices_are_left_out() -> Cases:
    free = {"$absent_or": {"$has": {"type": {"$one_of": ["auto", "none"]}}}}
    forced = [{"tool_choice": {"type": "any"}}, {"tool_choice": {"type": "tool", "name": "control__plain"}}]
    return _requests(forced, free, or_refused=True)

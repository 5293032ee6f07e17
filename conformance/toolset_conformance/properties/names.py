"""Properties of names, order and the set: NAME-*, ORDER-*, SET-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.property import Plain, prop

JSON = Any
CONTROL = {"id": "control", "tools": [{"name": "plain", "inputSchema": {"type": "object"}}]}
"""A server with a tool that no port may leave out, so that a port without any tools passes nothing."""


def with_control(servers: list[dict[str, JSON]]) -> list[dict[str, JSON]]:
    """The servers and the control behind them, where no server has its id."""
    return [*(server for server in servers if server["id"] != CONTROL["id"]), CONTROL]


def pairs(servers: list[dict[str, JSON]]) -> list[tuple[str, str]]:
    """The (server, tool) pairs in build order."""
    return [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]


def _controlled() -> st.SearchStrategy[list[dict[str, JSON]]]:
    return strategies.servers().map(with_control)


def _entry(pair: tuple[str, str], name: JSON = None) -> dict[str, JSON]:
    return {"name": name or {"$type": "string"}, "server": pair[0], "tool": pair[1]}


def _toolset(servers: list[dict[str, JSON]], **expected: JSON) -> Plain:
    return {"toolset": {"servers": servers}, "steps": [{"ask": "toolset", "expect": expected}]}


_THERE = {"$some": _entry(("control", "plain"))}
_VALID_ENTRY = {"name": {"$regex": "[A-Za-z0-9_-]{1,64}"}, "server": {"$any": True}, "tool": {"$any": True}}


@prop("NAME-1", "Every exposed name is valid, whatever servers and tools are called.")
def names_are_valid() -> st.SearchStrategy[Plain]:
    expected = {"$all": [{"$each": _VALID_ENTRY}, _THERE]}
    return _controlled().map(lambda servers: _toolset(servers, entries=expected))


@prop("NAME-2", "No two tools share a name, however alike they are.")
def names_are_unique() -> st.SearchStrategy[Plain]:
    return _controlled().map(lambda servers: _toolset(servers, entries={"$all": [{"$unique": "name"}, _THERE]}))


@prop("NAME-2", "Hundreds of tools that fall together stay apart.")
def many_names_are_unique() -> st.SearchStrategy[Plain]:
    @st.composite
    def crowd(draw: strategies.Draw) -> Plain:
        stem = draw(st.sampled_from(["tool", "a" * 70, "a" * 58, "x.y", "名"]))
        signs = draw(st.sampled_from([".:/ ~", "_.-", "éè你", "ab"]))
        count = draw(st.integers(2, 60))
        names = [stem + signs[n % len(signs)] * (1 + n // len(signs)) for n in range(count)]
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
        expected = {"$all": [{"$unique": "name"}, {"$each": _VALID_ENTRY}, _THERE]}
        return _toolset([{"id": "crowd", "tools": tools}, CONTROL], entries=expected)

    return crowd()


@prop("NAME-3", "Each entry is one of the tools that went in, under its own id and name.")
def tools_keep_their_names() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        own = [_entry(pair) for pair in pairs(servers)]
        return _toolset(servers, entries={"$all": [{"$each": {"$one_of": own}}, _THERE]})

    return _controlled().map(made)


@prop("NAME-4", "What the set leaves out stands in no definition, what it holds in one.")
def left_out_is_out_of_reach() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        there = [
            {"$if_exposed": {"pair": [*pair], "then": {"$has": {"name": {"$exposed": [*pair]}}}}}
            for pair in pairs(servers)
        ]
        listed = [
            {"$if_exposed": {"pair": [*pair], "then": _entry(pair, {"$exposed": [*pair]})}} for pair in pairs(servers)
        ]
        steps = [
            {"ask": "toolset", "expect": {"entries": {"$all": [_THERE, listed]}}},
            {"ask": "tools", "expect": there},
        ]
        steps += [
            {
                "ask": "exposed_name",
                "with": {"server": s, "tool": t},
                "if_exposed": [s, t],
                "expect": {"$exposed": [s, t]},
            }
            for s, t in pairs(servers)
        ]
        return {"toolset": {"servers": servers}, "steps": steps}

    return _controlled().map(made)


@prop("NAME-6", "Built twice, a set has the same names, whatever was built in between.")
def built_twice_the_same() -> st.SearchStrategy[Plain]:
    def made(both: tuple[list[dict[str, JSON]], list[dict[str, JSON]]]) -> Plain:
        plain = _toolset(both[0], entries=_THERE)
        between = {"ask": "toolset", "with": {"toolset": {"servers": both[1]}}, "expect": {"entries": _THERE}}
        plain["steps"] += [between, {"ask": "toolset", "expect": {"$answer": [1]}}]
        return plain

    return st.tuples(_controlled(), _controlled()).map(made)


@prop("NAME-7", "Names begin with a letter or an underscore.", "recommended")
def names_begin_well() -> st.SearchStrategy[Plain]:
    each = {"name": {"$regex": "[A-Za-z_][A-Za-z0-9_-]*"}, "server": {"$any": True}, "tool": {"$any": True}}
    return _controlled().map(lambda servers: _toolset(servers, entries={"$all": [{"$each": each}, _THERE]}))


@prop("NAME-8", "Of plain tools none is left out.")
def plain_tools_are_there() -> st.SearchStrategy[Plain]:
    return strategies.plain_servers().map(
        lambda servers: _toolset(servers, entries=[_entry(p) for p in pairs(servers)])
    )


@prop("NAME-8", "No tool is left out for an odd, long or common name.", "recommended")
def all_tools_are_there() -> st.SearchStrategy[Plain]:
    return _controlled().map(lambda servers: _toolset(servers, entries=[_entry(pair) for pair in pairs(servers)]))


@prop("NAME-5", "A tool of which there are two is in the set once, and reported once.", "recommended")
def left_out_is_reported() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        first = servers[0]
        twice = [{**first, "tools": [*first["tools"], first["tools"][0]]}, *servers[1:]]
        reported = {"server": first["id"], "tool": first["tools"][0]["name"], "reason": {"$absent_or": {"$any": True}}}
        count = len(pairs(servers))
        kept_both = {"$has": {"entries": {"$length": count + 1}, "dropped": {"$any": True}}}
        kept_one = {"$has": {"entries": {"$length": count}, "dropped": {"$some": reported}}}
        step = {"ask": "toolset", "expect": {"$one_of": [kept_one, kept_both]}}
        return {"toolset": {"servers": twice}, "steps": [step]}

    return strategies.plain_servers().map(made)


@prop("NAME-9", "A fresh process gives the same names in the same order.", "recommended")
def fresh_process_the_same() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        plain = _toolset(servers, entries=_THERE)
        plain["steps"].append({"ask": "toolset", "fresh": True, "expect": {"$answer": [1]}})
        return plain

    return _controlled().map(made)


@prop("ORDER-1", "Entries keep the order in which servers and tools were given.")
def build_order_is_kept() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        kept = [{"$maybe": _entry(pair)} for pair in pairs(servers)[:-1]]
        return _toolset(servers, entries=[*kept, _entry(("control", "plain"))])

    return _controlled().map(made)


@prop("ORDER-2", "Definitions stand in the order of the names.")
def definitions_in_order() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        names = [{"$has": {"name": {"$exposed": [*pair]}}} for pair in pairs(servers)]
        return {"toolset": {"servers": servers}, "steps": [{"ask": "tools", "expect": names}]}

    return strategies.plain_servers().map(made)


@prop("SET-1", "A set of given names has those entries in that order.")
def given_names_are_kept() -> st.SearchStrategy[Plain]:
    def made(entries: list[dict[str, JSON]]) -> Plain:
        listed = [_entry((entry["server"], entry["tool"]["name"]), entry["name"]) for entry in entries]
        steps = [{"ask": "toolset", "expect": {"entries": listed, "names": [entry["name"] for entry in entries]}}]
        return {"toolset": {"entries": entries}, "steps": steps}

    return strategies.entries().map(made)


@prop("SET-2", "A name that stands twice is an error, wherever it stands and whatever it is for.")
def duplicates_are_refused() -> st.SearchStrategy[Plain]:
    @st.composite
    def doubled(draw: strategies.Draw) -> Plain:
        entries = draw(strategies.entries(min_size=2))
        first, second = sorted(draw(st.lists(st.integers(0, len(entries) - 1), min_size=2, max_size=2, unique=True)))
        same = draw(st.booleans())
        twice = [*entries]
        twice[second] = entries[first] if same else {**entries[second], "name": entries[first]["name"]}
        steps = [
            {"ask": "toolset", "expect": {"entries": {"$length": len(entries)}}},
            {"ask": "toolset", "with": {"toolset": {"entries": twice}}, "refused": "any"},
        ]
        return {"toolset": {"entries": entries}, "steps": steps}

    return doubled()


@prop("SET-3", "The size is the number of tools.")
def size_is_the_number() -> st.SearchStrategy[Plain]:
    def made(entries: list[dict[str, JSON]]) -> Plain:
        number = {"$length": len(entries)}
        expected = {"entries": number, "names": number, "size": len(entries)}
        return {"toolset": {"entries": entries}, "steps": [{"ask": "toolset", "expect": expected}]}

    return strategies.entries().map(made)

"""Properties of names, order and the set: NAME-*, ORDER-*, SET-1 to SET-4."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.property import (
    NAME,
    SOMETHING,
    Cases,
    Plain,
    ask,
    exposed,
    plain,
    prop,
    refused,
    where_exposed,
)

JSON = Any
Servers = list[dict[str, JSON]]
Pair = tuple[str, str]

PLAIN_TOOL = {"name": "plain", "inputSchema": {"type": "object"}}
CONTROL: Pair = ("control", "plain")
"""A pair that no port may leave out, so that a port without any tools passes nothing."""


def with_control(servers: Servers) -> Servers:
    """The servers and that of the control behind them, where no server has its id."""
    others = [server for server in servers if server["id"].lower() != CONTROL[0]]
    return [*others, {"id": CONTROL[0], "tools": [PLAIN_TOOL]}]


def controlled() -> st.SearchStrategy[Servers]:
    """Servers of any kind, and the control."""
    return strategies.servers().map(with_control)


def pairs(servers: Servers) -> list[Pair]:
    """The (server, tool) pairs in build order."""
    return [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]


def _entry(pair: Pair, name: JSON = None) -> dict[str, JSON]:
    return {"name": name or {"$type": "string"}, "server": pair[0], "tool": pair[1]}


def _any_entry(name: JSON) -> dict[str, JSON]:
    return {"name": name, "server": {"$any": True}, "tool": {"$any": True}}


_THERE = {"$some": _entry(CONTROL)}


def _set_of(servers: Servers, *entries: JSON) -> Plain:
    """The port's set has entries that fit all of these, and the control."""
    return plain(ask("toolset", {"entries": {"$all": [*entries, _THERE]}}), servers=servers)


@prop("NAME-1", "Every exposed name is valid, whatever servers and tools are called.")
def names_are_valid() -> Cases:
    return controlled().map(lambda servers: _set_of(servers, {"$each": _any_entry(NAME)}))


@prop("NAME-2", "No two tools share a name, however alike they are.")
def names_are_unique() -> Cases:
    return controlled().map(lambda servers: _set_of(servers, {"$unique": "name"}))


@prop("NAME-2", "Many tools that fall together stay apart.")
def many_names_are_unique() -> Cases:
    def crowd(drawn: tuple[str, str, int]) -> Plain:
        stem, signs, count = drawn
        names = [stem + signs[n % len(signs)] * (1 + n // len(signs)) for n in range(count)]
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
        servers = with_control([{"id": "crowd", "tools": tools}])
        return _set_of(servers, {"$unique": "name"}, {"$each": _any_entry(NAME)})

    stems = st.sampled_from(["tool", "a" * 70, "a" * 58, "x.y", "名"])
    return st.tuples(stems, st.sampled_from([".:/ ~", "_.-", "éè你", "ab"]), st.integers(2, 60)).map(crowd)


@prop("NAME-2", "Ids and names that fall together when joined stay apart.")
def joined_names_are_unique() -> Cases:
    part = st.sampled_from(["a", "b", "a__b", "b__a", "a_", "_b", "_", "__", "a__", "__b", "a.b", "a_b"])
    return (
        strategies.servers(part, part)
        .map(with_control)
        .map(lambda servers: _set_of(servers, {"$unique": "name"}, {"$each": _any_entry(NAME)}))
    )


@prop("NAME-2", "Long names that fall together when shortened stay apart.")
def shortened_names_are_unique() -> Cases:
    names = strategies.long_names()
    return (
        strategies.servers(strategies.plain_ids() | names, names)
        .map(with_control)
        .map(lambda servers: _set_of(servers, {"$unique": "name"}, {"$each": _any_entry(NAME)}))
    )


Pairs = list[Pair]


def _families() -> st.SearchStrategy[Pairs]:
    """Pairs that one careless step takes for the same."""
    joints = ["__", "/", ":", ".", "\0", "_", "-", " ", ",", "|", "\n", '","', "', '", "::", "@", "#", "=>"]
    families = [[(f"a{joint}b", "c"), ("a", f"b{joint}c")] for joint in joints] + [
        [("ab", "c"), ("a", "bc")], [("a", "b"), ("b", "a")], [("A", "b"), ("a", "b"), ("a", "B"), ("A", "B")],
        [("a", "\u00e9"), ("a", "e\u0301")], [("a", "\ufb01"), ("a", "fi")], [("\u00c5", "b"), ("\u212b", "b")],
        [("a", "b\u200b"), ("a", "b"), ("a", "\u2060b")], [("a", "\u00df"), ("a", "ss"), ("a", "SS")],
        [("s", "a.b"), ("s", "a_b"), ("s", "a/b"), ("s", "a b"), ("s", "a-b")],
        [("s", "x."), ("s", "x!"), ("s", "x_2"), ("s", "x_1"), ("s", "x-2"), ("s", "x2"), ("s", "x__2")],
        [("s", f"x{sign}") for sign in ".!/: ~?&%$+="], [("1", "a"), ("01", "a"), ("1.0", "a")],
        [("a", "a"), ("b", "a")],
        [("a", "x" * 64), ("a", "x" * 65), ("a", "x" * 66)], [("a" * 60, "x"), ("a" * 60, "y"), ("a" * 61, "x")],
        [("a", ""), ("", "a"), ("a_", ""), ("", "")], [("a", "b "), ("a", " b"), ("a", "b\n")],
    ]  # fmt: skip
    return st.tuples(st.sampled_from(families), st.booleans()).map(lambda d: d[0][::-1] if d[1] else d[0])


def rivals() -> st.SearchStrategy[Pairs]:
    """Such pairs of one to three kinds, those of one server together."""

    def together(families: list[Pairs]) -> Pairs:
        pairs = list(dict.fromkeys(pair for family in families for pair in family))
        servers = [server for server, _ in pairs]
        return sorted(pairs, key=lambda pair: servers.index(pair[0]))

    return st.lists(_families(), min_size=1, max_size=3).map(together)


def servers_of(pairs: Pairs) -> Servers:
    """Servers with these tools, and the control."""
    tools: dict[str, list[dict[str, JSON]]] = {}
    for server, tool in pairs:
        tools.setdefault(server, []).append({"name": tool, "inputSchema": {"type": "object"}})
    return with_control([{"id": server, "tools": listed} for server, listed in tools.items()])


@prop("NAME-2", "Pairs that one careless step takes for the same stay apart.")
def rivals_are_unique() -> Cases:
    return rivals().map(lambda pairs: _set_of(servers_of(pairs), {"$unique": "name"}, {"$each": _any_entry(NAME)}))


@prop("NAME-2", "So they do in the list of names and in the definitions.")
def listed_rivals_are_unique() -> Cases:
    def made(pairs: Pairs) -> Plain:
        listed = {"entries": {"$all": [_THERE]}, "names": {"$unique": True}}
        defined = {"$all": [{"$unique": "name"}, {"$some": {"$has": {"name": exposed(CONTROL)}}}]}
        return plain(ask("toolset", listed), ask("tools", defined), servers=servers_of(pairs))

    return rivals().map(made)


@prop("NAME-8", "Pairs that one careless step takes for the same are all there.", "recommended")
def rivals_are_there() -> Cases:
    return rivals().map(lambda pairs: _all_there(servers_of(pairs)))


@prop("NAME-1", "Names are valid wherever they stand: in the list of names, in definitions, asked for one by one.")
def names_are_valid_everywhere() -> Cases:
    def made(servers: Servers) -> Plain:
        one = {"$one_of": [None, NAME]}
        return plain(
            ask("toolset", {"entries": {"$all": [_THERE]}, "names": {"$each": NAME}}),
            ask("tools", {"$all": [{"$each": {"$has": {"name": NAME}}}, SOMETHING]}),
            *(ask("exposed_name", one, server=server, tool=tool) for server, tool in pairs(servers)),
            servers=servers,
        )

    return controlled().map(made)


@prop("NAME-4", "What the set leaves out is reached by none of the names it might have.")
def left_out_has_no_name() -> Cases:
    def made(pairs: Pairs) -> Plain:
        reached = {"$one_of": [None, *(where_exposed(pair, {"server": pair[0], "tool": pair[1]}) for pair in pairs)]}
        texts = []
        for server, tool in pairs:
            joined = f"{server}__{tool}"
            texts += [tool, joined, re.sub("[^A-Za-z0-9_-]", "_", joined), re.sub("[^A-Za-z0-9_-]", "_", tool)]
            texts += [f"{server}/{tool}", f"{server}.{tool}"]
        there = ask("resolve", {"server": CONTROL[0], "tool": CONTROL[1]}, name=exposed(CONTROL))
        asked = [ask("resolve", reached, name=text) for text in dict.fromkeys(texts)]
        return plain(there, *asked, servers=servers_of(pairs))

    return rivals().map(made)


@prop("NAME-3", "Each entry is one of the tools that went in, under its own id and name.")
def tools_keep_their_names() -> Cases:
    def made(servers: Servers) -> Plain:
        return _set_of(servers, {"$each": {"$one_of": [_entry(pair) for pair in pairs(servers)]}})

    return controlled().map(made)


@prop("NAME-4", "What the set leaves out stands in no definition, what it holds in one.")
def left_out_is_out_of_reach() -> Cases:
    def made(servers: Servers) -> Plain:
        listed = [where_exposed(pair, _entry(pair, exposed(pair))) for pair in pairs(servers)]
        defined = [where_exposed(pair, {"$has": {"name": exposed(pair)}}) for pair in pairs(servers)]
        case = _set_of(servers, listed)
        case["steps"].append(ask("tools", defined))
        case["steps"] += [
            ask("exposed_name", exposed(pair), only_if=pair, server=pair[0], tool=pair[1]) for pair in pairs(servers)
        ]
        return case

    return controlled().map(made)


@prop("NAME-6", "Built twice, a set has the same names, whatever was built in between.")
def built_twice_the_same() -> Cases:
    def made(drawn: tuple[Servers, Servers]) -> Plain:
        case = _set_of(drawn[0])
        between = ask("toolset", {"entries": _THERE}, toolset={"servers": drawn[1]})
        case["steps"] += [between, ask("toolset", {"$answer": [1]})]
        return case

    return st.tuples(controlled(), controlled()).map(made)


@prop("NAME-7", "Names begin with a letter or an underscore.", "recommended")
def names_begin_well() -> Cases:
    well = _any_entry({"$regex": "[A-Za-z_][A-Za-z0-9_-]*"})
    return controlled().map(lambda servers: _set_of(servers, {"$each": well}))


@prop("NAME-8", "Of plain tools none is left out.")
def plain_tools_are_there() -> Cases:
    return strategies.plain_servers().map(_all_there)


def _crowds() -> st.SearchStrategy[Servers]:
    """Many plain tools of one server, and many plain servers."""

    def made(drawn: tuple[int, int]) -> Servers:
        servers, tools = drawn
        return with_control(
            [
                {
                    "id": f"server{n}",
                    "tools": [{"name": f"tool{n}x{m}", "inputSchema": {"type": "object"}} for m in range(tools)],
                }
                for n in range(servers)
            ]
        )

    return st.tuples(st.sampled_from([1, 2, 12, 40]), st.sampled_from([1, 2, 13, 70])).map(made)


@prop("NAME-8", "Nor is one of many.")
def many_plain_tools_are_there() -> Cases:
    return _crowds().map(_all_there)


@prop("ORDER-1", "Many keep their order, on every list.")
def many_keep_their_order() -> Cases:
    def made(servers: Servers) -> Plain:
        names = [exposed(pair) for pair in pairs(servers)]
        entries = [_entry(pair) for pair in pairs(servers)]
        return plain(ask("toolset", {"entries": entries, "names": names}), servers=servers)

    return _crowds().map(made)


@prop("ORDER-2", "Many definitions stand in the order of the names, marked or not.")
def many_definitions_in_order() -> Cases:
    def made(drawn: tuple[Servers, dict[str, JSON]]) -> Plain:
        servers, options = drawn
        names = [{"$has": {"name": exposed(pair)}} for pair in pairs(servers)]
        return plain(ask("tools", names, options=options), servers=servers)

    return st.tuples(_crowds(), st.sampled_from([{}, {"cache_control": "last"}])).map(made)


@prop("TOOLS-2", "Of many tools each has its definition.")
def many_definitions() -> Cases:
    def made(servers: Servers) -> Plain:
        names = [{"$has": {"name": exposed(pair)}} for pair in pairs(servers)]
        return plain(ask("tools", {"$in_any_order": names}), servers=servers)

    return _crowds().map(made)


@prop("SET-1", "Many given names are kept.")
def many_given_names_are_kept() -> Cases:
    return st.sampled_from([33, 65, 129, 513, 700]).map(lambda count: _given(_many(count)))


@prop("SET-3", "Of many tools the size is the number.")
def many_are_counted() -> Cases:
    def made(count: int) -> Plain:
        number = {"$length": count}
        expected = {"entries": number, "names": number, "size": count}
        return plain(ask("toolset", expected), entries=_many(count))

    return st.sampled_from([33, 63, 64, 65, 127, 128, 129, 300]).map(made)


@prop("SET-2", "Among many a name that stands twice, or oftener, is an error too.")
def far_duplicates_are_refused() -> Cases:
    def made(drawn: tuple[int, int, int, str, bool]) -> Plain:
        count, first, times, name, equal = drawn
        entries = _many(count)
        entries[first] = {**entries[first], "name": name}
        again = entries[first] if equal else {**entries[-1], "name": name}
        good = ask("toolset", {"entries": {"$length": count}})
        twice = {"entries": [*entries, *[again] * times]}
        return plain(good, refused("toolset", toolset=twice), entries=entries)

    names = st.sampled_from(["a", "x" * 64, "constructor", "A-b"])
    return st.tuples(st.sampled_from([3, 40, 90]), st.integers(0, 2), st.integers(1, 3), names, st.booleans()).map(made)


@prop("SET-3", "Tools that share a name, or have names that are nearly the same, count one each.")
def likes_are_counted() -> Cases:
    def made(names: list[str]) -> Plain:
        tool = {"name": "read.it", "inputSchema": {"type": "object"}}
        entries = [{"name": name, "server": f"s{n}", "tool": tool} for n, name in enumerate(names)]
        number = {"$length": len(names)}
        return plain(ask("toolset", {"entries": number, "names": number, "size": len(names)}), entries=entries)

    alike = ["a", "A", "a_b", "a-b", "A_B", "ab", "a__b", "read", "READ", "Read"]
    return st.lists(st.sampled_from(alike), min_size=2, max_size=8, unique=True).map(made)


def _many(count: int) -> list[dict[str, JSON]]:
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number in range(count)]
    return [{"name": f"name{number}", "server": "s", "tool": tool} for number, tool in enumerate(tools)]


@prop("NAME-8", "No tool is left out for an odd, long or common name.", "recommended")
def all_tools_are_there() -> Cases:
    return controlled().map(_all_there)


def _all_there(servers: Servers) -> Plain:
    return plain(ask("toolset", {"entries": [_entry(pair) for pair in pairs(servers)]}), servers=servers)


@prop("NAME-5", "A tool of which there are two is in the set once, and reported once.", "recommended")
def left_out_is_reported() -> Cases:
    def made(servers: Servers) -> Plain:
        first, *others = servers
        twice = [{**first, "tools": [*first["tools"], first["tools"][0]]}, *others]
        reported = {"server": first["id"], "tool": first["tools"][0]["name"], "reason": {"$absent_or": {"$any": True}}}
        count = len(pairs(servers))
        kept_both = {"$has": {"entries": {"$length": count + 1}, "dropped": {"$any": True}}}
        kept_one = {"$has": {"entries": {"$length": count}, "dropped": {"$some": reported}}}
        return plain(ask("toolset", {"$one_of": [kept_one, kept_both]}), servers=twice)

    return strategies.plain_servers().map(made)


@prop("NAME-9", "A fresh process gives the same names in the same order.", "recommended")
def fresh_process_the_same() -> Cases:
    def made(servers: Servers) -> Plain:
        case = _set_of(servers)
        case["steps"].append(ask("toolset", {"$answer": [1]}, fresh=True))
        return case

    return controlled().map(made)


@prop("ORDER-1", "Entries keep the order in which servers and tools were given.")
def build_order_is_kept() -> Cases:
    def made(servers: Servers) -> Plain:
        kept = [{"$maybe": _entry(pair)} for pair in pairs(servers)[:-1]]
        return plain(ask("toolset", {"entries": [*kept, _entry(CONTROL)]}), servers=servers)

    return controlled().map(made)


@prop("ORDER-1", "Names keep that order too.")
def names_in_build_order() -> Cases:
    def made(servers: Servers) -> Plain:
        names = [exposed(pair) for pair in pairs(servers)]
        entries = [_entry(pair) for pair in pairs(servers)]
        return plain(ask("toolset", {"entries": entries, "names": names}), servers=servers)

    return strategies.plain_servers().map(made)


@prop("ORDER-2", "Definitions stand in the order of the names.")
def definitions_in_order() -> Cases:
    def made(servers: Servers) -> Plain:
        return plain(ask("tools", [{"$has": {"name": exposed(pair)}} for pair in pairs(servers)]), servers=servers)

    return strategies.plain_servers().map(made)


@prop("SET-1", "A set of given names has those entries in that order.")
def given_names_are_kept() -> Cases:
    return strategies.entries().map(_given)


def _given(entries: list[dict[str, JSON]]) -> Plain:
    listed = [_entry((entry["server"], entry["tool"]["name"]), entry["name"]) for entry in entries]
    names = [entry["name"] for entry in entries]
    defined = [{"$has": {"name": name}} for name in names]
    return plain(ask("toolset", {"entries": listed, "names": names}), ask("tools", defined), entries=entries)


@prop("SET-2", "A name that stands twice is an error, wherever it stands and whatever it is for.")
def duplicates_are_refused() -> Cases:
    def made(drawn: tuple[list[dict[str, JSON]], int, int, bool]) -> Plain:
        entries, one, distance, equal = drawn
        first = one % len(entries)
        second = (first + 1 + distance % (len(entries) - 1)) % len(entries)
        again = entries[first] if equal else {**entries[second], "name": entries[first]["name"]}
        twice = [again if number == second else entry for number, entry in enumerate(entries)]
        good = ask("toolset", {"entries": {"$length": len(entries)}})
        return plain(good, refused("toolset", toolset={"entries": twice}), entries=entries)

    entries = strategies.entries(min_size=2)
    return st.tuples(entries, st.integers(0, 5), st.integers(0, 5), st.booleans()).map(made)


@prop("SET-3", "The size is the number of tools.")
def size_is_the_number() -> Cases:
    def made(entries: list[dict[str, JSON]]) -> Plain:
        number = {"$length": len(entries)}
        return plain(ask("toolset", {"entries": number, "names": number, "size": len(entries)}), entries=entries)

    return strategies.entries().map(made)


@prop("SET-4", "A set without tools holds nothing, whatever is looked up in it.")
def empty_sets_are_sets() -> Cases:
    def made(drawn: tuple[list[str] | None, str, str]) -> Plain:
        ids, name, server = drawn
        empty = {"entries": []} if ids is None else {"servers": [{"id": each, "tools": []} for each in ids]}
        return plain(
            ask("toolset", {"entries": [], "names": [], "size": 0}, toolset=empty),
            ask("tools", [], toolset=empty),
            ask("resolve", None, toolset=empty, name=name),
            ask("exposed_name", None, toolset=empty, server=server, tool=name),
            ask("tools", {"$length": 1}),
            servers=with_control([]),
        )

    ids = st.none() | st.lists(strategies.plain_ids(), max_size=3, unique=True)
    return st.tuples(ids, strategies.tool_names(), strategies.server_ids()).map(made)

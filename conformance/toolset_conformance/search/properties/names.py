"""Properties of exposed names: NAME-*."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import (
    CONTROL,
    THERE,
    Pairs,
    Servers,
    all_there,
    any_entry,
    controlled,
    crowds,
    entry_of,
    pairs,
    rivals,
    servers_of,
    set_of,
    with_control,
)
from toolset_conformance.search.property import NAME, SOMETHING, Cases, Plain, ask, exposed, plain, prop, where_exposed

JSON = Any


@prop("NAME-1", "Every exposed name is valid, whatever servers and tools are called.")
def names_are_valid() -> Cases:
    return controlled().map(lambda servers: set_of(servers, {"$each": any_entry(NAME)}))


@prop("NAME-1", "Names are valid wherever they stand: in the list of names, in definitions, asked for one by one.")
def names_are_valid_everywhere() -> Cases:
    def made(servers: Servers) -> Plain:
        one = {"$one_of": [None, NAME]}
        return plain(
            ask("toolset", {"entries": {"$all": [THERE]}, "names": {"$each": NAME}}),
            ask("tools", {"$all": [{"$each": {"$has": {"name": NAME}}}, SOMETHING]}),
            *(ask("exposed_name", one, server=server, tool=tool) for server, tool in pairs(servers)),
            servers=servers,
        )

    return controlled().map(made)


@prop("NAME-2", "No two tools share a name, however alike they are.")
def names_are_unique() -> Cases:
    return controlled().map(lambda servers: set_of(servers, {"$unique": "name"}))


@prop("NAME-2", "Many tools that fall together stay apart.")
def many_names_are_unique() -> Cases:
    def crowd(drawn: tuple[str, str, int]) -> Plain:
        stem, signs, count = drawn
        names = [stem + signs[n % len(signs)] * (1 + n // len(signs)) for n in range(count)]
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
        servers = with_control([{"id": "crowd", "tools": tools}])
        return set_of(servers, {"$unique": "name"}, {"$each": any_entry(NAME)})

    stems = st.sampled_from(["tool", "a" * 70, "a" * 58, "x.y", "名"])
    return st.tuples(stems, st.sampled_from([".:/ ~", "_.-", "éè你", "ab"]), st.integers(2, 60)).map(crowd)


@prop("NAME-2", "Ids and names that fall together when joined stay apart.")
def joined_names_are_unique() -> Cases:
    part = st.sampled_from(["a", "b", "a__b", "b__a", "a_", "_b", "_", "__", "a__", "__b", "a.b", "a_b"])
    return (
        strategies.servers(part, part)
        .map(with_control)
        .map(lambda servers: set_of(servers, {"$unique": "name"}, {"$each": any_entry(NAME)}))
    )


@prop("NAME-2", "Long names that fall together when shortened stay apart.")
def shortened_names_are_unique() -> Cases:
    names = strategies.long_names()
    return (
        strategies.servers(strategies.plain_ids() | names, names)
        .map(with_control)
        .map(lambda servers: set_of(servers, {"$unique": "name"}, {"$each": any_entry(NAME)}))
    )


@prop("NAME-2", "Pairs that one careless step takes for the same stay apart.")
def rivals_are_unique() -> Cases:
    return rivals().map(lambda pairs: set_of(servers_of(pairs), {"$unique": "name"}, {"$each": any_entry(NAME)}))


@prop("NAME-2", "So they do in the list of names and in the definitions.")
def listed_rivals_are_unique() -> Cases:
    def made(pairs: Pairs) -> Plain:
        listed = {"entries": {"$all": [THERE]}, "names": {"$unique": True}}
        defined = {"$all": [{"$unique": "name"}, {"$some": {"$has": {"name": exposed(CONTROL)}}}]}
        return plain(ask("toolset", listed), ask("tools", defined), servers=servers_of(pairs))

    return rivals().map(made)


@prop("NAME-3", "Each entry is one of the tools that went in, under its own id and name.")
def tools_keep_their_names() -> Cases:
    def made(servers: Servers) -> Plain:
        return set_of(servers, {"$each": {"$one_of": [entry_of(pair) for pair in pairs(servers)]}})

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

    return rivals(most=1).map(made)


@prop("NAME-4", "What the set leaves out stands in no definition, what it holds in one.")
def left_out_is_out_of_reach() -> Cases:
    def made(servers: Servers) -> Plain:
        listed = [where_exposed(pair, entry_of(pair, exposed(pair))) for pair in pairs(servers)]
        defined = [where_exposed(pair, {"$has": {"name": exposed(pair)}}) for pair in pairs(servers)]
        case = set_of(servers, listed)
        case["steps"].append(ask("tools", defined))
        case["steps"] += [
            ask("exposed_name", exposed(pair), only_if=pair, server=pair[0], tool=pair[1]) for pair in pairs(servers)
        ]
        return case

    return controlled().map(made)


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


@prop("NAME-6", "Built twice, a set has the same names, whatever was built in between.")
def built_twice_the_same() -> Cases:
    def made(drawn: tuple[Servers, Servers]) -> Plain:
        case = set_of(drawn[0])
        between = ask("toolset", {"entries": THERE}, toolset={"servers": drawn[1]})
        case["steps"] += [between, ask("toolset", {"$answer": [1]})]
        return case

    return st.tuples(controlled(), controlled()).map(made)


@prop("NAME-7", "Names begin with a letter or an underscore.", "recommended")
def names_begin_well() -> Cases:
    well = any_entry({"$regex": "[A-Za-z_][A-Za-z0-9_-]*"})
    return controlled().map(lambda servers: set_of(servers, {"$each": well}))


@prop("NAME-8", "Of plain tools none is left out.")
def plain_tools_are_there() -> Cases:
    return strategies.plain_servers().map(all_there)


@prop("NAME-8", "Nor is one of many.")
def many_plain_tools_are_there() -> Cases:
    return crowds().map(all_there)


@prop("NAME-8", "Pairs that one careless step takes for the same are all there.", "recommended")
def rivals_are_there() -> Cases:
    return rivals().map(lambda pairs: all_there(servers_of(pairs)))


@prop("NAME-8", "No tool is left out for an odd, long or common name.", "recommended")
def all_tools_are_there() -> Cases:
    return controlled().map(all_there)


@prop("NAME-9", "A fresh process gives the same names in the same order.", "recommended")
def fresh_process_the_same() -> Cases:
    def made(servers: Servers) -> Plain:
        case = set_of(servers)
        case["steps"].append(ask("toolset", {"$answer": [1]}, fresh=True))
        return case

    return controlled().map(made)

"""Sets that the properties ask about: servers of any kind, tools that clash on purpose, many tools, given names."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.property import Plain, ask, plain

JSON = Any
Servers = list[dict[str, JSON]]
Entries = list[dict[str, JSON]]
Pair = tuple[str, str]
Pairs = list[Pair]

_PLAIN_TOOL = {"name": "plain", "inputSchema": {"type": "object"}}
CONTROL: Pair = ("control", "plain")
"""A pair that no port may leave out, so that a port without any tools passes nothing."""


def with_control(servers: Servers) -> Servers:
    """The servers and that of the control behind them, without what may clash with it, whatever names are made of."""
    others = [
        {**server, "tools": [tool for tool in server["tools"] if CONTROL[1] not in tool["name"].lower()]}
        for server in servers
        if server["id"].lower() != CONTROL[0]
    ]
    return [*others, {"id": CONTROL[0], "tools": [_PLAIN_TOOL]}]


def controlled() -> st.SearchStrategy[Servers]:
    """Servers of any kind, and the control."""
    return strategies.servers().map(with_control)


def pairs(servers: Servers) -> list[Pair]:
    """The (server, tool) pairs in build order."""
    return [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]


def entry_of(pair: Pair, name: JSON = None) -> dict[str, JSON]:
    """The entry of a pair, under this name or any."""
    return {"name": name or {"$type": "string"}, "server": pair[0], "tool": pair[1]}


def any_entry(name: JSON) -> dict[str, JSON]:
    """An entry with a name that fits."""
    return {"name": name, "server": {"$any": True}, "tool": {"$any": True}}


THERE = {"$some": entry_of(CONTROL)}
"""Entries with the control among them."""


def set_of(servers: Servers, *entries: JSON) -> Plain:
    """The port's set has entries that fit all of these, and the control."""
    return plain(ask("toolset", {"entries": {"$all": [*entries, THERE]}}), servers=servers)


def all_there(servers: Servers) -> Plain:
    """The port's set has all tools of the servers, in their order."""
    return plain(ask("toolset", {"entries": [entry_of(pair) for pair in pairs(servers)]}), servers=servers)


_JOINTS = [
    "__", "/", ":", ".", "\0", "_", "-", " ", ",", "|", "\n", '","', "', '", "::", "@", "#", "=>", "->", "--", "//",
    "\t", '"',
]  # fmt: skip
_JOINED: list[Pairs] = [
    [(f"{first}{joint}b", "c"), (first, f"b{joint}c")] for joint in _JOINTS for first in ("a", "\u00e9")
]
"""Pairs that are the same once they are joined, plain ones and others."""
_FAMILIES: list[Pairs] = [
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
"""Pairs that one careless step takes for the same."""


def rivals(*, most: int = 3) -> st.SearchStrategy[Pairs]:
    """Such pairs of so many kinds at most, and some that meet when joined, those of one server together."""

    def together(drawn: tuple[list[Pairs], list[Pairs]]) -> Pairs:
        pairs = list(dict.fromkeys(pair for families in drawn for family in families for pair in family))
        servers = [server for server, _ in pairs]
        return sorted(pairs, key=lambda pair: servers.index(pair[0]))

    either_way = [*_FAMILIES, *(family[::-1] for family in _FAMILIES)]
    joined = strategies.several([*_JOINED, *(family[::-1] for family in _JOINED)], max_size=4 * most)
    return st.tuples(strategies.several(either_way, min_size=1, max_size=most), joined).map(together)


def servers_of(pairs: Pairs) -> Servers:
    """Servers with these tools, and the control."""
    tools: dict[str, list[dict[str, JSON]]] = {}
    for server, tool in pairs:
        tools.setdefault(server, []).append({"name": tool, "inputSchema": {"type": "object"}})
    return with_control([{"id": server, "tools": listed} for server, listed in tools.items()])


_CROWDS = [(1, 1), (1, 2), (2, 1), (1, 70), (2, 13), (2, 70), (12, 1), (12, 13), (40, 2), (40, 13)]
"""How many servers, and how many tools each has."""


def crowds() -> st.SearchStrategy[Servers]:
    """Many plain tools of one server, and many plain servers."""

    def made(drawn: tuple[int, int]) -> Servers:
        servers, tools = drawn
        names = [[f"tool{n}x{m}" for m in range(tools)] for n in range(servers)]
        return servers_of([(f"server{n}", name) for n, listed in enumerate(names) for name in listed])

    return st.sampled_from(_CROWDS).map(made)


def many(count: int) -> Entries:
    """So many given names."""
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number in range(count)]
    return [{"name": f"name{number}", "server": "s", "tool": tool} for number, tool in enumerate(tools)]

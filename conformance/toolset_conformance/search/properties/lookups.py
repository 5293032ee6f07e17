"""Properties of look-up: LOOKUP-*, SET-5, SET-6."""

from __future__ import annotations

import unicodedata
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import (
    CONTROL,
    Entries,
    Servers,
    pairs,
    rivals,
    servers_of,
    with_control,
)
from toolset_conformance.search.property import Cases, Plain, ask, exposed, plain, prop

JSON = Any


def _pair(entry: dict[str, JSON]) -> dict[str, JSON]:
    return {"server": entry["server"], "tool": entry["tool"]["name"]}


def _found(entry: dict[str, JSON]) -> dict[str, JSON]:
    return ask("resolve", _pair(entry), name=entry["name"])


@prop("LOOKUP-1", "Every known name leads to its tool.")
def known_names_are_found() -> Cases:
    return strategies.entries().map(lambda entries: plain(*map(_found, entries), entries=entries))


def near_texts(entry: dict[str, JSON]) -> list[str]:
    """Texts that a careless look-up takes for the entry's name."""
    name, server, tool = entry["name"], entry["server"], entry["tool"]["name"]
    return [
        name.upper(), name.lower(), name.swapcase(), f" {name}", f"{name} ", f"{name}\n", name[:-1], name[1:],
        f"{name}x", f"x{name}", f"{name}_", tool, f"{server}__{tool}", name.replace("_", "-"), name.replace("-", "_"),
        f"{name}\x00", f"{name}\u200b", f"{name}.", "", server, f"{server}/{name}", f"mcp__{server}__{tool}",
        name.replace("_", " "), f"\t{name}", name * 2, ".*", "*", f"{name}*", "0", "1", "-1",
        f'"{name}"', f"{name}()",
        f"{name}[0]", f'["{name}"]', name.replace("a", "\u0430"), name.replace("a", "%61"),
        "".join(f"\\u{ord(c):04x}" for c in name),
        f"{tool}__{server}", name.replace("__", "."), name[::-1], name.replace("_", "."), f"{server}.{tool}",
        f"{server}-{tool}",
        name.replace("o", "0"), f"{name}\n{name}", f"{name}|x", name.replace("-", "__"),
        *(f"{server}{joint}{tool}" for joint in (":", "_", "::", " ")),
        *(name.replace("__", joint, 1) for joint in ("-", ":", "/", "_", " ")),
        f"{name}\r", f"{name}\t", f"_{name}", f"__{name}", f"functions.{name}", f"x:{name}", f"x/{name}",
        f"[{name}]", f"`{name}`", f"'{name}'", f"<{name}>", f"{name[:1]}\u200b{name[1:]}", name.ljust(64, "x") + "x",
        name.title(), name.title().replace("_", ""), name[:1] + name.title().replace("_", "")[1:],
        "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name), name.replace("e", "\u00e9"),
    ]  # fmt: skip


NEAR_TEXTS = 75
"""How many texts :func:`near_texts` gives."""

_JOINED = {"name": "post__send_one", "server": "post", "tool": {"name": "send_one", "inputSchema": {"type": "object"}}}


def with_joined(entries: Entries) -> Entries:
    """The entries and one whose name is joined as most ports join it, where none of them has that name or tool."""
    return [*entries, _JOINED] if all(entry["name"] != _JOINED["name"] for entry in entries) else entries


def near(entries: Entries, places: list[int]) -> list[str]:
    """Some of the texts that are near names of the entries, by turns near the last and near any."""
    last = len(entries) - 1
    turns = [last if number % 2 else number % len(entries) for number in range(len(places))]
    return [near_texts(entries[turn])[place] for turn, place in zip(turns, places, strict=True)]


@prop("LOOKUP-2", "Any other text is not found, however near it is.")
def other_texts_are_not_found() -> Cases:
    def asked(drawn: tuple[Entries, list[int], list[str]]) -> Plain:
        entries, places, others = with_joined(drawn[0]), drawn[1], drawn[2]
        known = {entry["name"] for entry in entries}
        unknown = [text for text in dict.fromkeys([*near(entries, places), *others]) if text not in known]
        return plain(_found(entries[0]), *(ask("resolve", None, name=text) for text in unknown), entries=entries)

    places = strategies.several(range(NEAR_TEXTS), min_size=4, max_size=16)
    return st.tuples(strategies.entries(), places, any_texts()).map(asked)


def any_texts() -> st.SearchStrategy[list[str]]:
    """Names that objects carry by themselves, and a text of any kind."""
    drawn = st.tuples(strategies.several(strategies.HOST_NAMES, max_size=2), strategies.texts(max_size=20))
    return drawn.map(lambda made: [*made[0], made[1]])


@prop("LOOKUP-3", "A name is never split: separators in ids and names lead to the tool's own server.")
def names_are_not_split() -> Cases:
    joined = st.text("ab_", min_size=1, max_size=6)
    return strategies.servers(joined, joined).map(with_control).map(_there_and_back)


@prop("LOOKUP-3", "Nor is a given name split.")
def given_names_are_not_split() -> Cases:
    def made(drawn: list[tuple[str, str]]) -> Plain:
        names = [f"{server}__{tool}" for server, tool in drawn]
        # Each name is given to the pair after it, so that only the set itself knows where it leads.
        entries = [
            {"name": name, "server": server, "tool": {"name": tool, "inputSchema": {"type": "object"}}}
            for name, (server, tool) in zip(names, [*drawn[1:], drawn[0]], strict=True)
        ]
        return plain(*map(_found, entries), entries=entries)

    part = st.text("ab_", min_size=1, max_size=4).map(lambda text: f"a{text}")
    pair = st.tuples(part, part)
    return st.lists(pair, min_size=2, max_size=4, unique_by=lambda pair: "__".join(pair)).map(made)


@prop("LOOKUP-4", "Any value may be looked up; what is no text is not found.")
def any_value_may_be_asked() -> Cases:
    def asked(drawn: tuple[Entries, JSON, int]) -> Plain:
        entries, value, wrapping = drawn
        name = entries[0]["name"]
        asked_for = [value, [name], {"name": name}][wrapping] if wrapping or not isinstance(value, str) else [value]
        return plain(_found(entries[0]), ask("resolve", None, or_refused=True, name=asked_for), entries=entries)

    wrappings = st.sampled_from([0, 0, 0, 1, 2])
    return st.tuples(strategies.entries(max_size=3), strategies.json_values(), wrappings).map(asked)


@prop("SET-5", "The name of a pair is found when the pair is in the set, and only then.")
def pairs_are_found_whole() -> Cases:
    def asked(drawn: tuple[Entries, list[tuple[int, int]]]) -> Plain:
        entries, places = drawn
        there = [(entry["server"], entry["tool"]["name"]) for entry in entries]
        others = []
        for number, (distance, way) in enumerate(places):
            server, other = there[number % len(there)][0], (number + distance) % len(there)
            tool, name = there[other][1], entries[other]["name"]
            ways = [
                (server, tool), (server, tool.swapcase()), (server.swapcase(), tool), (tool, server), (server, name),
                (server, f"{tool} "), (f"{server}{tool}", ""), ("", f"{server}__{tool}"), ("", tool), (server, ""),
                (server, unicodedata.normalize("NFC", tool)), (server, unicodedata.normalize("NFKD", tool)),
            ]  # fmt: skip
            others.append(ways[way])
        return plain(
            *(ask("exposed_name", entry["name"], **_pair(entry)) for entry in entries),
            *(
                ask("exposed_name", None, server=server, tool=tool)
                for server, tool in dict.fromkeys(others)
                if (server, tool) not in there
            ),
            entries=entries,
        )

    places = [(distance, way) for distance in range(4) for way in range(12)]
    return st.tuples(strategies.entries(), strategies.several(places, max_size=6)).map(asked)


@prop("SET-5", "Nor is a pair found that one careless step takes for one of the set.")
def rivals_are_not_found() -> Cases:
    def asked(drawn: tuple[list[tuple[str, str]], int]) -> Plain:
        family, place = drawn
        held = family[place % 2 :: 2]
        entries = [
            {"name": f"own{number}", "server": server, "tool": {"name": tool, "inputSchema": {"type": "object"}}}
            for number, (server, tool) in enumerate(held)
        ]
        others = [pair for pair in family if pair not in held]
        return plain(
            ask("exposed_name", "own0", **_pair(entries[0])),
            *(ask("exposed_name", None, server=server, tool=tool) for server, tool in others),
            entries=entries,
        )

    return st.tuples(rivals(), st.integers(0, 1)).map(asked)


@prop("SET-6", "So it is for pairs that one careless step takes for the same.")
def rivals_round_trip() -> Cases:
    return rivals().map(lambda pairs: _there_and_back(servers_of(pairs)))


@prop("LOOKUP-3", "So it is for those too.")
def rivals_are_not_split() -> Cases:
    return rivals().map(lambda pairs: _there_and_back(servers_of(pairs)))


@prop("NAME-3", "A name leads to the tool's own server and name, byte for byte.")
def names_lead_to_their_tools() -> Cases:
    return strategies.servers().map(with_control).map(_there_and_back)


@prop("SET-6", "From a pair to its name and back.")
def round_trip() -> Cases:
    return strategies.servers().map(with_control).map(_there_and_back)


def _there_and_back(servers: Servers) -> Plain:
    return plain(
        ask("exposed_name", {"$type": "string"}, server=CONTROL[0], tool=CONTROL[1]),
        *(
            ask("resolve", {"server": pair[0], "tool": pair[1]}, only_if=pair, name=exposed(pair))
            for pair in pairs(servers)
        ),
        servers=servers,
    )

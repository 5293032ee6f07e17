"""Properties of sets of given names, of their size, and of sets without tools: SET-1 to SET-4, SET-7."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import Entries, entry_of, many, set_of, with_control
from toolset_conformance.search.property import Cases, Plain, ask, plain, prop, refused

JSON = Any

_CLASHING = ("a", "A", "a_b", "a-b", "a__b", "b", "b__a")
_SCHEMA = {"inputSchema": {"type": "object"}}


@prop("SET-1", "A set of given names has those entries in that order.")
def given_names_are_kept() -> Cases:
    return strategies.entries().map(_given)


def _given(entries: Entries) -> Plain:
    listed = [entry_of((entry["server"], entry["tool"]["name"]), entry["name"]) for entry in entries]
    names = [entry["name"] for entry in entries]
    defined = [{"$has": {"name": name}} for name in names]
    return plain(ask("toolset", {"entries": listed, "names": names}), ask("tools", defined), entries=entries)


@prop("SET-1", "Many given names are kept.")
def many_given_names_are_kept() -> Cases:
    return st.sampled_from([33, 65, 129, 513, 700]).map(lambda count: _given(many(count)))


@prop("SET-2", "A name that stands twice is an error, wherever it stands and whatever it is for.")
def duplicates_are_refused() -> Cases:
    def made(drawn: tuple[Entries, int, int, bool]) -> Plain:
        entries, one, distance, equal = drawn
        first = one % len(entries)
        second = (first + 1 + distance % (len(entries) - 1)) % len(entries)
        again = entries[first] if equal else {**entries[second], "name": entries[first]["name"]}
        twice = [again if number == second else entry for number, entry in enumerate(entries)]
        good = ask("toolset", {"entries": {"$length": len(entries)}})
        return plain(good, refused("toolset", toolset={"entries": twice}), entries=entries)

    entries = strategies.entries(min_size=2)
    return st.tuples(entries, st.integers(0, 5), st.integers(0, 5), st.booleans()).map(made)


@prop("SET-2", "Among many a name that stands twice, or oftener, is an error too.")
def far_duplicates_are_refused() -> Cases:
    def made(drawn: tuple[int, int, int, str, bool]) -> Plain:
        count, first, times, name, equal = drawn
        entries = many(count)
        entries[first] = {**entries[first], "name": name}
        again = entries[first] if equal else {**entries[-1], "name": name}
        good = ask("toolset", {"entries": {"$length": count}})
        twice = {"entries": [*entries, *[again] * times]}
        return plain(good, refused("toolset", toolset=twice), entries=entries)

    names = st.sampled_from(["a", "x" * 64, "constructor", "A-b"])
    return st.tuples(st.sampled_from([3, 40, 90]), st.integers(0, 2), st.integers(1, 3), names, st.booleans()).map(made)


@prop("SET-3", "The size is the number of tools.")
def size_is_the_number() -> Cases:
    def made(entries: Entries) -> Plain:
        number = {"$length": len(entries)}
        return plain(ask("toolset", {"entries": number, "names": number, "size": len(entries)}), entries=entries)

    return strategies.entries().map(made)


@prop("SET-3", "Of many tools the size is the number.")
def many_are_counted() -> Cases:
    def made(count: int) -> Plain:
        number = {"$length": count}
        expected = {"entries": number, "names": number, "size": count}
        return plain(ask("toolset", expected), entries=many(count))

    return st.sampled_from([33, 63, 64, 65, 127, 128, 129, 300]).map(made)


@prop("SET-3", "Tools that share a name, or have names that are nearly the same, count one each.")
def likes_are_counted() -> Cases:
    def made(names: list[str]) -> Plain:
        tool = {"name": "read.it", "inputSchema": {"type": "object"}}
        entries = [{"name": name, "server": f"s{n}", "tool": tool} for n, name in enumerate(names)]
        number = {"$length": len(names)}
        return plain(ask("toolset", {"entries": number, "names": number, "size": len(names)}), entries=entries)

    alike = ["a", "A", "a_b", "a-b", "A_B", "ab", "a__b", "read", "READ", "Read"]
    return strategies.several(alike, min_size=2, max_size=10).map(lambda names: made([*dict.fromkeys(names)]))


@prop("SET-7", "A set of tools with any valid names, on servers with any ids, is built.", "recommended")
def valid_sets_are_built() -> Cases:
    parts = [*_CLASHING, "x" * 65, "a.b", "3d", "x y"]
    names = st.lists(st.sampled_from([part for part in parts if " " not in part]), min_size=1, max_size=4, unique=True)
    few = st.lists(st.tuples(st.sampled_from(parts), names), min_size=1, max_size=3, unique_by=lambda one: one[0])
    many_names = st.sampled_from([257, 300]).map(lambda count: [("files", [f"read_{n}" for n in range(count)])])
    return (few | many_names).map(
        lambda servers: set_of(
            with_control([{"id": id_, "tools": [{"name": name, **_SCHEMA} for name in own]} for id_, own in servers])
        )
    )


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

    ids = st.none() | st.lists(strategies.plain_ids(), max_size=2, unique=True)
    return st.tuples(ids, strategies.tool_names(), strategies.server_ids()).map(made)

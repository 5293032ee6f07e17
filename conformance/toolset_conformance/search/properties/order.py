"""Properties of order: ORDER-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import CONTROL, Servers, controlled, crowds, entry_of, pairs
from toolset_conformance.search.property import Cases, Plain, ask, exposed, plain, prop

JSON = Any


@prop("ORDER-1", "Entries keep the order in which servers and tools were given.")
def build_order_is_kept() -> Cases:
    def made(servers: Servers) -> Plain:
        kept = [{"$maybe": entry_of(pair)} for pair in pairs(servers)[:-1]]
        return plain(ask("toolset", {"entries": [*kept, entry_of(CONTROL)]}), servers=servers)

    return controlled().map(made)


@prop("ORDER-1", "Names keep that order too.")
def names_in_build_order() -> Cases:
    def made(servers: Servers) -> Plain:
        names = [exposed(pair) for pair in pairs(servers)]
        entries = [entry_of(pair) for pair in pairs(servers)]
        return plain(ask("toolset", {"entries": entries, "names": names}), servers=servers)

    return strategies.plain_servers().map(made)


@prop("ORDER-1", "Many keep their order, on every list.")
def many_keep_their_order() -> Cases:
    def made(servers: Servers) -> Plain:
        names = [exposed(pair) for pair in pairs(servers)]
        entries = [entry_of(pair) for pair in pairs(servers)]
        return plain(ask("toolset", {"entries": entries, "names": names}), servers=servers)

    return crowds().map(made)


@prop("ORDER-2", "Definitions stand in the order of the names.")
def definitions_in_order() -> Cases:
    def made(servers: Servers) -> Plain:
        return plain(ask("tools", [{"$has": {"name": exposed(pair)}} for pair in pairs(servers)]), servers=servers)

    return strategies.plain_servers().map(made)


@prop("ORDER-2", "Many definitions stand in the order of the names, marked or not.")
def many_definitions_in_order() -> Cases:
    def made(drawn: tuple[Servers, dict[str, JSON]]) -> Plain:
        servers, options = drawn
        names = [{"$has": {"name": exposed(pair)}} for pair in pairs(servers)]
        return plain(ask("tools", names, options=options), servers=servers)

    return st.tuples(crowds(), st.sampled_from([{}, {"cache_control": "last"}])).map(made)

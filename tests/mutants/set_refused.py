"""Mutants that refuse a set of valid MCP tools as a whole, with an error in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import toolset_reference
from toolset_conformance import Port, Refused

from mutants import mutant
from mutants.swapped import Servers, Swapped, cleaned, joined, swap

Pairs = list[tuple[str, str]]

_BUILD = toolset_reference.build


def refuses(name: str, wrong: str, is_refused: Callable[[Pairs], bool]) -> type[Port]:
    """Register a mutant that will have no set with such (server, tool) pairs."""

    def build(servers: Servers) -> Any:
        listed = [(server, list(entries)) for server, entries in servers]
        named = [
            (server, entry["name"])
            for server, entries in listed
            for entry in entries
            if isinstance(entry, dict) and isinstance(entry.get("name"), str)
        ]
        if is_refused(named):
            raise Refused(f"these tools cannot be a set: it {wrong}")
        return _BUILD(listed)

    made = type(name, (Swapped,), {"swaps": swap(toolset_reference, "build", build), "__module__": __name__})
    return mutant("SET-7", wrong, "recommended")(made)


def _any(odd: Callable[[str, str], object]) -> Callable[[Pairs], bool]:
    return lambda pairs: any(odd(server, tool) for server, tool in pairs)


def _clash(key: Callable[[str, str], str]) -> Callable[[Pairs], bool]:
    def clash(pairs: Pairs) -> bool:
        different = list(dict.fromkeys(pairs))
        return len({key(server, tool) for server, tool in different}) < len(different)

    return clash


refuses(
    "RefusesCleanedClashes", "refuses names that fall together when cleaned", _clash(lambda s, t: f"{s} {cleaned(t)}")
)
refuses("RefusesJoinedClashes", "refuses names that fall together when joined", _clash(joined))
refuses("RefusesSharedNames", "refuses a name that two servers have", _clash(lambda s, t: t))
refuses("RefusesNamesOfOtherCase", "refuses names that differ by case alone", _clash(lambda s, t: f"{s} {t}".lower()))
refuses("RefusesLongNames", "refuses names of more than 64 characters", _any(lambda s, t: len(t) > 64))
refuses("RefusesDots", "refuses names with a dot", _any(lambda s, t: "." in t))
refuses("RefusesDigitsInFront", "refuses names that begin with a digit", _any(lambda s, t: t[:1].isdigit()))
refuses("RefusesOddIds", "refuses ids with odd characters", _any(lambda s, t: not re.fullmatch(r"[A-Za-z0-9_-]*", s)))
refuses("RefusesLongIds", "refuses ids of more than 64 characters", _any(lambda s, t: len(s) > 64))
refuses("RefusesMany", "refuses more than 256 tools", lambda pairs: len(pairs) > 256)

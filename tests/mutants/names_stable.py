"""Mutants of names that change: from set to set, from process to process; and of names that begin badly."""

from __future__ import annotations

import itertools
import os
import re
import secrets
import time
from collections.abc import Callable, Collection, Sequence

from toolset_reference import naming

from mutants import mutant
from mutants.swapped import (
    JSON,
    NOT_ALLOWED,
    Built,
    Object,
    Servers,
    Swap,
    Swapped,
    built_by,
    cleaned,
    digest,
    entries_of,
    joined,
    loosely,
    numbered,
    swap,
)


def marked_by(mark: Callable[[str, str], str], all_names: bool = True) -> Sequence[Swap]:
    """The swap that puts a mark of the pair behind every name, or behind those that need one."""

    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = joined(server, tool)
        plain = name == f"{server}__{tool}" and len(name) <= 40 and naming._PLAIN_SERVER.fullmatch(server)
        return name if plain and not all_names else f"_{name[:40]}_{mark(server, tool)}"

    return built_by(loosely(named))


# NAME-6: the same names when built twice

_uses = itertools.count(1)


@mutant("NAME-6", "numbers tools with a counter that goes on from set to set")
class CountsOn(Swapped):
    swaps = marked_by(lambda server, tool: f"{next(_uses)}")


@mutant("NAME-6", "draws what stands behind a name that needs a mark")
class DrawsMarks(Swapped):
    swaps = marked_by(lambda server, tool: secrets.token_hex(8), all_names=False)


@mutant("NAME-6", "digests the time with the pair")
class DigestsTheTime(Swapped):
    swaps = marked_by(lambda server, tool: digest(f"{server}\0{tool}\0{time.perf_counter_ns()}", 16), all_names=False)


_taken_ever: dict[str, None] = {}


@mutant("NAME-6", "keeps the names of earlier sets for taken")
class RemembersNames(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = numbered(naming._expose(server, tool, ())[:58], _taken_ever)
        _taken_ever[name] = None
        return name

    swaps = built_by(loosely(named))


_builds = itertools.count()


def turned(servers: Servers) -> Built:
    """The reference's set, each second one built backwards."""
    listed = entries_of(servers)
    pairs = [(server, [entry]) for server, entry in listed]
    return naming.build(reversed(pairs) if next(_builds) % 2 else pairs)


@mutant("NAME-6", "builds each second set backwards")
class TurnsSets(Swapped):
    swaps = built_by(turned)


@mutant("NAME-6", "numbers definitions anew each time they are made")
class NumbersDefinitions(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        return [{**definition, "name": f"{definition['name'][:50]}_{next(_uses)}"} for definition in made]


@mutant("NAME-6", "makes a name anew each time it is asked for")
class NamesAnewWhenAsked(Swapped):
    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        name = super().exposed_name(toolset, server, tool)
        return name and f"{name[:50]}_{next(_uses)}"


# NAME-7: a letter or an underscore at the beginning


def beginning(plain_server: str) -> Sequence[Swap]:
    """The swap that takes other server ids for plain."""
    return swap(naming, "_PLAIN_SERVER", re.compile(plain_server))


@mutant("NAME-7", "lets an id begin with a digit", level="recommended")
class BeginsWithDigits(Swapped):
    swaps = beginning(r"[A-Za-z0-9](?:_?[A-Za-z0-9-])*")


@mutant("NAME-7", "lets an id begin with a hyphen", level="recommended")
class BeginsWithHyphens(Swapped):
    swaps = beginning(r"[A-Za-z-](?:_?[A-Za-z0-9-])*")


def unprefixed(name: Callable[[str, str], str]) -> Sequence[Swap]:
    """The swap that takes names as they come, numbers them where taken and looks at no beginning."""

    def named(server: str, tool: str, taken: Collection[str]) -> str:
        return numbered(name(server, tool)[:50] or "_", taken)

    return built_by(loosely(named))


@mutant("NAME-7", "looks at the beginning before odd characters are taken out", level="recommended")
class LooksTooEarly(Swapped):
    @staticmethod
    def named(server: str, tool: str) -> str:
        name = f"{server}__{tool}"
        return NOT_ALLOWED.sub("", f"_{name}" if re.match(r"[0-9-]", name) else name)

    swaps = unprefixed(named)


@mutant("NAME-7", "gives tools their bare names, digits and hyphens first", level="recommended")
class BareBeginnings(Swapped):
    swaps = unprefixed(lambda server, tool: cleaned(tool))


@mutant("NAME-7", "takes a digit of any script for a letter and writes its value", level="recommended")
class WritesDigits(Swapped):
    @staticmethod
    def named(server: str, tool: str) -> str:
        return cleaned("".join(str(int(one)) if one.isdecimal() else one for one in f"{server}__{tool}"))

    swaps = unprefixed(named)


@mutant("NAME-7", "puts the digest before the name", level="recommended")
class DigestFirst(Swapped):
    swaps = unprefixed(lambda server, tool: f"{sum(map(ord, server + tool)) % 100}_{joined(server, tool)}")


# NAME-9: the same names in a fresh process

_SALT = secrets.token_hex(8)
_STARTED = time.time_ns()


@mutant("NAME-9", "marks odd names with the language's own salted hash", level="recommended")
class SaltedHash(Swapped):
    swaps = marked_by(lambda server, tool: f"{hash((server, tool)) & (2**63 - 1):x}", all_names=False)


@mutant("NAME-9", "marks all names with a digest salted at the start", level="recommended")
class SaltedDigest(Swapped):
    swaps = marked_by(lambda server, tool: digest(f"{_SALT}\0{server}\0{tool}", 20))


@mutant("NAME-9", "marks odd names with the number of the process", level="recommended")
class ProcessNumber(Swapped):
    swaps = marked_by(
        lambda server, tool: f"{digest(f'{server}/{len(server)}/{tool}')}_{os.getpid() % 10**8}", all_names=False
    )


@mutant("NAME-9", "digests the time of the start", level="recommended")
class DigestsTheStart(Swapped):
    swaps = marked_by(lambda server, tool: digest(f"{_STARTED}\0{server}\0{tool}", 20), all_names=False)


@mutant("NAME-9", "numbers odd names in the order of a hash table", level="recommended")
class NumbersByHash(Swapped):
    @staticmethod
    def build(servers: Servers) -> Built:
        listed = entries_of(servers)
        places = {pair: place for place, pair in enumerate({(server, entry["name"]) for server, entry in listed})}

        def named(server: str, tool: str, taken: Collection[str]) -> str:
            return f"_{joined(server, tool)[:50]}_{places[server, tool]}"

        return loosely(named)([(server, [entry]) for server, entry in listed])

    swaps = built_by(build)

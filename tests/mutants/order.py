"""Mutants of the order: of the set, of its names, and of the definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from toolset_reference import Tool, ToolSet

from mutants import mutant
from mutants.swapped import JSON, NOT_ALLOWED, Object, Swap, Swapped, digest, in_object_order, swap

Entry = tuple[str, Tool]
Order = Callable[[list[Entry]], Iterable[Entry]]


def entries_in(order: Order) -> Callable[[ToolSet], list[Entry]]:
    """An ``entries`` in another order."""
    return lambda toolset: list(order(list(toolset._by_name.items())))


def names_in(order: Order) -> Callable[[ToolSet], list[str]]:
    """A ``names`` in another order."""
    return lambda toolset: [name for name, _ in entries_in(order)(toolset)]


def kept_in(order: Order) -> Sequence[Swap]:
    """The swap that keeps sets in another order."""
    return [(ToolSet, "entries", entries_in(order)), (ToolSet, "names", names_in(order))]


def kept_by(key: Callable[[Entry], object]) -> Sequence[Swap]:
    """The swap that keeps sets sorted by ``key``."""
    return kept_in(lambda entries: sorted(entries, key=key))  # type: ignore[arg-type]


def server_of(entry: Entry) -> str:
    """The id of the server that the entry's tool is from."""
    return entry[1].server


def by_server(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of each server, servers in the order in which they first come."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(server_of(entry), []).append(entry)
    return list(found.values())


# ORDER-1: the order in which the set was built


@mutant("ORDER-1", "sorts the set by exposed name")
class SortsByName(Swapped):
    swaps = kept_by(lambda entry: entry[0])


@mutant("ORDER-1", "sorts the set by exposed name, without regard to case")
class SortsByNameInAnyCase(Swapped):
    swaps = kept_by(lambda entry: entry[0].lower())


@mutant("ORDER-1", "sorts servers, and keeps each one's tools as listed")
class SortsServers(Swapped):
    swaps = kept_by(server_of)


@mutant("ORDER-1", "sorts each server's tools, and keeps servers as given")
class SortsTools(Swapped):
    swaps = kept_in(
        lambda entries: [one for group in by_server(entries) for one in sorted(group, key=lambda one: one[1].name)]
    )


@mutant("ORDER-1", "keeps the set backwards, as a list that is built from its end")
class TurnsTheSet(Swapped):
    swaps = kept_in(reversed)


@mutant("ORDER-1", "keeps servers backwards, each one's tools as listed")
class TurnsServers(Swapped):
    swaps = kept_in(lambda entries: [one for group in reversed(by_server(entries)) for one in group])


@mutant("ORDER-1", "takes one tool of each server in turn")
class TakesTurns(Swapped):
    swaps = kept_in(lambda entries: [one for turn in zip_longest(*by_server(entries)) for one in turn if one])


@mutant("ORDER-1", "sorts by the length of the name")
class SortsByLength(Swapped):
    swaps = kept_by(lambda entry: len(entry[1].name))


@mutant("ORDER-1", "keeps a set of more than 32 tools in hash order, as Erlang does")
class HashesLargeSets(Swapped):
    swaps = kept_in(
        lambda entries: entries if len(entries) <= 32 else sorted(entries, key=lambda entry: digest(entry[0]))
    )


def in_object_order_by(key: Callable[[Entry], str]) -> Order:
    """The order of a JavaScript object that has ``key`` as its keys."""
    return lambda entries: [
        entry for value in in_object_order(dict.fromkeys(map(key, entries))) for entry in entries if key(entry) == value
    ]


@mutant("ORDER-1", "keeps the set in a JavaScript object, by exposed name")
class ObjectByName(Swapped):
    swaps = kept_in(in_object_order_by(lambda entry: entry[0]))


@mutant("ORDER-1", "keeps each server's tools in a JavaScript object, by tool name")
class ObjectByTool(Swapped):
    swaps = kept_in(in_object_order_by(lambda entry: entry[1].name))


@mutant("ORDER-1", "keeps servers in a JavaScript object, by id")
class ObjectByServer(Swapped):
    swaps = kept_in(in_object_order_by(server_of))


@mutant("ORDER-1", "lists names from a JavaScript object")
class NamesFromAnObject(Swapped):
    swaps = swap(ToolSet, "names", names_in(in_object_order_by(lambda entry: entry[0])))


@mutant("ORDER-1", "lists names sorted, for people")
class NamesSorted(Swapped):
    swaps = swap(ToolSet, "names", names_in(sorted))


@mutant("ORDER-1", "names odd tools in a second pass, and so puts them last")
class OddOnesLast(Swapped):
    swaps = kept_by(lambda entry: bool(NOT_ALLOWED.search(entry[1].name + server_of(entry))))


@mutant("ORDER-1", "shortens long names in a second pass, and so puts them last")
class LongOnesLast(Swapped):
    swaps = kept_by(lambda entry: len(entry[1].name) > 60)


@mutant("ORDER-1", "renames rivals in a second pass, and so puts them last")
class RivalsLast(Swapped):
    @staticmethod
    def order(entries: list[Entry]) -> list[Entry]:
        tools = [entry[1].name for entry in entries]
        return sorted(entries, key=lambda entry: tools.count(entry[1].name) > 1)

    swaps = kept_in(order)


# ORDER-2: definitions in the order of the names


class Defining(Swapped):
    """The reference, its definitions put in another order."""

    def order(self, made: list[Object], options: Object) -> list[Object]:
        """The definitions in the order in which they are given."""
        raise NotImplementedError

    def tools(self, toolset: Object, options: Object) -> JSON:
        return self.order(super().tools(toolset, options), options)


@mutant("ORDER-2", "sorts definitions by name")
class SortsDefinitions(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        return sorted(made, key=lambda definition: str(definition["name"]))


@mutant("ORDER-2", "gives definitions backwards")
class TurnsDefinitions(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        return made[::-1]


@mutant("ORDER-2", "keeps definitions in a JavaScript object, by name")
class DefinitionsFromAnObject(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        named = {str(definition["name"]): definition for definition in made}
        return [named[name] for name in in_object_order(named)]


@mutant("ORDER-2", "moves the definition with the cache marker to the front")
class MarkedFirst(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        return sorted(made, key=lambda definition: "cache_control" not in definition)


@mutant("ORDER-2", "gives definitions of marked names last")
class MarkedNamesLast(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        return sorted(made, key=lambda definition: len(str(definition["name"])) > 24)

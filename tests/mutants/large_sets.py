"""Mutants of large sets: what is counted in a byte, kept in a table without an order, or made for the first few."""

from __future__ import annotations

from toolset_reference import Tool, ToolSet

from mutants import mutant
from mutants.finding import exact, finding, losing
from mutants.order import Defining, Entry, by_server, kept_in, names_in
from mutants.reading import Answering
from mutants.set_size import counted
from mutants.swapped import JSON, Object, Swapped, digest, swap

BYTE = 256


def hashed(entries: list[Entry], most: int) -> list[Entry]:
    """The entries as given, or in the order of a hash where they are more than so many."""
    return entries if len(entries) <= most else sorted(entries, key=lambda entry: digest(entry[0]))


def hashed_by_server(entries: list[Entry], most: int) -> list[Entry]:
    """The entries of each server, servers in the order of a hash where they are more than so many."""
    groups = by_server(entries)
    if len(groups) > most:
        groups.sort(key=lambda group: digest(group[0][1].server))
    return [one for group in groups for one in group]


# SET-3


@mutant("SET-3", "counts in one byte")
class CountsInAByte(Swapped):
    swaps = counted(lambda self: len(self._by_name) % BYTE)


@mutant("SET-3", "counts up to 255")
class CountsTo255(Swapped):
    swaps = counted(lambda self: min(len(self._by_name), BYTE - 1))


@mutant("SET-3", "lists 256 names at most")
class Lists256Names(Swapped):
    swaps = swap(ToolSet, "names", lambda self: list(self._by_name)[:BYTE])


# ORDER-1


@mutant("ORDER-1", "keeps a set of more than 16 tools in the order of a hash")
class HashesBeyond16(Swapped):
    swaps = kept_in(lambda entries: hashed(entries, 16))


@mutant("ORDER-1", "lists the names of a set of more than 16 tools in the order of a hash")
class HashesNamesBeyond16(Swapped):
    swaps = swap(ToolSet, "names", names_in(lambda entries: hashed(entries, 16)))


@mutant("ORDER-1", "lists the names of a set of more than 128 tools in the order of a hash")
class HashesNamesBeyond128(Swapped):
    swaps = swap(ToolSet, "names", names_in(lambda entries: hashed(entries, 128)))


@mutant("ORDER-1", "keeps more than eight servers in the order of a hash")
class HashesBeyondEightServers(Swapped):
    swaps = kept_in(lambda entries: hashed_by_server(entries, 8))


@mutant("ORDER-1", "keeps more than 16 servers in the order of a hash")
class HashesBeyond16Servers(Swapped):
    swaps = kept_in(lambda entries: hashed_by_server(entries, 16))


@mutant("ORDER-1", "lists the names of more than eight servers in the order of a hash")
class HashesNamesBeyondEightServers(Swapped):
    swaps = swap(ToolSet, "names", names_in(lambda entries: hashed_by_server(entries, 8)))


@mutant("ORDER-1", "keeps places in one byte")
class KeepsPlacesInAByte(Swapped):
    swaps = kept_in(
        lambda entries: [
            entry for _, entry in sorted(enumerate(entries), key=lambda placed: (placed[0] % BYTE, placed[0]))
        ]
    )


class NamesAnewForTheList(Swapped):
    """Makes the list of names anew, another way than the entries."""

    def listed(self, entry: Object) -> str:
        """The name of an entry as it stands in the list of names."""
        raise NotImplementedError

    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        return {**made, "names": [self.listed(entry) for entry in made["entries"]]}


@mutant("ORDER-1", "lists marked names with another digest")
class ListsOtherDigests(NamesAnewForTheList):
    def listed(self, entry: Object) -> str:
        name: str = entry["name"]
        marked = name[-17:-16] == "_" and len(name) > 17
        return name[:-1] + ("0" if name[-1] != "0" else "1") if marked else name


@mutant("ORDER-1", "lists long names cut once more")
class ListsShorterNames(NamesAnewForTheList):
    def listed(self, entry: Object) -> str:
        return str(entry["name"])[:60]


@mutant("ORDER-1", "lists the joined names of tools that have others")
class ListsJoinedNames(NamesAnewForTheList):
    def listed(self, entry: Object) -> str:
        odd = not entry["tool"].isidentifier() or entry["tool"] == "a_b"
        return f"{entry['server']}__{entry['tool']}" if odd else entry["name"]


# ORDER-2


@mutant("ORDER-2", "keeps more than 16 definitions in the order of a hash")
class HashesDefinitionsBeyond16(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        return made if len(made) <= 16 else sorted(made, key=lambda one: digest(one["name"]))


@mutant("ORDER-2", "keeps more than 64 definitions sorted by name")
class SortsDefinitionsBeyond64(Defining):
    def order(self, made: list[Object], options: Object) -> list[Object]:
        return made if len(made) <= 64 else sorted(made, key=lambda one: str(one["name"]))


@mutant("ORDER-2", "gathers the definitions of more than eight servers in the order of a hash")
class HashesServersOfDefinitions(Defining):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        servers = [server["id"] for server in toolset.get("servers", [])]
        if len(servers) <= 8:
            return made
        of = {entry["name"]: entry["server"] for entry in self.toolset(toolset)["entries"]}
        return sorted(made, key=lambda one: digest(of[one["name"]]))

    def order(self, made: list[Object], options: Object) -> list[Object]:
        return made


# LOOKUP-1, SET-5, TOOLS-2, CALLS-1


def at_place_in_a_byte(self: ToolSet, name: str) -> Tool | None:
    """The tool at the place of a name, which is kept in one byte."""
    names = list(self._by_name)
    return exact(self, names[names.index(name) % BYTE]) if name in names else None


@mutant("LOOKUP-1", "keeps the places of names in one byte")
class FindsPlacesInAByte(Swapped):
    swaps = finding(at_place_in_a_byte)


@mutant("LOOKUP-1", "finds the names of the first 128 tools")
class FindsTheFirst128(Swapped):
    swaps = finding(lambda self, name: exact(self, name) if name in list(self._by_name)[:128] else None)


@mutant("LOOKUP-1", "finds no built name with a number beyond 255")
class FindsTo255(Swapped):
    swaps = losing(lambda name: name.startswith("files__tool") and int("0" + name[11:]) > 255)


def known_up_to(most: int) -> list[tuple[object, str, object]]:
    """The swap that knows the way back for so many pairs."""

    def exposed(self: ToolSet, server: str, tool: str) -> str | None:
        return dict(list(self._by_tool.items())[:most]).get((server, tool))

    return list(swap(ToolSet, "exposed_name", exposed))


@mutant("SET-5", "knows the exposed names of the first fifty")
class KnowsTheFirstFifty(Swapped):
    swaps = known_up_to(50)


@mutant("SET-5", "knows the exposed names of 255")
class Knows255(Swapped):
    swaps = known_up_to(BYTE - 1)


@mutant("TOOLS-2", "defines 255 tools")
class Defines255(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        return super().tools(toolset, options)[: BYTE - 1]


@mutant("TOOLS-2", "defines the tools of large sets of servers once more")
class DefinesTwice(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        return made + made[BYTE:]


@mutant("CALLS-1", "sends to the place of a tool, which is kept in one byte")
class SendsToPlacesInAByte(Answering):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        pairs = [(entry["server"], entry["tool"]) for entry in self.toolset(toolset)["entries"]]
        for call in made["calls"]:
            server, tool = pairs[pairs.index((call["server"], call["tool"])) % BYTE]
            call.update(server=server, tool=tool)
        return made

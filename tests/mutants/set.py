"""Mutants of the set: built from pairs, its size, the empty one, and the way back from a pair to its name."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import toolset_reference
from toolset_conformance import DuplicateName, Refused
from toolset_reference import DuplicateNameError, Tool, ToolSet, naming

from mutants import mutant
from mutants.names_left_out import is_data
from mutants.swapped import (
    INHERITED_IN_JAVASCRIPT,
    JSON,
    Object,
    Swap,
    Swapped,
    cleaned,
    joined,
    swap,
)

Entry = tuple[str, Tool]
Change = Callable[[list[Entry]], Iterable[Entry]]

# SET-1: just the given pairs, in that order


def given_as(change: Change) -> Sequence[Swap]:
    """The swap that builds a set of changed pairs."""
    return swap(toolset_reference, "ToolSet", lambda entries: ToolSet(change(list(entries))))


def named_as(change: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that changes the given names."""
    return given_as(lambda entries: [(change(name), tool) for name, tool in entries])


def kept_where(good: Callable[[str, Tool], bool]) -> Sequence[Swap]:
    """The swap that loses pairs."""
    return given_as(lambda entries: [entry for entry in entries if good(*entry)])


@mutant("SET-1", "makes names of its own from the pairs")
class NamesAnew(Swapped):
    swaps = given_as(lambda entries: [(naming._expose(tool.server, tool.name, ()), tool) for _, tool in entries])


@mutant("SET-1", "puts the server before a name that does not begin with it")
class PrefixesGivenNames(Swapped):
    swaps = given_as(
        lambda entries: [
            (name if name.startswith(tool.server) else f"{tool.server}__{name}", tool) for name, tool in entries
        ]
    )


@mutant("SET-1", "writes given names in small letters")
class GivenInSmallLetters(Swapped):
    swaps = named_as(str.lower)


@mutant("SET-1", "trims separators off given names")
class GivenTrimmed(Swapped):
    swaps = named_as(lambda name: name.strip("_-") or name[:1])


@mutant("SET-1", "writes one joint for many underscores")
class GivenWithOneJoint(Swapped):
    swaps = named_as(lambda name: re.sub(r"__+", "__", name))


@mutant("SET-1", "shortens given names to 60 characters")
class GivenShortened(Swapped):
    swaps = named_as(lambda name: name[:60])


@mutant("SET-1", "keeps given pairs sorted by name")
class GivenSorted(Swapped):
    swaps = given_as(lambda entries: sorted(entries, key=lambda entry: entry[0]))


@mutant("SET-1", "gathers given pairs by server")
class GivenByServer(Swapped):
    swaps = given_as(lambda entries: sorted(entries, key=lambda entry: entry[1].server))


@mutant("SET-1", "loses given names that a JavaScript object has from the start")
class LosesInheritedGiven(Swapped):
    swaps = kept_where(lambda name, tool: name not in INHERITED_IN_JAVASCRIPT)


@mutant("SET-1", "loses given names that a table has as methods")
class LosesMethodsGiven(Swapped):
    swaps = kept_where(lambda name, tool: not hasattr({}, name))


@mutant("SET-1", "keeps a given pair only where its name has a letter")
class AsksForALetter(Swapped):
    swaps = kept_where(lambda name, tool: any(map(str.isalpha, name)))


@mutant("SET-1", "keeps a given pair only where its name has more than one character")
class AsksForTwoCharacters(Swapped):
    swaps = kept_where(lambda name, tool: len(name) > 1)


@mutant("SET-1", "reads given names as data")
class ReadsGivenNames(Swapped):
    swaps = kept_where(lambda name, tool: not is_data(name))


@mutant("SET-1", "leaves a given tool out whose own name clashes with another once cleaned")
class SettlesGiven(Swapped):
    swaps = given_as(
        lambda entries: {joined(tool.server, tool.name).lower(): (name, tool) for name, tool in entries}.values()
    )


@mutant("SET-1", "takes given names that differ by case for duplicates")
class RefusesOtherCase(Swapped):
    @staticmethod
    def change(entries: list[Entry]) -> list[Entry]:
        if len({name.lower() for name, _ in entries}) < len(entries):
            raise DuplicateNameError
        return entries

    swaps = given_as(change)


@mutant("SET-1", "takes given names that differ by hyphens and underscores for duplicates")
class RefusesOtherSigns(Swapped):
    @staticmethod
    def change(entries: list[Entry]) -> list[Entry]:
        if len({re.sub("[_-]+", "_", name) for name, _ in entries}) < len(entries):
            raise DuplicateNameError
        return entries

    swaps = given_as(change)


@mutant("SET-1", "takes 512 pairs at most")
class TakesSomePairs(Swapped):
    swaps = given_as(lambda entries: entries[:512])


@mutant("SET-1", "lists the tools' own names in place of given ones")
class ListsOwnNames(Swapped):
    swaps = swap(ToolSet, "names", lambda self: [joined(tool.server, tool.name) for tool in self._by_name.values()])


@mutant("SET-1", "offers definitions under names of its own")
class DefinesAnew(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        entries = toolset.get("entries", [])
        own = [joined(entry["server"], entry["tool"]["name"]) for entry in entries]
        return [{**one, "name": name} for one, name in zip(made, own, strict=True)] if entries else made


# SET-2: a name given twice


def not_seeing(duplicates: Callable[[list[Entry]], bool]) -> Sequence[Swap]:
    """The swap that raises only where ``duplicates`` finds one; of others the last stays."""

    def change(entries: list[Entry]) -> Iterable[Entry]:
        if duplicates(entries):
            raise DuplicateNameError("twice")
        return dict(entries).items()

    return given_as(change)


def twice(keys: Iterable[Any]) -> bool:
    """Whether a key stands twice."""
    listed = list(keys)
    return len(set(listed)) < len(listed)


@mutant("SET-2", "keeps the last of two pairs of one name")
class LastStays(Swapped):
    swaps = not_seeing(lambda entries: False)


@mutant("SET-2", "keeps the first of two pairs of one name")
class FirstStays(Swapped):
    swaps = given_as(lambda entries: dict(reversed(entries)).items())


@mutant("SET-2", "numbers a name that is given twice")
class NumbersDuplicates(Swapped):
    @staticmethod
    def change(entries: list[Entry]) -> list[Entry]:
        names = [name for name, _ in entries]
        return [
            (f"{name}_{place}" if name in names[:place] else name, tool) for place, (name, tool) in enumerate(entries)
        ]

    swaps = given_as(change)


@mutant("SET-2", "compares neighbours")
class ComparesNeighbours(Swapped):
    swaps = not_seeing(lambda entries: any(a[0] == b[0] for a, b in itertools.pairwise(entries)))


@mutant("SET-2", "compares with the first pair")
class ComparesWithTheFirst(Swapped):
    swaps = not_seeing(lambda entries: any(name == entries[0][0] for name, _ in entries[1:]))


@mutant("SET-2", "ends its search before the last pair")
class LeavesOutTheLast(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries[:-1]))


@mutant("SET-2", "switches between seen and not seen")
class Switches(Swapped):
    swaps = not_seeing(lambda entries: any([name for name, _ in entries].count(name) % 2 == 0 for name, _ in entries))


@mutant("SET-2", "takes an equal pair for no duplicate")
class AllowsEqualPairs(Swapped):
    swaps = not_seeing(
        lambda entries: twice(name for name, _ in dict.fromkeys((n, t.server + t.name) for n, t in entries))
    )


@mutant("SET-2", "looks for duplicates within each server")
class LooksWithinServers(Swapped):
    swaps = not_seeing(lambda entries: twice((tool.server, name) for name, tool in entries))


@mutant("SET-2", "takes two tools of one server for no duplicates")
class LooksAcrossServers(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in {(name, tool.server) for name, tool in entries}))


@mutant("SET-2", "takes two tools of one name for no duplicates")
class LooksAcrossTools(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in {(name, tool.name) for name, tool in entries}))


@mutant("SET-2", "keeps seen names in a JavaScript object")
class SeenInAnObject(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries if name not in INHERITED_IN_JAVASCRIPT))


@mutant("SET-2", "looks among the first 64 pairs")
class LooksAmongTheFirst(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries[:64]))


@mutant("SET-2", "looks among names of less than 64 characters")
class LooksAmongShorter(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries if len(name) < 64))


@mutant("SET-2", "calls a duplicate a wrong value", level="recommended")
class CallsItWrong(Swapped):
    def toolset(self, toolset: Object) -> JSON:
        try:
            return super().toolset(toolset)
        except DuplicateName as error:
            raise Refused(str(error)) from None


@mutant("SET-2", "calls an equal pair a wrong value", level="recommended")
class CallsEqualPairsWrong(Swapped):
    def toolset(self, toolset: Object) -> JSON:
        entries = toolset.get("entries", [])
        if any(entry in entries[:place] for place, entry in enumerate(entries)):
            raise Refused("a pair is given twice")
        return super().toolset(toolset)


# SET-3: the size


def counted(count: Callable[[ToolSet], int]) -> Sequence[Swap]:
    """The swap that counts in another way."""
    return swap(ToolSet, "size", count)


@mutant("SET-3", "counts servers")
class CountsServers(Swapped):
    swaps = counted(lambda self: len({tool.server for tool in self._by_name.values()}))


@mutant("SET-3", "counts tool names")
class CountsToolNames(Swapped):
    swaps = counted(lambda self: len({tool.name for tool in self._by_name.values()}))


@mutant("SET-3", "counts names without regard to case")
class CountsFolded(Swapped):
    swaps = counted(lambda self: len({name.lower() for name in self._by_name}))


@mutant("SET-3", "counts cleaned tool names")
class CountsCleaned(Swapped):
    swaps = counted(lambda self: len({joined(tool.server, tool.name) for tool in self._by_name.values()}))


@mutant("SET-3", "gives the place of the last tool")
class CountsFromZero(Swapped):
    swaps = counted(lambda self: max(len(self._by_name) - 1, 0))


@mutant("SET-3", "counts in a byte of seven bits and a sign")
class CountsTo64(Swapped):
    swaps = counted(lambda self: len(self._by_name) % 64)


@mutant("SET-3", "counts what the servers list")
class CountsListed(Swapped):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        return {**made, "size": made["size"] + len(made["dropped"])}


@mutant("SET-3", "keeps names by tool name, and so one for each")
class KeepsNamesByTool(Swapped):
    swaps = swap(
        ToolSet, "names", lambda self: list({tool.name: name for name, tool in self._by_name.items()}.values())
    )


# SET-4: the empty set


class Emptying(Swapped):
    """The reference, with something else for an empty set."""

    def empty(self, toolset: Object) -> bool:
        """Whether the set has no tools."""
        return not super().toolset(toolset)["entries"]


@mutant("SET-4", "gives null for no definitions")
class NoDefinitionsAreNull(Emptying):
    def tools(self, toolset: Object, options: Object) -> JSON:
        return super().tools(toolset, options) or None


@mutant("SET-4", "gives null for no entries")
class NoEntriesAreNull(Emptying):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        return {**made, "entries": made["entries"] or None}


@mutant("SET-4", "gives null for a size of zero")
class NoSizeIsNull(Emptying):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        return {**made, "size": made["size"] or None, "names": made["names"] or None}


@mutant("SET-4", "refuses a set without tools")
class RefusesEmptySets(Emptying):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        if not made["entries"]:
            raise Refused("no tools")
        return made


@mutant("SET-4", "makes a definition for a set without tools, since some APIs ask for one")
class DefinesAStandIn(Emptying):
    def tools(self, toolset: Object, options: Object) -> JSON:
        stand_in = {"name": "no_tools", "description": "", "input_schema": {"type": "object"}}
        return super().tools(toolset, options) or [stand_in]


@mutant("SET-4", "takes an entry for each server, with or without tools")
class CountsEmptyServers(Emptying):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        more = [
            {"name": f"{server['id']}__", "server": server["id"], "tool": ""}
            for server in toolset.get("servers", [])
            if not server["tools"]
        ]
        return {**made, "entries": made["entries"] + more, "size": made["size"] + len(more)}


@mutant("SET-4", "splits names where there is no table to look in")
class SplitsWithoutTable(Emptying):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        if not self.empty(toolset) or "__" not in name:
            return super().resolve(toolset, name)
        server, _, tool = name.partition("__")
        return {"server": server, "tool": tool}


@mutant("SET-4", "answers with the set before it where a set is empty")
class RemembersTheLast(Emptying):
    last: Object | None = None

    def resolve(self, toolset: Object, name: JSON) -> JSON:
        if not self.empty(toolset):
            self.last = toolset
        return super().resolve(self.last or toolset, name)


@mutant("SET-4", "refuses a look-up in a set without tools")
class RefusesToLook(Emptying):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        if self.empty(toolset):
            raise Refused("no tools")
        return super().resolve(toolset, name)


@mutant("SET-4", "joins a name where there is no table to look in")
class JoinsWithoutTable(Emptying):
    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        return joined(server, tool) if self.empty(toolset) else super().exposed_name(toolset, server, tool)


@mutant("SET-4", "sends calls unchecked where there is no table to look in")
class SendsWithoutTable(Emptying):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        if not self.empty(toolset):
            return super().tool_calls(toolset, response)
        calls = [
            {"call_id": block["id"], "server": "", "tool": block["name"], "arguments": block["input"]}
            for block in response
        ]
        return {"calls": calls, "rejected": []}


# SET-5: from a pair to its name


def found_by(key: Callable[[str, str], object]) -> Sequence[Swap]:
    """The swap that finds a pair's name by ``key``."""

    def exposed_name(self: ToolSet, server: str, tool: str) -> str | None:
        return {key(*pair): name for pair, name in self._by_tool.items()}.get(key(server, tool))

    return swap(ToolSet, "exposed_name", exposed_name)


def found_by_joint(joint: str) -> Sequence[Swap]:
    """The swap that finds a pair's name by its two parts with ``joint`` between."""
    return found_by(lambda server, tool: f"{server}{joint}{tool}")


def found_where(same: Callable[[tuple[str, str], tuple[str, str], str], bool]) -> Sequence[Swap]:
    """The swap that finds the first name where ``same(asked pair, pair, name)``."""

    def exposed_name(self: ToolSet, *asked: str) -> str | None:
        exact = self._by_tool.get((asked[0], asked[1]))
        others = (name for pair, name in self._by_tool.items() if same((asked[0], asked[1]), pair, name))
        return exact if exact is not None else next(others, None)

    return swap(ToolSet, "exposed_name", exposed_name)


@mutant("SET-5", "joins the name and does not look whether the pair is in the set")
class JoinsOnDemand(Swapped):
    swaps = swap(ToolSet, "exposed_name", lambda self, server, tool: naming._expose(server, tool, ()))


@mutant("SET-5", "joins the name of a pair that is in the set")
class JoinsKnownPairs(Swapped):
    swaps = swap(ToolSet, "exposed_name", lambda self, *pair: joined(*pair) if pair in self._by_tool else None)


@mutant("SET-5", "finds a pair by a path")
class FoundByPath(Swapped):
    swaps = found_by_joint("/")


@mutant("SET-5", "finds a pair by its parts with a colon between")
class FoundByColon(Swapped):
    swaps = found_by_joint(":")


@mutant("SET-5", "finds a pair by its parts with a dot between")
class FoundByDot(Swapped):
    swaps = found_by_joint(".")


@mutant("SET-5", "finds a pair by its joined name")
class FoundByJoinedName(Swapped):
    swaps = found_by_joint("__")


@mutant("SET-5", "finds a pair by its parts with a space between")
class FoundBySpace(Swapped):
    swaps = found_by_joint(" ")


@mutant("SET-5", "finds a pair by its parts with a bar between")
class FoundByBar(Swapped):
    swaps = found_by_joint("|")


@mutant("SET-5", "finds a pair by its parts with a comma between, as a list becomes a key in JavaScript")
class FoundByComma(Swapped):
    swaps = found_by_joint(",")


@mutant("SET-5", "finds a pair by its parts with a line break between")
class FoundByLineBreak(Swapped):
    swaps = found_by_joint("\n")


@mutant("SET-5", "finds a pair by its parts with a null character between")
class FoundByNull(Swapped):
    swaps = found_by_joint("\0")


@mutant("SET-5", "finds a pair by its parts with nothing between")
class FoundByBoth(Swapped):
    swaps = found_by_joint("")


@mutant("SET-5", "finds a pair by its parts, sorted")
class FoundSorted(Swapped):
    swaps = found_by(lambda server, tool: tuple(sorted([server, tool])))


@mutant("SET-5", "finds a pair by the tool's name")
class FoundByTool(Swapped):
    swaps = found_by(lambda server, tool: tool)


@mutant("SET-5", "finds a pair by the server's id")
class FoundByServer(Swapped):
    swaps = found_where(lambda asked, pair, name: asked[0] == pair[0])


@mutant("SET-5", "finds a pair without regard to case")
class FoundInAnyCase(Swapped):
    swaps = found_by(lambda server, tool: (server.lower(), tool.lower()))


@mutant("SET-5", "finds a pair by trimmed parts")
class FoundTrimmed(Swapped):
    swaps = found_by(lambda server, tool: (server.strip(), tool.strip()))


@mutant("SET-5", "finds a pair by parts in a normal form")
class FoundNormalised(Swapped):
    swaps = found_by(lambda server, tool: unicodedata.normalize("NFC", f"{server}\0{tool}"))


@mutant("SET-5", "finds a pair by cleaned parts")
class FoundCleaned(Swapped):
    swaps = found_by(lambda server, tool: (cleaned(server), cleaned(tool)))


@mutant("SET-5", "finds a pair by cleaned and shortened parts")
class FoundShortened(Swapped):
    swaps = found_by(lambda server, tool: (cleaned(server)[:64], cleaned(tool)[:64]))


@mutant("SET-5", "finds a tool by the beginning of its name")
class FoundByBeginning(Swapped):
    swaps = found_where(lambda asked, pair, name: asked[0] == pair[0] and pair[1].startswith(asked[1]))


@mutant("SET-5", "finds a tool whose name is the beginning of the one asked for")
class FoundInBeginning(Swapped):
    swaps = found_where(lambda asked, pair, name: asked[0] == pair[0] and asked[1].startswith(pair[1]))


@mutant("SET-5", "takes no server for any")
class FoundWithoutServer(Swapped):
    swaps = found_where(lambda asked, pair, name: not asked[0] and asked[1] == pair[1])


@mutant("SET-5", "takes an exposed name for a tool's own")
class FoundByExposedName(Swapped):
    swaps = found_where(lambda asked, pair, name: asked[1] == name)


@mutant("SET-5", "keeps pairs in JavaScript objects and finds what these inherit")
class FoundInObjects(Swapped):
    swaps = found_where(lambda asked, pair, name: not INHERITED_IN_JAVASCRIPT.isdisjoint(asked))


# SET-6: there and back


@mutant("SET-6", "resolves a name to the first tool of that tool's name")
class ResolvesByToolName(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        entries = self.toolset(toolset)["entries"]
        return found and next(
            {"server": entry["server"], "tool": entry["tool"]} for entry in entries if entry["tool"] == found["tool"]
        )


@mutant("SET-6", "resolves a name to the first tool whose cleaned name is the same")
class ResolvesByCleanedName(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        pairs = [(entry["server"], entry["tool"]) for entry in self.toolset(toolset)["entries"]]
        same = [pair for pair in pairs if found and joined(*pair) == joined(found["server"], found["tool"])]
        return {"server": same[0][0], "tool": same[0][1]} if same else found


@mutant("SET-6", "resolves a name to what is read off it")
class ReadsPairsOffNames(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        if not found or "__" not in name:
            return found
        server, _, tool = name.partition("__")
        return {"server": server, "tool": tool}


@mutant("SET-6", "resolves a name to cleaned parts")
class ResolvesToCleanedParts(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        return found and {"server": cleaned(found["server"]), "tool": cleaned(found["tool"])}


@mutant("SET-6", "resolves a name to nothing where the tool or its server has an inherited name")
class ResolvesNoInherited(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        return found if found and INHERITED_IN_JAVASCRIPT.isdisjoint(found.values()) else None


@mutant("SET-6", "takes an empty name or id for none")
class ResolvesNoEmpty(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        return found if found and all(found.values()) else None


@mutant("SET-6", "reads a pair off a name at its last separator")
class ReadsPairsAtTheEnd(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        return found and {"server": found["server"], "tool": re.split("[_-]", found["tool"])[-1]}


@mutant("SET-6", "gives another name for each listing of a pair, and keeps one of them")
class NamesRepetitions(Swapped):
    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        name = super().exposed_name(toolset, server, tool)
        dropped = [(one["server"], one["tool"]) for one in self.toolset(toolset)["dropped"]]
        return f"{name}_2" if (server, tool) in dropped else name


@mutant("SET-6", "keeps the last name of a pair for the way to it, and the first for the way back")
class KeepsTwoNames(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        entries = self.toolset(toolset)["entries"] if found else []
        pairs = {(one["server"], one["tool"]): one["name"] for one in entries}
        return found if found and pairs[found["server"], found["tool"]] == name else None


@mutant("SET-6", "keeps the way to a name sorted, and the way back as given")
class ShiftsNames(Swapped):
    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        entries = self.toolset(toolset)["entries"]
        names = sorted(entry["name"] for entry in entries)
        pairs = [(entry["server"], entry["tool"]) for entry in entries]
        return names[pairs.index((server, tool))] if (server, tool) in pairs else None

"""Mutants of the size of a set, and of the empty set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolset_conformance import Refused
from toolset_reference import ToolSet

from mutants import mutant
from mutants.swapped import JSON, Object, Swap, Swapped, joined, swap

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

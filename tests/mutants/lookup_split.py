"""Mutants of the look-up: names that are split."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolset_reference import Tool, ToolSet

from mutants import mutant
from mutants.finding import exact, falling_back, finding, first, losing, pair_in
from mutants.swapped import JSON, Object, Swap, Swapped

# LOOKUP-3: never split


def at_first(name: str, joint: str = "__") -> tuple[str, str]:
    """The name split at its first joint."""
    server, _, tool = name.partition(joint)
    return server, tool


def at_last(name: str, joint: str = "__") -> tuple[str, str]:
    """The name split at its last joint."""
    server, _, tool = name.rpartition(joint)
    return server, tool


def split(way: Callable[[str], tuple[str, str]]) -> Sequence[Swap]:
    """The swap that splits each name that can be split, and sends it there."""

    def find(self: ToolSet, name: str) -> Tool | None:
        found = exact(self, name)
        server, tool = way(name)
        return Tool(server, tool, "", {}) if found and name not in (server, tool) else found

    return finding(find)


@mutant("LOOKUP-3", "splits names at the first joint")
class SplitsAtFirst(Swapped):
    swaps = split(at_first)


@mutant("LOOKUP-3", "splits names at the last joint")
class SplitsAtLast(Swapped):
    swaps = split(at_last)


@mutant("LOOKUP-3", "splits names at each joint and takes the first two parts")
class SplitsAtEach(Swapped):
    swaps = split(lambda name: tuple([*name.split("__"), name][:2]))  # type: ignore[arg-type,return-value]


@mutant("LOOKUP-3", "splits names at the first underscore")
class SplitsAtUnderscore(Swapped):
    swaps = split(lambda name: at_first(name, "_"))


@mutant("LOOKUP-3", "splits names at the first hyphen")
class SplitsAtHyphen(Swapped):
    swaps = split(lambda name: at_first(name, "-"))


@mutant("LOOKUP-3", "finds no name that cannot be split")
class AsksForAJoint(Swapped):
    swaps = losing(lambda name: "_" not in name and "-" not in name)


@mutant("LOOKUP-3", "splits names and sends them where the pair is in the set")
class SplitsToKnownPairs(Swapped):
    swaps = finding(lambda self, name: pair_in(self, *at_first(name)) or exact(self, name))


@mutant("LOOKUP-3", "splits at the last joint what is not in the set")
class SplitsInNeed(Swapped):
    swaps = falling_back(lambda self, name: pair_in(self, *at_last(name)) or pair_in(self, *at_first(name)))


def of_server_in_front(self: ToolSet, name: str) -> Tool | None:
    """The named tool, as one of the first server whose id the name begins with."""
    found = exact(self, name)
    owner = first(self, lambda other, tool: name.startswith(tool.server))
    return Tool(owner.server, found.name, "", {}) if found and owner else found


@mutant("LOOKUP-3", "takes the first server whose id a name begins with")
class FindsTheServer(Swapped):
    swaps = finding(of_server_in_front)


@mutant("LOOKUP-3", "splits the names of calls, and of nothing else")
class SplitsCalls(Swapped):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        named = {block["id"]: block["name"] for block in response if isinstance(block, dict) and "id" in block}
        calls = []
        for call in made["calls"]:
            server, tool = at_first(named[call["call_id"]])
            calls.append({**call, "server": server, "tool": tool} if server and tool else call)
        return {**made, "calls": calls}


def joined_by(*joints: str) -> Sequence[Swap]:
    """The swap that finds pairs under their two parts joined, where there is no such name."""

    def find(self: ToolSet, name: str) -> Tool | None:
        return first(self, lambda other, tool: name in [f"{tool.server}{joint}{tool.name}" for joint in joints])

    return falling_back(find)


@mutant("LOOKUP-3", "finds a pair under its parts joined by underscores")
class FindsPairsByUnderscores(Swapped):
    swaps = joined_by("__", "_")


@mutant("LOOKUP-3", "finds a pair under its parts joined as people and models write them")
class FindsPairsAsWritten(Swapped):
    swaps = joined_by(".", "/", ":", "::", " ", "->")


@mutant("LOOKUP-3", "finds a pair under its parts joined by what joins words")
class FindsPairsAsOneWord(Swapped):
    swaps = joined_by("-", "")


@mutant("LOOKUP-3", "finds a pair with the tool first")
class FindsPairsTurnedRound(Swapped):
    swaps = falling_back(
        lambda self, name: first(
            self, lambda other, tool: name in (f"{tool.name}@{tool.server}", f"{tool.name}__{tool.server}")
        )
    )


@mutant("LOOKUP-3", "finds a pair under the name that another client gives it")
class FindsPairsOfAnotherClient(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: name == f"mcp__{tool.server}__{tool.name}"))

"""Mutants of the way from a pair to its name, and back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from toolset_reference import ToolSet, naming

from mutants import mutant
from mutants.swapped import INHERITED_IN_JAVASCRIPT, JSON, Object, Swap, Swapped, cleaned, joined, swap

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


@mutant("SET-5", "finds a pair by its parts with a hyphen between")
class FoundByHyphen(Swapped):
    swaps = found_by_joint("-")


@mutant("SET-5", "finds a pair by its parts with an underscore between")
class FoundByUnderscore(Swapped):
    swaps = found_by_joint("_")


@mutant("SET-5", "finds a pair by its parts with a number sign between")
class FoundByNumberSign(Swapped):
    swaps = found_by_joint("#")


@mutant("SET-5", "finds a pair by its parts with an at sign between")
class FoundByAtSign(Swapped):
    swaps = found_by_joint("@")


@mutant("SET-5", "finds a pair by its parts with two colons between")
class FoundByTwoColons(Swapped):
    swaps = found_by_joint("::")


@mutant("SET-5", "finds a pair by its parts with two slashes between")
class FoundByTwoSlashes(Swapped):
    swaps = found_by_joint("//")


@mutant("SET-5", "finds a pair by its parts with an arrow between")
class FoundByArrow(Swapped):
    swaps = found_by_joint("->")


@mutant("SET-5", "finds a pair by its parts with a tab between")
class FoundByTab(Swapped):
    swaps = found_by_joint("\t")


@mutant("SET-5", "finds a pair by its parts with a quote between")
class FoundByQuote(Swapped):
    swaps = found_by_joint('"')


@mutant("SET-5", "finds a tool by another normal form of its name where the name itself is not there")
class FoundNormalisedInNeed(Swapped):
    swaps = found_where(
        lambda asked, pair, name: (
            asked[0] == pair[0] and unicodedata.normalize("NFC", asked[1]) == unicodedata.normalize("NFC", pair[1])
        )
    )


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

"""Mutants that leave out what is not to be left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from toolset_reference import Tool, ToolSet, naming

from mutants import mutant
from mutants.left_out import Lost, any_rival, long, namesake, odd, rival, rival_by_case
from mutants.swapped import (
    INHERITED_IN_JAVASCRIPT,
    JSON,
    NOT_ALLOWED,
    Built,
    Object,
    Pair,
    Servers,
    Swap,
    Swapped,
    built_by,
    is_data,
    joined,
    leaving_out,
    swap,
)

# NAME-8: never left out


def losing(lost: Lost) -> Sequence[Swap]:
    """The swap that leaves out, and says so."""
    return built_by(leaving_out(lost))


def losing_by_name(lost: Callable[[str], Any]) -> Sequence[Swap]:
    """The swap that leaves tools of certain names out, and says so."""
    return losing(lambda pair, pairs: bool(lost(pair[1])))


@mutant("NAME-8", "keeps tools in a JavaScript object and takes inherited names for taken")
class LosesInherited(Swapped):
    swaps = losing(lambda pair, pairs: not INHERITED_IN_JAVASCRIPT.isdisjoint(pair))


@mutant("NAME-8", "takes the names of a table's own methods for taken")
class LosesMethodNames(Swapped):
    swaps = losing_by_name(lambda tool: hasattr({}, tool))


@mutant("NAME-8", "takes what reads as data for no name")
class LosesLiterals(Swapped):
    swaps = losing_by_name(is_data)


@mutant("NAME-8", "asks for three characters at least")
class LosesShortNames(Swapped):
    swaps = losing_by_name(lambda tool: len(tool) < 3)


@mutant("NAME-8", "asks for 40 characters at most")
class LosesFrom40(Swapped):
    swaps = losing(lambda pair, pairs: len(joined(*pair)) > 40)


@mutant("NAME-8", "takes a hyphen for an odd character")
class LosesHyphens(Swapped):
    swaps = losing_by_name(lambda tool: "-" in tool)


@mutant("NAME-8", "takes capitals for odd characters")
class LosesCapitals(Swapped):
    swaps = losing_by_name(lambda tool: tool != tool.lower())


def server_of_other_case(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair's server differs from this one's by case alone."""
    return any(other != pair[0] and other.lower() == pair[0].lower() for other, _ in pairs[: pairs.index(pair)])


@mutant("NAME-8", "takes ids that differ by case for one server, and the second for a repetition")
class LosesIdsOfOtherCase(Swapped):
    swaps = losing(server_of_other_case)


@mutant("NAME-8", "takes a name for taken that begins like another")
class LosesBeginnings(Swapped):
    swaps = losing(lambda pair, pairs: any(pair[1] != tool and pair[1].startswith(tool) for _, tool in pairs))


@mutant("NAME-8", "takes a tool called like a server for one")
class LosesServerNames(Swapped):
    swaps = losing(lambda pair, pairs: pair[1] in [server for server, _ in pairs])


_build = naming.build


def losing_by_entry(lost: Callable[[Object], Any]) -> Sequence[Swap]:
    """The swap that leaves tools out for what else their servers say of them."""

    def build(servers: Servers) -> Built:
        return _build([(server, [tool for tool in tools if not lost(tool)]) for server, tools in servers])

    return built_by(build)


@mutant("NAME-8", "leaves out what says that it destroys")
class LosesDestructive(Swapped):
    swaps = losing_by_entry(lambda tool: tool.get("annotations", {}).get("destructiveHint"))


@mutant("NAME-8", "wants a description where there is the key")
class LosesUndescribed(Swapped):
    swaps = losing_by_entry(lambda tool: tool.get("description") == "")


@mutant("NAME-8", "leaves out what promises structured content")
class LosesWithOutputSchema(Swapped):
    swaps = losing_by_entry(lambda tool: "outputSchema" in tool)


@mutant("NAME-8", "leaves out what is described at too great a length")
class LosesLongDescriptions(Swapped):
    swaps = losing_by_entry(lambda tool: len(tool.get("description") or "") > 4096)


@mutant("NAME-8", "leaves out what has _meta, as if it were for somebody else")
class LosesWithMeta(Swapped):
    swaps = losing_by_entry(lambda tool: "_meta" in tool)


@mutant("NAME-8", "takes 128 tools at most")
class LosesFrom128(Swapped):
    swaps = losing(lambda pair, pairs: pair in pairs[128:])


@mutant("NAME-8", "takes the tools of ten servers at most")
class LosesTheEleventhServer(Swapped):
    swaps = losing(lambda pair, pairs: pair[0] in list(dict.fromkeys(server for server, _ in pairs))[10:])


@mutant("NAME-8", "takes one page of three tools from each server")
class LosesTheSecondPage(Swapped):
    swaps = losing(lambda pair, pairs: [other for other in pairs if other[0] == pair[0]].index(pair) >= 3)


@mutant("NAME-8", "stops at the first server without tools")
class BuildsUpToAnEmptyServer(Swapped):
    @staticmethod
    def build(servers: Servers) -> Built:
        listed = [(server, list(entries)) for server, entries in servers]
        end = next((place for place, (_, entries) in enumerate(listed) if not entries), len(listed))
        return leaving_out(lambda pair, pairs: False)(listed[:end])

    swaps = built_by(build)


@mutant("NAME-8", "ends the list of definitions before the last tool")
class DefinesAllButTheLast(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        return made[:-1] if len(made) > 1 else made


def last_of_each(self: ToolSet) -> list[tuple[str, Tool]]:
    """The entries, one a server."""
    return list({tool.server: (name, tool) for name, tool in self._by_name.items()}.values())


@mutant("NAME-8", "keeps entries by server, and so the last of each")
class KeepsTheLastOfEach(Swapped):
    swaps = swap(ToolSet, "entries", last_of_each)


@mutant("NAME-8", "leaves tools of odd names out", level="recommended")
class LosesOdd(Swapped):
    swaps = losing(odd)


@mutant("NAME-8", "leaves tools of long names out", level="recommended")
class LosesLong(Swapped):
    swaps = losing(long)


@mutant("NAME-8", "leaves the later of two rivals out", level="recommended")
class LosesRivals(Swapped):
    swaps = losing(rival)


@mutant("NAME-8", "leaves both of two rivals out", level="recommended")
class LosesBothRivals(Swapped):
    swaps = losing(any_rival)


@mutant("NAME-8", "leaves the later of two names out that differ by case", level="recommended")
class LosesOtherCase(Swapped):
    swaps = losing(rival_by_case)


@mutant("NAME-8", "leaves a second server's tool of one name out", level="recommended")
class LosesNamesakes(Swapped):
    swaps = losing(namesake)


@mutant("NAME-8", "leaves names with a joint in them out", level="recommended")
class LosesJoints(Swapped):
    swaps = losing(lambda pair, pairs: any("__" in part for part in pair))


@mutant("NAME-8", "leaves names out with separators at an end", level="recommended")
class LosesSeparatorsAtEnds(Swapped):
    swaps = losing_by_name(lambda tool: tool.strip("_-") != tool)


@mutant("NAME-8", "leaves tools out whose server's id is odd", level="recommended")
class LosesOddServers(Swapped):
    swaps = losing(lambda pair, pairs: not pair[0].isalnum() or not pair[0].isascii())


@mutant("NAME-8", "leaves tools out when a name is taken a hundred times", level="recommended")
class LosesFromAHundred(Swapped):
    @staticmethod
    def beyond(pair: Pair, pairs: Sequence[Pair]) -> bool:
        return NOT_ALLOWED.search(pair[1]) is not None and pairs.index(pair) >= 100

    swaps = losing(beyond)


@mutant("NAME-8", "takes a name that looks marked for plain, so that it replaces the one that is", level="recommended")
class LosesToCopies(Swapped):
    swaps = swap(naming, "_MARKED", re.compile("(?!)"))

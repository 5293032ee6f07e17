"""Mutants of what is left out of a set: reached all the same, not reported, or not to be left out at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from toolset_reference import DroppedTool, Tool, ToolSet, naming

from mutants import mutant
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
    cleaned,
    entries_of,
    joined,
    leaving_out,
    swap,
)

Lost = Callable[[Pair, Sequence[Pair]], bool]


def odd(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether a character of the pair's two parts could not stay."""
    return any(NOT_ALLOWED.search(part) or not part for part in pair)


def long(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether the joined name would be too long."""
    return len(joined(*pair)) > 64


def rival(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair has the same cleaned and shortened name."""
    return any(joined(*other)[:64] == joined(*pair)[:64] for other in pairs[: pairs.index(pair)])


def any_rival(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether any other pair has the same cleaned and shortened name."""
    return any(joined(*other)[:64] == joined(*pair)[:64] for other in pairs if other != pair)


def namesake(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair has the same tool name."""
    return any(other[1] == pair[1] and other != pair for other in pairs[: pairs.index(pair)])


def rival_by_case(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether an earlier pair differs by case alone."""
    return any(joined(*other).lower() == joined(*pair).lower() for other in pairs[: pairs.index(pair)])


def strict(pair: Pair, pairs: Sequence[Pair]) -> bool:
    """Whether anything at all is odd, long or not unique."""
    return odd(pair, pairs) or long(pair, pairs) or any_rival(pair, pairs)


# NAME-4: out of reach


class Leaking(Swapped):
    """The reference, strict in what it takes, and with a way to what it left out."""

    swaps = built_by(leaving_out(strict))

    def left_out(self, toolset: Object) -> list[tuple[str, Object]]:
        """The entries that are not in the set, each with its server's id."""
        listed = entries_of((server["id"], server["tools"]) for server in toolset.get("servers", []))
        pairs = [(server, entry["name"]) for server, entry in listed]
        return [(server, entry) for server, entry in listed if strict((server, entry["name"]), pairs)]


@mutant("NAME-4", "offers definitions of all tools that were listed")
class DefinesWhatIsLeftOut(Leaking):
    def tools(self, toolset: Object, options: Object) -> JSON:
        more = [
            {"name": joined(server, tool["name"])[:64], **self._rest(tool)} for server, tool in self.left_out(toolset)
        ]
        return super().tools(toolset, options) + more

    @staticmethod
    def _rest(tool: Object) -> Object:
        return {"description": tool.get("description", ""), "input_schema": tool["inputSchema"]}


class FallingBack(Leaking):
    """What is not found in the set is looked for among the tools that were left out, by ``key``."""

    def key(self, server: str, tool: str) -> str:
        """The text by which a tool that was left out is found."""
        raise NotImplementedError

    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        if found is not None:
            return found
        left_out = [(server, tool["name"]) for server, tool in self.left_out(toolset)]
        others = {self.key(*pair): pair for pair in left_out}
        server, tool = others.get(name, (None, None))
        return {"server": server, "tool": tool} if server is not None else None


@mutant("NAME-4", "falls back on the raw names of all tools")
class FallsBackOnRawNames(FallingBack):
    def key(self, server: str, tool: str) -> str:
        return tool


@mutant("NAME-4", "falls back on the cleaned names of all tools")
class FallsBackOnCleanedNames(FallingBack):
    def key(self, server: str, tool: str) -> str:
        return cleaned(tool)


@mutant("NAME-4", "falls back on the joined raw names of all tools")
class FallsBackOnJoinedNames(FallingBack):
    def key(self, server: str, tool: str) -> str:
        return f"{server}__{tool}"


@mutant("NAME-4", "falls back on the joined and cleaned names of all tools")
class FallsBackOnWouldBeNames(FallingBack):
    def key(self, server: str, tool: str) -> str:
        return joined(server, tool)


@mutant("NAME-4", "falls back on paths of server and tool")
class FallsBackOnPaths(FallingBack):
    def key(self, server: str, tool: str) -> str:
        return f"{server}/{tool}"


@mutant("NAME-4", "sends a call by the raw name of a tool that was left out")
class SendsByRawNames(Leaking):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        others = {tool["name"]: server for server, tool in self.left_out(toolset)}
        calls = [
            {
                "call_id": block["id"],
                "server": others[block["name"]],
                "tool": block["name"],
                "arguments": block["input"],
            }
            for block in response
            if block.get("name") in others
        ]
        return {**made, "calls": made["calls"] + calls}


@mutant("NAME-4", "gives a name for a tool that was left out")
class NamesWhatIsLeftOut(Leaking):
    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        left_out = [(other, entry["name"]) for other, entry in self.left_out(toolset)]
        return joined(server, tool) if (server, tool) in left_out else super().exposed_name(toolset, server, tool)


# NAME-5: reported


def silently(lost: Lost) -> Sequence[Swap]:
    """The swap that leaves out without a word."""
    return reporting(lost, lambda pair: None)


def reporting(lost: Lost, report: Callable[[Pair], Pair | None]) -> Sequence[Swap]:
    """The swap that leaves out and reports ``report(pair)``, or nothing, for each pair."""

    def build(servers: Servers) -> Built:
        toolset, dropped = leaving_out(lost)(servers)
        said = [(report((tool.server, tool.tool)), tool.reason) for tool in dropped]
        return toolset, [DroppedTool(*pair, reason) for pair, reason in said if pair is not None]

    return built_by(build)


@mutant("NAME-5", "leaves odd names out without a word", level="recommended")
class LosesOddSilently(Swapped):
    swaps = silently(odd)


@mutant("NAME-5", "leaves long names out without a word", level="recommended")
class LosesLongSilently(Swapped):
    swaps = silently(long)


@mutant("NAME-5", "leaves rivals out without a word", level="recommended")
class LosesRivalsSilently(Swapped):
    swaps = silently(rival)


@mutant("NAME-5", "leaves names out that differ by case, without a word", level="recommended")
class LosesCaseSilently(Swapped):
    swaps = silently(rival_by_case)


@mutant("NAME-5", "leaves a second server's tool of one name out without a word", level="recommended")
class LosesNamesakesSilently(Swapped):
    swaps = silently(namesake)


@mutant("NAME-5", "does not report what is listed twice", level="recommended")
class LosesRepetitionsSilently(Swapped):
    swaps = silently(lambda pair, pairs: False)


@mutant("NAME-5", "reports tools by their cleaned names", level="recommended")
class ReportsCleanedNames(Swapped):
    swaps = reporting(strict, lambda pair: (pair[0], cleaned(pair[1])))


@mutant("NAME-5", "reports the winner of a clash in place of the loser", level="recommended")
class ReportsTheWinner(Swapped):
    @staticmethod
    def build(servers: Servers) -> Built:
        toolset, dropped = leaving_out(rival)(servers)
        winners = {joined(tool.server, tool.name): tool.name for _, tool in toolset.entries()}
        return toolset, [
            DroppedTool(tool.server, winners.get(joined(tool.server, tool.tool), tool.tool), tool.reason)
            for tool in dropped
        ]

    swaps = built_by(build)


# NAME-8: never left out


def losing(lost: Lost) -> Sequence[Swap]:
    """The swap that leaves out, and says so."""
    return built_by(leaving_out(lost))


def losing_by_name(lost: Callable[[str], Any]) -> Sequence[Swap]:
    """The swap that leaves tools of certain names out, and says so."""
    return losing(lambda pair, pairs: bool(lost(pair[1])))


def is_data(text: str) -> bool:
    """Whether a reader of data takes the text for something else than a text."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


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

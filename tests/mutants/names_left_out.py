"""Mutants of what is left out of a set: reached all the same, or not reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolset_reference import DroppedTool

from mutants import mutant
from mutants.left_out import Lost, long, namesake, odd, rival, rival_by_case, strict
from mutants.swapped import (
    JSON,
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
)

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

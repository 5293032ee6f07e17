"""Mutants of the names: characters and lengths that the API refuses."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from toolset_reference import ToolSet, naming

from mutants import mutant
from mutants.swapped import (
    JSON,
    NOT_ALLOWED,
    Object,
    Swap,
    Swapped,
    built_by,
    cleaned,
    digest,
    escaped,
    joined,
    loosely,
    numbered,
    swap,
)

ANY_TEXT = re.compile(r"(?s).*")


# NAME-1: valid names


def cleaning(pattern: str, flags: int = 0) -> Sequence[Swap]:
    """The swap that takes other characters out of odd names."""
    return swap(naming, "_NOT_ALLOWED", re.compile(pattern, flags))


@mutant("NAME-1", "lets a dot through, as MCP does")
class KeepsDots(Swapped):
    swaps = cleaning(r"[^A-Za-z0-9_.-]+")


@mutant("NAME-1", "keeps what counts as a word character in Unicode")
class KeepsWordCharacters(Swapped):
    swaps = cleaning(r"[^\w-]+")


@mutant("NAME-1", "keeps what counts as a digit in Unicode")
class KeepsDigits(Swapped):
    swaps = cleaning(r"[^A-Za-z\d_-]+")


@mutant("NAME-1", "ignores case in a pattern that knows Unicode")
class KeepsOtherCase(Swapped):
    swaps = cleaning(r"[^a-z0-9_-]+", re.IGNORECASE)


@mutant("NAME-1", "writes the range of letters as A-z")
class KeepsWhatIsBetweenTheCases(Swapped):
    swaps = cleaning(r"[^A-z0-9_-]+")


@mutant("NAME-1", "takes out a list of characters that are known to be refused")
class KnowsWhatIsRefused(Swapped):
    swaps = cleaning(r"[\s./\\:@()\[\]{}]+")


@mutant("NAME-1", "takes characters beyond ASCII out and no others")
class KeepsAscii(Swapped):
    swaps = cleaning(r"[^\x00-\x7f]+")


@mutant("NAME-1", "takes printable characters for good ones")
class KeepsInvisible(Swapped):
    swaps = cleaning(r"[^A-Za-z0-9_\x00-\x1f\u200b-\u200f-]+")


class _FirstOnly:
    def sub(self, replacement: str, text: str) -> str:
        return NOT_ALLOWED.sub(replacement, text, count=1)


@mutant("NAME-1", "replaces the first odd part of a name alone")
class ReplacesOnce(Swapped):
    swaps = swap(naming, "_NOT_ALLOWED", _FirstOnly())


@mutant("NAME-1", "checks tool names by a pattern whose end also fits before a last line break")
class EndFitsBeforeLineBreak(Swapped):
    swaps = swap(naming, "_PLAIN_TOOL", re.compile(r"[A-Za-z0-9_-]+\n?"))


@mutant("NAME-1", "checks server ids by a pattern whose end also fits before a last line break")
class EndOfIdFitsBeforeLineBreak(Swapped):
    swaps = swap(naming, "_PLAIN_SERVER", re.compile(r"[A-Za-z](?:_?[A-Za-z0-9-])*\n?"))


@mutant("NAME-1", "checks tool names by a pattern that is content with one good line")
class OneGoodLine(Swapped):
    swaps = swap(naming, "_PLAIN_TOOL", re.compile(r"(?s)(?:.*\n)?[A-Za-z0-9_-]+(?:\n.*)?"))


@mutant("NAME-1", "cleans the tool's name and not the server's id")
class KeepsIds(Swapped):
    swaps = swap(naming, "_PLAIN_SERVER", ANY_TEXT)


@mutant("NAME-1", "joins the parts by a dot")
class JoinsByDot(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: f"{cleaned(server)}.{cleaned(tool)}"[:64]))


@mutant("NAME-1", "shortens names of more than 65 characters")
class LimitOneTooHigh(Swapped):
    swaps = swap(naming, "_MAX_LENGTH", 65)


@mutant("NAME-1", "shortens names of more than 128 characters, which is today's limit of the API")
class LimitOfTheApi(Swapped):
    swaps = swap(naming, "_MAX_LENGTH", 128)


@mutant("NAME-1", "measures the tool's name and not what is joined to it")
class MeasuresTheTool(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: f"{cleaned(server)[:32]}__{cleaned(tool)[:64]}"))


@mutant("NAME-1", "shortens the tool's name and not the server's id")
class KeepsLongIds(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: f"{cleaned(server)}__{cleaned(tool)[: 62 - len(server)]}"))


@mutant("NAME-1", "puts the digest behind a name that was cut to the limit already")
class DigestBehindTheCut(Swapped):
    swaps = swap(naming, "_STEM_LENGTH", 64)


@mutant("NAME-1", "leaves room for a digest of three characters and writes one of four")
class DigestTooLong(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = joined(server, tool)
        return name if len(name) <= 60 else f"{name[:60]}_{digest(server + tool, 4)}"

    swaps = built_by(loosely(named))


@mutant("NAME-1", "puts a number behind a shortened name that is taken")
class NumberBehindTheCut(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: numbered(joined(server, tool)[:64], taken)))


@mutant("NAME-1", "cuts the name first and writes escapes for odd characters then")
class EscapesBehindTheCut(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        return escaped(f"{server}__{tool}"[:64])

    swaps = built_by(loosely(named))


@mutant("NAME-1", "takes odd characters out of a bare name, all of them if need be")
class NothingLeft(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: NOT_ALLOWED.sub("", tool)[:64]))


@mutant("NAME-1", "gives a tool without a name no name")
class EmptyStaysEmpty(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: joined(server, tool)[:64] if server and tool else ""))


@mutant("NAME-1", "cleans the names of the table and not those of the definitions")
class RawDefinitions(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        entries = self.toolset(toolset)["entries"]
        made = super().tools(toolset, options)
        return [
            {**definition, "name": f"{entry['server']}__{entry['tool']}"}
            for definition, entry in zip(made, entries, strict=True)
        ]


@mutant("NAME-1", "lists names as they would be without cleaning")
class RawList(Swapped):
    swaps = swap(ToolSet, "names", lambda self: [f"{tool.server}__{tool.name}" for _, tool in self.entries()])


@mutant("NAME-1", "joins the exposed name that is asked for anew, without cleaning")
class RawExposedName(Swapped):
    swaps = swap(ToolSet, "exposed_name", lambda self, *pair: "__".join(pair) if pair in self._by_tool else None)

"""Mutants of the names: not valid, not unique, or in place of the tools' own."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Collection, Sequence
from typing import Any

from toolset_reference import Tool, ToolSet, naming

from mutants import mutant
from mutants.swapped import (
    JSON,
    NOT_ALLOWED,
    Built,
    LooseSet,
    Object,
    Servers,
    Swap,
    Swapped,
    built_by,
    cleaned,
    entries_of,
    joined,
    loosely,
    swap,
)

ANY_TEXT = re.compile(r"(?s).*")


def digest(text: str, length: int = 8) -> str:
    """The beginning of a digest of the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def escaped(text: str) -> str:
    """The text with the number of each odd character in its place."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda odd: f"_{ord(odd[0]):x}_", text)


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


def numbered(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where it is taken."""
    numbers = (f"{name}_{number}" for number in range(2, 10000))
    return name if name not in taken else next(other for other in numbers if other not in taken)


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


# NAME-2: unique names

Name = Callable[[str, str], str]


def unchecked(name: Name, repeated: bool = False) -> Sequence[Swap]:
    """The swap that takes names from ``name`` and does not look whether they are taken."""
    return built_by(loosely(lambda server, tool, taken: name(server, tool)[:64] or "_", repeated))


def seen_as(change: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that names and digests changed texts instead of the raw ones."""
    return built_by(loosely(lambda server, tool, taken: naming._expose(change(server), change(tool), ())))


@mutant("NAME-2", "cleans names and does not look whether they are taken")
class CleansAlone(Swapped):
    swaps = unchecked(joined)


@mutant("NAME-2", "takes odd characters out and does not look whether names are taken")
class TakesOddCharactersOut(Swapped):
    swaps = unchecked(lambda server, tool: NOT_ALLOWED.sub("", f"{server}__{tool}"))


@mutant("NAME-2", "makes slugs of the names, with hyphens")
class MakesSlugs(Swapped):
    swaps = unchecked(lambda server, tool: re.sub(r"[^A-Za-z0-9]+", "-", f"{server} {tool}").strip("-"))


@mutant("NAME-2", "trims separators off cleaned names")
class TrimsSeparators(Swapped):
    swaps = unchecked(lambda server, tool: f"{cleaned(server).strip('_-')}__{cleaned(tool).strip('_-')}")


@mutant("NAME-2", "writes names in snake case")
class SnakeCase(Swapped):
    swaps = unchecked(lambda server, tool: re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", joined(server, tool)).lower())


@mutant("NAME-2", "folds names to small letters before it names and digests them")
class FoldsCase(Swapped):
    swaps = seen_as(str.casefold)


@mutant("NAME-2", "trims names before it names and digests them")
class TrimsNames(Swapped):
    swaps = seen_as(str.strip)


@mutant("NAME-2", "brings names to Unicode's compatibility normal form before it digests them")
class NormalisesNames(Swapped):
    swaps = seen_as(lambda text: unicodedata.normalize("NFKC", text))


@mutant("NAME-2", "takes accents off before it names and digests")
class NamesWithoutAccents(Swapped):
    swaps = seen_as(lambda text: unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode())


@mutant("NAME-2", "takes invisible characters out before it names and digests")
class NamesWithoutInvisible(Swapped):
    swaps = seen_as(lambda text: "".join(one for one in text if unicodedata.category(one)[0] != "C"))


@mutant("NAME-2", "puts a stand-in for what is empty")
class StandsIn(Swapped):
    swaps = seen_as(lambda text: NOT_ALLOWED.sub("", text) or "_")


@mutant("NAME-2", "escapes odd characters, and not what looks like an escape")
class EscapesHalf(Swapped):
    swaps = unchecked(lambda server, tool: escaped(f"{server}__{tool}"))


@mutant("NAME-2", "keeps the last 64 characters of a name")
class KeepsTheEndOfAName(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: joined(server, tool)[-64:]))


@mutant("NAME-2", "keeps the beginning and the end of a long name")
class KeepsBothEnds(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = joined(server, tool)
        return name if len(name) <= 64 else f"{name[:32]}{name[-32:]}"

    swaps = built_by(loosely(named))


def digested(text: Name) -> Sequence[Swap]:
    """The swap that puts a digest of ``text`` behind every name."""
    return unchecked(lambda server, tool: f"{joined(server, tool)[:52]}_{digest(text(server, tool))}")


@mutant("NAME-2", "digests the cleaned name")
class DigestsTheCleaned(Swapped):
    swaps = digested(joined)


@mutant("NAME-2", "digests the name in small letters")
class DigestsSmallLetters(Swapped):
    swaps = digested(lambda server, tool: f"{server}/{tool}".lower())


@mutant("NAME-2", "digests the first 100 characters of a name")
class DigestsTheBeginning(Swapped):
    swaps = digested(lambda server, tool: f"{server}\0{tool}"[:100])


@mutant("NAME-2", "digests the two parts without anything between them")
class DigestsWithoutJoint(Swapped):
    swaps = unchecked(lambda server, tool: f"t_{digest(server + tool, 32)}")


@mutant("NAME-2", "digests the two parts in sorted order")
class DigestsSorted(Swapped):
    swaps = unchecked(lambda server, tool: f"t_{digest(repr(sorted([server, tool])), 32)}")


@mutant("NAME-2", "digests the two parts in quotes, without escaping those inside")
class DigestsQuoted(Swapped):
    swaps = unchecked(lambda server, tool: "t_" + digest(f"'{server}', '{tool}'", 32))


@mutant("NAME-2", "puts a digest of two characters behind every name")
class DigestTooShort(Swapped):
    swaps = unchecked(lambda server, tool: f"{joined(server, tool)[:60]}_{digest(repr((server, tool)), 2)}")


def named_once_by(joint: str) -> Sequence[Swap]:
    """The swap that digests the two parts with ``joint`` between them."""
    return unchecked(lambda server, tool: f"t_{digest(f'{server}{joint}{tool}', 32)}")


@mutant("NAME-2", "knows a pair by its path")
class KnowsPairsByPath(Swapped):
    swaps = named_once_by("/")


@mutant("NAME-2", "knows a pair by its two parts with a colon between")
class KnowsPairsByColon(Swapped):
    swaps = named_once_by(":")


@mutant("NAME-2", "knows a pair by its two parts with a null character between")
class KnowsPairsByNull(Swapped):
    swaps = named_once_by("\0")


@mutant("NAME-2", "knows a pair by its two parts with a dot between")
class KnowsPairsByDot(Swapped):
    swaps = named_once_by(".")


@mutant("NAME-2", "joins the parts by one underscore")
class JoinsByOne(Swapped):
    swaps = unchecked(lambda server, tool: f"{cleaned(server)}_{cleaned(tool)}")


@mutant("NAME-2", "joins the parts by a hyphen")
class JoinsByHyphen(Swapped):
    swaps = unchecked(lambda server, tool: f"{cleaned(server)}-{cleaned(tool)}")


@mutant("NAME-2", "joins the parts by nothing")
class JoinsByNothing(Swapped):
    swaps = unchecked(lambda server, tool: cleaned(server + tool))


@mutant("NAME-2", "joins only what is there")
class JoinsWhatIsThere(Swapped):
    swaps = unchecked(lambda server, tool: "__".join(filter(None, [cleaned(server), cleaned(tool)])))


@mutant("NAME-2", "gives tools their bare names")
class BareNames(Swapped):
    swaps = unchecked(lambda server, tool: cleaned(tool))


@mutant("NAME-2", "puts the server before a name only where no joint is in it")
class PrefixesWhereMissing(Swapped):
    swaps = unchecked(lambda server, tool: cleaned(tool) if "__" in tool.strip("_") else joined(server, tool))


@mutant("NAME-2", "takes a pair twice that is listed twice")
class TakesTwice(Swapped):
    swaps = built_by(loosely(lambda server, tool, taken: naming._expose(server, tool, ()), repeated=True))


@mutant("NAME-2", "tries one other name where a name is taken")
class TriesOnce(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = joined(server, tool)[:62]
        return name if name not in taken else f"{name}_2"

    swaps = built_by(loosely(named))


@mutant("NAME-2", "numbers the rivals of a name, and does not look whether a numbered name is taken")
class NumbersBlindly(Swapped):
    @staticmethod
    def build(servers: Any) -> Any:
        count: dict[str, int] = {}

        def named(server: str, tool: str, taken: Collection[str]) -> str:
            name = joined(server, tool)[:60]
            count[name] = count.get(name, -1) + 1
            return f"{name}_{count[name]}" if count[name] else name

        return loosely(named)(servers)

    swaps = built_by(build)


@mutant("NAME-2", "looks whether a cleaned name is taken, and never so for a plain one")
class PlainComesFirst(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = joined(server, tool)[:60]
        return name if name == f"{server}__{tool}" else numbered(name, taken)

    swaps = built_by(loosely(named))


@mutant("NAME-2", "numbers rivals with two digits")
class TwoDigits(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        return f"{joined(server, tool)[:60]}_{len(taken) % 100:02}"

    swaps = built_by(loosely(named))


def by_small_letters(self: ToolSet, name: str) -> Tool | None:
    """The tool behind a name, found by the name in small letters."""
    return {key.lower(): tool for key, tool in self.entries()}.get(name.lower())


@mutant("NAME-2", "leads two names that differ by case to one tool")
class LeadsToAnotherCase(Swapped):
    swaps = swap(ToolSet, "resolve", by_small_letters)


def late_bound(servers: Servers) -> Built:
    """A set whose tools all have the name that was made last for their server."""
    listed = entries_of(servers)
    last = {server: naming._expose(server, entry["name"], ()) for server, entry in listed}
    return LooseSet((last[server], Tool.from_mcp(server, entry)) for server, entry in listed), []


@mutant("NAME-2", "gives each tool of a server the last one's name, as a loop's variable is bound late")
class BindsLate(Swapped):
    swaps = built_by(late_bound)


@mutant("NAME-2", "lists names of tools without their servers")
class ListsToolNames(Swapped):
    swaps = swap(ToolSet, "names", lambda self: [cleaned(tool.name) for _, tool in self.entries()])


@mutant("NAME-2", "offers definitions under the cleaned name, without what tells rivals apart")
class DefinesCleaned(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        entries = self.toolset(toolset)["entries"]
        made = super().tools(toolset, options)
        return [
            {**definition, "name": joined(entry["server"], entry["tool"])}
            for definition, entry in zip(made, entries, strict=True)
        ]


# NAME-3: the tools' own ids and names

_from_mcp = Tool.from_mcp


def called(tool: Callable[[str], str] = str, server: Callable[[str], str] = str) -> Sequence[Swap]:
    """The swap that keeps a changed name, or a changed id, in place of the tool's own."""

    def from_mcp(own: str, entry: Object) -> Tool:
        return _from_mcp(server(own), {**entry, "name": tool(entry["name"])})

    return swap(Tool, "from_mcp", from_mcp)


def as_data(text: str) -> str:
    """The text as what it would be if it were data."""
    try:
        return str(json.loads(text))
    except ValueError:
        return text


def as_number(text: str) -> str:
    """The text as the whole number that it would be."""
    return str(int(text)) if text.isascii() and text.isdigit() else text


@mutant("NAME-3", "calls tools by their cleaned names")
class CallsCleaned(Swapped):
    swaps = called(cleaned)


@mutant("NAME-3", "calls tools by names in small letters")
class CallsInSmallLetters(Swapped):
    swaps = called(str.lower)


@mutant("NAME-3", "calls tools by names with underscores for hyphens")
class CallsWithoutHyphens(Swapped):
    swaps = called(lambda text: text.replace("-", "_"))


@mutant("NAME-3", "trims names and ids")
class CallsTrimmed(Swapped):
    swaps = called(str.strip, str.strip)


@mutant("NAME-3", "trims underscores off names")
class CallsWithoutUnderscores(Swapped):
    swaps = called(lambda text: text.strip("_"))


@mutant("NAME-3", "brings names to a normal form")
class CallsNormalised(Swapped):
    swaps = called(lambda text: unicodedata.normalize("NFC", text))


@mutant("NAME-3", "writes names in ASCII, with a question mark for the rest")
class CallsInAscii(Swapped):
    swaps = called(*[lambda text: text.encode("ascii", "replace").decode()] * 2)


@mutant("NAME-3", "ends names at a null character")
class CallsUpToNull(Swapped):
    swaps = called(lambda text: text.split("\0")[0])


@mutant("NAME-3", "decodes escapes in names")
class CallsDecoded(Swapped):
    swaps = called(urllib.parse.unquote)


@mutant("NAME-3", "reads names as data")
class CallsReadAsData(Swapped):
    swaps = called(as_data)


@mutant("NAME-3", "reads ids as numbers")
class IdsReadAsNumbers(Swapped):
    swaps = called(as_number, as_number)


@mutant("NAME-3", "cuts off what looks like a prefix")
class CallsWithoutPrefix(Swapped):
    swaps = called(lambda text: text.rpartition("__")[2] or text)


@mutant("NAME-3", "calls tools by their shortened names")
class CallsShortened(Swapped):
    swaps = called(lambda text: text[:64], lambda text: text[:64])


@mutant("NAME-3", "puts a stand-in for an empty name or id")
class CallsByStandIn(Swapped):
    swaps = called(lambda text: text or "unnamed", lambda text: text or "default")


@mutant("NAME-3", "keeps cleaned ids")
class KeepsCleanedIds(Swapped):
    swaps = called(server=cleaned)


@mutant("NAME-3", "takes slashes off the end of ids")
class KeepsIdsWithoutSlash(Swapped):
    swaps = called(server=lambda text: text.rstrip("/"))


@mutant("NAME-3", "keeps of an id what stands before the first joint")
class KeepsHalfAnId(Swapped):
    swaps = called(server=lambda text: text.split("__")[0] or text)


@mutant("NAME-3", "sends calls under the exposed name")
class SendsExposedNames(Swapped):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        named = {block["id"]: block["name"] for block in response if isinstance(block, dict) and "id" in block}
        return {**made, "calls": [{**call, "tool": named[call["call_id"]]} for call in made["calls"]]}


@mutant("NAME-3", "resolves a name to what is read off it")
class ResolvesByTheName(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        if not found or "__" not in name:
            return found
        server, _, tool = name.partition("__")
        return {"server": server, "tool": tool}

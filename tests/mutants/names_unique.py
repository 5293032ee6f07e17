"""Mutants of the names: two tools that share one."""

from __future__ import annotations

import re
import unicodedata
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
    digest,
    entries_of,
    escaped,
    joined,
    loosely,
    numbered,
    swap,
)

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


def odd_once_by(joint: str) -> Sequence[Swap]:
    """The swap that joins plain parts by the usual joint, and digests others with ``joint`` between them."""

    def named(server: str, tool: str) -> str:
        odd = NOT_ALLOWED.search(server + tool)
        return f"t_{digest(f'{server}{joint}{tool}', 32)}" if odd else naming._expose(server, tool, ())

    return unchecked(named)


@mutant("NAME-2", "digests the parts of odd pairs with two underscores between")
class DigestsOddByTwoUnderscores(Swapped):
    swaps = odd_once_by("__")


@mutant("NAME-2", "digests the parts of odd pairs with an underscore between")
class DigestsOddByUnderscore(Swapped):
    swaps = odd_once_by("_")


@mutant("NAME-2", "digests the parts of odd pairs with a hyphen between")
class DigestsOddByHyphen(Swapped):
    swaps = odd_once_by("-")


@mutant("NAME-2", "digests the parts of odd pairs with two colons between")
class DigestsOddByTwoColons(Swapped):
    swaps = odd_once_by("::")


@mutant("NAME-2", "digests the parts of odd pairs with a bar between")
class DigestsOddByBar(Swapped):
    swaps = odd_once_by("|")


@mutant("NAME-2", "digests the parts of odd pairs with a number sign between")
class DigestsOddByNumberSign(Swapped):
    swaps = odd_once_by("#")


@mutant("NAME-2", "digests the parts of odd pairs with an at sign between")
class DigestsOddByAtSign(Swapped):
    swaps = odd_once_by("@")


@mutant("NAME-2", "digests the parts of odd pairs with a comma between")
class DigestsOddByComma(Swapped):
    swaps = odd_once_by(",")


@mutant("NAME-2", "digests the parts of odd pairs with a space between")
class DigestsOddBySpace(Swapped):
    swaps = odd_once_by(" ")


@mutant("NAME-2", "digests the parts of odd pairs with a line break between")
class DigestsOddByLineBreak(Swapped):
    swaps = odd_once_by("\n")


@mutant("NAME-2", "joins plain parts by two hyphens, and digests others")
class JoinsByTwoHyphens(Swapped):
    @staticmethod
    def named(server: str, tool: str, taken: Collection[str]) -> str:
        name = f"{server}--{tool}"
        return name if cleaned(name) == name[:64] else f"t_{digest(repr((server, tool)), 32)}"

    swaps = built_by(loosely(named))


def odd_seen_as(change: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that joins plain parts, and digests changed texts of others."""

    def named(server: str, tool: str) -> str:
        odd = NOT_ALLOWED.search(server + tool)
        return f"t_{digest(repr((change(server), change(tool))), 32)}" if odd else naming._expose(server, tool, ())

    return unchecked(named)


@mutant("NAME-2", "trims odd names before it digests them")
class TrimsOddNames(Swapped):
    swaps = odd_seen_as(str.strip)


@mutant("NAME-2", "takes invisible characters out of odd names before it digests them")
class CleansOddNames(Swapped):
    swaps = odd_seen_as(lambda text: "".join(char for char in text if unicodedata.category(char) != "Cf"))


@mutant("NAME-2", "ends odd names at a null character before it digests them")
class EndsOddNamesAtNull(Swapped):
    swaps = odd_seen_as(lambda text: text.partition("\0")[0])


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

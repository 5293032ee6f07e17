"""Mutants of the names: others in place of the tools' own."""

from __future__ import annotations

import json
import unicodedata
import urllib.parse
from collections.abc import Callable, Sequence

from toolset_reference import Tool

from mutants import mutant
from mutants.swapped import JSON, Object, Swap, Swapped, cleaned, swap

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


@mutant("NAME-3", "cuts names to the length that MCP advises")
class CallsShortenedToAdvice(Swapped):
    swaps = called(lambda text: text[:128])


@mutant("NAME-3", "makes plain spaces of all others")
class CallsWithPlainSpaces(Swapped):
    swaps = called(lambda text: "".join(" " if unicodedata.category(char) == "Zs" else char for char in text))


@mutant("NAME-3", "makes LF of every line break")
class CallsWithPlainLines(Swapped):
    swaps = called(lambda text: text.replace("\r\n", "\n"))


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

"""Mutants of the look-up: what is found that should not be, and what is not found that should be."""

from __future__ import annotations

import difflib
import fnmatch
import json
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Sequence
from typing import Any

from toolset_reference import Tool, ToolSet

from mutants import mutant
from mutants.names_left_out import is_data
from mutants.swapped import INHERITED_IN_JAVASCRIPT, JSON, Object, Swap, Swapped, cleaned, swap

Find = Callable[[ToolSet, Any], "Tool | None"]
_exact = ToolSet.resolve

IN_A_JAVASCRIPT_CLASS = frozenset(["length", "name", "prototype"])
"""What a class of that language answers to besides, asked by key: its own properties as a function."""


FALSE_TEXTS = frozenset(["", "0"])
"""The texts that count as false in PHP and Perl."""


def finding(find: Find) -> Sequence[Swap]:
    """The swap that finds texts by ``find``."""
    return swap(ToolSet, "resolve", lambda self, name: find(self, name) if isinstance(name, str) else None)


def losing(lost: Callable[[str], bool]) -> Sequence[Swap]:
    """The swap that does not find certain names."""
    return finding(lambda self, name: None if lost(name) else _exact(self, name))


def falling_back(find: Find) -> Sequence[Swap]:
    """The swap that finds by ``find`` what is not in the set."""
    return finding(lambda self, name: _exact(self, name) or find(self, name))


def first(self: ToolSet, good: Callable[[str, Tool], bool]) -> Tool | None:
    """The first tool that is good."""
    return next((tool for name, tool in self._by_name.items() if good(name, tool)), None)


def asked_as(*changes: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that asks again for changed texts."""

    def find(self: ToolSet, name: str) -> Tool | None:
        found = (_exact(self, change(name)) for change in changes)
        return next((tool for tool in found if tool), None)

    return falling_back(find)


def compared_as(change: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that finds the first name that is the same once both are changed."""
    return finding(lambda self, name: first(self, lambda other, tool: change(other) == change(name)))


def anything(self: ToolSet) -> Tool | None:
    """Any tool of the set."""
    return first(self, lambda name, tool: True)


# LOOKUP-1: known names


@mutant("LOOKUP-1", "finds the first name that is the same in small letters")
class FindsInAnyCase(Swapped):
    swaps = compared_as(str.lower)


@mutant("LOOKUP-1", "finds names in small letters alone")
class FindsSmallLetters(Swapped):
    swaps = finding(lambda self, name: _exact(self, name.lower()))


@mutant("LOOKUP-1", "finds the first name that is the same with one underscore for all separators")
class FindsAnySeparator(Swapped):
    swaps = compared_as(lambda name: re.sub("[_-]+", "_", name))


@mutant("LOOKUP-1", "trims separators off the name asked for")
class TrimsBeforeLooking(Swapped):
    swaps = finding(lambda self, name: _exact(self, name.strip("_-")))


@mutant("LOOKUP-1", "finds the first name that begins with the one asked for")
class FindsBeginnings(Swapped):
    swaps = finding(lambda self, name: first(self, lambda other, tool: other.startswith(name)))


@mutant("LOOKUP-1", "finds the first name that the one asked for begins with")
class FindsInBeginnings(Swapped):
    swaps = finding(lambda self, name: first(self, lambda other, tool: name.startswith(other)))


@mutant("LOOKUP-1", "finds the first name that the one asked for ends with")
class FindsInEnds(Swapped):
    swaps = finding(lambda self, name: first(self, lambda other, tool: name.endswith(other)))


@mutant("LOOKUP-1", "looks among the tools' own names first")
class FindsOwnNamesFirst(Swapped):
    swaps = finding(lambda self, name: first(self, lambda other, tool: tool.name == name) or _exact(self, name))


@mutant("LOOKUP-1", "looks among joined names first")
class FindsJoinedNamesFirst(Swapped):
    swaps = finding(
        lambda self, name: first(self, lambda other, tool: f"{tool.server}__{tool.name}" == name) or _exact(self, name)
    )


@mutant("LOOKUP-1", "takes a name of digits for a place in the list")
class TakesDigitsForPlaces(Swapped):
    swaps = losing(str.isdigit)


@mutant("LOOKUP-1", "takes what counts as false for no name")
class LosesZero(Swapped):
    swaps = losing(lambda name: name == str(0))


@mutant("LOOKUP-1", "reads names as data")
class ReadsNamesAsData(Swapped):
    swaps = losing(is_data)


@mutant("LOOKUP-1", "finds no name that JavaScript objects inherit")
class LosesInheritedNames(Swapped):
    swaps = losing(INHERITED_IN_JAVASCRIPT.__contains__)


@mutant("LOOKUP-1", "finds a table's own methods before its entries")
class LosesMethods(Swapped):
    swaps = losing(lambda name: hasattr({}, name))


@mutant("LOOKUP-1", "finds no name of Python's own form")
class LosesDunders(Swapped):
    swaps = losing(lambda name: name.startswith("__") and name.endswith("__"))


@mutant("LOOKUP-1", "asks for 63 characters at most")
class LosesTheLongest(Swapped):
    swaps = losing(lambda name: len(name) > 63)


@mutant("LOOKUP-1", "asks for two characters at least")
class LosesTheShortest(Swapped):
    swaps = losing(lambda name: len(name) < 2)


@mutant("LOOKUP-1", "looks up in a table that is one behind")
class OneBehind(Swapped):
    swaps = finding(
        lambda self, name: dict(zip(self._by_name, [*self._by_name.values()][1:] * 2, strict=False)).get(name)
    )


# LOOKUP-2: any other text


@mutant("LOOKUP-2", "folds case where nothing is found")
class FoldsCaseInNeed(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: other.lower() == name.lower()))


@mutant("LOOKUP-2", "ignores case in a pattern that knows Unicode")
class IgnoresCase(Swapped):
    swaps = finding(
        lambda self, name: first(self, lambda other, tool: bool(re.fullmatch(re.escape(other), name, re.I)))
    )


@mutant("LOOKUP-2", "takes an unknown name for the first tool")
class TakesUnknownForAny(Swapped):
    swaps = falling_back(lambda self, name: anything(self))


@mutant("LOOKUP-2", "trims names")
class TrimsInNeed(Swapped):
    swaps = asked_as(str.strip)


@mutant("LOOKUP-2", "holds names against a pattern whose end fits before a last line break")
class FitsBeforeLineBreak(Swapped):
    swaps = falling_back(
        lambda self, name: first(self, lambda other, tool: bool(re.match(f"^{re.escape(other)}$", name)))
    )


@mutant("LOOKUP-2", "trims spaces alone")
class TrimsSpaces(Swapped):
    swaps = asked_as(lambda name: name.strip(" "))


@mutant("LOOKUP-2", "ends names at a null character")
class EndsAtNull(Swapped):
    swaps = asked_as(lambda name: name.split("\0")[0])


@mutant("LOOKUP-2", "takes invisible characters out of names")
class TakesInvisibleOut(Swapped):
    swaps = asked_as(lambda name: "".join(one for one in name if unicodedata.category(one)[0] != "C"))


@mutant("LOOKUP-2", "brings names to Unicode's compatibility normal form")
class Normalises(Swapped):
    swaps = asked_as(lambda name: unicodedata.normalize("NFKC", name).lower(), str.upper)


@mutant("LOOKUP-2", "takes accents off names")
class TakesAccentsOff(Swapped):
    swaps = asked_as(lambda name: unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode())


@mutant("LOOKUP-2", "writes the likeliest plain letter for a look-alike")
class MendsLookAlikes(Swapped):
    swaps = asked_as(lambda name: name.translate(str.maketrans("\u0430\u0435\u043e\u0440\u0441", "aeopc")))


@mutant("LOOKUP-2", "decodes escapes")
class DecodesEscapes(Swapped):
    swaps = asked_as(urllib.parse.unquote)


@mutant("LOOKUP-2", "cleans names sign by sign")
class CleansSigns(Swapped):
    swaps = asked_as(lambda name: re.sub(r"[^A-Za-z0-9_-]", "_", name))


@mutant("LOOKUP-2", "takes odd characters out of names")
class TakesOddOut(Swapped):
    swaps = asked_as(lambda name: re.sub(r"[^A-Za-z0-9_-]+", "", name))


@mutant("LOOKUP-2", "takes any separator for the joint")
class TakesAnySeparator(Swapped):
    swaps = asked_as(lambda name: re.sub(r"[^A-Za-z0-9]+", "__", name))


def json_inside(self: ToolSet, name: str) -> Tool | None:
    """The tool behind the text that a JSON text holds."""
    try:
        return _exact(self, json.loads(name))
    except ValueError:
        return None


@mutant("LOOKUP-2", "reads names as JSON")
class ReadsJson(Swapped):
    swaps = falling_back(json_inside)


@mutant("LOOKUP-2", "finds a name at the beginning of the text")
class FindsNamesInBeginnings(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: name.startswith(other)))


@mutant("LOOKUP-2", "finds a name at the end of the text")
class FindsNamesInEnds(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: name.endswith(other)))


@mutant("LOOKUP-2", "finds a name that the text is the beginning of")
class FindsNamesByBeginnings(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: other.startswith(name)))


@mutant("LOOKUP-2", "finds a name that the text is the end of")
class FindsNamesByEnds(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: other.endswith(name)))


def nearest(self: ToolSet, name: str) -> Tool | None:
    """The tool whose name is most like the text."""
    return next((_exact(self, near) for near in difflib.get_close_matches(name, self._by_name, 1, 0.8)), None)


@mutant("LOOKUP-2", "finds the nearest name")
class FindsTheNearest(Swapped):
    swaps = falling_back(nearest)


def by_pattern(self: ToolSet, name: str) -> Tool | None:
    """The first tool whose name fits the text as a pattern."""
    try:
        return first(self, lambda other, tool: bool(re.fullmatch(name, other)))
    except re.error:
        return None


@mutant("LOOKUP-2", "takes the text for a pattern")
class TakesForPattern(Swapped):
    swaps = falling_back(by_pattern)


@mutant("LOOKUP-2", "takes the text for a wildcard")
class TakesForWildcard(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: fnmatch.fnmatchcase(other, name)))


def at_digits(self: ToolSet, name: str) -> Tool | None:
    """The tool at the place that the text gives in digits."""
    return dict(zip(map(str, range(len(self._by_name))), self._by_name.values(), strict=True)).get(name)


@mutant("LOOKUP-2", "takes digits for a place in the list")
class TakesForPlace(Swapped):
    swaps = falling_back(at_digits)


@mutant("LOOKUP-2", "takes the empty text for the only tool, or the first")
class TakesNothingForAny(Swapped):
    swaps = falling_back(lambda self, name: None if name else anything(self))


@mutant("LOOKUP-2", "finds tools by their own names")
class FindsOwnNames(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: tool.name == name))


@mutant("LOOKUP-2", "finds tools by their cleaned names")
class FindsCleanedNames(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: cleaned(tool.name) == cleaned(name)))


@mutant("LOOKUP-2", "finds the first tool whose joined raw name holds the text")
class FindsParts(Swapped):
    swaps = falling_back(
        lambda self, name: first(self, lambda other, tool: bool(name) and name in f"{tool.server}__{tool.name}.")
    )


@mutant("LOOKUP-2", "finds tools by joined and cleaned names")
class FindsJoinedNames(Swapped):
    swaps = falling_back(
        lambda self, name: first(self, lambda other, tool: cleaned(f"{tool.server}__{tool.name}") == name)
    )


@mutant("LOOKUP-2", "takes a server for its first tool")
class TakesServers(Swapped):
    swaps = falling_back(lambda self, name: first(self, lambda other, tool: name.rstrip("_") == tool.server))


@mutant("LOOKUP-2", "takes the parts of a name in any order")
class TakesPartsInAnyOrder(Swapped):
    swaps = compared_as(lambda name: "__".join(sorted(name.split("__"))))


@mutant("LOOKUP-2", "cuts off a prefix that it does not know")
class CutsPrefixes(Swapped):
    swaps = asked_as(lambda name: name.partition("__")[2], lambda name: name.rpartition("/")[2])


@mutant("LOOKUP-2", "cuts off brackets, and takes the first of a list")
class ReadsCode(Swapped):
    swaps = asked_as(lambda name: re.split(r"[(,]", name)[0])


def host(answers: Callable[[ToolSet, str], bool]) -> Sequence[Swap]:
    """The swap that finds something, whatever it is, where the host language's table answers."""
    return falling_back(lambda self, name: anything(self) if answers(self, name) else None)


@mutant("LOOKUP-2", "keeps tools in a JavaScript object")
class KeepsAnObject(Swapped):
    swaps = host(lambda self, name: name in INHERITED_IN_JAVASCRIPT)


@mutant("LOOKUP-2", "keeps tools as static members of a JavaScript class")
class KeepsAClass(Swapped):
    swaps = host(lambda self, name: name in IN_A_JAVASCRIPT_CLASS)


@mutant("LOOKUP-2", "asks the table for an attribute")
class AsksForAttributes(Swapped):
    swaps = host(lambda self, name: hasattr(self._by_name, name))


@mutant("LOOKUP-2", "asks the set for an attribute")
class AsksTheSet(Swapped):
    swaps = host(lambda self, name: hasattr(self, name))


# LOOKUP-3: never split


def pair_in(self: ToolSet, server: str, tool: str) -> Tool | None:
    """The tool of a pair that is in the set."""
    name = self._by_tool.get((server, tool))
    return None if name is None else self._by_name[name]


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
        found = _exact(self, name)
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
    swaps = finding(lambda self, name: pair_in(self, *at_first(name)) or _exact(self, name))


@mutant("LOOKUP-3", "splits at the last joint what is not in the set")
class SplitsInNeed(Swapped):
    swaps = falling_back(lambda self, name: pair_in(self, *at_last(name)) or pair_in(self, *at_first(name)))


def of_server_in_front(self: ToolSet, name: str) -> Tool | None:
    """The named tool, as one of the first server whose id the name begins with."""
    found = _exact(self, name)
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


# LOOKUP-4: any value


def valued(find: Find) -> Sequence[Swap]:
    """The swap that finds what is no text by ``find``."""
    return swap(
        ToolSet, "resolve", lambda self, name: _exact(self, name) if isinstance(name, str) else find(self, name)
    )


def as_javascript_text(value: JSON) -> str:
    """The value as JavaScript turns it into a key."""
    if isinstance(value, list):
        return ",".join("" if item is None else as_javascript_text(item) for item in value)
    if isinstance(value, dict):
        return "[object Object]"
    return value if isinstance(value, str) else json.dumps(value)


def texts_in(value: JSON) -> list[str]:
    """All texts in a value, at any depth."""
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in items for text in texts_in(item)]


@mutant("LOOKUP-4", "turns values into keys as JavaScript does")
class KeysAsJavaScript(Swapped):
    swaps = valued(lambda self, value: _exact(self, as_javascript_text(value)))


@mutant("LOOKUP-4", "turns values into texts as Python does")
class TextsAsPython(Swapped):
    swaps = valued(lambda self, value: _exact(self, str(value)))


def at_place(self: ToolSet, value: JSON) -> Tool | None:
    """The tool at a place in the list, counted on from the beginning."""
    listed = list(self._by_name.values())
    return listed[int(value) % len(listed)] if isinstance(value, (int, float)) else None


@mutant("LOOKUP-4", "takes a number for a place in the list")
class NumbersArePlaces(Swapped):
    swaps = valued(at_place)


@mutant("LOOKUP-4", "takes what counts as false for the first tool")
class FalseIsAny(Swapped):
    swaps = valued(lambda self, value: None if value else anything(self))


@mutant("LOOKUP-4", "finds the first name anywhere in a value")
class FindsInside(Swapped):
    swaps = valued(lambda self, value: next((_exact(self, text) for text in texts_in(value)), None))


def of_two_texts(self: ToolSet, value: JSON) -> Tool | None:
    """The tool of a pair that the value holds."""
    parts = texts_in(value)
    return pair_in(self, parts[0], parts[1]) if len(parts) == 2 else None


@mutant("LOOKUP-4", "takes a list, or the values of an object, for a pair")
class TakesPairs(Swapped):
    swaps = valued(of_two_texts)


@mutant("LOOKUP-4", "takes a list of characters for the text that they make")
class JoinsCharacters(Swapped):
    swaps = valued(lambda self, value: first(self, lambda name, tool: "".join(texts_in(value)) in (name, tool.server)))

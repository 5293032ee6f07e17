"""Mutants of the look-up: texts that are no names of the set, and are found."""

from __future__ import annotations

import difflib
import fnmatch
import json
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Sequence

from toolset_reference import Tool, ToolSet

from mutants import mutant
from mutants.finding import anything, asked_as, compared_as, exact, falling_back, finding, first
from mutants.swapped import INHERITED_IN_JAVASCRIPT, Swap, Swapped, cleaned

IN_A_JAVASCRIPT_CLASS = frozenset(["length", "name", "prototype"])
"""What a class of that language answers to besides, asked by key: its own properties as a function."""


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
        return exact(self, json.loads(name))
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
    return next((exact(self, near) for near in difflib.get_close_matches(name, self._by_name, 1, 0.8)), None)


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


@mutant("LOOKUP-2", "drops a carriage return at the end")
class DropsReturns(Swapped):
    swaps = asked_as(lambda name: name.removesuffix("\r"))


@mutant("LOOKUP-2", "trims tabs alone")
class TrimsTabs(Swapped):
    swaps = asked_as(lambda name: name.strip("\t"))


@mutant("LOOKUP-2", "takes the part after the last dot")
class CutsNamespaces(Swapped):
    swaps = asked_as(lambda name: name.rpartition(".")[2])


@mutant("LOOKUP-2", "takes the part after the last colon")
class CutsLabels(Swapped):
    swaps = asked_as(lambda name: name.rpartition(":")[2])


@mutant("LOOKUP-2", "takes underscores off the beginning")
class TakesUnderscoresOffTheBeginning(Swapped):
    swaps = asked_as(lambda name: name.lstrip("_"))


@mutant("LOOKUP-2", "takes underscores off the end")
class TakesUnderscoresOffTheEnd(Swapped):
    swaps = asked_as(lambda name: name.rstrip("_"))


@mutant("LOOKUP-2", "takes a hyphen for the joint")
class TakesHyphenForJoint(Swapped):
    swaps = asked_as(lambda name: name.replace("-", "__"))


@mutant("LOOKUP-2", "takes the joint for a hyphen")
class TakesJointForHyphen(Swapped):
    swaps = asked_as(lambda name: name.replace("__", "-"))


@mutant("LOOKUP-2", "takes a colon for the joint")
class TakesColonForJoint(Swapped):
    swaps = asked_as(lambda name: name.replace(":", "__"))


@mutant("LOOKUP-2", "takes capitals within a name for a new part")
class ReadsCamelCase(Swapped):
    swaps = asked_as(lambda name: re.sub(r"(?<=[a-z])[A-Z]", lambda found: f"__{found[0].lower()}", name))


@mutant("LOOKUP-2", "takes capitals at the beginning of parts for small letters")
class ReadsPascalCase(Swapped):
    swaps = asked_as(lambda name: re.sub("(?<![A-Za-z])[A-Z](?=[a-z])", lambda found: found[0].lower(), name))


@mutant("LOOKUP-2", "cuts what is asked for to the length of a name")
class CutsToTheLimit(Swapped):
    swaps = asked_as(lambda name: name[:64])


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

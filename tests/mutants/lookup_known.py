"""Mutants of the look-up: names of the set that are not found, or lead elsewhere."""

from __future__ import annotations

import re

from mutants import mutant
from mutants.finding import compared_as, exact, finding, first, losing
from mutants.swapped import INHERITED_IN_JAVASCRIPT, Swapped, is_data

FALSE_TEXTS = frozenset(["", "0"])
"""The texts that count as false in PHP and Perl."""


# LOOKUP-1: known names


@mutant("LOOKUP-1", "finds the first name that is the same in small letters")
class FindsInAnyCase(Swapped):
    swaps = compared_as(str.lower)


@mutant("LOOKUP-1", "finds names in small letters alone")
class FindsSmallLetters(Swapped):
    swaps = finding(lambda self, name: exact(self, name.lower()))


@mutant("LOOKUP-1", "finds the first name that is the same with one underscore for all separators")
class FindsAnySeparator(Swapped):
    swaps = compared_as(lambda name: re.sub("[_-]+", "_", name))


@mutant("LOOKUP-1", "trims separators off the name asked for")
class TrimsBeforeLooking(Swapped):
    swaps = finding(lambda self, name: exact(self, name.strip("_-")))


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
    swaps = finding(lambda self, name: first(self, lambda other, tool: tool.name == name) or exact(self, name))


@mutant("LOOKUP-1", "looks among joined names first")
class FindsJoinedNamesFirst(Swapped):
    swaps = finding(
        lambda self, name: first(self, lambda other, tool: f"{tool.server}__{tool.name}" == name) or exact(self, name)
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

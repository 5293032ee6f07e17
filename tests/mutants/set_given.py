"""Mutants of sets built from given pairs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import toolset_reference
from toolset_conformance import DuplicateName, Refused
from toolset_reference import DuplicateNameError, Tool, ToolSet, naming

from mutants import mutant
from mutants.swapped import INHERITED_IN_JAVASCRIPT, JSON, Object, Swap, Swapped, is_data, joined, swap

Entry = tuple[str, Tool]
Change = Callable[[list[Entry]], Iterable[Entry]]


# SET-1: just the given pairs, in that order


def given_as(change: Change) -> Sequence[Swap]:
    """The swap that builds a set of changed pairs."""
    return swap(toolset_reference, "ToolSet", lambda entries: ToolSet(change(list(entries))))


def named_as(change: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that changes the given names."""
    return given_as(lambda entries: [(change(name), tool) for name, tool in entries])


def kept_where(good: Callable[[str, Tool], bool]) -> Sequence[Swap]:
    """The swap that loses pairs."""
    return given_as(lambda entries: [entry for entry in entries if good(*entry)])


@mutant("SET-1", "makes names of its own from the pairs")
class NamesAnew(Swapped):
    swaps = given_as(lambda entries: [(naming._expose(tool.server, tool.name, ()), tool) for _, tool in entries])


@mutant("SET-1", "puts the server before a name that does not begin with it")
class PrefixesGivenNames(Swapped):
    swaps = given_as(
        lambda entries: [
            (name if name.startswith(tool.server) else f"{tool.server}__{name}", tool) for name, tool in entries
        ]
    )


@mutant("SET-1", "writes given names in small letters")
class GivenInSmallLetters(Swapped):
    swaps = named_as(str.lower)


@mutant("SET-1", "trims separators off given names")
class GivenTrimmed(Swapped):
    swaps = named_as(lambda name: name.strip("_-") or name[:1])


@mutant("SET-1", "writes one joint for many underscores")
class GivenWithOneJoint(Swapped):
    swaps = named_as(lambda name: re.sub(r"__+", "__", name))


@mutant("SET-1", "shortens given names to 60 characters")
class GivenShortened(Swapped):
    swaps = named_as(lambda name: name[:60])


@mutant("SET-1", "keeps given pairs sorted by name")
class GivenSorted(Swapped):
    swaps = given_as(lambda entries: sorted(entries, key=lambda entry: entry[0]))


@mutant("SET-1", "gathers given pairs by server")
class GivenByServer(Swapped):
    swaps = given_as(lambda entries: sorted(entries, key=lambda entry: entry[1].server))


@mutant("SET-1", "loses given names that a JavaScript object has from the start")
class LosesInheritedGiven(Swapped):
    swaps = kept_where(lambda name, tool: name not in INHERITED_IN_JAVASCRIPT)


@mutant("SET-1", "loses given names that a table has as methods")
class LosesMethodsGiven(Swapped):
    swaps = kept_where(lambda name, tool: not hasattr({}, name))


@mutant("SET-1", "keeps a given pair only where its name has a letter")
class AsksForALetter(Swapped):
    swaps = kept_where(lambda name, tool: any(map(str.isalpha, name)))


@mutant("SET-1", "keeps a given pair only where its name has more than one character")
class AsksForTwoCharacters(Swapped):
    swaps = kept_where(lambda name, tool: len(name) > 1)


@mutant("SET-1", "reads given names as data")
class ReadsGivenNames(Swapped):
    swaps = kept_where(lambda name, tool: not is_data(name))


@mutant("SET-1", "leaves a given tool out whose own name clashes with another once cleaned")
class SettlesGiven(Swapped):
    swaps = given_as(
        lambda entries: {joined(tool.server, tool.name).lower(): (name, tool) for name, tool in entries}.values()
    )


@mutant("SET-1", "takes given names that differ by case for duplicates")
class RefusesOtherCase(Swapped):
    @staticmethod
    def change(entries: list[Entry]) -> list[Entry]:
        if len({name.lower() for name, _ in entries}) < len(entries):
            raise DuplicateNameError
        return entries

    swaps = given_as(change)


@mutant("SET-1", "takes given names that differ by hyphens and underscores for duplicates")
class RefusesOtherSigns(Swapped):
    @staticmethod
    def change(entries: list[Entry]) -> list[Entry]:
        if len({re.sub("[_-]+", "_", name) for name, _ in entries}) < len(entries):
            raise DuplicateNameError
        return entries

    swaps = given_as(change)


@mutant("SET-1", "takes 512 pairs at most")
class TakesSomePairs(Swapped):
    swaps = given_as(lambda entries: entries[:512])


@mutant("SET-1", "lists the tools' own names in place of given ones")
class ListsOwnNames(Swapped):
    swaps = swap(ToolSet, "names", lambda self: [joined(tool.server, tool.name) for tool in self._by_name.values()])


@mutant("SET-1", "offers definitions under names of its own")
class DefinesAnew(Swapped):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        entries = toolset.get("entries", [])
        own = [joined(entry["server"], entry["tool"]["name"]) for entry in entries]
        return [{**one, "name": name} for one, name in zip(made, own, strict=True)] if entries else made


# SET-2: a name given twice


def not_seeing(duplicates: Callable[[list[Entry]], bool]) -> Sequence[Swap]:
    """The swap that raises only where ``duplicates`` finds one; of others the last stays."""

    def change(entries: list[Entry]) -> Iterable[Entry]:
        if duplicates(entries):
            raise DuplicateNameError("twice")
        return dict(entries).items()

    return given_as(change)


def twice(keys: Iterable[Any]) -> bool:
    """Whether a key stands twice."""
    listed = list(keys)
    return len(set(listed)) < len(listed)


@mutant("SET-2", "keeps the last of two pairs of one name")
class LastStays(Swapped):
    swaps = not_seeing(lambda entries: False)


@mutant("SET-2", "keeps the first of two pairs of one name")
class FirstStays(Swapped):
    swaps = given_as(lambda entries: dict(reversed(entries)).items())


@mutant("SET-2", "numbers a name that is given twice")
class NumbersDuplicates(Swapped):
    @staticmethod
    def change(entries: list[Entry]) -> list[Entry]:
        names = [name for name, _ in entries]
        return [
            (f"{name}_{place}" if name in names[:place] else name, tool) for place, (name, tool) in enumerate(entries)
        ]

    swaps = given_as(change)


@mutant("SET-2", "compares neighbours")
class ComparesNeighbours(Swapped):
    swaps = not_seeing(lambda entries: any(a[0] == b[0] for a, b in itertools.pairwise(entries)))


@mutant("SET-2", "compares with the first pair")
class ComparesWithTheFirst(Swapped):
    swaps = not_seeing(lambda entries: any(name == entries[0][0] for name, _ in entries[1:]))


@mutant("SET-2", "ends its search before the last pair")
class LeavesOutTheLast(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries[:-1]))


@mutant("SET-2", "switches between seen and not seen")
class Switches(Swapped):
    swaps = not_seeing(lambda entries: any([name for name, _ in entries].count(name) % 2 == 0 for name, _ in entries))


@mutant("SET-2", "takes an equal pair for no duplicate")
class AllowsEqualPairs(Swapped):
    swaps = not_seeing(
        lambda entries: twice(name for name, _ in dict.fromkeys((n, t.server + t.name) for n, t in entries))
    )


@mutant("SET-2", "looks for duplicates within each server")
class LooksWithinServers(Swapped):
    swaps = not_seeing(lambda entries: twice((tool.server, name) for name, tool in entries))


@mutant("SET-2", "takes two tools of one server for no duplicates")
class LooksAcrossServers(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in {(name, tool.server) for name, tool in entries}))


@mutant("SET-2", "takes two tools of one name for no duplicates")
class LooksAcrossTools(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in {(name, tool.name) for name, tool in entries}))


@mutant("SET-2", "keeps seen names in a JavaScript object")
class SeenInAnObject(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries if name not in INHERITED_IN_JAVASCRIPT))


@mutant("SET-2", "looks among the first 64 pairs")
class LooksAmongTheFirst(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries[:64]))


@mutant("SET-2", "looks among names of less than 64 characters")
class LooksAmongShorter(Swapped):
    swaps = not_seeing(lambda entries: twice(name for name, _ in entries if len(name) < 64))


@mutant("SET-2", "calls a duplicate a wrong value", level="recommended")
class CallsItWrong(Swapped):
    def toolset(self, toolset: Object) -> JSON:
        try:
            return super().toolset(toolset)
        except DuplicateName as error:
            raise Refused(str(error)) from None


@mutant("SET-2", "calls an equal pair a wrong value", level="recommended")
class CallsEqualPairsWrong(Swapped):
    def toolset(self, toolset: Object) -> JSON:
        entries = toolset.get("entries", [])
        if any(entry in entries[:place] for place, entry in enumerate(entries)):
            raise Refused("a pair is given twice")
        return super().toolset(toolset)

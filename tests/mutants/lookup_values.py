"""Mutants of the look-up: what is no text at all, and is found."""

from __future__ import annotations

import json
from collections.abc import Sequence

from toolset_conformance import Refused
from toolset_reference import Tool, ToolSet

from mutants import mutant
from mutants.finding import Find, anything, exact, first, pair_in
from mutants.swapped import JSON, Object, Swap, Swapped, swap

# LOOKUP-4: any value


def valued(find: Find) -> Sequence[Swap]:
    """The swap that finds what is no text by ``find``."""
    return swap(ToolSet, "resolve", lambda self, name: exact(self, name) if isinstance(name, str) else find(self, name))


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
    swaps = valued(lambda self, value: exact(self, as_javascript_text(value)))


@mutant("LOOKUP-4", "turns values into texts as Python does")
class TextsAsPython(Swapped):
    swaps = valued(lambda self, value: exact(self, str(value)))


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
    swaps = valued(lambda self, value: next((exact(self, text) for text in texts_in(value)), None))


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


# LOOKUP-4: not found, and no error


class RefusingValues(Swapped):
    """Refuses some of what is no text."""

    refused: tuple[type, ...]

    def resolve(self, toolset: Object, name: JSON) -> JSON:
        if isinstance(name, self.refused):
            raise Refused("a name is a text")
        return super().resolve(toolset, name)


@mutant("LOOKUP-4", "refuses whatever is no text", "recommended")
class RefusesValues(RefusingValues):
    refused = (type(None), bool, int, float, list, dict)


@mutant("LOOKUP-4", "refuses null, and finds other values missing", "recommended")
class RefusesNull(RefusingValues):
    refused = (type(None),)


@mutant("LOOKUP-4", "refuses what cannot be a key, and finds other values missing", "recommended")
class RefusesContainers(RefusingValues):
    refused = (list, dict)


@mutant("LOOKUP-4", "fails at what is no text", "recommended")
class FailsAtValues(Swapped):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        return super().resolve(toolset, name.strip() and name)

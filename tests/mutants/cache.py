"""Mutants of the cache marker: where it stands, and when."""

from __future__ import annotations

from typing import Any

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.tools import given_tools

JSON = Any
Object = dict[str, JSON]
MARKER = {"type": "ephemeral"}


def marked(definition: Object) -> Object:
    """The definition with the marker."""
    return {**definition, "cache_control": dict(MARKER)}


class Marking(ReferencePort):
    """The reference with another way to place the marker."""

    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        """The definitions where the marker is asked for."""
        return [*plain[:-1], *map(marked, plain[-1:])]

    def unmarked(self, plain: list[Object], toolset: Object) -> JSON:
        """The definitions where it is not."""
        return plain

    def tools(self, toolset: Object, options: Object) -> JSON:
        super().tools(toolset, options)  # refuses the options that the reference refuses
        plain = super().tools(toolset, {})
        return self.marked(plain, toolset) if options.get("cache_control") else self.unmarked(plain, toolset)

    def given(self, toolset: Object) -> list[Object]:
        """The MCP tools, in the order of their definitions."""
        known = given_tools(toolset)
        return [known[entry["server"], entry["tool"]] for entry in super().toolset(toolset)["entries"]]


# CACHE-1: no marker unless asked for


@mutant("CACHE-1", "marks the last definition without being asked")
class AlwaysMarks(Marking):
    def unmarked(self, plain: list[Object], toolset: Object) -> JSON:
        return self.marked(plain, toolset)


@mutant("CACHE-1", "marks long lists without being asked")
class MarksLongLists(Marking):
    def unmarked(self, plain: list[Object], toolset: Object) -> JSON:
        return self.marked(plain, toolset) if len(plain) >= 20 else plain


@mutant("CACHE-1", "passes on a marker that a tool brings")
class PassesMarkersOn(Marking):
    def unmarked(self, plain: list[Object], toolset: Object) -> JSON:
        brought = [tool.get("cache_control") for tool in self.given(toolset)]
        return [{**made, "cache_control": own} if own else made for made, own in zip(plain, brought, strict=True)]


@mutant("CACHE-1", "keeps the marked list, and gives it again")
class KeepsTheMarkedList(Marking):
    def __init__(self) -> None:
        self.kept: dict[str, list[Object]] = {}

    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return self.kept.setdefault(str(plain), super().marked(plain, toolset))

    def unmarked(self, plain: list[Object], toolset: Object) -> JSON:
        return self.kept.setdefault(str(plain), plain)


# CACHE-2: the marker on the last definition


@mutant("CACHE-2", "writes out the time that the API takes for granted", "recommended")
class WritesTheTime(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*plain[:-1], *({**last, "cache_control": {**MARKER, "ttl": "5m"}} for last in plain[-1:])]


@mutant("CACHE-2", "marks the first definition")
class MarksTheFirst(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*map(marked, plain[:1]), *plain[1:]]


@mutant("CACHE-2", "marks every definition")
class MarksAll(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*map(marked, plain)]


@mutant("CACHE-2", "marks the last definition of each server")
class MarksEachServer(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        servers = [entry["server"] for entry in self.toolset(toolset)["entries"]]
        ends = [at + 1 == len(plain) or servers[at] != servers[at + 1] for at in range(len(plain))]
        return [marked(made) if end else made for made, end in zip(plain, ends, strict=True)]


@mutant("CACHE-2", "marks the last name of the alphabet")
class MarksTheLastName(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        last = max((made["name"] for made in plain), default=None)
        return [marked(made) if made["name"] == last else made for made in plain]


@mutant("CACHE-2", "marks the last tool of the last server, if that has one")
class MarksTheLastServer(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        servers = toolset.get("servers", [{"tools": plain}])
        return super().marked(plain, toolset) if servers and servers[-1]["tools"] else plain


@mutant("CACHE-2", "marks the last definition that has a description")
class MarksTheLastDescribed(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        last = max((at for at, made in enumerate(plain) if made["description"]), default=-1)
        return [marked(made) if at == last else made for at, made in enumerate(plain)]


@mutant("CACHE-2", "lets a marker that the tool brings stand in place of its own")
class LeavesTheOtherMarker(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        made = super().marked(plain, toolset)
        for definition, tool in zip(made[-1:], self.given(toolset)[-1:], strict=True):
            definition["cache_control"] = tool.get("cache_control", MARKER)
        return made


@mutant("CACHE-2", "asks for an hour")
class MarksForAnHour(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*plain[:-1], *({**made, "cache_control": {**MARKER, "ttl": "1h"}} for made in plain[-1:])]


@mutant("CACHE-2", "writes the type alone")
class MarksWithAText(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*plain[:-1], *({**made, "cache_control": MARKER["type"]} for made in plain[-1:])]


@mutant("CACHE-2", "puts the marker into the schema")
class MarksTheSchema(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*plain[:-1], *({**made, "input_schema": marked(made["input_schema"])} for made in plain[-1:])]


@mutant("CACHE-2", "does not mark a single tool, which is hardly worth it")
class MarksListsOnly(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return super().marked(plain, toolset) if len(plain) > 1 else plain


@mutant("CACHE-2", "marks every fiftieth definition besides")
class MarksEveryFiftieth(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [marked(made) if at % 50 == 0 or at == len(plain) else made for at, made in enumerate(plain, 1)]


@mutant("CACHE-2", "marks the place that it found for the first set")
class RemembersThePlace(Marking):
    def __init__(self) -> None:
        self.place: int | None = None

    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        self.place = len(plain) - 1 if self.place is None else self.place
        return [marked(made) if at == self.place else made for at, made in enumerate(plain)]


# CACHE-3: the empty set


@mutant("CACHE-3", "looks for the last of none, and fails")
class FailsWithoutTools(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        plain[-1] = marked(plain[-1])
        return plain


@mutant("CACHE-3", "gives the marker by itself")
class MarkerAlone(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return [*plain[:-1], marked(plain[-1] if plain else {})]


@mutant("CACHE-3", "gives null where there is nothing to mark")
class NullWithoutTools(Marking):
    def marked(self, plain: list[Object], toolset: Object) -> JSON:
        return super().marked(plain, toolset) or None

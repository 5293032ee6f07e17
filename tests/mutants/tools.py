"""Mutants of the tool definitions: their keys, their number, and descriptions that are not there."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any, ClassVar

from toolset_reference.port import ReferencePort

from mutants import mutant

JSON = Any
Object = dict[str, JSON]


def given_tools(toolset: Object) -> dict[tuple[str, str], Object]:
    """The MCP tools of a set in either form, by server and name."""
    if "servers" in toolset:
        return {(server["id"], tool["name"]): tool for server in toolset["servers"] for tool in server["tools"]}
    return {(entry["server"], entry["tool"]["name"]): entry["tool"] for entry in toolset["entries"]}


class Defining(ReferencePort):
    """The reference, each definition made over with a look at the MCP tool and its server."""

    def definition(self, made: Object, tool: Object, server: str) -> Object | None:
        """The definition that stands in place of ``made``, or nothing."""
        raise NotImplementedError

    def tools(self, toolset: Object, options: Object) -> JSON:
        made, given = super().tools(toolset, options), given_tools(toolset)
        pairs = [(entry["server"], entry["tool"]) for entry in super().toolset(toolset)["entries"]]
        again = [self.definition(old, given[pair], pair[0]) for old, pair in zip(made, pairs, strict=True)]
        return [definition for definition in again if definition is not None]


class Listing(ReferencePort):
    """The reference, the list as a whole made over."""

    def listed(self, made: list[Object]) -> JSON:
        """The list that stands in place of ``made``."""
        raise NotImplementedError

    def tools(self, toolset: Object, options: Object) -> JSON:
        return self.listed(super().tools(toolset, options))


# TOOLS-1: the keys of a definition


@mutant("TOOLS-1", "says of each tool that it is the caller's own", "recommended")
class SaysCustom(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return [{"type": "custom", **definition} for definition in made]


@mutant("TOOLS-1", "writes null for a marker that was not asked for", "recommended")
class WritesNullMarkers(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return [{"cache_control": None, **definition} for definition in made]


@mutant("TOOLS-1", "takes the keys of the server's tool that the API knows", "recommended")
class KeepsKnownDefaults(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        known = ("type", "cache_control", "eager_input_streaming")
        return {**made, **{key: tool[key] for key in known if key in tool and tool[key] in (None, "custom")}}


class Leaking(Defining):
    """Some keys of the MCP tool come along."""

    keys: ClassVar[tuple[str, ...]] = ()

    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**{key: value for key, value in tool.items() if key in self.keys}, **made}


@mutant("TOOLS-1", "passes the title on")
class LeaksTitle(Leaking):
    keys = ("title",)


@mutant("TOOLS-1", "passes annotations and _meta on")
class LeaksHints(Leaking):
    keys = ("annotations", "_meta")


@mutant("TOOLS-1", "passes the output schema and icons on")
class LeaksOutputSchema(Leaking):
    keys = ("outputSchema", "icons")


@mutant("TOOLS-1", "renames the schema's key in the tool, and passes on whatever else is there")
class RenamesOneKey(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**{key: value for key, value in tool.items() if key != "inputSchema"}, **made}


@mutant("TOOLS-1", "writes the schema under the key of MCP as well")
class WritesBothKeys(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "inputSchema": made["input_schema"]}


@mutant("TOOLS-1", "adds the server, to find the way back")
class AddsTheServer(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "server": server}


@mutant("TOOLS-1", "writes null where a tool has no schema", "recommended")
class NullForNoSchema(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return made if "inputSchema" in tool else {**made, "input_schema": None}


# TOOLS-2: one definition for each tool


@mutant("TOOLS-2", "writes the MCP name")
class WritesMcpNames(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "name": tool["name"]}


@mutant("TOOLS-2", "cleans the name anew, without regard to the set")
class CleansNamesAnew(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "name": re.sub("[^A-Za-z0-9_-]", "_", f"{server}__{tool['name']}")[:64]}


@mutant("TOOLS-2", "leaves out tools without a description")
class SkipsUndescribed(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object | None:
        return made if made["description"] else None


@mutant("TOOLS-2", "leaves out tools whose names a dict has for methods")
class SkipsMethodNames(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object | None:
        return None if hasattr({}, tool["name"]) else made


@mutant("TOOLS-2", "leaves out tools whose names differ by case from an earlier one's")
class SkipsOtherCase(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return list({definition["name"].lower(): definition for definition in reversed(made)}.values())[::-1]


@mutant("TOOLS-2", "takes the text and schema of the last tool of that MCP name, whatever its server")
class LooksUpByMcpName(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        names = [entry["tool"] for entry in super().toolset(toolset)["entries"]]
        last = dict(zip(names, made, strict=True))
        return [{**last[tool], "name": old["name"]} for tool, old in zip(names, made, strict=True)]


@mutant("TOOLS-2", "stops at the first server that lists nothing")
class StopsAtAnEmptyServer(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        if "servers" in toolset:
            toolset = {"servers": [*itertools.takewhile(lambda server: server["tools"], toolset["servers"])]}
        return super().tools(toolset, options)


@mutant("TOOLS-2", "lists 128 tools and no more")
class AtMost128(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return made[:128]


@mutant("TOOLS-2", "adds a tool of its own")
class AddsATool(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return [*made, {"name": "list_servers", "description": "Lists servers.", "input_schema": {"type": "object"}}]


@mutant("TOOLS-2", "says that there is nothing to call where the set is empty, as a tool")
class FillsTheEmptyList(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return made or [{"name": "none", "description": "Does nothing.", "input_schema": {"type": "object"}}]


@mutant("TOOLS-2", "gives the definition of a single tool without the list")
class OneIsNoList(Listing):
    def listed(self, made: list[Object]) -> JSON:
        return made[0] if len(made) == 1 else made


@mutant("TOOLS-2", "takes tools of equal text and schema for one")
class MergesEqualTools(Listing):
    def listed(self, made: list[Object]) -> JSON:
        equal = [json.dumps({**definition, "name": ""}, sort_keys=True) for definition in made]
        return [made[at] for at, text in enumerate(equal) if not made[at]["description"] or at == equal.index(text)]


@mutant("TOOLS-2", "keeps the definitions of every set that it was ever asked about")
class NeverForgets(Listing):
    def __init__(self) -> None:
        self.known: dict[str, Object] = {}

    def listed(self, made: list[Object]) -> JSON:
        self.known.update((definition["name"], definition) for definition in made)
        return list(self.known.values())


# TOOLS-4: descriptions that are not there


@mutant("TOOLS-4", "passes on what a missing key gives")
class NullWhereMissing(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return made if "description" in tool else {**made, "description": None}


@mutant("TOOLS-4", "writes null where nothing is left")
class NullWhereEmpty(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "description": made["description"] or None}


@mutant("TOOLS-4", "leaves every description out")
class NoDescriptions(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {key: value for key, value in made.items() if key != "description"}


@mutant("TOOLS-4", "takes a text of one character for none")
class DropsShortTexts(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return made if len(made["description"]) > 1 else {**made, "description": ""}


@mutant("TOOLS-4", "reads texts that are JSON as what they say")
class ReadsDescriptionsAsJson(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        try:
            return {**made, "description": json.loads(made["description"])}
        except ValueError:
            return made


@mutant("TOOLS-4", "lends a tool without a description the last one that it met")
class LendsDescriptions(Listing):
    def listed(self, made: list[Object]) -> JSON:
        last = ""
        for definition in made:
            last = definition["description"] = definition["description"] or last
        return made


@mutant("TOOLS-4", "leaves the key out where there is no text", "recommended")
class NoKeyWhereEmpty(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {key: value for key, value in made.items() if key != "description" or value}


@mutant("TOOLS-4", "passes a null on", "recommended")
class PassesNullOn(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "description": tool.get("description", "") and made["description"]}


@mutant("TOOLS-4", "writes the name of a tool in place of its text", "recommended")
class NameForDescription(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "description": made["description"] or tool["name"]}

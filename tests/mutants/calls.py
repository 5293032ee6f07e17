"""Mutants of tool calls: which blocks become calls, and what is sent where."""

from __future__ import annotations

import json
import re

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import JSON, Answer, Answering, Object, Reading, is_use
from mutants.swapped import INHERITED_IN_JAVASCRIPT

# CALLS-1: the call


@mutant("CALLS-1", "writes ids in small letters")
class LowersCallIds(Answering):
    def call(self, call: Object) -> Object:
        return {**call, "call_id": call["call_id"].lower()}


@mutant("CALLS-1", "trims ids")
class TrimsIds(Answering):
    def call(self, call: Object) -> Object:
        return {**call, "call_id": call["call_id"].strip()}


@mutant("CALLS-1", "takes an id to begin and end with a letter or digit")
class TidiesIds(Answering):
    def call(self, call: Object) -> Object:
        return {**call, "call_id": call["call_id"].strip("_-")}


@mutant("CALLS-1", "cuts ids to the length of a name")
class CutsIds(Answering):
    def call(self, call: Object) -> Object:
        return {**call, "call_id": call["call_id"][:64]}


@mutant("CALLS-1", "cleans ids as if they were names")
class CleansCallIds(Answering):
    def call(self, call: Object) -> Object:
        return {**call, "call_id": re.sub(r"[^A-Za-z0-9_-]", "_", call["call_id"])}


@mutant("CALLS-1", "reads ids as JSON, and writes them anew")
class ReadsIdsAsJson(Answering):
    def call(self, call: Object) -> Object:
        try:
            return {**call, "call_id": str(json.loads(call["call_id"]))}
        except ValueError:
            return call


@mutant("CALLS-1", "takes only ids that begin like those of the API")
class WantsApiIds(Answering):
    def call(self, call: Object) -> Object | None:
        return call if call["call_id"].startswith("toolu_") else None


@mutant("CALLS-1", "numbers calls by itself")
class NumbersCalls(Answering):
    def answered(self, made: Answer) -> JSON:
        return {**made, "calls": [{**call, "call_id": f"call_{at}"} for at, call in enumerate(made["calls"])]}


@mutant("CALLS-1", "keeps calls in an object by id, as JavaScript does")
class KeepsCallsInAnObject(Answering):
    def call(self, call: Object) -> Object | None:
        return None if call["call_id"] in INHERITED_IN_JAVASCRIPT else call


@mutant("CALLS-1", "keeps calls by id without regard to case")
class KeepsIdsInOneCase(Answering):
    def answered(self, made: Answer) -> JSON:
        return {**made, "calls": [*{call["call_id"].lower(): call for call in made["calls"]}.values()]}


class Sending(ReferencePort):
    """The reference, each call sent to another server or tool."""

    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        """What stands in place of ``call``, made for a block of that name; ``pairs``: server and tool of the set."""
        raise NotImplementedError

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made, entries = super().tool_calls(toolset, response), super().toolset(toolset)["entries"]
        names = {(entry["server"], entry["tool"]): entry["name"] for entry in entries}
        calls = [self.sent(call, names[call["server"], call["tool"]], [*names]) for call in made["calls"]]
        return {**made, "calls": calls}


@mutant("CALLS-1", "sends the exposed name")
class CallsByExposedName(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        return {**call, "tool": name}


@mutant("CALLS-1", "takes server and tool from the exposed name, parted at the first separator")
class PartsAtTheFirst(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        server, found, tool = name.partition("__")
        return {**call, "server": server, "tool": tool} if found else call


@mutant("CALLS-1", "takes server and tool from the exposed name, parted at the last separator")
class PartsAtTheLast(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        server, found, tool = name.rpartition("__")
        return {**call, "server": server, "tool": tool} if found else call


@mutant("CALLS-1", "looks for the first server that has a tool of this MCP name")
class FirstServerOfThatTool(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        return {**call, "server": next(server for server, tool in pairs if tool == call["tool"])}


@mutant("CALLS-1", "looks for the last server that has a tool of this MCP name")
class LastServerOfThatTool(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        return {**call, "server": [server for server, tool in pairs if tool == call["tool"]][-1]}


@mutant("CALLS-1", "sends cleaned names")
class SendsCleanedNames(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        return {**call, "tool": re.sub(r"[^A-Za-z0-9_-]", "_", call["tool"])}


@mutant("CALLS-1", "sends every call to the first server")
class SendsToTheFirstServer(Sending):
    def sent(self, call: Object, name: str, pairs: list[tuple[str, str]]) -> Object:
        return {**call, "server": pairs[0][0]}


@mutant("CALLS-1", "reads blocks whose keys are the four of old")
class WantsFourKeys(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [block for block in blocks if not is_use(block) or set(block) <= {"type", "id", "name", "input"}]


@mutant("CALLS-1", "leaves calls that come from code to the API")
class DirectCallsOnly(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        direct = {"type": "direct"}
        return [block for block in blocks if not is_use(block) or block.get("caller", direct) == direct]


@mutant("CALLS-1", "holds the input against the schema first")
class ChecksTheInput(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        for definition, entry in zip(super().tools(toolset, {}), super().toolset(toolset)["entries"], strict=True):
            schema = definition["input_schema"]
            made["calls"] = [
                call
                for call in made["calls"]
                if (call["server"], call["tool"]) != (entry["server"], entry["tool"]) or _valid(call, schema)
            ]
        return made


def _valid(call: Object, schema: Object) -> bool:
    kinds: dict[str, type] = {"string": str, "integer": int, "boolean": bool}
    known, given = schema.get("properties", {}), call["arguments"]
    if any(key not in given for key in schema.get("required", [])):
        return False
    if schema.get("additionalProperties") is False and any(key not in known for key in given):
        return False
    return all(
        isinstance(given[key], kinds[part["type"]]) and given[key] in part.get("enum", [given[key]])
        for key, part in known.items()
        if key in given
    )

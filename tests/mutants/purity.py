"""Mutants of what a port does besides answering: it changes what it was given, or talks to somebody."""

from __future__ import annotations

import re
import socket
from typing import Any

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import content_of, is_use

JSON = Any
Object = dict[str, JSON]
Blocks = list[Object]


def tools_of(toolset: Object) -> list[Object]:
    """The very tools that a set was given with."""
    if "servers" in toolset:
        return [tool for server in toolset["servers"] for tool in server["tools"]]
    return [entry["tool"] for entry in toolset["entries"]]


# PURE-1: what was given is changed


@mutant("PURE-1", "drops servers that list nothing from the list given")
class DropsEmptyServers(ReferencePort):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        for server in [server for server in toolset.get("servers", []) if not server["tools"]]:
            toolset["servers"].remove(server)
        return made


@mutant("PURE-1", "writes the exposed name into the tool")
class RenamesTools(ReferencePort):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        for entry, tool in zip(made["entries"], tools_of(toolset), strict=False):
            tool["name"] = entry["name"]
        return made


@mutant("PURE-1", "empties the list of pairs while it reads it")
class EmptiesPairs(ReferencePort):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        toolset.get("entries", []).clear()
        return made


@mutant("PURE-1", "sorts the pairs to look a name up")
class SortsPairs(ReferencePort):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        made = super().resolve(toolset, name)
        toolset.get("entries", []).sort(key=lambda entry: str(entry["name"]))
        return made


@mutant("PURE-1", "cleans descriptions in place")
class CleansInPlace(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        for definition, tool in zip(made, tools_of(toolset), strict=False):
            tool["description"] = definition["description"]
        return made


@mutant("PURE-1", "takes titles out of schemas in place")
class TakesTitlesOut(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        for tool in tools_of(toolset):
            tool["inputSchema"].pop("title", None)
        return made


@mutant("PURE-1", "renames the schema's key in place")
class RenamesTheKey(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        for tool in tools_of(toolset):
            tool["input_schema"] = tool.pop("inputSchema")
        return made


@mutant("PURE-1", "puts the cache marker on the tool")
class MarksTheTool(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        if options:
            tools_of(toolset)[-1]["cache_control"] = {"type": "ephemeral"}
        return made


@mutant("PURE-1", "takes options out as it reads them")
class TakesOptionsOut(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        options.clear()
        return made


@mutant("PURE-1", "takes the type out of each call")
class TakesTypesOut(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        for block in filter(is_use, content_of(response) or []):
            del block["type"]
        return made


@mutant("PURE-1", "mends wrong inputs in the message")
class MendsInputs(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        for block in filter(is_use, content_of(response) or []):
            block["input"] = block["input"] if isinstance(block.get("input"), dict) else {}
        return made


@mutant("PURE-1", "empties a list of blocks while it reads it")
class EmptiesLists(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        if isinstance(response, list):
            response.clear()
        return made


@mutant("PURE-1", "takes annotations off the content")
class TakesAnnotationsOff(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        made = super().tool_result(tool_use_id, outcome, options)
        for item in outcome.get("result", {}).get("content", []):
            item.pop("annotations", None)
        return made


@mutant("PURE-1", "appends structured content to the server's content")
class AppendsInPlace(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        made = super().tool_result(tool_use_id, outcome, options)
        if options.get("structured") == "append":
            outcome["result"]["content"].append(made["content"][-1])
        return made


@mutant("PURE-1", "empties the server's content where structured content is preferred")
class EmptiesContent(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        made = super().tool_result(tool_use_id, outcome, options)
        if options.get("structured") == "prefer":
            outcome["result"]["content"].clear()
        return made


@mutant("PURE-1", "renames the mark of an error in place")
class RenamesIsError(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        made = super().tool_result(tool_use_id, outcome, options)
        if outcome.get("result", {}).pop("isError", False):
            outcome["result"]["is_error"] = True
        return made


@mutant("PURE-1", "writes a longer message into the error")
class RewritesErrors(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        if "error" in outcome:
            outcome["error"]["message"] = f"{outcome['error']['kind']}: {outcome['error']['message']}"
        return super().tool_result(tool_use_id, outcome, options)


@mutant("PURE-1", "adds the results to the list of rejections")
class ExtendsRejections(ReferencePort):
    def user_turn(self, rejected: Blocks, results: Blocks, others: Blocks) -> JSON:
        made = super().user_turn(rejected, results, others)
        rejected += results
        return made


@mutant("PURE-1", "adds a message to the conversation")
class AddsAMessage(ReferencePort):
    def request(self, toolset: Object, model: str, messages: Blocks, options: Object) -> JSON:
        made = super().request(toolset, model, messages, options)
        messages.append({"role": "assistant", "content": []})
        return made


# PURE-3: a connection is opened


def knock() -> None:
    """Connect to this machine: with UDP nothing is sent by that."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as knocking:
        knocking.connect(("127.0.0.1", 9))


def addresses(value: JSON) -> list[str]:
    """The web addresses that stand anywhere in a value."""
    return re.findall("https?://", repr(value))


@mutant("PURE-3", "asks each server for its tools once more")
class AsksServersAgain(ReferencePort):
    def toolset(self, toolset: Object) -> JSON:
        knock()
        return super().toolset(toolset)


@mutant("PURE-3", "asks the servers where a name is not known")
class AsksForUnknownNames(ReferencePort):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        if found is None:
            knock()
        return found


@mutant("PURE-3", "reports which tools it offers")
class ReportsUse(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        knock()
        return super().tools(toolset, options)


@mutant("PURE-3", "fetches what schemas and tools point at")
class FetchesDialects(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        if addresses(tools_of(toolset)):
            socket.getaddrinfo("127.0.0.1", 80)
        return super().tools(toolset, options)


@mutant("PURE-3", "makes the calls that it reads")
class MakesCalls(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        if made["calls"]:
            knock()
        return made


@mutant("PURE-3", "fetches what a result links to")
class FetchesLinks(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        if addresses(outcome):
            knock()
        return super().tool_result(tool_use_id, outcome, options)


@mutant("PURE-3", "tries a call again that gave no result")
class TriesAgain(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        if "error" in outcome:
            knock()
        return super().tool_result(tool_use_id, outcome, options)


@mutant("PURE-3", "fetches pictures for the turn")
class FetchesPictures(ReferencePort):
    def user_turn(self, rejected: Blocks, results: Blocks, others: Blocks) -> JSON:
        if addresses(others):
            knock()
        return super().user_turn(rejected, results, others)


@mutant("PURE-3", "counts the tokens of a request, and asks the API to do so")
class CountsTokens(ReferencePort):
    def request(self, toolset: Object, model: str, messages: Blocks, options: Object) -> JSON:
        knock()
        return super().request(toolset, model, messages, options)

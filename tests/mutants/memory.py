"""Mutants that remember: the answer depends on what was asked before."""

from __future__ import annotations

import copy
from typing import Any

from toolset_conformance import DuplicateName
from toolset_reference.port import ReferencePort

from mutants import mutant

JSON = Any
Object = dict[str, JSON]
Blocks = list[Object]


class Remembering(ReferencePort):
    """The reference with a memory that outlives a question."""

    def __init__(self) -> None:
        self.memory: dict[JSON, JSON] = {}

    def first(self, key: JSON, value: JSON) -> JSON:
        """What was remembered first under this key."""
        return copy.deepcopy(self.memory.setdefault(key, copy.deepcopy(value)))


# PURE-2: what was asked before shows


@mutant("PURE-2", "numbers the sets that it builds, and names tools by that")
class NumbersSets(Remembering):
    def toolset(self, toolset: Object) -> JSON:
        made = super().toolset(toolset)
        number = self.memory["sets"] = self.memory.get("sets", 0) + 1
        names = [f"{name}_{number}" for name in made["names"]]
        entries = [{**entry, "name": name} for entry, name in zip(made["entries"], names, strict=True)]
        return {**made, "names": names, "entries": entries}


@mutant("PURE-2", "keeps sets by the ids of their servers")
class KeepsSetsByServers(Remembering):
    def toolset(self, toolset: Object) -> JSON:
        servers = tuple(server["id"] for server in toolset.get("servers", []))
        made = super().toolset(toolset)
        return self.first(servers, made) if servers else made


@mutant("PURE-2", "keeps what a name stands for")
class KeepsNames(Remembering):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        return self.first(repr(name), super().resolve(toolset, name))


@mutant("PURE-2", "finds names of any set that it has seen")
class FindsInOldSets(Remembering):
    def resolve(self, toolset: Object, name: JSON) -> JSON:
        found = super().resolve(toolset, name)
        if found is not None:
            self.memory[name] = found
        return found or self.memory.get(repr(name) if isinstance(name, (dict, list)) else name)


@mutant("PURE-2", "keeps the exposed name of a pair")
class KeepsPairs(Remembering):
    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        return self.first((server, tool), super().exposed_name(toolset, server, tool))


@mutant("PURE-2", "keeps adding markers to a set once it was asked for one")
class KeepsMarking(Remembering):
    def tools(self, toolset: Object, options: Object) -> JSON:
        self.memory.setdefault(repr(toolset), {}).update(options)
        return super().tools(toolset, self.memory[repr(toolset)])


@mutant("PURE-2", "keeps definitions by name")
class KeepsDefinitions(Remembering):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        return [self.first((definition["name"], *options), definition) for definition in made]


@mutant("PURE-2", "gathers the calls of all turns in one list")
class GathersCalls(Remembering):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        self.memory["calls"] = self.memory.get("calls", []) + made["calls"]
        return {**made, "calls": [*self.memory["calls"]]}


@mutant("PURE-2", "takes an id that it has met for answered")
class AnswersOnce(Remembering):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        calls = [call for call in made["calls"] if call["call_id"] not in self.memory]
        self.memory.update((call["call_id"], True) for call in calls)
        return {**made, "calls": calls}


@mutant("PURE-2", "numbers its rejections")
class NumbersRejections(Remembering):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        for block in made["rejected"]:
            number = self.memory["rejections"] = self.memory.get("rejections", 0) + 1
            block["content"] = f"This is rejection number {number}."
        return made


@mutant("PURE-2", "keeps the arguments of a call by its id")
class KeepsArguments(Remembering):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        calls = [{**call, "arguments": self.first(call["call_id"], call["arguments"])} for call in made["calls"]]
        return {**made, "calls": calls}


@mutant("PURE-2", "reads results by the last option that it was given")
class KeepsTheOption(Remembering):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        self.memory.update(options)
        return super().tool_result(tool_use_id, outcome, self.memory)


@mutant("PURE-2", "takes a call for failed that failed once")
class KeepsFailures(Remembering):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        made = super().tool_result(tool_use_id, outcome, options)
        if "error" in outcome:
            self.memory[tool_use_id] = True
        return {**made, "is_error": True} if tool_use_id in self.memory else made


@mutant("PURE-2", "counts the attempts at a call")
class CountsAttempts(Remembering):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        if "error" in outcome:
            number = self.memory[tool_use_id] = self.memory.get(tool_use_id, 0) + 1
            error = {**outcome["error"], "message": f"{outcome['error']['message']} (attempt {number})"}
            outcome = {"error": error}
        return super().tool_result(tool_use_id, outcome, options)


@mutant("PURE-2", "goes on with the half of a set that could not be built")
class KeepsHalfASet(Remembering):
    def toolset(self, toolset: Object) -> JSON:
        try:
            return super().toolset(toolset)
        except DuplicateName:
            self.memory["half"] = {"entries": toolset["entries"][:1]}
            raise

    def tools(self, toolset: Object, options: Object) -> JSON:
        return super().tools(self.memory.get("half", toolset), options)


@mutant("PURE-2", "gathers the results of all turns in one list")
class GathersResults(Remembering):
    def user_turn(self, rejected: Blocks, results: Blocks, others: Blocks) -> JSON:
        self.memory["results"] = self.memory.get("results", []) + results
        return super().user_turn(rejected, self.memory["results"], others)


@mutant("PURE-2", "takes the conversation to go on from request to request")
class GathersMessages(Remembering):
    def request(self, toolset: Object, model: str, messages: Blocks, options: Object) -> JSON:
        self.memory["messages"] = self.memory.get("messages", []) + messages
        return super().request(toolset, model, self.memory["messages"], options)

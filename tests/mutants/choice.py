"""Mutants of the tool choice: forced where nobody may force it."""

from __future__ import annotations

from typing import Any

from toolset_conformance import Refused
from toolset_reference.descriptions import clean_description
from toolset_reference.port import ReferencePort

from mutants import mutant

JSON = Any
Object = dict[str, JSON]
ANY = {"type": "any"}


def forced(value: Object) -> Object:
    """The object with a forced choice in it."""
    return {**value, "tool_choice": dict(ANY)}


class Requesting(ReferencePort):
    """The reference, each request made over."""

    def requested(self, body: Object, options: Object) -> Object:
        """The request that stands in place of ``body``."""
        raise NotImplementedError

    def request(self, toolset: Object, model: str, messages: list[JSON], options: Object) -> JSON:
        return self.requested(super().request(toolset, model, messages, options), options)


# CHOICE-1: no answer holds a forced choice


@mutant("CHOICE-1", "writes the choice into the definition of a single tool")
class ForcesInDefinitions(ReferencePort):
    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        return [*map(forced, made)] if len(made) == 1 else made


@mutant("CHOICE-1", "asks for another call beside a rejection")
class ForcesInRejections(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        return {**made, "rejected": [*map(forced, made["rejected"])]}


@mutant("CHOICE-1", "asks for another call beside an error")
class ForcesInErrors(ReferencePort):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        made = super().tool_result(tool_use_id, outcome, options)
        return forced(made) if "error" in outcome else made


@mutant("CHOICE-1", "asks for another call in a turn with a rejection")
class ForcesInTurns(ReferencePort):
    def user_turn(self, rejected: list[JSON], results: list[JSON], others: list[JSON]) -> JSON:
        made = super().user_turn(rejected, results, others)
        return forced(made) if rejected else made


@mutant("CHOICE-1", "forces a call in each request")
class ForcesInRequests(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return forced(body)


@mutant("CHOICE-1", "hands the choice on under a key of its own")
class ForcesDeepInRequests(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return {**body, "extra_body": forced({})}


# CHOICE-2: a request forces no tool


@mutant("CHOICE-2", "forces a call where nothing was asked")
class ForcesByDefault(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return {**forced(body), **body}


@mutant("CHOICE-2", "forces a call before the first result")
class ForcesTheFirstCall(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return {**forced(body), **body} if len(body["messages"]) == 1 else body


@mutant("CHOICE-2", "forces the only tool of a set")
class ForcesTheOnlyTool(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        if len(body["tools"]) != 1:
            return body
        return {**body, "tool_choice": {"type": "tool", "name": body["tools"][0]["name"]}}


@mutant("CHOICE-2", "forces a call after a result that is an error")
class ForcesAfterAnError(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        content = body["messages"][-1]["content"]
        wrong = isinstance(content, list) and any(block.get("is_error") for block in content)
        return forced(body) if wrong else body


@mutant("CHOICE-2", "forces a call where any choice is asked for")
class ForcesWhenAsked(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return forced(body) if "tool_choice" in options else body


@mutant("CHOICE-2", "writes the choice as a text")
class WritesAText(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return {**body, "tool_choice": body.get("tool_choice", {"type": "auto"})["type"]}


@mutant("CHOICE-2", "writes null where nothing was asked")
class WritesNull(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return {"tool_choice": None, **body}


@mutant("CHOICE-2", "leaves the tools to the caller", "recommended")
class RequestsWithoutTools(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        return {key: value for key, value in body.items() if key != "tools"}


@mutant("CHOICE-2", "loses the cache marker", "recommended")
class RequestsWithoutMarker(ReferencePort):
    def request(self, toolset: Object, model: str, messages: list[JSON], options: Object) -> JSON:
        kept = {key: value for key, value in options.items() if key != "cache_control"}
        return super().request(toolset, model, messages, kept)


@mutant("CHOICE-2", "offers a tool of its own where the set has none", "recommended")
class FillsEmptyRequests(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        own = {"name": "none", "description": "Does nothing.", "input_schema": {"type": "object"}}
        return {**body, "tools": body["tools"] or [own]}


# CHOICE-3: a forced choice that is asked for


class PassingOn(ReferencePort):
    """A tool choice that the reference refuses is passed on."""

    def wanted(self, choice: Object, toolset: Object) -> bool:
        """Whether this one is passed on."""
        return True

    def request(self, toolset: Object, model: str, messages: list[JSON], options: Object) -> JSON:
        try:
            return super().request(toolset, model, messages, options)
        except Refused:
            choice = options["tool_choice"]
            if not self.wanted(choice, toolset):
                raise
            kept = {key: value for key, value in options.items() if key != "tool_choice"}
            return {**super().request(toolset, model, messages, kept), "tool_choice": choice}


@mutant("CHOICE-3", "passes a forced choice on", "recommended")
class PassesChoiceOn(PassingOn):
    pass


@mutant("CHOICE-3", "passes on a choice of one tool", "recommended")
class PassesOneToolOn(PassingOn):
    def wanted(self, choice: Object, toolset: Object) -> bool:
        return "name" in choice


@mutant("CHOICE-3", "passes on a choice of any tool, one at a time", "recommended")
class PassesAnyOn(PassingOn):
    def wanted(self, choice: Object, toolset: Object) -> bool:
        return bool(choice.get("disable_parallel_tool_use"))


class OtherTools(Requesting):
    """Makes the tools of a request another way than the list by itself."""

    def tools_of(self, tools: list[Object], options: Object) -> list[Object]:
        """The tools that stand in the request."""
        raise NotImplementedError

    def requested(self, body: Object, options: Object) -> Object:
        return {**body, "tools": self.tools_of(body["tools"], options)}


@mutant("CHOICE-2", "sorts the tools of a request", "recommended")
class SortsRequestedTools(OtherTools):
    def tools_of(self, tools: list[Object], options: Object) -> list[Object]:
        return sorted(tools, key=lambda tool: str(tool["name"]))


@mutant("CHOICE-2", "offers 64 tools in a request", "recommended")
class RequestsWithSixtyFourTools(OtherTools):
    def tools_of(self, tools: list[Object], options: Object) -> list[Object]:
        return tools[:64]


@mutant("CHOICE-2", "offers no tools where none may be chosen", "recommended")
class RequestsWithoutToolsForNone(OtherTools):
    def tools_of(self, tools: list[Object], options: Object) -> list[Object]:
        return [] if options.get("tool_choice", {}).get("type") == "none" else tools


@mutant("CHOICE-2", "offers tools once in a conversation, where the choice is said outright", "recommended")
class RequestsWithoutToolsForAuto(Requesting):
    def requested(self, body: Object, options: Object) -> Object:
        said = options.get("tool_choice", {}).get("type") == "auto" and len(body["messages"]) > 1
        return {key: value for key, value in body.items() if key != "tools" or not said}


class RawDescriptions(ReferencePort):
    """Takes descriptions from the servers for a request."""

    def told(self, raw: str) -> str:
        """The description that stands in the request."""
        return raw

    def request(self, toolset: Object, model: str, messages: list[JSON], options: Object) -> JSON:
        body = super().request(toolset, model, messages, options)
        listed = [tool for server in toolset.get("servers", []) for tool in server["tools"]]
        raw = {tool["name"]: tool.get("description", "") for tool in listed}
        for tool in body["tools"]:
            tool["description"] = self.told(raw.get(tool["name"].partition("__")[2], tool["description"]))
        return body


@mutant("CHOICE-2", "cleans no description of a request", "recommended")
class RequestsUncleaned(RawDescriptions):
    def told(self, raw: str) -> str:
        return raw[:4096]


@mutant("CHOICE-2", "caps no description of a request", "recommended")
class RequestsUncapped(RawDescriptions):
    def told(self, raw: str) -> str:
        return raw if len(raw) > 4096 else clean_description(raw)


class OtherMessages(Requesting):
    """Loses some of the conversation."""

    def kept(self, messages: list[Object]) -> list[Object]:
        """The messages that stand in the request."""
        raise NotImplementedError

    def requested(self, body: Object, options: Object) -> Object:
        return {**body, "messages": self.kept(body["messages"])}


@mutant("CHOICE-2", "loses the conversation", "recommended")
class LosesTheConversation(OtherMessages):
    def kept(self, messages: list[Object]) -> list[Object]:
        return []


@mutant("CHOICE-2", "keeps what the user said", "recommended")
class KeepsTheUsersTurns(OtherMessages):
    def kept(self, messages: list[Object]) -> list[Object]:
        return [message for message in messages if message["role"] == "user"]


@mutant("CHOICE-2", "keeps the last turn", "recommended")
class KeepsTheLastTurn(OtherMessages):
    def kept(self, messages: list[Object]) -> list[Object]:
        return messages[-1:]


@mutant("CHOICE-2", "keeps no call that was rejected", "recommended")
class ForgetsRejections(OtherMessages):
    def kept(self, messages: list[Object]) -> list[Object]:
        last = messages[-1]["content"]
        wrong = isinstance(last, list) and any(block.get("is_error") for block in last)
        return messages[:1] if wrong else messages

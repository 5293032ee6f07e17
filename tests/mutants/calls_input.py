"""Mutants of tool calls whose input is no object, and of what a rejection says."""

from __future__ import annotations

import json

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import JSON, Answer, Answering, Object, Reading, content_of, is_use
from mutants.swapped import INHERITED_IN_JAVASCRIPT

# CALLS-4: input that is no object


class Inputs(Reading):
    """The reference, each input made over before it is looked at."""

    def changed(self, value: JSON) -> JSON:
        """The input that stands in place of ``value``."""
        raise NotImplementedError

    def block(self, block: JSON, names: list[str]) -> JSON:
        return {**block, "input": self.changed(block["input"])} if is_use(block) and "input" in block else block


class Parsing(Inputs):
    """Texts are read as JSON."""

    def changed(self, value: JSON) -> JSON:
        try:
            return json.loads(value) if isinstance(value, str) else value
        except ValueError:
            return value


@mutant("CALLS-4", "reads a text that holds JSON")
class ParsesInputs(Parsing):
    pass


@mutant("CALLS-4", "reads a text that holds JSON, and takes what is left of it for an empty object")
class ParsesOrEmpty(Parsing):
    def changed(self, value: JSON) -> JSON:
        read = super().changed(value)
        return {} if isinstance(value, str) and not isinstance(read, dict) else read


@mutant("CALLS-4", "takes whatever counts as false for an empty object")
class FalsyIsEmpty(Inputs):
    def changed(self, value: JSON) -> JSON:
        return value or {}


@mutant("CALLS-4", "takes null for an empty object")
class NullIsEmpty(Inputs):
    def changed(self, value: JSON) -> JSON:
        return {} if value is None else value


@mutant("CALLS-4", "takes an empty list for an empty object")
class EmptyListIsEmpty(Inputs):
    def changed(self, value: JSON) -> JSON:
        return {} if value == [] else value


@mutant("CALLS-4", "takes a list for an object whose keys are its places")
class ListsAreObjects(Inputs):
    def changed(self, value: JSON) -> JSON:
        return {str(at): item for at, item in enumerate(value)} if isinstance(value, list) else value


@mutant("CALLS-4", "takes the first object of a list")
class FirstOfAList(Inputs):
    def changed(self, value: JSON) -> JSON:
        return value[0] if isinstance(value, list) and value else value


@mutant("CALLS-4", "makes an object of pairs")
class MakesObjectsOfPairs(Inputs):
    def changed(self, value: JSON) -> JSON:
        try:
            return dict(value) if isinstance(value, list) and value else value
        except (TypeError, ValueError):
            return value


@mutant("CALLS-4", "makes a value the only argument")
class WrapsValues(Inputs):
    def changed(self, value: JSON) -> JSON:
        return {"input": value} if isinstance(value, (str, int, float)) else value


@mutant("CALLS-4", "says nothing of wrong inputs")
class SkipsWrongInputs(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [block for block in blocks if not is_use(block) or isinstance(block.get("input", {}), dict)]


@mutant("CALLS-4", "sends an empty object in place of a wrong input, and rejects besides")
class SendsAndRejects(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        mended = [
            {**block, "input": {}}
            for block in content_of(response)
            if is_use(block) and not isinstance(block.get("input", {}), dict)
        ]
        return {**made, "calls": made["calls"] + super().tool_calls(toolset, mended)["calls"]}


@mutant("CALLS-4", "rejects the first wrong input alone")
class RejectsOneInput(Answering):
    def answered(self, made: Answer) -> JSON:
        return {**made, "rejected": made["rejected"][:1]}


@mutant("CALLS-4", "takes a missing input for an empty object", "recommended")
class MissingIsEmpty(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        return {"input": {}, **block} if is_use(block) else block


@mutant("CALLS-4", "says nothing of a missing input", "recommended")
class SkipsMissingInputs(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [block for block in blocks if not is_use(block) or "input" in block or block.get("name") not in names]


# CALLS-9: the words of a rejection


@mutant("CALLS-9", "rejects without a word", "recommended")
class RejectsWithoutAWord(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": ""}


@mutant("CALLS-9", "rejects with an empty list", "recommended")
class RejectsWithAnEmptyList(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": []}


@mutant("CALLS-9", "says the same of everything", "recommended")
class SaysTheSame(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": "The call was not made."}


@mutant("CALLS-9", "quotes what was wrong and says no more", "recommended")
class QuotesAlone(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made, names = super().tool_calls(toolset, response), super().toolset(toolset)["names"]
        wrong = {
            block.get("id"): block.get("input") if block.get("name") in names else block.get("name")
            for block in content_of(response) or []
            if is_use(block) and not isinstance(block.get("id"), (dict, list))
        }
        said = [{**block, "content": str(wrong[block["tool_use_id"]] or "")} for block in made["rejected"]]
        return {**made, "rejected": said}


@mutant("CALLS-9", "adds an empty text", "recommended")
class AddsAnEmptyText(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": [{"type": "text", "text": "No."}, {"type": "text", "text": ""}]}


# CALLS-12: the keys of a rejection


@mutant("CALLS-12", "adds the tool's name")
class AddsTheName(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "name": "unknown"}


@mutant("CALLS-12", "makes the rejection from its block")
class KeepsTheBlocksKeys(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        more = {
            block.get("id"): {key: item for key, item in block.items() if key not in ("id", "name", "input")}
            for block in content_of(response) or []
            if is_use(block) and not isinstance(block.get("id"), (dict, list))
        }
        return {**made, "rejected": [{**more[block["tool_use_id"]], **block} for block in made["rejected"]]}


@mutant("CALLS-12", "sends along what objects of JavaScript answer to the name")
class SendsTheInherited(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        inherited = [
            block.get("id")
            for block in content_of(response) or []
            if is_use(block) and isinstance(block.get("name"), str) and block["name"] in INHERITED_IN_JAVASCRIPT
        ]
        return {
            **made,
            "rejected": [
                {**block, "tool": {}} if block["tool_use_id"] in inherited else block for block in made["rejected"]
            ],
        }


@mutant("CALLS-12", "sends a wrong input back")
class SendsTheInputBack(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made, names = super().tool_calls(toolset, response), super().toolset(toolset)["names"]
        wrong = {
            block.get("id"): {"input": block.get("input")}
            for block in content_of(response) or []
            if is_use(block) and block.get("name") in names and isinstance(block.get("id"), str)
        }
        return {**made, "rejected": [{**block, **wrong.get(block["tool_use_id"], {})} for block in made["rejected"]]}


@mutant("CALLS-12", "has nothing to say, and leaves the content out")
class NoContent(Answering):
    def rejection(self, block: Object) -> Object:
        return {key: value for key, value in block.items() if key != "content"}


@mutant("CALLS-12", "has nothing to say, and writes null")
class RejectsWithNull(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": None}


@mutant("CALLS-12", "writes one text block without the list")
class OneBlockWithoutList(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": {"type": "text", "text": "It was not made."}}


@mutant("CALLS-12", "writes a list of bare texts")
class ListOfTexts(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": ["It was not made."]}


@mutant("CALLS-12", "writes the error as an object")
class ErrorAsObject(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "content": [{"type": "json", "json": {"error": "unknown"}}]}


@mutant("CALLS-12", "writes MCP's key for an error besides")
class WritesMcpKey(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "isError": True}


@mutant("CALLS-12", "writes the id under the key of a call")
class WritesTheIdAsCalled(Answering):
    def rejection(self, block: Object) -> Object:
        return {**{key: value for key, value in block.items() if key != "tool_use_id"}, "id": block["tool_use_id"]}


@mutant("CALLS-12", "writes true as a text")
class WritesTrueAsText(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "is_error": "true"}

"""Mutants of blocks that are no tool calls, and of what cannot be answered."""

from __future__ import annotations

import json
import re

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import JSON, Object, Reading, content_of, is_use

# CALLS-5: blocks of other types


class Mistaking(Reading):
    """Some blocks of other types are taken for ``tool_use``."""

    def mistaken(self, kind: str, block: Object) -> bool:
        """Whether this block, of a type that is not ``tool_use``, is one of them."""
        raise NotImplementedError

    def block(self, block: JSON, names: list[str]) -> JSON:
        if not isinstance(block, dict) or is_use(block):
            return block
        kind = block.get("type")
        return {**block, "type": "tool_use"} if self.mistaken(kind if isinstance(kind, str) else "", block) else block


@mutant("CALLS-5", "answers the calls of the API's own tools")
class AnswersServerTools(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind == "server_tool_use"


@mutant("CALLS-5", "makes the calls of the API's own MCP connector")
class AnswersMcpToolUse(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind == "mcp_tool_use"


@mutant("CALLS-5", "answers each type that ends like a call")
class AnswersByTheEnd(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind.endswith("tool_use")


@mutant("CALLS-5", "answers each type that begins like a call")
class AnswersByTheBeginning(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind.startswith("tool_use")


@mutant("CALLS-5", "answers whatever has a name and an input")
class AnswersByKeys(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return "name" in block and "input" in block


@mutant("CALLS-5", "takes a block without a type for a call")
class NoTypeIsACall(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return not kind and "name" in block


@mutant("CALLS-5", "cleans types before comparing them")
class CleansTypes(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind.lower().replace("-", "_") == "tool_use"


@mutant("CALLS-5", "answers other vendors' calls as well")
class AnswersOtherVendors(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind in ("tool_call", "function_call")


@mutant("CALLS-5", "takes camel case for the same")
class CamelCaseIsACall(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind == "toolUse"


@mutant("CALLS-5", "compares types without regard to the first letter's case")
class FirstLetterInAnyCase(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind[:1].lower() + kind[1:] == "tool_use"


@mutant("CALLS-5", "trims types")
class TrimsTypes(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind.strip() == "tool_use"


@mutant("CALLS-5", "takes a type that is named function for a call")
class FunctionIsACall(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind == "function"


@mutant("CALLS-5", "takes the calls of custom tools to have a type of their own")
class CustomToolsAreCalls(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind.startswith("custom_")


@mutant("CALLS-5", "takes the calls of the client's tools to have a type of their own")
class ClientToolsAreCalls(Mistaking):
    def mistaken(self, kind: str, block: Object) -> bool:
        return kind.startswith("client_")


@mutant("CALLS-5", "rejects what has the id of a call, whatever it is")
class RejectsWhatHasAnId(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        others = [block for block in content_of(response) or [] if isinstance(block, dict) and not is_use(block)]
        ids = [block["tool_use_id"] for block in others if "tool_use_id" in block]
        more = super().tool_calls(toolset, [{"type": "tool_use", "id": call_id} for call_id in ids])
        return {**made, "rejected": made["rejected"] + more["rejected"]}


@mutant("CALLS-5", "looks for calls in what other blocks hold")
class LooksDeeper(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        found = []
        for block in blocks:
            inner = block.get("content") if isinstance(block, dict) else None
            found += [block, *self.blocks(inner, names)] if isinstance(inner, list) else [block]
        return found


@mutant("CALLS-5", "reads calls that a text holds")
class ReadsCallsInTexts(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        text = block.get("text") if isinstance(block, dict) else None
        if not isinstance(text, str):
            return block
        tagged = re.search(r"<name>(\w+)</name>", text)
        if tagged:
            return {"type": "tool_use", "id": "tagged", "name": tagged[1], "input": {}}
        try:
            return json.loads(text)
        except ValueError:
            return block


@mutant("CALLS-5", "fails at types that it does not know")
class FailsAtUnknownTypes(Reading):
    known = ("text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "tool_result", "image")

    def block(self, block: JSON, names: list[str]) -> JSON:
        if isinstance(block, dict) and block.get("type") not in self.known:
            raise ValueError(f"no such block: {block.get('type')}")
        return block


@mutant("CALLS-5", "reads the turn up to the first block that it does not know")
class StopsAtOtherTypes(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        known = [isinstance(block, dict) and block.get("type") in ("text", "tool_use") for block in blocks]
        return blocks[: [*known, False].index(False)]


@mutant("CALLS-5", "takes a turn in which the model thinks for no turn of calls")
class SkipsThinkingTurns(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        thinks = any(isinstance(block, dict) and "thinking" in str(block.get("type")) for block in blocks)
        return [] if thinks else blocks


@mutant("CALLS-5", "takes calls that a result in the turn names for answered")
class TakesResultsForAnswers(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        answered = [block.get("tool_use_id") for block in blocks if isinstance(block, dict)]
        return [block for block in blocks if not is_use(block) or block.get("id", "") not in answered]


@mutant("CALLS-5", "counts the citations of a text, where there are none")
class CountsCitations(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if isinstance(block, dict) and "citations" in block:
            assert len(block["citations"]) >= 0
        return block


@mutant("CALLS-5", "reads the turn from its last words on")
class ReadsFromTheLastWords(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        texts = [at for at, block in enumerate(blocks) if isinstance(block, dict) and "text" in block]
        return blocks[texts[-1] :] if texts else blocks


@mutant("CALLS-5", "takes a turn that begins with words for words alone")
class TakesTheFirstForAll(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        words = isinstance(blocks[0], dict) and blocks[0].get("type") == "text" if blocks else False
        return [] if words else blocks


@mutant("CALLS-5", "opens what is encrypted, or fails")
class OpensData(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if isinstance(block, dict) and ("data" in block or "file_id" in block or "source" in block):
            raise PermissionError("cannot be opened")
        return block


@mutant("CALLS-5", "fails at content that is an object or a text")
class FailsAtOddContent(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if isinstance(block, dict):
            list.copy(block.get("content", []))
        return block


# CALLS-10: what cannot be answered


@mutant("CALLS-10", "asks every entry for its type", "recommended")
class FailsAtNoObjects(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        block.get("type")
        return block


@mutant("CALLS-10", "asks every call for its id", "recommended")
class FailsWithoutAnId(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if is_use(block):
            block["id"].strip()
        return block


@mutant("CALLS-10", "ends where an entry is no block", "recommended")
class EndsAtNoBlock(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return blocks[: [*(isinstance(block, dict) for block in blocks), False].index(False)]


@mutant("CALLS-10", "takes every type for a text", "recommended")
class FailsAtOddTypes(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if isinstance(block, dict):
            block.get("type", "").lower()
        return block


@mutant("CALLS-10", "takes every name for a text", "recommended")
class FailsAtOddNames(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if is_use(block):
            block.get("name", "").strip()
        return block

"""Mutants of tool calls: what is taken for a response, and that each block in it is answered, in order."""

from __future__ import annotations

import json

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import JSON, Answer, Answering, Object, Reading, content_of, is_use
from mutants.swapped import INHERITED_IN_JAVASCRIPT, in_object_order

# CALLS-2: what is taken for a response


class Taking(ReferencePort):
    """The reference, which finds nothing in some responses."""

    def takes(self, response: JSON) -> bool:
        """Whether it looks for blocks in this one."""
        raise NotImplementedError

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        return super().tool_calls(toolset, response if self.takes(response) else [])


@mutant("CALLS-2", "takes the bare list alone")
class TakesListsOnly(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list)


@mutant("CALLS-2", "takes objects alone")
class TakesObjectsOnly(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, dict)


@mutant("CALLS-2", "wants a role")
class WantsARole(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or "role" in response


@mutant("CALLS-2", "wants the role of the assistant, where there is one")
class WantsTheAssistant(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or response.get("role", "assistant") == "assistant"


@mutant("CALLS-2", "wants the type of a response")
class WantsAMessageType(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or response.get("type") == "message"


@mutant("CALLS-2", "wants the type of a response, where there is one")
class WantsNoOtherType(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or response.get("type", "message") == "message"


@mutant("CALLS-2", "looks for calls where the model stopped for them")
class WantsTheStopReason(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or response.get("stop_reason", "tool_use") == "tool_use"


class SkipsReasons(Taking):
    """Looks at no turn that stopped for some reasons."""

    reasons: tuple[str, ...]

    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or response.get("stop_reason") not in self.reasons


@mutant("CALLS-2", "does not look at a turn that stopped at a stop sequence")
class SkipsStopSequences(SkipsReasons):
    reasons = ("stop_sequence",)


@mutant("CALLS-2", "does not look at a turn that came to the end of the window")
class SkipsFullWindows(SkipsReasons):
    reasons = ("model_context_window_exceeded",)


@mutant("CALLS-2", "looks at turns that stopped for a reason that it knows")
class KnowsReasons(Taking):
    known = ("end_turn", "max_tokens", "tool_use", "pause_turn", "refusal")

    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or (response.get("stop_reason") or "end_turn") in self.known


@mutant("CALLS-2", "does not look at a turn that refuses", "recommended")
class SkipsRefusals(SkipsReasons):
    reasons = ("refusal",)


@mutant("CALLS-2", "does not look at a turn that was cut off")
class SkipsWhatWasCutOff(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or response.get("stop_reason") != "max_tokens"


@mutant("CALLS-2", "takes an object with a name and an input for a block")
class TakesTheObjectForABlock(Taking):
    def takes(self, response: JSON) -> bool:
        return isinstance(response, list) or "input" not in response


@mutant("CALLS-2", "answers a bare list with the calls alone")
class ListsForLists(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        return {**made, "rejected": []} if isinstance(response, list) else made


@mutant("CALLS-2", "rejects in other words where it has the whole response")
class OtherWordsForResponses(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        if "id" not in response:
            return made
        return {**made, "rejected": [{**block, "content": f"In {response['id']}: no."} for block in made["rejected"]]}


# CALLS-6: the order


@mutant("CALLS-6", "gathers calls by server", "recommended")
class GathersByServer(Answering):
    def answered(self, made: Answer) -> JSON:
        servers = [call["server"] for call in made["calls"]]
        return {**made, "calls": sorted(made["calls"], key=lambda call: servers.index(call["server"]))}


@mutant("CALLS-6", "collects both lists from the end", "recommended")
class FromTheEnd(Answering):
    def answered(self, made: Answer) -> JSON:
        return {"calls": made["calls"][::-1], "rejected": made["rejected"][::-1]}


@mutant("CALLS-6", "keeps calls by id as a JavaScript object does", "recommended")
class InObjectOrder(Answering):
    def answered(self, made: Answer) -> JSON:
        calls = {call["call_id"]: call for call in made["calls"]}
        return {**made, "calls": [calls[call_id] for call_id in in_object_order(calls)]}


@mutant("CALLS-6", "sorts by id", "recommended")
class SortsById(Answering):
    def answered(self, made: Answer) -> JSON:
        rejected = sorted(made["rejected"], key=lambda block: str(block["tool_use_id"]))
        return {"calls": sorted(made["calls"], key=lambda call: str(call["call_id"])), "rejected": rejected}


@mutant("CALLS-6", "rejects wrong inputs after all unknown tools", "recommended")
class RejectsInTwoPasses(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return sorted(blocks, key=lambda block: is_use(block) and block.get("name") in names)


# CALLS-7: each block once


@mutant("CALLS-7", "answers the first block alone")
class FirstBlockOnly(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [*filter(is_use, blocks)][:1]


@mutant("CALLS-7", "stops at the first bad block")
class StopsAtABadBlock(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        for at, block in enumerate(blocks):
            if is_use(block) and (block.get("name") not in names or not isinstance(block.get("input", {}), dict)):
                return blocks[: at + 1]
        return blocks


@mutant("CALLS-7", "makes no call where a block is bad")
class AllOrNone(Answering):
    def answered(self, made: Answer) -> JSON:
        return {**made, "calls": []} if made["rejected"] else made


@mutant("CALLS-7", "rejects nothing where there are calls")
class CallsWithoutRejections(Answering):
    def answered(self, made: Answer) -> JSON:
        return {**made, "rejected": []} if made["calls"] else made


@mutant("CALLS-7", "stops at text that follows a call")
class StopsAfterTheCalls(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        first = next((at for at, block in enumerate(blocks) if is_use(block)), 0)
        other = (at for at, block in enumerate(blocks) if at > first and not is_use(block))
        return blocks[: next(other, len(blocks))]


@mutant("CALLS-7", "keeps one block a tool, the last")
class OneBlockATool(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [*{str(block.get("name")): block for block in blocks if is_use(block)}.values()]


@mutant("CALLS-7", "takes equal calls for one")
class EqualCallsOnce(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [*{repr((block.get("name"), block.get("input"))): block for block in blocks if is_use(block)}.values()]


@mutant("CALLS-7", "answers 32 blocks and no more")
class AtMost32(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return blocks[:32]


@mutant("CALLS-7", "answers 100 blocks and no more")
class AtMost100(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return blocks[:100]


@mutant("CALLS-7", "tells blocks apart by the first characters of their ids")
class ToldApartByTheBeginning(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [*{str(block.get("id"))[:20]: block for block in blocks if is_use(block)}.values()]


@mutant("CALLS-7", "tells blocks apart by the last characters of their ids")
class ToldApartByTheEnd(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [*{str(block.get("id"))[-20:]: block for block in blocks if is_use(block)}.values()]


@mutant("CALLS-7", "gives up after so many rejections")
class GivesUp(Answering):
    def answered(self, made: Answer) -> JSON:
        return {**made, "rejected": made["rejected"][:10]}


@mutant("CALLS-7", "does not call a tool again whose input was wrong")
class SpoilsTheTool(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        spoilt: set[str] = set()
        kept = []
        for block in filter(is_use, blocks):
            if block.get("name") not in spoilt:
                kept.append(block)
            if not isinstance(block.get("input", {}), dict):
                spoilt.add(str(block.get("name")))
        return kept


@mutant("CALLS-7", "puts a rejection off to the next call")
class ForgetsTheLast(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        uses = [*filter(is_use, blocks)]
        return uses[:-1] if len(uses) > 1 and uses[-1].get("name") not in names else uses


@mutant("CALLS-7", "finds names that objects of JavaScript inherit, and has nothing to call or reject")
class PassesOverInherited(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        inherited = INHERITED_IN_JAVASCRIPT.difference(names)
        return [block for block in blocks if not is_use(block) or str(block.get("name")) not in inherited]


# CALLS-11: nothing asked


@mutant("CALLS-11", "fails where there are no blocks")
class FailsAtNoBlocks(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        assert blocks, "the model said nothing"
        return blocks


@mutant("CALLS-11", "answers nothing with null")
class NullForNothing(Answering):
    def answered(self, made: Answer) -> JSON:
        return made if made["calls"] or made["rejected"] else {"calls": None, "rejected": None}


@mutant("CALLS-11", "fails at a message whose content is a text", "recommended")
class FailsAtTexts(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        if isinstance(content_of(response), str):
            raise TypeError("content must be a list")
        return super().tool_calls(toolset, response)


@mutant("CALLS-11", "reads a content that is a text as JSON", "recommended")
class ParsesTexts(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        content = content_of(response)
        return super().tool_calls(toolset, json.loads(content or "[]") if isinstance(content, str) else response)


@mutant("CALLS-11", "answers null where it was given no blocks", "recommended")
class NullForNoBlocks(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        return super().tool_calls(toolset, response) if isinstance(response, (dict, list)) else None

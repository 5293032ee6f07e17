"""Mutants of blocks that share an id, and of rejections that quote what was wrong through a character."""

from __future__ import annotations

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.cutting import cut_in_utf8, cut_in_utf16
from mutants.reading import JSON, Answer, Object, content_of, is_use

# CALLS-7: one id on two blocks


class Repeating(ReferencePort):
    """Answers each block, though another has its id; what is not ``wanted`` goes the reference's way."""

    def wanted(self, block: Object, earlier: list[Object]) -> bool:
        """Whether a block is answered whose id earlier blocks have."""
        return True

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        content = content_of(response)
        ids: dict[str, str] = {}
        blocks: list[JSON] = []
        seen: list[Object] = []
        for number, block in enumerate(content if isinstance(content, list) else []):
            if is_use(block) and isinstance(block.get("id"), str):
                earlier = [other for other in seen if other["id"] == block["id"]]
                seen.append(block)
                if earlier and self.wanted(block, earlier):
                    ids[f"again_{number}"] = block["id"]
                    block = {**block, "id": f"again_{number}"}
            blocks.append(block)
        made: Answer = super().tool_calls(toolset, blocks if isinstance(content, list) else response)
        calls = [{**call, "call_id": ids.get(call["call_id"], call["call_id"])} for call in made["calls"]]
        rejected = [{**one, "tool_use_id": ids.get(one["tool_use_id"], one["tool_use_id"])} for one in made["rejected"]]
        return {"calls": calls, "rejected": rejected}


@mutant("CALLS-7", "answers each block, whatever its id", "recommended")
class AnswersEachBlock(Repeating):
    pass


@mutant("CALLS-7", "answers one of equal blocks, and each of those that differ", "recommended")
class AnswersEachThatDiffers(Repeating):
    def wanted(self, block: Object, earlier: list[Object]) -> bool:
        return block not in earlier


@mutant("CALLS-7", "answers one block of a tool for an id", "recommended")
class AnswersEachTool(Repeating):
    def wanted(self, block: Object, earlier: list[Object]) -> bool:
        return block["name"] not in [other["name"] for other in earlier]


@mutant("CALLS-7", "calls once for an id, and rejects besides", "recommended")
class RejectsBesides(Repeating):
    def wanted(self, block: Object, earlier: list[Object]) -> bool:
        return not isinstance(block["input"], dict) or block["name"].startswith("no")


@mutant("CALLS-7", "calls besides a rejection", "recommended")
class CallsBesides(Repeating):
    def wanted(self, block: Object, earlier: list[Object]) -> bool:
        return not all(isinstance(other["input"], dict) for other in earlier) or earlier[0]["name"].startswith("no")


@mutant("CALLS-7", "drops all blocks that share an id", "recommended")
class DropsWhatSharesAnId(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        content = content_of(response)
        if not isinstance(content, list):
            return super().tool_calls(toolset, response)
        ids = [block["id"] for block in content if is_use(block) and isinstance(block.get("id"), str)]
        kept = [block for block in content if not is_use(block) or ids.count(block.get("id", "")) < 2]
        return super().tool_calls(toolset, kept)


# CALLS-9: quoted through a character


class Quoting(ReferencePort):
    """Quotes the name or the input in a rejection, cut."""

    units = 0
    key = "name"

    def cut(self, text: str) -> str:
        """The text as it is quoted."""
        return cut_in_utf16(text, self.units)

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        content = content_of(response)
        for rejection in made["rejected"]:
            block = next(block for block in content if is_use(block) and block.get("id") == rejection["tool_use_id"])
            quoted = block.get(self.key)
            if isinstance(quoted, str) and len(quoted) > 100:
                rejection["content"] = [{"type": "text", "text": f"This cannot be called: {self.cut(quoted)}..."}]
        return made


@mutant("CALLS-9", "quotes names cut after an odd number of units of UTF-16", "recommended")
class QuotesNamesOddly(Quoting):
    units = 101


@mutant("CALLS-9", "quotes names cut after an even number of units of UTF-16", "recommended")
class QuotesNamesEvenly(Quoting):
    units = 100


@mutant("CALLS-9", "quotes names cut in bytes", "recommended")
class QuotesNamesInBytes(Quoting):
    def cut(self, text: str) -> str:
        return cut_in_utf8(text, 102)


@mutant("CALLS-9", "quotes inputs cut after an odd number of units of UTF-16", "recommended")
class QuotesInputsOddly(Quoting):
    units, key = 101, "input"


@mutant("CALLS-9", "quotes inputs cut after an even number of units of UTF-16", "recommended")
class QuotesInputsEvenly(Quoting):
    units, key = 100, "input"

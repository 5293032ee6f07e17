"""Mutants of the tool_result block's id, and of the keys that it may have."""

from __future__ import annotations

from mutants import mutant
from mutants.answering import JSON, Answering, Object, failed
from mutants.swapped import INHERITED_IN_JAVASCRIPT


class Identifying(Answering):
    """Answers under another id."""

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | {"tool_use_id": self.made(block["tool_use_id"])}

    def made(self, given: str) -> JSON:
        """The id that the block gets."""
        raise NotImplementedError


@mutant("RESULT-1", "shortens ids as if they were tool names")
class ShortensIds(Identifying):
    def made(self, given: str) -> JSON:
        return given[:64]


@mutant("RESULT-1", "keeps ids in a column of 100 characters")
class CutsLongIds(Identifying):
    def made(self, given: str) -> JSON:
        return given[:100]


@mutant("RESULT-1", "makes small letters of ids")
class LowersIds(Identifying):
    def made(self, given: str) -> JSON:
        return given.lower()


@mutant("RESULT-1", "cleans ids as if they were tool names")
class CleansIds(Identifying):
    def made(self, given: str) -> JSON:
        return "".join(char if char.isalnum() or char in "_-" else "_" for char in given)


@mutant("RESULT-1", "takes ids that look like numbers for numbers")
class ReadsIdsAsNumbers(Identifying):
    def made(self, given: str) -> JSON:
        try:
            return float(given)
        except ValueError:
            return given


@mutant("RESULT-1", "takes separators off the ends of ids")
class StripsIds(Identifying):
    def made(self, given: str) -> JSON:
        return given.strip("_-")


@mutant("RESULT-1", "trims ids")
class TrimsIdsOfResults(Identifying):
    def made(self, given: str) -> JSON:
        return given.strip()


@mutant("RESULT-1", "gives every id the prefix of the API")
class PrefixesIds(Identifying):
    def made(self, given: str) -> JSON:
        return given if given.startswith("toolu_") else f"toolu_{given}"


@mutant("RESULT-1", "keeps answers by id in an object that has keys of its own")
class LosesInheritedIds(Identifying):
    def made(self, given: str) -> JSON:
        return None if given in INHERITED_IN_JAVASCRIPT else given


@mutant("RESULT-1", "answers in the form of another API")
class OtherForm(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return {"role": "tool", "tool_call_id": block["tool_use_id"], "content": block.get("content", [])}


@mutant("RESULT-1", "copies _meta into the block")
class CopiesMeta(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | {key: value for key, value in outcome.get("result", {}).items() if key == "_meta"}


@mutant("RESULT-1", "pours what it does not know of the result into the block")
class PoursResult(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        known = ("content", "structuredContent", "isError", "_meta")
        return block | {key: value for key, value in outcome.get("result", {}).items() if key not in known}


@mutant("RESULT-1", "hands the structured content on as a key of the block")
class KeepsStructuredContent(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        result = outcome.get("result", {})
        return block | {key: value for key, value in result.items() if key == "structuredContent"}


@mutant("RESULT-1", "keeps MCP's name of the flag beside the API's")
class KeepsIsError(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | ({"isError": True} if failed(outcome) else {})


@mutant("RESULT-1", "tells the kind of a client error by a key of the block")
class TellsErrorKind(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | ({"error": outcome["error"]["kind"]} if "error" in outcome else {})


@mutant("RESULT-1", "hands its options on to the API")
class HandsOptionsOn(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | options


@mutant("RESULT-1", "has null as the content where there is none")
class NullContent(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return {"content": None} | block


@mutant("RESULT-1", "gives no block where there is nothing to say")
class NoBlock(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block if "content" in block else None

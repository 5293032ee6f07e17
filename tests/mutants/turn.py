"""Mutants of the next user turn."""

from __future__ import annotations

from typing import Any

from toolset_reference.port import ReferencePort

from mutants import mutant

JSON = Any
Object = dict[str, JSON]
Blocks = list[Object]


class Arranging(ReferencePort):
    """The reference, the blocks of the turn arranged otherwise."""

    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        """The content of the turn."""
        raise NotImplementedError

    def user_turn(self, rejected: Blocks, results: Blocks, others: Blocks) -> JSON:
        return {**super().user_turn([], [], []), "content": self.arranged(rejected, results, others)}


# TURN-1: results first, nothing lost or doubled


@mutant("TURN-1", "puts the words before the results")
class WordsFirst(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return others + rejected + results


@mutant("TURN-1", "puts the words between rejections and results")
class WordsBetween(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + others + results


@mutant("TURN-1", "puts rejections at the end")
class RejectionsLast(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return results + others + rejected


@mutant("TURN-1", "puts a text before the results, where there is one")
class FirstWordsFirst(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return others[:1] + rejected + results + others[1:] if len(others) > 1 else rejected + results + others


@mutant("TURN-1", "loses rejections where there are results")
class LosesRejections(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (results or rejected) + others


@mutant("TURN-1", "loses what the user says where there are results")
class LosesWords(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (rejected + results) or others


@mutant("TURN-1", "keeps the texts alone of what the user says")
class KeepsTextsAlone(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + results + [block for block in others if block["type"] == "text"]


@mutant("TURN-1", "joins texts into one")
class JoinsWords(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        texts = [block for block in others if block["type"] == "text"]
        if len(texts) < 2:
            return rejected + results + others
        joined = {"type": "text", "text": "\n".join(block["text"] for block in texts)}
        return rejected + results + [block for block in others if block not in texts] + [joined]


@mutant("TURN-1", "takes equal blocks for one")
class EqualBlocksOnce(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        blocks = rejected + results + others
        return [block for at, block in enumerate(blocks) if block not in blocks[:at]]


@mutant("TURN-1", "takes results of equal content for one")
class EqualResultsOnce(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + [*{repr(block.get("content")): block for block in results}.values()] + others


@mutant("TURN-1", "puts failed calls among the rejections as well")
class FailedTwice(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + [block for block in results if block.get("is_error")] + results + others


@mutant("TURN-1", "leaves out results that say nothing")
class LeavesOutTheSilent(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + [block for block in results if block.get("content")] + others


@mutant("TURN-1", "takes cache markers off")
class TakesMarkersOff(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        blocks = rejected + results + others
        return [{key: item for key, item in block.items() if key != "cache_control"} for block in blocks]


@mutant("TURN-1", "keeps the kinds of blocks that it knows")
class KeepsKnownKinds(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (
            rejected
            + results
            + [block for block in others if block["type"] in ("text", "image", "document", "search_result")]
        )


@mutant("TURN-1", "leaves search results out, as they look like results")
class LeavesOutSearchResults(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + results + [block for block in others if not block["type"].endswith("_result")]


@mutant("TURN-1", "leaves citations out")
class LeavesOutCitations(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return [
            {key: item for key, item in block.items() if key != "citations"} for block in rejected + results + others
        ]


@mutant("TURN-1", "takes equal pictures for one")
class EqualPicturesOnce(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (
            rejected
            + results
            + [block for at, block in enumerate(others) if block["type"] != "image" or block not in others[:at]]
        )


@mutant("TURN-1", "trims words")
class TrimsWords(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (
            rejected
            + results
            + [block | ({"text": block["text"].strip()} if "text" in block else {}) for block in others]
        )


@mutant("TURN-1", "holds 100 blocks and no more")
class Holds100(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (rejected + results + others)[:100]


@mutant("TURN-1", "asks the model to go on where the user says nothing")
class AsksToGoOn(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + results + (others or [{"type": "text", "text": "Continue."}])


@mutant("TURN-1", "holds 32 results and no more")
class Holds32(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return (rejected + results)[:32] + others


# TURN-2: the order


@mutant("TURN-2", "puts results before rejections", "recommended")
class ResultsFirst(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return results + rejected + others


@mutant("TURN-2", "sorts results by id", "recommended")
class SortsResults(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        def by_id(block: Object) -> str:
            return str(block["tool_use_id"])

        return sorted(rejected, key=by_id) + sorted(results, key=by_id) + others


@mutant("TURN-2", "puts errors first", "recommended")
class ErrorsFirst(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + sorted(results, key=lambda block: not block.get("is_error")) + others


@mutant("TURN-2", "collects rejections from the end", "recommended")
class RejectionsFromTheEnd(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected[::-1] + results + others


@mutant("TURN-2", "puts texts before pictures", "recommended")
class TextsBeforePictures(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + results + sorted(others, key=lambda block: block["type"] != "text")


@mutant("TURN-2", "puts pictures before texts", "recommended")
class PicturesBeforeTexts(Arranging):
    def arranged(self, rejected: Blocks, results: Blocks, others: Blocks) -> Blocks:
        return rejected + results + sorted(others, key=lambda block: block["type"] == "text")


# TURN-3: the message


class Wrapping(ReferencePort):
    """The reference, the message made over."""

    def message(self, made: Object) -> JSON:
        """What stands in place of the message."""
        raise NotImplementedError

    def user_turn(self, rejected: Blocks, results: Blocks, others: Blocks) -> JSON:
        return self.message(super().user_turn(rejected, results, others))


@mutant("TURN-3", "gives the role that other vendors have for results")
class RoleOfATool(Wrapping):
    def message(self, made: Object) -> JSON:
        return {**made, "role": "tool"}


@mutant("TURN-3", "writes a type")
class WritesAType(Wrapping):
    def message(self, made: Object) -> JSON:
        return {"type": "message", **made}


@mutant("TURN-3", "says in the message that something was rejected")
class CountsErrors(Wrapping):
    def message(self, made: Object) -> JSON:
        errors = sum(block.get("is_error") is True for block in made["content"])
        return {**made, "errors": errors} if errors else made


@mutant("TURN-3", "writes a single result without the list")
class ResultAsContent(Wrapping):
    def message(self, made: Object) -> JSON:
        [first, *rest] = made["content"]
        return {**made, "content": first} if not rest and first["type"] == "tool_result" else made


@mutant("TURN-3", "answers with the blocks alone")
class BlocksAlone(Wrapping):
    def message(self, made: Object) -> JSON:
        return made["content"]


@mutant("TURN-3", "makes two messages of results and words")
class TwoMessages(Wrapping):
    def message(self, made: Object) -> JSON:
        results = [block for block in made["content"] if block["type"] == "tool_result"]
        words = [block for block in made["content"] if block["type"] != "tool_result"]
        return [{**made, "content": results}, {**made, "content": words}] if results and words else made

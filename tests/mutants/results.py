"""Mutants of the tool_result block: its id, its keys, its flag, what it says where there is little to say."""

from __future__ import annotations

import json
import re
from typing import ClassVar

from mutants import mutant
from mutants.answering import IMAGE_TYPES, JSON, Answering, Object, OneKind, failed, kind, text_block, texts
from mutants.swapped import INHERITED_IN_JAVASCRIPT

# RESULT-1: the id and the keys


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


# RESULT-2: results that say they are errors


class Flagging(Answering):
    """Says of other results that they are errors."""

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        unflagged = {key: value for key, value in block.items() if key != "is_error"}
        return unflagged | ({"is_error": True} if self.flag(block, outcome, options) else {})

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        """Whether the block is flagged; the reference's flag where it is not overridden."""
        return block.get("is_error", False)


@mutant("RESULT-2", "raises what the tool says as an error of its own")
class RaisesErrorResults(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        if failed(outcome):
            raise RuntimeError(" ".join(texts(block)))
        return super().flag(block, outcome, options)


@mutant("RESULT-2", "flags client errors only")
class FlagsClientErrorsOnly(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return "error" in outcome


@mutant("RESULT-2", "reads the flag under the name that it has in the API")
class ReadsOtherFlag(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return "error" in outcome or outcome["result"].get("is_error", False)


@mutant("RESULT-2", "flags what has content alone")
class FlagsContentOnly(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and ("error" in outcome or bool(outcome["result"]["content"]))


@mutant("RESULT-2", "flags what is text through and through")
class FlagsTextsOnly(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        items = outcome.get("result", {}).get("content", [])
        return super().flag(block, outcome, options) and all(kind(item) == "text" for item in items)


@mutant("RESULT-2", "forgets the flag where structured content is used")
class ForgetsFlagOfStructured(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        used = "structuredContent" in outcome.get("result", {}) and options.get("structured", "auto") != "ignore"
        return super().flag(block, outcome, options) and not used


@mutant("RESULT-2", "flags only where no option was given")
class FlagsWithoutOptions(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and ("error" in outcome or not options)


@mutant("RESULT-2", "lets the data say whether it is an error")
class DataSaysError(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        data = outcome.get("result", {}).get("structuredContent")
        flag = super().flag(block, outcome, options)
        return data["isError"] if isinstance(data, dict) and "isError" in data else flag


@mutant("RESULT-2", "flags one text and forgets several")
class FlagsOneItem(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and len(block.get("content", [])) < 2


@mutant("RESULT-2", "takes a result with _meta another way, and forgets the flag there")
class ForgetsFlagBesideMeta(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and "_meta" not in outcome.get("result", {})


@mutant("RESULT-2", "flags what reads like an error")
class FlagsByWords(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        said = " ".join(texts(block)).lower()
        return "error" in outcome or any(word in said for word in ("error", "fail", "no such"))


# RESULT-3: calls that gave no result


@mutant("RESULT-3", "flags no client error")
class FlagsNoClientError(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome)


class FlagsKinds(Flagging):
    """Flags some kinds of client errors."""

    flagged: ClassVar[tuple[str, ...]]

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome) or outcome.get("error", {}).get("kind") in self.flagged


@mutant("RESULT-3", "takes a refusal by the user for an answer")
class TakesRefusalForAnswer(FlagsKinds):
    flagged = ("timeout", "transport", "protocol", "unknown_tool")


@mutant("RESULT-3", "takes a time-out for a call that goes on")
class TakesTimeoutForPending(FlagsKinds):
    flagged = ("transport", "protocol", "rejected", "unknown_tool")


@mutant("RESULT-3", "tells a tool that is not known in words only")
class TellsUnknownToolInWords(FlagsKinds):
    flagged = ("timeout", "transport", "protocol", "rejected")


@mutant("RESULT-3", "flags what the network did, and not what the server said")
class FlagsTheNetwork(FlagsKinds):
    flagged = ("timeout", "transport")


@mutant("RESULT-3", "raises what broke the connection")
class RaisesTransportErrors(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        if outcome.get("error", {}).get("kind") in ("transport", "timeout"):
            raise ConnectionError(outcome["error"]["message"])
        return super().flag(block, outcome, options)


@mutant("RESULT-3", "tells an error by its message, which may be empty")
class FlagsByMessage(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome) or bool(outcome.get("error", {}).get("message", "").strip())


@mutant("RESULT-3", "reads a message that is JSON as the result")
class ReadsMessage(Answering):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        try:
            read = json.loads(outcome["error"]["message"])
        except (KeyError, ValueError):
            return super().tool_result(tool_use_id, outcome, options)
        return super().tool_result(tool_use_id, {"result": read}, options)


@mutant("RESULT-3", "flags a client error only where no option was given")
class FlagsClientErrorsWithoutOptions(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and ("result" in outcome or not options)


@mutant("RESULT-3", "takes a short message for an answer, and a long one for a page that was read")
class FlagsByLength(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome) or 3 < len(outcome.get("error", {}).get("message", "")) < 1000


# RESULT-4: every other result


@mutant("RESULT-4", "flags every result")
class FlagsAll(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return True


@mutant("RESULT-4", "looks for the key, and not for its value")
class FlagsByKey(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or "isError" in outcome.get("result", {})


@mutant("RESULT-4", "takes a result without content for a failure")
class FlagsNoContent(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or not outcome["result"]["content"]


@mutant("RESULT-4", "takes an answer without content for a failure")
class FlagsNoBlocks(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or not block.get("content")


@mutant("RESULT-4", "takes a text that begins with Error for one")
class FlagsErrorTexts(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or any(text.startswith("Error") for text in texts(block))


@mutant("RESULT-4", "takes any mention of an error for one")
class FlagsMentions(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or "iserror" in json.dumps(outcome.get("result")).lower()


class Guessing(Flagging):
    """Takes some good results for errors by what they hold."""

    def guessed(self, said: str, value: Object, result: Object) -> bool:
        """Whether a result of this text and structured content, if any, is taken for an error."""
        raise NotImplementedError

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        result, said = outcome.get("result", {}), "\n".join(texts(block))
        value = result.get("structuredContent")
        guess = self.guessed(said, value if isinstance(value, dict) else {}, result)
        return super().flag(block, outcome, options) or ("result" in outcome and guess)


@mutant("RESULT-4", "takes a text that speaks of failure for one")
class GuessesByFailure(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return "failed" in said.lower()


@mutant("RESULT-4", "takes a traceback for a failure of the tool")
class GuessesByTraceback(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return said.startswith("Traceback")


@mutant("RESULT-4", "takes the name of an exception for one")
class GuessesByException(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return re.search(r"\w(Exception|Error)\b", said) is not None


@mutant("RESULT-4", "takes JSON with an error in it for one")
class GuessesByJson(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return bool(re.match(r"\s*\{\s*\"error\"", said))


@mutant("RESULT-4", "takes a number in front for a status of HTTP")
class GuessesByStatusCode(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return re.match(r"[45]\d\d\b", said) is not None


@mutant("RESULT-4", "reads the status in structured content")
class GuessesByStatus(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return value.get("status") in ("error", "failed")


@mutant("RESULT-4", "reads in structured content whether all went well")
class GuessesBySuccess(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return value.get("ok", value.get("success", True)) is False


@mutant("RESULT-4", "takes audio for a failure")
class GuessesByAudio(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return any(kind(item) == "audio" for item in result.get("content") or [])


@mutant("RESULT-4", "reads keys that other protocols have for errors")
class GuessesByKeys(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return "error" in result


@mutant("RESULT-4", "takes what it cannot show for a failure")
class FlagsPlaceholders(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        shown = any(text.startswith(("[image:", "[resource:")) and text.endswith("bytes]") for text in texts(block))
        blob = any(kind(item) == "embedded blob" for item in outcome.get("result", {}).get("content", []))
        return super().flag(block, outcome, options) or shown or blob


@mutant("RESULT-4", "takes structured content that is asked for and missing for a failure")
class FlagsMissingStructured(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        missing = bool(options) and "structuredContent" not in outcome.get("result", {})
        return super().flag(block, outcome, options) or missing


@mutant("RESULT-4", "has null as the flag where there is no error")
class NullFlag(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return {"is_error": None} | block


@mutant("RESULT-4", "keeps the flag once it was set")
class KeepsTheFlag(Flagging):
    def __init__(self) -> None:
        super().__init__()
        self.set = False

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        self.set = self.set or super().flag(block, outcome, options)
        return self.set


# RESULT-5: errors are text, and not empty


def unmapped_image(item: JSON) -> Object | None:
    """The image block that an item of an accepted type makes."""
    resource = item.get("resource", {})
    mime, data = (item | resource).get("mimeType"), resource.get("blob", item.get("data"))
    if kind(item) in ("image", "embedded blob") and mime in IMAGE_TYPES:
        return {"type": "image", "source": {"type": "base64", "media_type": mime, "data": data}}
    return None


class ErrorImages(Answering):
    """Lets images into errors."""

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        if not failed(outcome):
            return block
        images = [self.kept(item) for item in outcome["result"]["content"]]
        content = [image or part for image, part in zip(images, block["content"], strict=False)]
        return block | {"content": content + block["content"][len(content) :]}

    def kept(self, item: JSON) -> Object | None:
        """The image that an item leaves in the error."""
        return unmapped_image(item)


@mutant("RESULT-5", "keeps images in errors", "recommended")
class KeepsErrorImages(ErrorImages):
    pass


@mutant("RESULT-5", "keeps embedded images in errors", "recommended")
class KeepsEmbeddedErrorImages(ErrorImages):
    def kept(self, item: JSON) -> Object | None:
        return unmapped_image(item) if kind(item) == "embedded blob" else None


@mutant("RESULT-5", "keeps images in errors where structured content stands beside them", "recommended")
class KeepsErrorImagesBesideStructured(ErrorImages):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        beside = "structuredContent" in outcome.get("result", {})
        return super().answer(block, outcome, options) if beside else block


@mutant("RESULT-5", "drops images from errors", "recommended")
class DropsErrorImages(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        if not failed(outcome):
            return block
        items = outcome["result"]["content"]
        kept = [part for item, part in zip(items, block["content"], strict=False) if not unmapped_image(item)]
        return block | {"content": kept + block["content"][len(items) :]}


class ErrorContent(Answering):
    """Has something else in errors that say nothing."""

    empty: ClassVar[Object]

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        result = outcome.get("result", {})
        said = any(item.get("text") != "" for item in result.get("content", []))
        value = "structuredContent" in result and options.get("structured") != "ignore"
        if "error" in outcome or not failed(outcome) or said or value:
            return block
        return {key: part for key, part in block.items() if key != "content"} | self.empty


@mutant("RESULT-5", "leaves an error without content empty", "recommended")
class EmptyErrors(ErrorContent):
    empty: ClassVar[Object] = {"content": []}


@mutant("RESULT-5", "gives an error without content none", "recommended")
class ErrorsWithoutContent(ErrorContent):
    empty: ClassVar[Object] = {}


@mutant("RESULT-5", "gives an error without content an empty text", "recommended")
class EmptyErrorTexts(ErrorContent):
    empty: ClassVar[Object] = {"content": [text_block("")]}


class ErrorMessage(Answering):
    """Tells client errors in another way."""

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | {"content": self.told(**outcome["error"])} if "error" in outcome else block

    def told(self, kind: str, message: str) -> JSON:
        """The content of a client error."""
        raise NotImplementedError


@mutant("RESULT-5", "tells a client error by its kind alone", "recommended")
class TellsKindOnly(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block(f"The call failed: {kind}.")]


@mutant("RESULT-5", "passes an empty message on", "recommended")
class PassesEmptyMessages(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block(message)]


@mutant("RESULT-5", "passes a blank message on", "recommended")
class PassesBlankMessages(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block(message or f"The call failed: {kind}.")]


@mutant("RESULT-5", "tells a client error as escaped JSON", "recommended")
class TellsErrorsAsJson(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block(json.dumps({"kind": kind, "message": message}))]


@mutant("RESULT-5", "gives a client error no content", "recommended")
class TellsNothing(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return []


# RESULT-6: nothing to say


class Nothing(Answering):
    """Has something else where a good result has nothing to say."""

    empty: ClassVar[JSON]

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return {"content": self.empty} | block


@mutant("RESULT-6", "has an empty list where there is no content", "recommended")
class EmptyList(Nothing):
    empty: ClassVar[JSON] = []


@mutant("RESULT-6", "has an empty string where there is no content", "recommended")
class EmptyString(Nothing):
    empty = ""


@mutant("RESULT-6", "has an empty text where there is no content", "recommended")
class EmptyText(Nothing):
    empty: ClassVar[JSON] = [text_block("")]


@mutant("RESULT-6", "has a space where there is no content", "recommended")
class SpaceForNothing(Nothing):
    empty: ClassVar[JSON] = [text_block(" ")]


@mutant("RESULT-6", "keeps empty texts", "recommended")
class KeepsEmptyTexts(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return [self.block(item) for item in items]


@mutant("RESULT-6", "leaves out only the first of several empty texts", "recommended")
class LeavesOutOneEmptyText(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = [self.block(item) for item in items]
        if text_block("") in made:
            made.remove(text_block(""))
        return made


@mutant("RESULT-6", "keeps an empty text that has something to it", "recommended")
class KeepsAnnotatedEmptyTexts(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return [
            self.block(item) for item in items if not (kind(item) == "text" and not item["text"] and len(item) == 2)
        ]


@mutant("RESULT-6", "keeps an empty text beside another item", "recommended")
class KeepsEmptyTextsAmongOthers(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return [self.block(item) for item in items] if len(items) > 1 else super().blocks(items)


@mutant("RESULT-6", "takes it for granted that there is a content list", "recommended")
class NeedsContent(Answering):
    def content(self, result: Object, structured: str) -> list[Object]:
        return super().content({**result, "content": result["content"]}, structured)


@mutant("RESULT-6", "has a text that is null for a text that is empty", "recommended")
class NullText(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block if item.get("text") != "" else {"type": "text", "text": None}

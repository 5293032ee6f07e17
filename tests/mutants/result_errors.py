"""Mutants of what an error says: its text, also where there is little to say."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import ClassVar

from toolset_reference import CallError

from mutants import mutant
from mutants.answering import IMAGE_TYPES, JSON, Answering, Object, OneKind, failed, kind, text_block
from mutants.cutting import cut_in_utf8, cut_in_utf16

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
        if "error" not in outcome:
            return block
        return block | {"content": self.told(outcome["error"]["kind"], outcome["error"]["message"])}

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


class BlankErrors(Answering):
    """Lets blank texts into errors."""

    def kept(self, blocks: list[Object]) -> bool:
        """Whether the blocks, blank ones among them, stay as they are."""
        raise NotImplementedError

    def filled(self, blocks: list[Object]) -> list[Object]:
        self.all = blocks
        return super().filled(blocks)

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | {"content": self.all} if failed(outcome) and self.kept(self.all) else block


@mutant("RESULT-5", "takes white space for something said", "recommended")
class PassesBlankErrors(BlankErrors):
    def kept(self, blocks: list[Object]) -> bool:
        return bool(blocks)


@mutant("RESULT-5", "takes one blank text for none, and two for something said", "recommended")
class PassesTwoBlankErrors(BlankErrors):
    def kept(self, blocks: list[Object]) -> bool:
        return len(blocks) > 1


@mutant("RESULT-5", "leaves an error whose content is null or missing without any", "recommended")
class NullErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        if failed(outcome) and outcome["result"].get("content") is None:
            return {key: value for key, value in block.items() if key != "content"}
        return block


@mutant("RESULT-5", "cuts a message at 500 units of UTF-16", "recommended")
class CutsMessages(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block(cut_in_utf16(message or kind, 500))]


@mutant("RESULT-5", "cuts a message at 499 units of UTF-16, and says so", "recommended")
class CutsMessagesWithAMark(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        text = message or kind
        return [text_block(text if len(text) < 250 else cut_in_utf16(text, 499) + "... (cut)")]


@mutant("RESULT-5", "cuts a message at 2,000 bytes", "recommended")
class CutsMessagesInBytes(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block(cut_in_utf8(message or kind, 2000))]


@mutant("RESULT-5", "keeps the first lines of a message", "recommended")
class KeepsTheFirstLines(ErrorMessage):
    def told(self, kind: str, message: str) -> JSON:
        return [text_block("".join((message.strip() or kind).splitlines(keepends=True)[:10]))]


class ErrorTexts(Answering):
    """Reads what an error carries in another way."""

    def read(self, error: CallError) -> CallError:
        """The error that is told in its place."""
        raise NotImplementedError

    def error_text(self, error: CallError) -> str:
        return super().error_text(self.read(error))


@mutant("RESULT-5", "tells a call that was stopped as one that was refused", "recommended")
class TellsCancelledAsRejected(ErrorTexts):
    def read(self, error: CallError) -> CallError:
        return replace(error, kind="rejected") if error.kind == "cancelled" else error


@mutant("RESULT-5", "tells a call that was stopped by words of its own", "recommended")
class TellsCancelledByItsKind(ErrorTexts):
    def read(self, error: CallError) -> CallError:
        return replace(error, message="") if error.kind == "cancelled" else error


@mutant("RESULT-5", "loses the data of an error", "recommended")
class LosesData(ErrorTexts):
    def read(self, error: CallError) -> CallError:
        return replace(error, code=None, data=None)


@mutant("RESULT-5", "tells the data of an error in the place of its message", "recommended")
class TellsDataAlone(ErrorTexts):
    def read(self, error: CallError) -> CallError:
        return error if error.data is None else replace(error, message="-")


@mutant("RESULT-5", "tells data that is an object", "recommended")
class TellsObjectsAlone(ErrorTexts):
    def read(self, error: CallError) -> CallError:
        return error if isinstance(error.data, dict) else replace(error, data=None)


@mutant("RESULT-5", "tells the data of an error in escapes", "recommended")
class TellsDataInEscapes(Answering):
    def error_text(self, error: CallError) -> str:
        bare = super().error_text(replace(error, data=None))
        return bare if error.data is None else f"{bare} {json.dumps(error.data)}"


@mutant("RESULT-5", "tells the data of an error where there is a message", "recommended")
class TellsDataBesideMessages(ErrorTexts):
    def read(self, error: CallError) -> CallError:
        return error if error.message else replace(error, data=None)


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


class Keeping(Answering):
    """Sends the blocks that it has made, whatever they hold."""

    def filled(self, blocks: list[Object]) -> list[Object]:
        return blocks


@mutant("RESULT-6", "keeps empty texts", "recommended")
class KeepsEmptyTexts(Keeping):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return [self.block(item) for item in items]


@mutant("RESULT-6", "leaves out only the first of several empty texts", "recommended")
class LeavesOutOneEmptyText(Keeping):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = [self.block(item) for item in items]
        if text_block("") in made:
            made.remove(text_block(""))
        return made


@mutant("RESULT-6", "keeps an empty text that has something to it", "recommended")
class KeepsAnnotatedEmptyTexts(Keeping):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return [
            self.block(item) for item in items if not (kind(item) == "text" and not item["text"] and len(item) == 2)
        ]


@mutant("RESULT-6", "keeps an empty text beside another item", "recommended")
class KeepsEmptyTextsAmongOthers(Keeping):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return [self.block(item) for item in items] if len(items) > 1 else super().blocks(items)


@mutant("RESULT-6", "keeps texts of white space alone", "recommended")
class KeepsBlankTexts(Keeping):
    pass


@mutant("RESULT-6", "keeps texts of white space beside another item", "recommended")
class KeepsBlankTextsAmongOthers(Answering):
    def filled(self, blocks: list[Object]) -> list[Object]:
        return blocks if len(blocks) > 1 else super().filled(blocks)


@mutant("RESULT-6", "takes line breaks for something to read", "recommended")
class KeepsLineBreaks(Answering):
    def filled(self, blocks: list[Object]) -> list[Object]:
        return [block for block in blocks if str(block.get("text", "-")).strip(" ")]


@mutant("RESULT-6", "has a null for the content where a result has one", "recommended")
class PassesNullContent(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        null = outcome.get("result", {}).get("content", "") is None
        return {"content": None} | block if null else block


@mutant("RESULT-6", "takes it for granted that there is a content list", "recommended")
class NeedsContent(Answering):
    def content(self, result: Object, structured: str) -> list[Object]:
        return super().content({**result, "content": result["content"]}, structured)


@mutant("RESULT-6", "has a text that is null for a text that is empty", "recommended")
class NullText(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block if item.get("text") != "" else {"type": "text", "text": None}

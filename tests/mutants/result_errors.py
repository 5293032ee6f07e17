"""Mutants of what an error says: its text, also where there is little to say."""

from __future__ import annotations

import json
from typing import ClassVar

from mutants import mutant
from mutants.answering import IMAGE_TYPES, JSON, Answering, Object, OneKind, failed, kind, text_block

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

"""Mutants of images that the API takes, bare and embedded, and of their types (MAP-2, MAP-7, MAP-11)."""

from __future__ import annotations

import base64
import mimetypes
import re
from typing import ClassVar

from toolset_reference import results

from mutants import mutant
from mutants.answering import (
    IMAGE_TYPES,
    JSON,
    Answering,
    Leaking,
    Object,
    OneKind,
    image_block,
    text_block,
)

# MAP-2: images that the API takes


class OnImages(OneKind):
    """Changes the image blocks."""

    kinds = ("image",)

    def changed(self, item: JSON, block: Object) -> JSON:
        if block["type"] != "image":
            return block
        source = block["source"]
        return self.shown(source["media_type"], source["data"])

    def shown(self, mime: str, data: str) -> Object:
        """The block for an image that the API takes."""
        raise NotImplementedError


@mutant("MAP-2", "calls every image a PNG")
class CallsAllPng(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block("image/png", data)


@mutant("MAP-2", "hands images on as data URIs")
class DataUris(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, f"data:{mime};base64,{data}")


@mutant("MAP-2", "has MCP's name for the media type")
class McpKeys(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return {"type": "image", "source": {"type": "base64", "mimeType": mime, "data": data}}


@mutant("MAP-2", "puts the data into the block itself")
class DataInTheBlock(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return {"type": "image", "media_type": mime, "data": data}


@mutant("MAP-2", "takes the padding off")
class NoPadding(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, data.rstrip("="))


@mutant("MAP-2", "encodes the data anew, with line breaks")
class BreaksLines(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, base64.encodebytes(base64.b64decode(data)).decode())


@mutant("MAP-2", "encodes the data anew, for URLs")
class UrlSafe(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, base64.urlsafe_b64encode(base64.b64decode(data)).decode())


@mutant("MAP-2", "cuts the data at 64 KiB")
class CutsData(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, data[:65536])


@mutant("MAP-2", "has placeholders for small images")
class SmallImagesAreNone(OnImages):
    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, data) if len(data) > 1000 else text_block(f"[image: {mime}, {len(data)} bytes]")


class Accepting(OneKind):
    """Takes only some types."""

    accepted: ClassVar[tuple[str, ...]]

    def changed(self, item: JSON, block: Object) -> JSON:
        known = block["type"] != "image" or block["source"]["media_type"] in self.accepted
        return block if known else text_block("[image that cannot be shown]")


@mutant("MAP-2", "forgets WebP")
class ForgetsWebp(Accepting):
    kinds = ("image",)
    accepted = IMAGE_TYPES[:3]


@mutant("MAP-2", "knows the types of photographs only")
class KnowsPhotographs(Accepting):
    kinds = ("image",)
    accepted = IMAGE_TYPES[:2]


@mutant("MAP-2", "lets annotations and _meta into the block")
class LeaksOfImages(Leaking):
    kinds = ("image",)


@mutant("MAP-2", "lets _meta into the source")
class LeaksIntoTheSource(OneKind):
    kinds = ("image",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | {"source": block["source"] | item.get("_meta", {})} if "source" in block else block


@mutant("MAP-2", "takes a source that the item has for its own")
class TakesTheSource(OneKind):
    kinds = ("image",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | {"source": item["source"]} if "source" in item else block


@mutant("MAP-2", "makes text of images where an option is given")
class TextWithOptions(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        parts = [text_block("[image]") if part["type"] == "image" else part for part in block.get("content", [])]
        return block | ({"content": parts} if options and "structuredContent" not in outcome["result"] else {})


# MAP-7: embedded images that the API takes


@mutant("MAP-7", "shows no embedded image")
class ShowsNoBlob(Accepting):
    kinds = ("embedded blob",)
    accepted = ()


@mutant("MAP-7", "has a list of its own for embedded images, without WebP")
class ForgetsEmbeddedWebp(Accepting):
    kinds = ("embedded blob",)
    accepted = IMAGE_TYPES[:3]


@mutant("MAP-7", "takes embedded images of two types")
class KnowsEmbeddedPhotographs(Accepting):
    kinds = ("embedded blob",)
    accepted = IMAGE_TYPES[:2]


@mutant("MAP-7", "calls every embedded image a PNG")
class CallsAllEmbeddedPng(OnImages):
    kinds = ("embedded blob",)

    def shown(self, mime: str, data: str) -> Object:
        return image_block("image/png", data)


@mutant("MAP-7", "takes the padding off embedded images")
class NoEmbeddedPadding(OnImages):
    kinds = ("embedded blob",)

    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, data.rstrip("="))


@mutant("MAP-7", "makes documents of embedded images")
class EmbeddedDocuments(OnImages):
    kinds = ("embedded blob",)

    def shown(self, mime: str, data: str) -> Object:
        return image_block(mime, data) | {"type": "document"}


@mutant("MAP-7", "has the address of an embedded image for its source")
class EmbeddedByAddress(OneKind):
    kinds = ("embedded blob",)

    def changed(self, item: JSON, block: Object) -> JSON:
        source = {"type": "url", "url": item["resource"]["uri"]}
        return {"type": "image", "source": source} if block["type"] == "image" else block


@mutant("MAP-7", "goes by the ending of the uri")
class GoesByEndings(OneKind):
    kinds = ("embedded blob",)

    def changed(self, item: JSON, block: Object) -> JSON:
        guessed = mimetypes.guess_type(item["resource"]["uri"])[0]
        text = guessed is not None and guessed not in IMAGE_TYPES
        return text_block(f"[{guessed}]") if text else block


@mutant("MAP-7", "lets annotations and _meta into the block")
class LeaksOfEmbeddedImages(OneKind):
    kinds = ("embedded blob",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | {"_meta": item["_meta"]} if block["type"] == "image" and "_meta" in item else block


# MAP-11: media types

_IMAGE = results._image


class Typing(Answering):
    """Takes other types for images, as they are."""

    def image(self, mime: str, data: str) -> Object | None:
        if mime in IMAGE_TYPES:
            return _IMAGE(mime, data)
        return image_block(self.media_type(mime), data) if self.taken(mime) else None

    def taken(self, mime: str) -> bool:
        """Whether an image of a type that is none of the four is passed on."""
        raise NotImplementedError

    def media_type(self, mime: str) -> str:
        """The media type that it gets."""
        return mime


@mutant("MAP-11", "compares in small letters, and passes on what was given")
class ComparesLowered(Typing):
    def taken(self, mime: str) -> bool:
        return mime.lower() in IMAGE_TYPES


@mutant("MAP-11", "compares without parameters, and passes on what was given")
class ComparesWithoutParameters(Typing):
    def taken(self, mime: str) -> bool:
        return mime.partition(";")[0].strip() in IMAGE_TYPES


@mutant("MAP-11", "compares without white space, and passes on what was given")
class ComparesStripped(Typing):
    def taken(self, mime: str) -> bool:
        return mime.strip() in IMAGE_TYPES


@mutant("MAP-11", "takes image/jpg for a type")
class TakesJpg(Typing):
    def taken(self, mime: str) -> bool:
        return mime == "image/jpg"


@mutant("MAP-11", "asks whether the type begins with one of the four")
class ComparesBeginnings(Typing):
    def taken(self, mime: str) -> bool:
        return mime.startswith(IMAGE_TYPES)


@mutant("MAP-11", "asks by an expression that ends in $")
class ComparesByExpression(Typing):
    def taken(self, mime: str) -> bool:
        return re.match(r"^image/(jpeg|png|gif|webp)$", mime) is not None


@mutant("MAP-11", "asks whether the name of a format is in the type")
class ComparesFormats(Typing):
    def taken(self, mime: str) -> bool:
        return any(name in mime for name in ("jpeg", "png", "gif", "webp"))


@mutant("MAP-11", "takes whatever does not name a format for an image")
class TakesOpenTypes(Typing):
    def taken(self, mime: str) -> bool:
        return mime in ("", "image", "image/", "image/*", "*/*")


@mutant("MAP-11", "puts image/ before what lacks it")
class CompletesTypes(Typing):
    def taken(self, mime: str) -> bool:
        return "/" not in mime

    def media_type(self, mime: str) -> str:
        return f"image/{mime}".upper()


class PlaceholdersFor(Answering):
    """Has placeholders where the type is not written as the API writes it."""

    def image(self, mime: str, data: str) -> Object | None:
        return super().image(mime, data) if self.mended(mime) else None

    def mended(self, mime: str) -> bool:
        """Whether an image of a type is shown that can be mended."""
        raise NotImplementedError


@mutant("MAP-11", "has placeholders for types in capitals", "recommended")
class NoCapitals(PlaceholdersFor):
    def mended(self, mime: str) -> bool:
        return mime == mime.lower()


@mutant("MAP-11", "has placeholders for types with parameters", "recommended")
class NoParameters(PlaceholdersFor):
    def mended(self, mime: str) -> bool:
        return ";" not in mime


@mutant("MAP-11", "has placeholders for types with several parameters, or without a space before one", "recommended")
class OneParameter(PlaceholdersFor):
    def mended(self, mime: str) -> bool:
        return re.fullmatch(r"[^;]*(; [^;]*)?", mime) is not None


@mutant("MAP-11", "mends the types of bare images only", "recommended")
class MendsBareImages(OneKind):
    kinds = ("embedded blob",)

    def changed(self, item: JSON, block: Object) -> JSON:
        mime = item["resource"].get("mimeType")
        return text_block("[a blob]") if block["type"] == "image" and mime not in IMAGE_TYPES else block


@mutant("MAP-11", "calls every type that it mends JPEG", "recommended")
class MendsToJpeg(Answering):
    def image(self, mime: str, data: str) -> Object | None:
        made = super().image(mime, data)
        return made if made is None or mime in IMAGE_TYPES else image_block("image/jpeg", data)

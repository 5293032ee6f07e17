"""Mutants of what becomes a placeholder: other images, audio, other blobs (MAP-3, MAP-4, MAP-8, MAP-10)."""

from __future__ import annotations

import base64
import mimetypes
import re
from typing import ClassVar

from mutants import mutant
from mutants.answering import (
    IMAGE_TYPES,
    JSON,
    Answering,
    Leaking,
    Object,
    OneKind,
    failed,
    image_block,
    kind,
    text_block,
)

# MAP-3: other images


class OtherImages(OneKind):
    """Treats images that the API does not take in another way."""

    kinds = ("image",)

    def changed(self, item: JSON, block: Object) -> JSON:
        mime, data = item.get("mimeType"), item.get("data")
        if block["type"] == "image" or not mime or not isinstance(data, str) or not re.fullmatch("[a-z0-9./+-]+", mime):
            return block
        return self.told(mime, data)

    def told(self, mime: str, data: str) -> JSON:
        """The block for such an image."""
        raise NotImplementedError


@mutant("MAP-3", "passes all images on")
class PassesAllImages(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return image_block(mime, data)


@mutant("MAP-3", "knows that SVG is not taken, and no more")
class KnowsSvgOnly(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        known = mime == "image/svg+xml" or not mime.startswith("image/")
        return text_block(f"[image: {mime}, {len(data)} bytes]") if known else image_block(mime, data)


@mutant("MAP-3", "calls other images PNG")
class CallsOthersPng(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return image_block("image/png", data)


@mutant("MAP-3", "raises at other images")
class RaisesAtOthers(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        raise ValueError(f"unsupported image type: {mime}")


@mutant("MAP-3", "tells the type without the bytes")
class TellsTypeOnly(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[image: {mime}]")


@mutant("MAP-3", "tells the subtype only")
class TellsSubtype(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[image: {mime.partition('/')[2]}, {len(data)} bytes]")


@mutant("MAP-3", "tells the type up to the first dot or plus")
class TellsTypeToTheDot(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[image: {re.split('[.+]', mime)[0]}, {len(data)} bytes]")


@mutant("MAP-3", "has words of its own")
class OwnWords(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"Unsupported image ({mime})")


@mutant("MAP-3", "passes the data on as text")
class DataAsText(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(data)


@mutant("MAP-3", "takes for JPEG and PNG what begins or ends like them")
class LooksLikeTaken(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        if mime.startswith(("image/j", "image/g")):
            return image_block("image/jpeg", data)
        return image_block("image/png", data) if mime.endswith("png") else text_block(f"[image: {mime}, 0 bytes]")


@mutant("MAP-3", "looks at the bytes, and not at the type")
class LooksAtBytes(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        magic = base64.b64decode(data).startswith(b"\x89PNG")
        return image_block("image/png", data) if magic else text_block(f"[image: {mime}, {len(data)} bytes]")


@mutant("MAP-3", "trusts that an image is of an image type")
class TrustsImages(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[image: image/{mime.partition('/')[2]}, {len(data)} bytes]")


@mutant("MAP-3", "tells a type without the mark of those that are not registered")
class TellsRegisteredTypes(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[image: {mime.replace('/x-', '/')}, {len(data)} bytes]")


@mutant("MAP-3", "tells large sizes in kilobytes")
class TellsKilobytes(OtherImages):
    def told(self, mime: str, data: str) -> JSON:
        size = len(base64.b64decode(data))
        return text_block(f"[image: {mime}, " + (f"{size} bytes]" if size < 1024 else f"{size / 1024:.1f} KB]"))


@mutant("MAP-3", "lets annotations and _meta into the placeholder")
class LeaksOfOtherImages(OneKind):
    kinds = ("image",)

    def changed(self, item: JSON, block: Object) -> JSON:
        leaked = {key: item[key] for key in ("annotations", "_meta") if key in item}
        return block | leaked if block["type"] == "text" else block


@mutant("MAP-3", "has a bare placeholder in errors")
class BareInErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        parts = [
            part | {"text": re.sub(r"(?<=^\[image).*\]", "]", part.get("text", ""))}
            for part in block.get("content", [])
        ]
        return block | ({"content": parts} if failed(outcome) else {})


# MAP-4: audio


class OnAudio(OneKind):
    """Treats audio in another way."""

    kinds = ("audio",)

    def changed(self, item: JSON, block: Object) -> JSON:
        data = item.get("data")
        return self.told(item["mimeType"], data) if isinstance(data, str) else block

    def told(self, mime: str, data: str) -> JSON:
        """The block for audio."""
        raise NotImplementedError


@mutant("MAP-4", "passes audio on")
class PassesAudio(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return {"type": "audio", "source": {"type": "base64", "media_type": mime, "data": data}}


@mutant("MAP-4", "raises at audio")
class RaisesAtAudio(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        raise ValueError("unsupported content type: audio")


@mutant("MAP-4", "passes the data on as text")
class AudioAsText(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(data)


@mutant("MAP-4", "tells the type without the bytes")
class TellsAudioType(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[audio: {mime}]")


@mutant("MAP-4", "has a word of its own for audio")
class TellsSound(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[sound: {mime}, {len(data)} bytes]")


@mutant("MAP-4", "tells the subtype only")
class TellsAudioSubtype(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[audio: {mime.partition('/')[2]}, {len(data)} bytes]")


@mutant("MAP-4", "tells the type up to the first dot or digit")
class TellsLettersOfAudio(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[audio: {re.split('[.0-9]', mime)[0]}, {len(data)} bytes]")


@mutant("MAP-4", "knows the usual types of audio")
class KnowsUsualAudio(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        usual = mime in ("audio/wav", "audio/mpeg", "audio/mp4")
        return text_block(f"[audio: {mime if usual else 'unknown'}, {len(data)} bytes]")


@mutant("MAP-4", "tells a type without the mark of those that are not registered")
class TellsRegisteredAudio(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        return text_block(f"[audio: {mime.replace('/x-', '/')}, {len(data)} bytes]")


@mutant("MAP-4", "tells large sizes in kilobytes")
class TellsKilobytesOfAudio(OnAudio):
    def told(self, mime: str, data: str) -> JSON:
        size = len(base64.b64decode(data))
        return text_block(f"[audio: {mime}, " + (f"{size} bytes]" if size < 1024 else f"{size / 1024:.1f} KB]"))


@mutant("MAP-4", "lets annotations and _meta into the placeholder")
class LeaksOfAudio(Leaking):
    kinds = ("audio",)


@mutant("MAP-4", "drops audio from errors")
class DropsAudioFromErrors(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return super().blocks([item for item in items if kind(item) != "audio" or len(items) > 1])


# MAP-8: other blobs


class OtherBlobs(OneKind):
    """Treats other blobs in another way."""

    kinds = ("embedded blob",)

    def changed(self, item: JSON, block: Object) -> JSON:
        resource = item["resource"]
        known = block["type"] == "image" or not isinstance(resource["blob"], str)
        return block if known else self.told(block, resource.get("mimeType"), resource["blob"], resource["uri"])

    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        """The block for such a blob, which the reference maps to ``block``."""
        raise NotImplementedError


@mutant("MAP-8", "passes blobs on as text")
class BlobsAsText(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return text_block(f"[resource: {uri}]\n{blob}")


@mutant("MAP-8", "passes blobs on as text where their type is one of text")
class TextBlobsAsText(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return text_block(blob) if str(mime).startswith(("text/", "application/json")) else block


@mutant("MAP-8", "makes documents of PDF")
class PdfDocuments(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return image_block("application/pdf", blob) | {"type": "document"} if mime == "application/pdf" else block


@mutant("MAP-8", "shows what calls itself an image")
class ShowsImageBlobs(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return image_block(str(mime), blob) if str(mime).startswith("image/") else block


@mutant("MAP-8", "passes audio and video on")
class PassesMediaBlobs(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        media = str(mime).partition("/")[0]
        return image_block(str(mime), blob) | {"type": media} if media in ("audio", "video") else block


@mutant("MAP-8", "needs a type")
class NeedsBlobTypes(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        if mime is None:
            raise KeyError("mimeType")
        return block


@mutant("MAP-8", "shows a blob without a type as an image of no type")
class ShowsBlobsOfNoType(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return block if mime else {"type": "image", "source": {"type": "base64", "media_type": mime, "data": blob}}


@mutant("MAP-8", "guesses the type of octets by the ending")
class GuessesOctets(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        guessed = mimetypes.guess_type(uri)[0]
        return image_block(str(guessed), blob) if guessed in IMAGE_TYPES else block


@mutant("MAP-8", "takes an empty blob for none")
class EmptyBlobIsNone(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        if not blob:
            raise ValueError("a resource has a text or a blob")
        return block


@mutant("MAP-8", "lets annotations and _meta into the block")
class LeaksOfBlobs(OneKind):
    kinds = ("embedded blob",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | {"_meta": item["_meta"]} if block["type"] == "text" and "_meta" in item else block


@mutant("MAP-8", "shows the uri of a blob, whatever it holds", "recommended")
class ShowsUrisOfBlobs(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return text_block(f"[resource: {uri}] ({mime})")


@mutant("MAP-8", "drops blobs")
class DropsBlobs(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        blobs = [item for item in items if kind(item) == "embedded blob" and self.block(item)["type"] == "text"]
        return super().blocks([item for item in items if item not in blobs])


@mutant("MAP-8", "makes two blocks, the header and a placeholder")
class TwoBlocksForBlobs(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = []
        for item in items:
            blocks = super().blocks([item])
            header = kind(item) == "embedded blob" and blocks[0]["type"] == "text"
            made += ([text_block(f"[resource: {item['resource']['uri']}]")] if header else []) + blocks
        return made


# MAP-10: the number of bytes


@mutant("MAP-10", "counts the characters of base64", "recommended")
class CountsCharacters(Answering):
    def size(self, data: str) -> int:
        return len(data)


@mutant("MAP-10", "counts padding as bytes", "recommended")
class CountsPadding(Answering):
    def size(self, data: str) -> int:
        return len(re.sub(r"\s", "", data)) * 3 // 4


@mutant("MAP-10", "counts without padding, in groups of four", "recommended")
class CountsWholeGroups(Answering):
    def size(self, data: str) -> int:
        return len(re.sub(r"[\s=]", "", data)) // 4 * 3


@mutant("MAP-10", "counts line breaks", "recommended")
class CountsLineBreaks(Answering):
    def size(self, data: str) -> int:
        return len(data.rstrip("=")) * 3 // 4


@mutant("MAP-10", "takes base64 with line breaks for none", "recommended")
class TakesLinesForBroken(Answering):
    def size(self, data: str) -> int:
        return 0 if "\n" in data else super().size(data)


@mutant("MAP-10", "counts no byte where there is no data, but one", "recommended")
class CountsOneAtLeast(Answering):
    def size(self, data: str) -> int:
        return max(1, super().size(data))


@mutant("MAP-10", "tells thousands of bytes", "recommended")
class TellsThousands(Answering):
    def size(self, data: str) -> int:
        size = super().size(data)
        return size if size < 1000 else size // 1000


@mutant("MAP-10", "counts the characters of a good image in an error", "recommended")
class CountsCharactersInErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        items = outcome.get("result", {}).get("content", []) if failed(outcome) else []
        told = [
            text_block(f"[image: {item['mimeType']}, {len(item['data'])} bytes]") for item in items if "data" in item
        ]
        return block | ({"content": told} if told and len(told) == len(items) else {})


class Wording(Answering):
    """Has other words for the size in the placeholders of some kinds."""

    kinds: ClassVar[tuple[str, ...]]

    def words(self, size: int) -> str:
        """The size in words."""
        raise NotImplementedError

    def block(self, item: JSON) -> JSON:
        made = super().block(item)
        if kind(item) in self.kinds and "text" in made:
            return text_block(re.sub("([0-9]+) bytes", lambda found: self.words(int(found[1])), made["text"]))
        return made


class OneByte(Wording):
    """Has a word of its own for one byte."""

    def words(self, size: int) -> str:
        return f"{size} byte" + ("s" if size != 1 else "")


class Separated(Wording):
    """Has marks between thousands."""

    def words(self, size: int) -> str:
        return f"{size:,} bytes"


class InMegabytes(Wording):
    """Tells millions of bytes by another unit."""

    def words(self, size: int) -> str:
        return f"{size} bytes" if size < 10**6 else f"{size / 10**6:.1f} MB"


@mutant("MAP-3", "has a word of its own for one byte")
class OneByteOfImages(OneByte):
    kinds = ("image",)


@mutant("MAP-3", "has marks between thousands")
class SeparatesBytesOfImages(Separated):
    kinds = ("image",)


@mutant("MAP-3", "tells millions of bytes by another unit")
class ImagesInMegabytes(InMegabytes):
    kinds = ("image",)


class InErrors(Answering):
    """Has other words for the size in errors alone."""

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        if not failed(outcome):
            return block
        parts = [part | {"text": self.words(part["text"])} for part in block["content"]]
        return block | {"content": parts}

    def words(self, text: str) -> str:
        """The text in these words."""
        raise NotImplementedError


@mutant("MAP-3", "has a word of its own for one byte in an error")
class OneByteInErrors(InErrors):
    def words(self, text: str) -> str:
        return text.replace(", 1 bytes]", ", 1 byte]")


@mutant("MAP-3", "has marks between thousands in an error")
class SeparatesBytesInErrors(InErrors):
    def words(self, text: str) -> str:
        return re.sub("(?<=, )([0-9]+)(?= bytes)", lambda found: f"{int(found[1]):,}", text)


@mutant("MAP-4", "has a word of its own for one byte")
class OneByteOfAudio(OneByte):
    kinds = ("audio",)


@mutant("MAP-4", "has marks between thousands")
class SeparatesBytesOfAudio(Separated):
    kinds = ("audio",)


@mutant("MAP-4", "tells millions of bytes by another unit")
class AudioInMegabytes(InMegabytes):
    kinds = ("audio",)


@mutant("MAP-10", "has marks between the thousands of an image that an error may not hold", "recommended")
class SeparatesBytesOfErrorImages(SeparatesBytesInErrors):
    def words(self, text: str) -> str:
        accepted = any(text.startswith(f"[image: {mime},") for mime in IMAGE_TYPES)
        return super().words(text) if accepted else text


@mutant("MAP-10", "counts no byte where the padding is missing", "recommended")
class NeedsPadding(Answering):
    def size(self, data: str) -> int:
        return super().size(data) if len(data.replace("\r\n", "")) % 4 == 0 else 0


@mutant("MAP-10", "passes over the letters of the alphabet for addresses", "recommended")
class SkipsUrlSafeLetters(Answering):
    def size(self, data: str) -> int:
        return super().size(data) if {*"-_"}.isdisjoint(data) else len(data.replace("-", "").replace("_", "")) * 3 // 4


@mutant("MAP-10", "counts the prefix of a data: URI", "recommended")
class CountsTheUri(Answering):
    def size(self, data: str) -> int:
        return len(data) * 3 // 4 if data.startswith("data:") else super().size(data)


@mutant("MAP-8", "takes the blob out of every uri that holds it", "recommended")
class TakesBlobsOutOfUris(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return text_block(block["text"].replace(blob, "")) if blob else block


@mutant("MAP-8", "tells of a text by its number of bytes", "recommended")
class CountsTexts(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        shown = uri if not uri.startswith("data:") else "data:"
        return text_block(f"[resource: {shown}] ({mime}, {len(base64.b64decode(blob))} bytes)")


@mutant("MAP-8", "reads blobs of plain text alone", "recommended")
class ReadsPlainTextOnly(CountsTexts):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return block if mime == "text/plain" else super().told(block, mime, blob, uri)


@mutant("MAP-8", "reads blobs as ASCII", "recommended")
class ReadsAscii(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        return text_block(re.sub(r"[^\x00-\x7f]+", "?", block["text"]))


@mutant("MAP-8", "puts replacement characters for what is no UTF-8", "recommended")
class ReplacesWhatItCannotRead(OtherBlobs):
    def told(self, block: Object, mime: str | None, blob: str, uri: str) -> JSON:
        if not str(mime).startswith("text/"):
            return block
        return text_block(f"[resource: {uri}]\n" + base64.b64decode(blob).decode(errors="replace"))

"""Mutants of resource links and embedded texts (MAP-5, MAP-6)."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from urllib.parse import unquote, urlsplit

from toolset_reference.descriptions import clean_description

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


def written_anew(uri: str) -> str:
    """The uri as a URL type writes it: the host in small letters, and a path behind it."""
    parts = urlsplit(uri)
    return parts._replace(netloc=parts.netloc.lower(), path=parts.path or "/" * bool(parts.netloc)).geturl()


# MAP-5: resource links


class Linking(OneKind):
    """Tells links in another way."""

    kinds = ("resource_link",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return text_block(self.line(**item)) if "uri" in item else block

    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        """The line for a link."""
        return f"[resource] {name} <{uri}>" + (f" ({mimeType})" if mimeType else "")


@mutant("MAP-5", "raises at links")
class RaisesAtLinks(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        raise NotImplementedError("resource links")


@mutant("MAP-5", "tells a link by its title where it has one")
class TellsTitles(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(more.get("title", name), uri, mimeType)


@mutant("MAP-5", "adds the description")
class AddsDescriptions(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name, uri, mimeType) + f": {more.get('description', '')}".rstrip(": ")


@mutant("MAP-5", "tells a link as Markdown does")
class TellsMarkdown(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return f"[{name}]({uri})"


@mutant("MAP-5", "hands the link on as JSON")
class TellsLinksAsJson(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return json.dumps({"name": name, "uri": uri, "mimeType": mimeType})


@mutant("MAP-5", "needs a type")
class NeedsTypes(Linking):
    def line(self, name: str, uri: str, mimeType: str | None = None, **more: JSON) -> str:
        if mimeType is None:
            raise KeyError("mimeType")
        return super().line(name, uri, mimeType)


@mutant("MAP-5", "tells the uri where there is a type, and the name alone where there is none")
class TellsNamesAlone(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name, uri, mimeType) if mimeType else f"[resource] {name}"


@mutant("MAP-5", "shows what links to an image")
class ShowsLinkedImages(OneKind):
    kinds = ("resource_link",)

    def changed(self, item: JSON, block: Object) -> JSON:
        image = {"type": "image", "source": {"type": "url", "url": item.get("uri")}}
        return image if str(item.get("mimeType")).startswith("image/") else block


@mutant("MAP-5", "makes a URL of the uri, and writes it anew")
class RewritesUris(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name, written_anew(uri), mimeType)


@mutant("MAP-5", "decodes the uri")
class DecodesUris(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name, unquote(uri), mimeType)


@mutant("MAP-5", "puts a uri together from scheme, host and path")
class RebuildsUris(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        scheme, host, path, _, _ = urlsplit(uri)
        return super().line(name, f"{scheme}://{host}{path}", mimeType)


@mutant("MAP-5", "knows no addresses but those of files and of the web")
class KnowsTheWeb(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        known = uri.lower().startswith(("file:", "http:", "https:"))
        return super().line(name, uri, mimeType) if known else f"[resource] {name}"


@mutant("MAP-5", "takes parameters off the type")
class TakesParametersOff(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name, uri, mimeType.partition(";")[0])


@mutant("MAP-5", "cleans names")
class CleansLinkNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name.strip(), uri, mimeType)


@mutant("MAP-5", "escapes names")
class EscapesLinkNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(html.escape(name), uri, mimeType)


@mutant("MAP-5", "normalises names")
class NormalisesLinkNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(unicodedata.normalize("NFKC", name), uri, mimeType)


@mutant("MAP-5", "shortens names")
class ShortensLinkNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name[:100], uri, mimeType)


@mutant("MAP-5", "folds white space in names to one space")
class FoldsLinkNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(re.sub(r"(?<=\S)\s+(?=\S)", " ", name), uri, mimeType)


@mutant("MAP-5", "keeps the first line of a name")
class KeepsTheFirstLineOfNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name.splitlines()[0], uri, mimeType)


@mutant("MAP-5", "writes line breaks in names its own way")
class RewritesLineBreaksInNames(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name.replace("\r\n", "\n"), uri, mimeType)


@mutant("MAP-5", "lets annotations and _meta into the block")
class LeaksOfLinks(Leaking):
    kinds = ("resource_link",)


@mutant("MAP-5", "forgets links in errors")
class ForgetsLinksInErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        parts = [part for part in block.get("content", []) if not str(part.get("text")).startswith("[resource] ")]
        return block | ({"content": parts} if failed(outcome) else {})


@mutant("MAP-5", "has empty brackets for a type that is missing", "recommended")
class EmptyBrackets(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return f"[resource] {name} <{uri}> ({mimeType})"


@mutant("MAP-5", "shows null for a type that is missing", "recommended")
class ShowsNull(Linking):
    def line(self, name: str, uri: str, mimeType: str = "None", **more: JSON) -> str:
        return f"[resource] {name} <{uri}> ({mimeType})"


@mutant("MAP-5", "guesses a type that is missing", "recommended")
class GuessesLinkTypes(Linking):
    def line(self, name: str, uri: str, mimeType: str = "", **more: JSON) -> str:
        return super().line(name, uri, mimeType or "application/octet-stream")


# MAP-6: embedded texts


class Embedding(OneKind):
    """Tells embedded texts in another way."""

    kinds = ("embedded text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return text_block(self.told(**item["resource"]))

    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        """The text for an embedded text."""
        return f"[resource: {uri}]\n{text}"


@mutant("MAP-6", "passes the text on without a header")
class NoHeader(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return text


@mutant("MAP-6", "puts the header behind the text")
class HeaderBehind(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return f"{text}\n[resource: {uri}]"


@mutant("MAP-6", "needs a type")
class NeedsTextTypes(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri, text) if mimeType else "[a resource of no type]"


@mutant("MAP-6", "raises where the type is not of text")
class RaisesAtOtherTypes(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        if mimeType and not mimeType.startswith("text/"):
            raise ValueError(f"unsupported type: {mimeType}")
        return super().told(uri, text)


@mutant("MAP-6", "writes JSON anew")
class RewritesEmbeddedJson(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri, json.dumps(json.loads(text)) if mimeType == "application/json" else text)


@mutant("MAP-6", "takes markup out of pages")
class TakesMarkupOut(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri, re.sub("<[^>]*>", "", html.unescape(text)) if "html" in mimeType else text)


@mutant("MAP-6", "makes a document of what is no plain text")
class MakesDocuments(OneKind):
    kinds = ("embedded text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        mime = item["resource"].get("mimeType")
        source = {"type": "text", "media_type": "text/plain", "data": item["resource"]["text"]}
        return {"type": "document", "source": source} if mime == "application/pdf" else block


class ByType(OneKind):
    """Goes by the type of an embedded text, and not by what it holds."""

    kinds = ("embedded text",)

    def typed(self, mime: str) -> bool:
        """Whether the type makes something else of it."""
        raise NotImplementedError

    def changed(self, item: JSON, block: Object) -> JSON:
        mime = str(item["resource"].get("mimeType"))
        return self.made(mime, item["resource"]["text"]) if self.typed(mime) else block

    def made(self, mime: str, text: str) -> JSON:
        """What is made of such a text."""
        return text_block(f"[image: {mime}, {len(text)} bytes]")


@mutant("MAP-6", "makes an image of a text whose type is that of one")
class ImagesOfTexts(ByType):
    def typed(self, mime: str) -> bool:
        return mime in IMAGE_TYPES

    def made(self, mime: str, text: str) -> JSON:
        return image_block(mime, text)


@mutant("MAP-6", "has a placeholder for a text whose type is that of an image")
class PlaceholdersForDrawings(ByType):
    def typed(self, mime: str) -> bool:
        return mime.startswith("image/")


@mutant("MAP-6", "has a placeholder for a text whose type is that of audio")
class PlaceholdersForNotes(ByType):
    def typed(self, mime: str) -> bool:
        return mime.startswith("audio/")


@mutant("MAP-6", "makes an image of base64 in a text whose type is that of one")
class ImagesOfEncodedTexts(ImagesOfTexts):
    def typed(self, mime: str) -> bool:
        return mime in IMAGE_TYPES

    def changed(self, item: JSON, block: Object) -> JSON:
        encoded = re.fullmatch("[A-Za-z0-9+/]+={0,2}", item["resource"]["text"])
        return super().changed(item, block) if encoded else block


@mutant("MAP-6", "makes two blocks, the header and the text")
class TwoBlocks(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = []
        for item in items:
            if kind(item) == "embedded text":
                made += [text_block(f"[resource: {item['resource']['uri']}]"), text_block(item["resource"]["text"])]
            else:
                made += super().blocks([item])
        return made


@mutant("MAP-6", "takes white space off the text")
class StripsEmbeddedTexts(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri, text.strip())


@mutant("MAP-6", "cleans the text as descriptions are cleaned")
class CleansEmbeddedTexts(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri, clean_description(text))


@mutant("MAP-6", "caps the text")
class CapsEmbeddedTexts(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri, text[:50_000])


@mutant("MAP-6", "gives no second header to a text that has one")
class NoSecondHeader(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return text if text.startswith("[resource: ") else super().told(uri, text)


@mutant("MAP-6", "takes an empty text for none")
class DropsEmptyEmbeddedTexts(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        return super().blocks([item for item in items if kind(item) != "embedded text" or item["resource"]["text"]])


@mutant("MAP-6", "has the name of the file for the uri")
class FileNameOnly(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri.rpartition("/")[2], text)


@mutant("MAP-6", "ends the uri at a bracket")
class EndsUrisAtBrackets(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(uri.partition("]")[0], text)


@mutant("MAP-6", "has the uri without its query")
class UriWithoutQuery(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(re.split("[?#]", uri)[0], text)


@mutant("MAP-6", "makes a URL of the uri, and writes it anew")
class RewritesEmbeddedUris(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return super().told(written_anew(uri), text)


@mutant("MAP-6", "knows no addresses but those of files and of the web")
class KnowsTheWebOnly(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        known = uri.lower().startswith(("file:", "http:", "https:"))
        return super().told(uri, text) if known else text


@mutant("MAP-6", "lets annotations and _meta into the block")
class LeaksOfEmbeddedTexts(Leaking):
    kinds = ("embedded text",)


@mutant("MAP-6", "has no header in errors")
class NoHeaderInErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        bare = [
            part | {"text": re.sub(r"^\[resource: .*\]\n", "", part.get("text", ""))}
            for part in block.get("content", [])
        ]
        return block | ({"content": bare} if failed(outcome) else {})


@mutant("MAP-6", "has an empty line below the header", "recommended")
class EmptyLineBelowHeader(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return f"[resource: {uri}]\n\n{text}"


@mutant("MAP-6", "has a space behind the header", "recommended")
class SpaceBehindHeader(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return f"[resource: {uri}] {text}"


@mutant("MAP-6", "tells the type behind the header", "recommended")
class TypeBehindHeader(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return f"[resource: {uri}] ({mimeType or 'text'})\n{text}"


@mutant("MAP-6", "adds a line break only where the text has none", "recommended")
class LineBreakWhereThereIsNone(Embedding):
    def told(self, uri: str, text: str, mimeType: str = "", **more: JSON) -> str:
        return f"[resource: {uri}]" + text if text.startswith("\n") else super().told(uri, text)

"""Mutants of texts: what of them is changed, and what gets into their blocks (MAP-1)."""

from __future__ import annotations

import html
import json
import re
import textwrap
import unicodedata

from toolset_reference.descriptions import clean_description

from mutants import mutant
from mutants.answering import JSON, Answering, Leaking, Object, OneKind, failed, image_block, text_block

# MAP-1: texts


class Rewriting(OneKind):
    """Changes the texts."""

    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return text_block(self.rewritten(item["text"])) if isinstance(item.get("text"), str) else block

    def rewritten(self, text: str) -> str:
        """The text that is passed on."""
        raise NotImplementedError


@mutant("MAP-1", "takes white space off the ends")
class StripsTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return text.strip()


@mutant("MAP-1", "writes JSON anew")
class RewritesJson(Rewriting):
    def rewritten(self, text: str) -> str:
        try:
            return json.dumps(json.loads(text))
        except ValueError:
            return text


@mutant("MAP-1", "shows the value of what is JSON")
class ShowsJson(Rewriting):
    def rewritten(self, text: str) -> str:
        try:
            return str(json.loads(text))
        except ValueError:
            return text


@mutant("MAP-1", "cleans texts as descriptions are cleaned")
class CleansTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return clean_description(text)


@mutant("MAP-1", "normalises texts")
class NormalisesTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return unicodedata.normalize("NFC", text)


@mutant("MAP-1", "takes letters apart from their accents")
class DecomposesTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return unicodedata.normalize("NFD", text)


@mutant("MAP-1", "makes LF of every line break")
class UnifiesLines(Rewriting):
    def rewritten(self, text: str) -> str:
        return "\n".join(text.splitlines()) + "\n" * text.endswith(("\n", "\r"))


@mutant("MAP-1", "makes spaces of tabs")
class ExpandsTabs(Rewriting):
    def rewritten(self, text: str) -> str:
        return text.expandtabs()


@mutant("MAP-1", "makes one space of several")
class SqueezesSpaces(Rewriting):
    def rewritten(self, text: str) -> str:
        return re.sub(" +", " ", text)


@mutant("MAP-1", "makes one empty line of several")
class SqueezesEmptyLines(Rewriting):
    def rewritten(self, text: str) -> str:
        return re.sub("\n{3,}", "\n\n", text)


@mutant("MAP-1", "takes the marks of a code block off")
class TakesFencesOff(Rewriting):
    def rewritten(self, text: str) -> str:
        return re.sub(r"\A```\w*\n|\n```\Z", "", text)


@mutant("MAP-1", "makes plain spaces of all others")
class PlainSpacesInTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)


@mutant("MAP-1", "caps texts at 100,000 characters")
class CapsLongTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return text[:100_000]


@mutant("MAP-1", "escapes markup")
class EscapesMarkupInTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return html.escape(text, quote=False)


@mutant("MAP-1", "reads escapes")
class ReadsEscapes(Rewriting):
    def rewritten(self, text: str) -> str:
        return re.sub(r"\\([ntr\\])", lambda found: {"n": "\n", "t": "\t", "r": "\r"}.get(found[1], "\\"), text)


@mutant("MAP-1", "fills in what looks like a placeholder")
class FillsPlaceholders(Rewriting):
    def rewritten(self, text: str) -> str:
        return re.sub(r"\{\w+\}|\$\w+|%s", "", text)


@mutant("MAP-1", "takes quotes off")
class TakesQuotesOff(Rewriting):
    def rewritten(self, text: str) -> str:
        return text.strip("\"'")


@mutant("MAP-1", "ends the text at NUL")
class EndsTextsAtNul(Rewriting):
    def rewritten(self, text: str) -> str:
        return text.partition("\x00")[0]


@mutant("MAP-1", "passes on what is ASCII")
class PassesAscii(Rewriting):
    def rewritten(self, text: str) -> str:
        return text.encode("ascii", "replace").decode()


@mutant("MAP-1", "drops what has no name in Unicode")
class DropsUnnamed(Rewriting):
    def rewritten(self, text: str) -> str:
        return "".join(char for char in text if unicodedata.name(char, "") or char in "\t\r\n")


@mutant("MAP-1", "drops replacement characters and those that hold a place")
class DropsReplacements(Rewriting):
    def rewritten(self, text: str) -> str:
        return text.replace("\ufffd", "").replace("\ufffc", "")


@mutant("MAP-1", "caps texts")
class CapsTexts(Rewriting):
    def rewritten(self, text: str) -> str:
        return textwrap.shorten(text, 50_000) if len(text) > 50_000 else text


@mutant("MAP-1", "takes a header off")
class TakesHeadersOff(Rewriting):
    def rewritten(self, text: str) -> str:
        return re.sub(r"^\[resource: [^\]]*\]\n", "", text)


@mutant("MAP-1", "names the tool's errors")
class NamesErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        if not failed(outcome):
            return block
        parts = [
            text_block("Error: " + part["text"]) if part["type"] == "text" else part
            for part in block.get("content", [])
        ]
        return block | {"content": parts}


@mutant("MAP-1", "reads a text that holds blocks as blocks")
class ReadsBlocks(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        try:
            read = json.loads(item["text"])
            return read[0] if isinstance(read[0], dict) else block
        except (KeyError, IndexError, TypeError, ValueError):
            return block


@mutant("MAP-1", "passes on numbers and words of JSON as values")
class GuessesTypes(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        words = {"true": True, "false": False, "null": None}
        text = item.get("text", "")
        return {"type": "text", "text": words[text]} if text in words else self.number(text, block)

    def number(self, text: JSON, block: Object) -> Object:
        """The block for a text that may be a number."""
        try:
            return {"type": "text", "text": float(text)}
        except (TypeError, ValueError):
            return block


@mutant("MAP-1", "shows images that are told as text")
class ShowsImagesInTexts(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        found = re.fullmatch(r"(?:data:image/png;base64,)?(iVBORw0KGgo[A-Za-z0-9+/]*=*)", str(item.get("text")))
        return image_block("image/png", found[1]) if found else block


@mutant("MAP-1", "shows images whose address is told as text")
class ShowsAddresses(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        found = re.fullmatch(r"https?://\S+\.(?:png|gif|jpe?g|webp)", str(item.get("text")))
        return {"type": "image", "source": {"type": "url", "url": found[0]}} if found else block


@mutant("MAP-1", "lets annotations and _meta into the block")
class LeaksOfTexts(Leaking):
    kinds = ("text",)


@mutant("MAP-1", "lets annotations through where there is nothing in them to object to")
class LeaksEmptyAnnotations(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | ({"annotations": {}} if item.get("annotations") == {} else {})


@mutant("MAP-1", "passes on the item, without what MCP alone knows")
class PassesTextsOn(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | {key: value for key, value in item.items() if key not in ("annotations", "_meta", "text")}

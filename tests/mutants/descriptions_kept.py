"""Mutants of what stays of a description: visible text that is altered (DESC-7)."""

from __future__ import annotations

import html
import json
import re
import unicodedata

from mutants import mutant
from mutants.descriptions import BIDI, OTHERS, ZERO_WIDTH, Describing


class Altering(Describing):
    """What is visible is altered, too."""

    def altered(self, text: str) -> str:
        """What becomes of the text before it is cleaned."""
        raise NotImplementedError

    def cleaned(self, text: str) -> str:
        return super().cleaned(self.altered(text))


@mutant("DESC-7", "composes marks and letters (NFC)")
class Composes(Altering):
    def altered(self, text: str) -> str:
        return unicodedata.normalize("NFC", text)


@mutant("DESC-7", "takes marks and letters apart (NFD)")
class Decomposes(Altering):
    def altered(self, text: str) -> str:
        return unicodedata.normalize("NFD", text)


@mutant("DESC-7", "replaces what looks alike (NFKC)")
class MakesCompatible(Altering):
    def altered(self, text: str) -> str:
        return unicodedata.normalize("NFKC", text)


@mutant("DESC-7", "takes spaces off the ends")
class StripsSpaces(Altering):
    def altered(self, text: str) -> str:
        return text.strip(" ")


@mutant("DESC-7", "makes one space of several")
class CollapsesSpaces(Altering):
    def altered(self, text: str) -> str:
        return re.sub(" +", " ", text)


@mutant("DESC-7", "makes plain spaces of all others")
class PlainSpaces(Altering):
    def altered(self, text: str) -> str:
        return "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)


@mutant("DESC-7", "keeps ASCII and removes the rest")
class AsciiOnly(Altering):
    def altered(self, text: str) -> str:
        return text.encode("ascii", "ignore").decode()


@mutant("DESC-7", "removes what is beyond the first plane")
class FirstPlaneOnly(Altering):
    def altered(self, text: str) -> str:
        return re.sub("[\U00010000-\U0010ffff]", "", text)


@mutant("DESC-7", "removes the planes of rare ideographs")
class RemovesRareIdeographs(Altering):
    def altered(self, text: str) -> str:
        return re.sub("[\U00020000-\U0003ffff]", "", text)


@mutant("DESC-7", "removes what Unicode calls a filler or a blank", "recommended")
class RemovesBlanks(Altering):
    def altered(self, text: str) -> str:
        return "".join(char for char in text if not {"FILLER", "BLANK"} & set(unicodedata.name(char, "").split()))


@mutant("DESC-7", "removes combining marks")
class RemovesMarks(Altering):
    def altered(self, text: str) -> str:
        return "".join(char for char in text if unicodedata.category(char)[0] != "M")


@mutant("DESC-7", "removes every character of the class of formats", "recommended")
class RemovesFormats(Altering):
    def altered(self, text: str) -> str:
        return "".join(char for char in text if unicodedata.category(char) != "Cf")


@mutant("DESC-7", "removes private use")
class RemovesPrivateUse(Altering):
    def altered(self, text: str) -> str:
        return "".join(char for char in text if unicodedata.category(char) != "Co")


@mutant("DESC-7", "removes emoji")
class RemovesEmoji(Altering):
    def altered(self, text: str) -> str:
        return re.sub("[\u20e3\U0001f000-\U0001faff]", "", text)


@mutant("DESC-7", "removes what Python holds to be unprintable")
class RemovesUnprintable(Altering):
    def altered(self, text: str) -> str:
        return "".join(char for char in text if char.isprintable() or char in "\t\r\n")


@mutant("DESC-7", "removes the halves of tag characters in UTF-16 wherever they stand")
class RemovesHalvesOfTags(Altering):
    def altered(self, text: str) -> str:
        encoded = text.encode("utf-16-be")
        units = [encoded[at : at + 2] for at in range(0, len(encoded), 2)]
        kept = [unit for unit in units if unit != b"\xdb\x40" and not b"\xdc\x00" <= unit <= b"\xdc\x7f"]
        return b"".join(kept).decode("utf-16-be", "replace")


@mutant("DESC-7", "each range of what it removes is one too wide on either side")
class RangesTooWide(Altering):
    def altered(self, text: str) -> str:
        ranges = re.findall("(.)-(.)|(.)", BIDI + ZERO_WIDTH + OTHERS + "\x7f-\x9f", re.DOTALL)
        near = {chr(ord(a or c) - 1) for a, _, c in ranges} | {chr(ord(b or c) + 1) for _, b, c in ranges}
        return "".join(char for char in text if char not in near)


@mutant("DESC-7", "writes markup as entities")
class EscapesMarkup(Altering):
    def altered(self, text: str) -> str:
        return html.escape(text)


@mutant("DESC-7", "doubles braces, for a template that it never fills")
class EscapesBraces(Altering):
    def altered(self, text: str) -> str:
        return re.sub("[{}]", lambda found: found[0] * 2, text)


@mutant("DESC-7", "carries out escapes that the text only speaks of")
class Unescapes(Altering):
    def altered(self, text: str) -> str:
        return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), text)


@mutant("DESC-7", "writes the text as JSON, with every other character as an escape")
class WritesJson(Altering):
    def altered(self, text: str) -> str:
        return json.dumps(text)[1:-1]


@mutant("DESC-7", "begins with a capital, the rest in small letters")
class Capitalises(Altering):
    def altered(self, text: str) -> str:
        return text.capitalize()


@mutant("DESC-7", "makes plain quotes, dashes and dots of the typographic ones")
class PlainPunctuation(Altering):
    def altered(self, text: str) -> str:
        return re.sub("[\u2010-\u2014]", "-", re.sub("[\u2018-\u201f]", "'", text)).replace("\u2026", "...")


@mutant("DESC-7", "adds a full stop where there is none")
class EndsWithAStop(Altering):
    def altered(self, text: str) -> str:
        return text if re.search("[.!?]$", text) or not text else text + "."


@mutant("DESC-7", "removes replacement characters, as left by an earlier mistake")
class RemovesReplacementCharacters(Altering):
    def altered(self, text: str) -> str:
        return text.replace("\ufffd", "")

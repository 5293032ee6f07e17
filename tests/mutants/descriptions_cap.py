"""Mutants of the cap on descriptions (DESC-8 to DESC-11)."""

from __future__ import annotations

import re
from typing import Any, ClassVar
from unittest import mock

from toolset_reference import definitions
from toolset_reference.descriptions import MAX_BYTES
from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.descriptions import HIDDEN, Describing, head, without

JSON = Any


# DESC-8: the cap


@mutant("DESC-8", "has no cap")
class NoCap(Describing):
    def capped(self, text: str) -> str:
        return text


@mutant("DESC-8", "counts characters")
class CapsCharacters(Describing):
    def capped(self, text: str) -> str:
        return text[:MAX_BYTES]


@mutant("DESC-8", "counts units of UTF-16")
class CapsUtf16(Describing):
    def capped(self, text: str) -> str:
        return text.encode("utf-16-le")[: 2 * MAX_BYTES].decode("utf-16-le", "ignore")


@mutant("DESC-8", "counts what looks like one letter")
class CapsLetters(Describing):
    def capped(self, text: str) -> str:
        return "".join(re.findall("[^\u0300-\u036f][\u0300-\u036f]*", text, re.DOTALL)[:MAX_BYTES])


@mutant("DESC-8", "puts a mark after the cap")
class MarksBeyondTheCap(Describing):
    def capped(self, text: str) -> str:
        return text if len(text.encode()) <= MAX_BYTES else head(text, MAX_BYTES) + "..."


@mutant("DESC-8", "shortens only what is longer by more than one byte")
class OneByteTooMany(Describing):
    def capped(self, text: str) -> str:
        return head(text, MAX_BYTES + 1)


@mutant("DESC-8", "keeps the character that the cap falls into")
class KeepsTheLastCharacter(Describing):
    def capped(self, text: str) -> str:
        kept = head(text, MAX_BYTES)
        over = len(kept.encode()) < MAX_BYTES < len(text.encode())
        return kept + text[len(kept)] if over else kept


@mutant("DESC-8", "caps the first definition only")
class CapsTheFirstTool(ReferencePort):
    def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        made = super().tools(toolset, options)
        with mock.patch.object(definitions, "clean_description", without(HIDDEN)):
            return made[:1] + super().tools(toolset, options)[1:]


# DESC-9: whole characters


class Cutting(Describing):
    """The cut is made at a place of its own, and what is left of a character there is not thrown away."""

    place: ClassVar[int] = MAX_BYTES
    errors: ClassVar[str] = "replace"

    def capped(self, text: str) -> str:
        encoded = text.encode()
        return text if len(encoded) <= MAX_BYTES else encoded[: self.place].decode(errors=self.errors)


@mutant("DESC-9", "turns the half into a replacement character")
class ReplacesTheHalf(Cutting):
    pass


@mutant("DESC-9", "does so, and cuts one byte earlier")
class ReplacesTheHalfBelowTheCap(Cutting):
    place = MAX_BYTES - 1


@mutant("DESC-9", "does so, before a mark of three bytes")
class ReplacesTheHalfBeforeAMark(Cutting):
    place = MAX_BYTES - 3

    def capped(self, text: str) -> str:
        short = super().capped(text)
        return short if short == text else short + "\u2026"


@mutant("DESC-9", "reads the cut bytes strictly, and fails")
class FailsAtTheHalf(Cutting):
    errors = "strict"


@mutant("DESC-9", "keeps the bytes of the half as lone surrogates")
class KeepsTheBytes(Cutting):
    errors = "surrogateescape"


@mutant("DESC-9", "takes unit after unit of UTF-16 away until it fits, and counts half a pair as three bytes")
class LeavesHalfAPair(Describing):
    def capped(self, text: str) -> str:
        units = text.encode("utf-16-le")
        kept, size = 0, 0
        for char in text:
            for part in (char,) if char < "\U00010000" else ("\ud800", ""):
                grown = size + len(part.encode("utf-8", "surrogatepass")) + (part == "")
                if grown > MAX_BYTES:
                    return units[: 2 * kept].decode("utf-16-le", "surrogatepass")
                kept, size = kept + 1, grown
        return text


# DESC-10: nothing is shortened more than it has to be


@mutant("DESC-10", "has a cap of 1,024 bytes")
class LowCap(Describing):
    def capped(self, text: str) -> str:
        return head(text, 1024)


@mutant("DESC-10", "has a cap of 1,024 characters")
class LowCapOfCharacters(Describing):
    def capped(self, text: str) -> str:
        return head(text[:1024], MAX_BYTES)


@mutant("DESC-10", "takes the cap for one that must not be reached")
class BelowTheCap(Describing):
    def capped(self, text: str) -> str:
        return head(text, MAX_BYTES - 1)


@mutant("DESC-10", "marks a text of just the size of the cap as shortened")
class MarksWhatFits(Describing):
    def capped(self, text: str) -> str:
        return text if len(text.encode()) < MAX_BYTES else head(text, MAX_BYTES - 3) + "..."


@mutant("DESC-10", "counts bytes of UTF-16")
class CapsUtf16Bytes(Describing):
    def capped(self, text: str) -> str:
        return head(text.encode("utf-16-le")[:MAX_BYTES].decode("utf-16-le", "ignore"), MAX_BYTES)


@mutant("DESC-10", "keeps the end of a long text")
class KeepsTheEnd(Describing):
    def capped(self, text: str) -> str:
        return text.encode()[-MAX_BYTES:].decode(errors="ignore")


@mutant("DESC-10", "drops a text that is too long")
class DropsLongTexts(Describing):
    def capped(self, text: str) -> str:
        return text if len(text.encode()) <= MAX_BYTES else ""


@mutant("DESC-10", "keeps the first sentence of a long text")
class FirstSentence(Describing):
    def capped(self, text: str) -> str:
        return text if len(text.encode()) <= MAX_BYTES else head(text.partition(". ")[0], MAX_BYTES)


@mutant("DESC-10", "keeps the first line only", "recommended")
class FirstLine(Describing):
    def capped(self, text: str) -> str:
        return super().capped(text.partition("\n")[0])


class CutsAtTheLast(Describing):
    """A long text is cut at the last one of these that fits, wherever it stands."""

    end: ClassVar[str] = " "

    def capped(self, text: str) -> str:
        kept = head(text, MAX_BYTES)
        return kept if kept == text or self.end not in kept else kept[: kept.rindex(self.end)]


@mutant("DESC-10", "cuts at the last space, wherever it stands", "recommended")
class CutsAtTheLastSpace(CutsAtTheLast):
    pass


@mutant("DESC-10", "cuts at the end of the last sentence, wherever it stands", "recommended")
class CutsAtTheLastSentence(CutsAtTheLast):
    end = ". "


@mutant("DESC-10", "cuts at the last line break, wherever it stands", "recommended")
class CutsAtTheLastLine(CutsAtTheLast):
    end = "\n"


@mutant("DESC-10", "shares one cap among all tools")
class SharesTheCap(Describing):
    def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        made, left = super().tools(toolset, options), MAX_BYTES
        for definition in made:
            definition["description"] = head(definition["description"], left)
            left -= len(definition["description"].encode())
        return made


@mutant("DESC-10", "keeps half of what fits", "recommended")
class HalfOfWhatFits(Describing):
    def capped(self, text: str) -> str:
        return text if len(text.encode()) <= MAX_BYTES else head(text, MAX_BYTES // 2)


@mutant("DESC-10", "keeps a thousand characters of a long text, or as many as it must", "recommended")
class AThousandCharacters(Describing):
    def capped(self, text: str) -> str:
        if len(text.encode()) <= MAX_BYTES:
            return text
        return max(head(text[:1000], MAX_BYTES - 3), head(text, 2003), key=len) + "..."


# DESC-11: the cap after the cleaning


@mutant("DESC-11", "caps first and cleans then", "recommended")
class CapsFirst(Describing):
    def described(self, text: str) -> str:
        return self.cleaned(self.capped(text))


@mutant("DESC-11", "shortens where the text was too long before the cleaning", "recommended")
class MeasuresFirst(Describing):
    def described(self, text: str) -> str:
        cleaned = self.cleaned(text)
        return cleaned if len(text.encode("utf-8", "ignore")) <= MAX_BYTES else head(cleaned, MAX_BYTES - 64)


@mutant("DESC-11", "cuts as many bytes off as were too many before the cleaning", "recommended")
class CutsTheExcess(Describing):
    def described(self, text: str) -> str:
        cleaned = self.cleaned(text)
        over = max(0, len(text.encode("utf-8", "ignore")) - MAX_BYTES)
        return head(cleaned, min(MAX_BYTES, max(2003, len(cleaned.encode()) - over)))

"""Mutants of what is removed from descriptions: too little, in the wrong place, or with a trace (DESC-1 to DESC-6)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any, ClassVar
from unittest import mock

from toolset_reference import definitions
from toolset_reference.descriptions import MAX_BYTES
from toolset_reference.port import ReferencePort

from mutants import mutant

JSON = Any

MARKS = "\u061c\u200e\u200f"
EMBEDDINGS = "\u202a-\u202e"
ISOLATES = "\u2066-\u2069"
JOINERS = "\u200c\u200d"
OTHER_ZERO_WIDTH = "\u200b\u2060\ufeff"
TAGS = "\U000e0000-\U000e007f"
C0 = "\x00-\x08\x0b\x0c\x0e-\x1f"
DELETE_AND_C1 = "\x7f-\x9f"
SOFT = "\u00ad\u034f\u2061-\u2065\u206a-\u206f"
FILLERS = "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"
SEPARATORS = "\u2028\u2029"
SELECTORS = "\ufe00-\ufe0e\U000e0080-\U000e0fff"
RARE_FORMATS = "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"

BIDI = MARKS + EMBEDDINGS + ISOLATES
ZERO_WIDTH = JOINERS + OTHER_ZERO_WIDTH
CONTROLS = C0 + DELETE_AND_C1
OTHERS = SOFT + FILLERS + SEPARATORS + SELECTORS + RARE_FORMATS
HIDDEN = BIDI + ZERO_WIDTH + TAGS + CONTROLS + OTHERS


def head(text: str, size: int) -> str:
    """As many whole characters as fit in so many bytes."""
    return text.encode()[:size].decode(errors="ignore")


class Describing(ReferencePort):
    """The reference with another way to clean and cap a description, in two steps that can be overridden apart."""

    removed: ClassVar[str] = HIDDEN

    def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        with mock.patch.object(definitions, "clean_description", self.described):
            return super().tools(toolset, options)

    def described(self, text: str) -> str:
        """The description that a definition gets."""
        return self.capped(self.cleaned(text))

    def cleaned(self, text: str) -> str:
        """The text without what is invisible."""
        return re.sub(f"[{self.removed}]", "", text)

    def capped(self, text: str) -> str:
        """The text, shortened where it is too long."""
        return head(text, MAX_BYTES)


def without(removed: str) -> Callable[[str], str]:
    """A function that takes the characters of a class away from a text."""
    return lambda text: re.sub(f"[{removed}]", "", text)


# DESC-1: bidirectional controls


@mutant("DESC-1", "keeps all of them")
class KeepsBidi(Describing):
    removed = ZERO_WIDTH + TAGS + CONTROLS + OTHERS


@mutant("DESC-1", "forgets the three marks")
class KeepsBidiMarks(Describing):
    removed = EMBEDDINGS + ISOLATES + ZERO_WIDTH + TAGS + CONTROLS + OTHERS


@mutant("DESC-1", "forgets the isolates, which came later to Unicode")
class KeepsIsolates(Describing):
    removed = MARKS + EMBEDDINGS + ZERO_WIDTH + TAGS + CONTROLS + OTHERS


@mutant("DESC-1", "forgets embeddings and overrides")
class KeepsEmbeddings(Describing):
    removed = MARKS + ISOLATES + ZERO_WIDTH + TAGS + CONTROLS + OTHERS


@mutant("DESC-1", "keeps them in text that is written from right to left")
class KeepsBidiInRightToLeftText(Describing):
    def cleaned(self, text: str) -> str:
        right_to_left = any(unicodedata.bidirectional(char) in ("R", "AL") for char in re.sub(f"[{HIDDEN}]", "", text))
        return without(ZERO_WIDTH + TAGS + CONTROLS + OTHERS)(text) if right_to_left else super().cleaned(text)


@mutant("DESC-1", "removes only the first invisible character")
class RemovesOne(Describing):
    def cleaned(self, text: str) -> str:
        return re.sub(f"[{HIDDEN}]", "", text, count=1)


@mutant("DESC-1", "cleans the first definition only")
class CleansTheFirstTool(ReferencePort):
    def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        made = super().tools(toolset, options)
        with mock.patch.object(definitions, "clean_description", lambda text: head(text, MAX_BYTES)):
            return made[:1] + super().tools(toolset, options)[1:]


# DESC-2: zero-width characters


@mutant("DESC-2", "keeps all of them")
class KeepsZeroWidth(Describing):
    removed = BIDI + TAGS + CONTROLS + OTHERS


@mutant("DESC-2", "keeps the joiners, for the sake of emoji and of Persian")
class KeepsJoiners(Describing):
    removed = BIDI + OTHER_ZERO_WIDTH + TAGS + CONTROLS + OTHERS


@mutant("DESC-2", "keeps joiners between characters beyond ASCII")
class KeepsJoinersInWords(Describing):
    def cleaned(self, text: str) -> str:
        kept = re.sub(f"[{BIDI + OTHER_ZERO_WIDTH + TAGS + CONTROLS + OTHERS}]", "", text)
        return re.sub(f"(?<![^\x00-\x7f])[{JOINERS}]|[{JOINERS}](?![^\x00-\x7f])", "", kept)


@mutant("DESC-2", "keeps the word joiner and the byte order mark")
class KeepsOtherZeroWidth(Describing):
    removed = BIDI + JOINERS + "\u200b" + TAGS + CONTROLS + OTHERS


@mutant("DESC-2", "removes them at the ends of the text only")
class StripsZeroWidth(Describing):
    def cleaned(self, text: str) -> str:
        ends = f"[{ZERO_WIDTH}]+"
        return re.sub(f"^{ends}|{ends}$", "", without(BIDI + TAGS + CONTROLS + OTHERS)(text))


@mutant("DESC-2", "puts a space in place of each")
class SpacesForZeroWidth(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(re.sub(f"[{ZERO_WIDTH}]", " ", text))


@mutant("DESC-2", "cleans no more than the first thousand characters")
class CleansTheStart(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(text[:1000]) + text[1000:]


# DESC-3: tag characters


@mutant("DESC-3", "keeps all of them")
class KeepsTags(Describing):
    removed = BIDI + ZERO_WIDTH + CONTROLS + OTHERS


@mutant("DESC-3", "removes nothing beyond the first plane, as expressions without the flag for it")
class CleansTheFirstPlane(Describing):
    def cleaned(self, text: str) -> str:
        return re.sub(f"[{HIDDEN}]", lambda found: "" if found[0] < "\U00010000" else found[0], text)


@mutant("DESC-3", "removes those that mirror printable ASCII, and no other")
class KeepsTheEdgesOfTags(Describing):
    removed = BIDI + ZERO_WIDTH + "\U000e0020-\U000e007e" + CONTROLS + OTHERS


@mutant("DESC-3", "keeps what is not assigned in the block of the tags", "recommended")
class KeepsUnassignedTags(Describing):
    removed = BIDI + ZERO_WIDTH + "\U000e0001\U000e0020-\U000e007f" + CONTROLS + OTHERS


@mutant("DESC-3", "keeps tags after an emoji, for the sake of flags")
class KeepsFlags(Describing):
    def cleaned(self, text: str) -> str:
        return re.sub(f"(?<![\U0001f300-\U0001faff{TAGS}])[{TAGS}]+", "", without(HIDDEN.replace(TAGS, ""))(text))


@mutant("DESC-3", "shows them as the ASCII that they mirror")
class ShowsTags(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(re.sub(f"[{TAGS}]", lambda found: chr(ord(found[0]) - 0xE0000), text))


# DESC-4: other controls


@mutant("DESC-4", "keeps all of them")
class KeepsControls(Describing):
    removed = BIDI + ZERO_WIDTH + TAGS + OTHERS


@mutant("DESC-4", "forgets those beyond ASCII, and DEL")
class KeepsLateControls(Describing):
    removed = BIDI + ZERO_WIDTH + TAGS + C0 + OTHERS


@mutant("DESC-4", "keeps what Python takes for white space")
class KeepsWhiteSpaceControls(Describing):
    def cleaned(self, text: str) -> str:
        return re.sub(f"[{HIDDEN}]", lambda found: found[0] if found[0] in "\x0b\x0c\x1c\x1d\x1e\x1f\x85" else "", text)


@mutant("DESC-4", "ends the text at NUL")
class EndsAtNul(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(text.partition("\x00")[0])


@mutant("DESC-4", "removes whole terminal sequences")
class RemovesTerminalSequences(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(re.sub("(?:\x1b\\[|\x9b)[0-9;]*[A-Za-z]", "", text))


@mutant("DESC-4", "writes them as escapes")
class EscapesControls(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(re.sub(f"[{CONTROLS}]", lambda found: f"\\x{ord(found[0]):02x}", text))


# DESC-5: tabs and line breaks


@mutant("DESC-5", "removes them with the other controls", "recommended")
class RemovesLineBreaks(Describing):
    removed = HIDDEN + "\t\n\r"


@mutant("DESC-5", "makes one space of each", "recommended")
class SpacesForLineBreaks(Describing):
    def capped(self, text: str) -> str:
        return super().capped(re.sub("[\t\r\n]", " ", text))


@mutant("DESC-5", "makes LF of every line break", "recommended")
class UnifiesLineBreaks(Describing):
    def capped(self, text: str) -> str:
        return super().capped(re.sub("\r\n?", "\n", text))


@mutant("DESC-5", "takes them off the ends", "recommended")
class StripsLineBreaks(Describing):
    def capped(self, text: str) -> str:
        return super().capped(text.strip("\t\r\n"))


# DESC-6: other invisible characters


@mutant("DESC-6", "keeps all of them", "recommended")
class KeepsOthers(Describing):
    removed = BIDI + ZERO_WIDTH + TAGS + CONTROLS


@mutant("DESC-6", "keeps those that Unicode takes for letters and marks", "recommended")
class KeepsLettersAndMarks(Describing):
    def cleaned(self, text: str) -> str:
        return re.sub(f"[{HIDDEN}]", lambda found: found[0] * (unicodedata.category(found[0])[0] in "LM"), text)


@mutant("DESC-6", "keeps those of the class of formats", "recommended")
class KeepsOtherFormats(Describing):
    removed = BIDI + ZERO_WIDTH + TAGS + CONTROLS + FILLERS + SEPARATORS + SELECTORS


@mutant("DESC-6", "keeps variation selectors", "recommended")
class KeepsSelectors(Describing):
    removed = BIDI + ZERO_WIDTH + TAGS + CONTROLS + SOFT + FILLERS + SEPARATORS + RARE_FORMATS


@mutant("DESC-6", "makes line feeds of the two separators", "recommended")
class LineFeedsForSeparators(Describing):
    def cleaned(self, text: str) -> str:
        return super().cleaned(re.sub(f"[{SEPARATORS}]", "\n", text))

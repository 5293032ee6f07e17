"""Mutants of the texts in the arguments of tool calls."""

from __future__ import annotations

import html
import json
import re
import unicodedata

from mutants import mutant
from mutants.calls_arguments import Arguments
from mutants.reading import JSON

# CALLS-8: the texts in the arguments


class Texts(Arguments):
    """Each text in the arguments is made over."""

    def text(self, value: str) -> JSON:
        """What stands in place of a text."""
        raise NotImplementedError

    def part(self, value: JSON) -> JSON:
        return self.text(value) if isinstance(value, str) else value


@mutant("CALLS-8", "takes texts of digits for numbers")
class ReadsDigits(Texts):
    def text(self, value: str) -> JSON:
        return int(value) if re.fullmatch("[0-9]+", value) else value


@mutant("CALLS-8", "takes words for values, as YAML does")
class ReadsWords(Texts):
    def text(self, value: str) -> JSON:
        return {"true": True, "yes": True, "false": False, "no": False, "null": None}.get(value, value)


@mutant("CALLS-8", "reads texts that hold an object or a list as JSON")
class ReadsArgumentsAsJson(Texts):
    def text(self, value: str) -> JSON:
        try:
            return json.loads(value) if value[:1] in ("{", "[") else value
        except ValueError:
            return value


@mutant("CALLS-8", "writes dates in full")
class WritesDatesInFull(Texts):
    def text(self, value: str) -> JSON:
        return f"{value}T00:00:00Z" if re.fullmatch(r"\d{4}-\d\d-\d\d", value) else value


@mutant("CALLS-8", "trims texts")
class TrimsTexts(Texts):
    def text(self, value: str) -> JSON:
        return value.strip()


@mutant("CALLS-8", "writes line breaks its own way")
class WritesLineBreaks(Texts):
    def text(self, value: str) -> JSON:
        return value.replace("\r\n", "\n")


@mutant("CALLS-8", "escapes markup")
class EscapesArguments(Texts):
    def text(self, value: str) -> JSON:
        return html.escape(value)


@mutant("CALLS-8", "carries escapes out once more")
class UnescapesTwice(Texts):
    def text(self, value: str) -> JSON:
        return value.replace("\\n", "\n").replace("\\t", "\t")


@mutant("CALLS-8", "keeps texts in 8 bits")
class In8Bits(Texts):
    def text(self, value: str) -> JSON:
        return value.encode("latin-1", "replace").decode("latin-1")


@mutant("CALLS-8", "normalises texts")
class NormalisesArguments(Texts):
    def text(self, value: str) -> JSON:
        return unicodedata.normalize("NFC", value)


@mutant("CALLS-8", "cleans texts as it does descriptions")
class CleansArguments(Texts):
    def text(self, value: str) -> JSON:
        return "".join(char for char in value if unicodedata.category(char) != "Cf")


@mutant("CALLS-8", "drops controls from texts")
class DropsControls(Texts):
    def text(self, value: str) -> JSON:
        return "".join(char for char in value if char in "\t\n\r" or unicodedata.category(char) != "Cc")


@mutant("CALLS-8", "cuts long texts")
class CutsTexts(Texts):
    def text(self, value: str) -> JSON:
        return value[:10_000]

"""Shows values to people: JSON with invisible characters made visible and long things abridged."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from toolset_conformance.core.mismatch import MISSING

JSON = Any

_LONG = 200
_MANY = 8

# What takes no room on a screen, or moves what stands around it; spaces and line breaks are JSON's own affair.
_HIDDEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f"
    "\\u205f-\\u206f\\u3000\\u3164\\ud800-\\uf8ff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff"
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U0010ffff]"
)


def escaped(text: str) -> str:
    """The text with every character that cannot be seen written as ``\\\\u{200B}``."""
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(lambda found: f"\\u{{{ord(found[0]):04X}}}", text)


def names_of(text: str) -> list[str]:
    """The hidden characters of a text by code point and name, each once: ``U+200B ZERO WIDTH SPACE``."""
    if text.isascii() and text.isprintable():
        return []
    found = dict.fromkeys(character for character in _HIDDEN.findall(text) if character not in "\n\t\r")
    return [f"U+{ord(character):04X} {_name(character)}" for character in found]


# Unicode gives controls no names; these are the ones that people know them by.
_CONTROLS = {
    0x00: "NULL", 0x07: "BELL", 0x08: "BACKSPACE", 0x0B: "LINE TABULATION", 0x0C: "FORM FEED", 0x1B: "ESCAPE",
    0x7F: "DELETE", 0x85: "NEXT LINE", 0x9B: "CONTROL SEQUENCE INTRODUCER",
}  # fmt: skip
_KINDS = {"Cc": "a control", "Cs": "half a surrogate pair", "Co": "for private use", "Cn": "not a character"}


def _name(character: str) -> str:
    known = _CONTROLS.get(ord(character)) or unicodedata.name(character, "")
    return known or f"({_KINDS.get(unicodedata.category(character), 'no name')})"


def rule_ranges(rules: Iterable[str]) -> list[str]:
    """Ids of rules in few words, one for each group: ``SET-1 to 3, 6``."""
    numbers: dict[str, list[int]] = {}
    for rule in rules:
        group, _, number = rule.rpartition("-")
        numbers.setdefault(group, []).append(int(number))
    return [f"{group}-{_ranges(sorted(found))}" for group, found in numbers.items()]


def _ranges(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def forms_by_method(forms: Iterable[str]) -> list[str]:
    """Forms as ``tools (servers)``, those of a method together: ``tools (servers; entries)``."""
    details: dict[str, list[str]] = {}
    for form in forms:
        method, _, detail = form.partition(" (")
        details.setdefault(method, []).extend([detail.removesuffix(")")] if detail else [])
    return [f"{method} ({'; '.join(found)})" if found else method for method, found in details.items()]


def abridged(text: str, limit: int = _LONG) -> str:
    """The text, or its two ends with its length and a digest between them where it is longer than ``limit``."""
    if len(text) <= limit:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    size = len(text.encode("utf-8", "surrogatepass"))
    return f"{text[: limit // 2]}…[{len(text)} characters, {size} bytes, sha256 {digest}]…{text[-limit // 8 :]}"


def lines(value: JSON, width: int = 100, *, limit: int = _LONG, many: int = _MANY) -> list[str]:
    """A value on as few lines as fit, the way a person would set it."""
    if value is MISSING:
        return ["nothing"]
    return _set(_shortened(value, limit, many), width)


def _set(value: JSON, width: int) -> list[str]:
    flat = escaped(json.dumps(value, ensure_ascii=False))
    if len(flat) <= width or not isinstance(value, (dict, list)) or not value:
        return [flat]
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    made = [opening]
    items = list(value.items()) if isinstance(value, dict) else [(None, item) for item in value]
    for number, (key, item) in enumerate(items):
        label = "" if key is None else escaped(json.dumps(key, ensure_ascii=False)) + ": "
        first, *rest = _set(item, width - 2)
        block = [f"  {label}{first}", *(f"  {line}" for line in rest)]
        block[-1] += "," if number < len(items) - 1 else ""
        made += block
    return [*made, closing]


def _shortened(value: JSON, limit: int, many: int) -> JSON:
    if isinstance(value, str):
        return abridged(value, limit)
    if isinstance(value, list):
        kept = [_shortened(item, limit, many) for item in value]
        if len(kept) > many + 1:
            return [*kept[: many - 2], f"… {len(kept) - many + 1} more …", kept[-1]]
        return kept
    if isinstance(value, dict):
        return {abridged(key, limit): _shortened(item, limit, many) for key, item in value.items()}
    return value

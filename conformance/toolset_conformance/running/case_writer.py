"""A case that a port failed, as a file in the fixture format: what a search found becomes a case of one's own."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.corpus.model import Case
from toolset_conformance.corpus.own_cases import SUFFIX
from toolset_conformance.engine.verdict import WRONG, Verdict
from toolset_conformance.language.matchers import MATCHERS
from toolset_conformance.language.patterns import LIST_ELEMENTS
from toolset_conformance.language.syntax import DYNAMIC, SCHEMA_KEYS, special
from toolset_conformance.text import rendering

JSON = Any
WIDTH = 110
NAMESPACE = "found"
"""The first part of the ids in the files."""

_LARGEST = 2**53 - 1
_REPEATED = re.compile(r"(.{1,12}?)\1{19,}", re.DOTALL)
_PLAIN_KEY = re.compile(r"[a-z_]{2,}|\$[a-z_]+")
_TRAPS = frozenset({"yes", "no", "on", "off", "true", "false", "null"})


def is_one(verdict: Verdict) -> bool:
    """Whether a verdict is on a case that the port fails."""
    return verdict.outcome in WRONG and bool(verdict.case.steps)


def write(folder: Path, verdict: Verdict, port: dict[str, JSON]) -> Path:
    """Write the case of a verdict to a file of the folder, and what the port answered as comments.

    ``port``: what the port says of itself. Returns the file; raises ``OSError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (verdict.case.id.replace("/", "-") + SUFFIX)
    path.write_text("\n".join([*_comments(verdict, port), *_file(verdict.case)]) + "\n", "utf-8")
    return path


def _comments(verdict: Verdict, port: dict[str, JSON]) -> Iterator[str]:
    found = verdict.evidence
    who = f"{port['name']} {port['version']} ({port['language']})"
    said = [f"{who} fails this case, which a search has found.", verdict.message or ""]
    if found is not None:
        got = [found.error or "nothing"] if found.got is MISSING else rendering.lines(found.got, WIDTH)
        asked = f"step {found.step}, {found.ask}" if found.step else f"the question for the exposed names, {found.ask}"
        said += [f"The port's answer to {asked}:", *(f"  {line}" for line in got)]
    for line in said:
        for part in line.splitlines() or [""]:
            yield f"# {_visible(part)}".rstrip()


def _file(case: Case) -> Iterator[str]:
    name = case.id.rpartition("/")[2]
    yield "cases:"
    yield f"  - id: {NAMESPACE}/{name}"
    yield f"    rule: {case.rule}"
    yield f"    level: {case.level}"
    yield f"    why: {_quoted(case.why)}"
    yield f"    since: {_quoted(case.since)}"
    if case.toolset is not None:
        yield from _entry("toolset", _given(case.toolset), 4)
    yield "    steps:"
    for step in case.steps:
        plain = step.plain()
        yield f"      - ask: {plain.pop('ask')}"
        for key, value in plain.items():
            yield from _entry(key, _expected(value) if key == "expect" else _given(value), 8)


def _given(value: JSON) -> JSON:
    """A value of a question, with what would be taken for a constructor protected."""
    if special(value) in DYNAMIC:
        return value
    return _protected(value, _given)


def _expected(value: JSON) -> JSON:
    """A pattern likewise. What needs no protection loses it, so that it may be built of constructors."""
    name = special(value)
    if name == "$literal":
        return _protected_whole(value[name])
    if name in MATCHERS or name in LIST_ELEMENTS or name in DYNAMIC:
        assert name is not None
        argument = value[name]
        # Regular expressions and pairs are plain; a repeated pair of brackets in them is no repetition.
        return {name: argument if name in ("$regex", "$exposed") else _expected(argument)}
    return _protected(value, _expected)


def _protected_whole(value: JSON) -> JSON:
    return _protected(value, _protected_whole)


def _protected(value: JSON, inside: Any) -> JSON:
    if isinstance(value, dict):
        if any(key.startswith("$") and key not in SCHEMA_KEYS for key in value):
            return {"$literal": value}
        return {key: inside(item) for key, item in value.items()}
    if isinstance(value, list):
        return [inside(item) for item in value]
    if isinstance(value, int) and abs(value) > _LARGEST:
        return {"$integer": str(value)}
    if isinstance(value, float) and value.is_integer():
        # JSON does not tell 1.0 from 1, and YAML readers do.
        return _protected(int(value), inside)
    if isinstance(value, str) and _REPEATED.search(value):
        return _repetitions(value)
    return value


def _repetitions(text: str) -> JSON:
    parts: list[JSON] = []
    at = 0
    for found in _REPEATED.finditer(text):
        parts += [text[at : found.start()]] if found.start() > at else []
        parts.append({"$repeat": {"text": found[1], "times": len(found[0]) // len(found[1])}})
        at = found.end()
    parts += [text[at:]] if at < len(text) else []
    return parts[0] if len(parts) == 1 else {"$join": parts}


def _entry(key: str, value: JSON, indent: int) -> Iterator[str]:
    """A key and its value: on one line where it fits, else as a block."""
    lead = " " * indent
    flow = _flow(value)
    if len(flow) + indent + len(key) + 2 <= WIDTH or not isinstance(value, (dict, list)) or not value:
        yield f"{lead}{_key(key)}: {flow}"
        return
    yield f"{lead}{_key(key)}:"
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _entry(name, item, indent + 2)
        return
    for item in value:
        flow = _flow(item)
        if len(flow) + indent + 4 <= WIDTH or not isinstance(item, dict) or not item:
            yield f"{lead}  - {flow}"
        else:
            lines = [line for name, inner in item.items() for line in _entry(name, inner, indent + 4)]
            yield f"{lead}  - {lines[0].lstrip()}"
            yield from lines[1:]


def _flow(value: JSON) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return json.dumps(value)


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) and key not in _TRAPS else _quoted(key)


def _quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character in "\n\t\r":
        return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}[character]
    if _is_plain(character):
        return character
    number = ord(character)
    return f"\\u{number:04X}" if number <= 0xFFFF else f"\\U{number:08X}"


def _visible(text: str) -> str:
    return "".join(c if _is_plain(c) else f"\\u{{{ord(c):04X}}}" for c in text)


def _is_plain(character: str) -> bool:
    # Letters that take no room, such as the Hangul fillers, are letters to Unicode: show knows them.
    if " " <= character <= "~":
        return True
    return unicodedata.category(character)[0] in "LNPS" and rendering.escaped(character) == character

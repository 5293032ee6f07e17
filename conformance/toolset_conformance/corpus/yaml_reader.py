"""YAML as fixtures use it: data only, and nothing that two readers would read differently."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from toolset_conformance.core.errors import FileError

Where = tuple[Any, ...]
"""The way from the top of a file to a value: keys and list positions."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]*[1-9]\Z")
_LITERALS = {"true": True, "false": False, "null": None}
_LARGEST = 2**53 - 1
_TRAPS = re.compile(
    r"""(?ix) y|n|yes|no|on|off|true|false|null|~|=|<<
        | [-+]?\.?[0-9][0-9_.:,]*(e[-+]?[0-9_]*)?
        | [-+]?0[xob][0-9a-f_]*
        | [-+]?\.(inf|nan)
        | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\S*""",
)
_RAW = re.compile("[^\\n\\x20-\\x7e]")


MAX_DEPTH = 64
"""How deep the collections of a file may nest."""
_NESTS = re.compile(r"[\[\]{}]|(?:^|(?<=\n))(?: {64}|(?:[-?] +){16})")
"""What nests: brackets, as long as they are none in a text, and indentation that may."""


@dataclass
class Document:
    """A file's value, and the line on which each part of it stands."""

    path: Path
    value: Any
    lines: dict[Where, int] = field(default_factory=dict)

    def line(self, where: Where) -> int | None:
        """The line of a value, or of the nearest thing around it (1-based)."""
        where = tuple(where)
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where)

    def error(self, where: Where, message: str) -> FileError:
        """A :class:`FileError` about the value at ``where``."""
        return FileError(self.path, self.line(where), message)


def read(path: Path) -> Document:
    """Read one document; raises :class:`FileError` on the first thing that is not plain data."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise FileError(path, None, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(path, None, f"is not UTF-8 (byte {error.start + 1})") from error
    _check_characters(path, text)
    _check_depth(path, text)
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FileError(path, mark.line + 1 if mark else None, f"is not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise FileError(path, None, f"is not YAML: {error}") from error
    finally:
        loader.dispose()
    if node is None:
        raise FileError(path, 1, "is empty")
    document = Document(path, None)
    _check_events(path, text)
    document.value = _value(document, node, ())
    return document


def _check_characters(path: Path, text: str) -> None:
    if text.startswith("\ufeff"):
        raise FileError(path, 1, "begins with a byte order mark: save it as UTF-8 without one")
    if "\r" in text:
        raise FileError(
            path, text.count("\n", 0, text.index("\r")) + 1, "ends its lines with CR: save it with LF alone"
        )
    for found in _RAW.finditer(text):
        character = found[0]
        if character == "\t" or unicodedata.category(character)[0] in "CZ" or "\ufe00" <= character <= "\ufe0f":
            line = text.count("\n", 0, found.start()) + 1
            if not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip():
                raise FileError(path, line, "is indented with a tab: YAML takes spaces alone")
            raise FileError(
                path, line, f"holds an invisible character, U+{ord(character):04X}: write it as an escape in quotes"
            )


def _check_depth(path: Path, text: str) -> None:
    # Composing goes one call deeper a level, and the C parser ends the process where that is too much.
    depth = 0
    for found in _NESTS.finditer(text):
        depth = depth + 1 if found[0] in "[{" else 0 if found[0] in "\n" else depth - 1
        if depth > MAX_DEPTH or len(found[0]) > 1:
            break
    else:
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            line = event.start_mark.line + 1 if event.start_mark else None
            raise FileError(path, line, f"is nested more than {MAX_DEPTH} deep: use $nest")


def _check_events(path: Path, text: str) -> None:
    # The composed nodes no longer show anchors and explicit tags; the events do, and most files hold none of these.
    if not any(sign in text for sign in "&*!"):
        return
    events: Iterator[Any] = yaml.parse(text, Loader=_Loader)
    for event in events:
        line = event.start_mark.line + 1
        if getattr(event, "anchor", None) is not None:
            raise FileError(path, line, "anchors and aliases are not allowed: write the value out")
        if getattr(event, "tag", None) is not None:
            raise FileError(path, line, f"the tag {event.tag} is not allowed: fixtures are plain data")


def _value(document: Document, node: Any, where: Where) -> Any:
    document.lines[where] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = _key(document, key_node)
            if key in mapping:
                raise FileError(document.path, key_node.start_mark.line + 1, f"the key '{key}' stands twice")
            mapping[key] = _value(document, value_node, (*where, key))
            document.lines[where + (key,)] = key_node.start_mark.line + 1
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_value(document, item, (*where, index)) for index, item in enumerate(node.value)]
    return _scalar(document.path, node)


def _key(document: Document, node: Any) -> str:
    value = _scalar(document.path, node) if isinstance(node, yaml.ScalarNode) else None
    if not isinstance(value, str):
        raise FileError(document.path, node.start_mark.line + 1, "a key is not a string: put it in quotes")
    return value


def _scalar(path: Path, node: Any) -> Any:
    text: str = node.value
    line = node.start_mark.line + 1
    if node.style:  # the C parser gives "" for a plain scalar, the Python one None
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise FileError(path, line, 'a surrogate escape is not a character: write "\\U0001F600" or use $codepoints')
        return text
    if text in _LITERALS:
        return _LITERALS[text]
    if _PLAIN_INTEGER.match(text):
        if len(text) > 17 or abs(int(text)) > _LARGEST:
            raise FileError(path, line, f"the integer {text:.40} is beyond 2^53-1: use $integer")
        return int(text)
    if _PLAIN_NUMBER.match(text):
        if math.isinf(number := float(text)):
            raise FileError(path, line, f"the number {text:.40} is larger than any that JSON readers agree on")
        return number
    if not text:
        raise FileError(path, line, 'has no value here: write null, "", [] or {}')
    if _TRAPS.fullmatch(text) or node.tag != "tag:yaml.org,2002:str":
        raise FileError(path, line, f"'{text}' is read differently by different YAML readers: put it in quotes")
    return text

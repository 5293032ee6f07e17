"""Notation: a value or a pattern as people read it, JSON with words in angle brackets where JSON has none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from toolset_conformance.core.mismatch import MISSING, path
from toolset_conformance.language.matchers import MATCHERS
from toolset_conformance.language.patterns import LIST_ELEMENTS
from toolset_conformance.language.syntax import DYNAMIC, special
from toolset_conformance.text import rendering

JSON = Any

VARIES = "$varies"
"""``{"$varies": "A"}`` stands where the cases of a family differ."""

_REQUEST = frozenset({*DYNAMIC, "$join", "$not_exposed", VARIES})
_PATTERN = frozenset({*MATCHERS, *LIST_ELEMENTS, *_REQUEST})
_REPEATED = re.compile(r"(.{1,12}?)\1{11,}", re.DOTALL)
_SEARCHED = 100_000
"""Longer texts are not searched for repetitions."""
_DEEPEST = 14
"""What is nested deeper is not shown."""


@dataclass(frozen=True)
class _Node:
    """Items between two brackets; each item has a label that stands before it."""

    opening: str
    closing: str
    items: tuple[tuple[str, _Node | str], ...]


_Shown = _Node | str


class _Size(NamedTuple):
    limit: int
    many: int
    known: frozenset[str]
    depth: int = 0


def data(value: JSON, width: int = 100, *, limit: int = 200, many: int = 8) -> list[str]:
    """A plain value, such as a port's answer, on as few lines as fit."""
    return _lines(value, width, _Size(limit, many, frozenset()))


def request(value: JSON, width: int = 100, *, limit: int = 200, many: int = 8) -> list[str]:
    """A value of a question, in which exposed names and earlier answers may stand."""
    return _lines(value, width, _Size(limit, many, _REQUEST))


def pattern(value: JSON, width: int = 100, *, limit: int = 200, many: int = 8) -> list[str]:
    """What an answer has to fit."""
    return _lines(value, width, _Size(limit, many, _PATTERN))


def is_plain(value: JSON) -> bool:
    """Whether a pattern stands for itself, with no matcher in it."""
    if special(value) in _PATTERN:
        return False
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(is_plain, items))


def text(value: str, limit: int = 200) -> str:
    """A text in quotes, what cannot be seen escaped; long repetitions counted, other long texts abridged."""
    if len(value) <= limit:
        return _quoted(value)
    if len(value) <= _SEARCHED:
        parts = list(_parts(value))
        if sum(len(part) for part, _ in parts) <= limit and len(parts) <= 8:
            return " + ".join(
                _quoted(part) if times == 1 else f"<{_quoted(part)} {times} times>" for part, times in parts
            )
    return _quoted(rendering.abridged(value, limit))


def _parts(value: str) -> Iterable[tuple[str, int]]:
    at = 0
    for found in _REPEATED.finditer(value):
        if found.start() > at:
            yield value[at : found.start()], 1
        yield found[1], len(found[0]) // len(found[1])
        at = found.end()
    if at < len(value):
        yield value[at:], 1


def _quoted(value: str) -> str:
    return rendering.escaped(json.dumps(value, ensure_ascii=False))


def _lines(value: JSON, width: int, size: _Size) -> list[str]:
    return ["nothing"] if value is MISSING else _set(_shown(value, size), width)


def _set(node: _Shown, width: int) -> list[str]:
    flat = _flat(node)
    if isinstance(node, str) or not node.items or len(flat) <= width:
        return [flat]
    label, only = node.items[0]
    if len(node.items) == 1 and isinstance(only, _Node) and only.items:
        # A bracket around one thing alone needs no lines of its own.
        opening = node.opening + label + only.opening
        return _set(replace(only, opening=opening, closing=only.closing + node.closing), width)
    made = [node.opening]
    for number, (label, item) in enumerate(node.items):
        first, *rest = _set(item, width - 2)
        block = [f"  {label}{first}", *(f"  {line}" for line in rest)]
        block[-1] += "," if number < len(node.items) - 1 else ""
        made += block
    return [*made, node.closing]


def _flat(node: _Shown) -> str:
    if isinstance(node, str):
        return node
    return node.opening + ", ".join(label + _flat(item) for label, item in node.items) + node.closing


def _shown(value: JSON, size: _Size) -> _Shown:
    name = special(value)
    if size.depth > _DEEPEST and isinstance(value, (dict, list)) and value:
        return "<more inside>"
    size = size._replace(depth=size.depth + 1)
    if name in size.known:
        return _WORDS[name](value[name], size) if name in _WORDS else _said(_PREFIXES[name], value[name], size)
    if isinstance(value, str):
        return text(value, size.limit)
    if isinstance(value, dict):
        return _plain_tool(value) or _Node("{", "}", tuple(_entries(value, size)))
    if isinstance(value, list):
        return _Node("[", "]", tuple(_elements(value, size)))
    return json.dumps(value)


def _plain_tool(value: dict[str, JSON]) -> str:
    if set(value) == {"name", "inputSchema"} and value["inputSchema"] == {"type": "object"}:
        return f"<plain tool {text(value['name'])}>" if isinstance(value["name"], str) else ""
    return ""


def _entries(value: dict[str, JSON], size: _Size) -> Iterable[tuple[str, _Shown]]:
    kept = list(value.items())
    more = len(kept) - 5 * size.many
    for key, item in kept[: 5 * size.many]:
        yield text(key, size.limit) + ": ", _shown(item, size)
    if more > 0:
        yield "", f"<{more} more keys>"


def _elements(value: list[JSON], size: _Size) -> Iterable[tuple[str, _Shown]]:
    if len(value) <= size.many + 1:
        yield from (("", _shown(item, size)) for item in value)
        return
    yield from (("", _shown(item, size)) for item in value[: size.many - 2])
    yield "", f"<{len(value) - size.many + 1} more>"
    yield "", _shown(value[-1], size)


def _said(words: str, value: JSON, size: _Size) -> _Shown:
    inner = _shown(value, size)
    return f"<{words}> {inner}" if isinstance(inner, str) else replace(inner, opening=f"<{words}> {inner.opening}")


def _choices(words: str) -> Callable[[Any, _Size], _Shown]:
    return lambda argument, size: _Node(f"<{words}> (", ")", tuple(_elements(argument, size)))


def _of_text(wanted: dict[str, Any], size: _Size) -> str:
    said = []
    for key, value in wanted.items():
        if key == "blank":
            said.append("with nothing to read" if value else "with something to read")
        elif key.endswith("_bytes"):
            said.append(f"of at {'least' if key.startswith('min') else 'most'} {_inline(value, size)} bytes")
        else:
            texts = value if isinstance(value, list) else [value]
            shown = [_flat(_shown(one, size)) for one in texts[: 3 * size.many]]
            more = [f"{len(texts) - 3 * size.many} more"] if len(texts) > 3 * size.many else []
            said.append(f"{_TEXT[key]} {', '.join(shown + more)}")
    return f"<a text {'; '.join(said)}>"


_TEXT = {"starts": "that begins with", "ends": "that ends with", "contains": "that holds", "without": "without"}


def _has(argument: dict[str, JSON], size: _Size) -> _Shown:
    return _Node("{", "}", (*_entries(argument, size), ("", "<any other keys>")))


def _if_exposed(argument: dict[str, JSON], size: _Size) -> _Shown:
    return _said(f"if the set holds {_pair(argument['pair'], size)}:", argument["then"], size)


def _inline(argument: JSON, size: _Size) -> str:
    if isinstance(argument, dict):
        return _flat(_shown(argument, size))
    return f"{argument:,}" if isinstance(argument, int) else rendering.escaped(str(argument))


def _pair(argument: list[JSON], size: _Size) -> str:
    server, tool = (_flat(_shown(part, size)) for part in argument)
    return f"{tool} of {server}"


def _join(argument: list[JSON], size: _Size) -> str:
    return " + ".join(_flat(_shown(part, size)) for part in argument)


def _unique(argument: JSON, size: _Size) -> str:
    return (
        "<a list without equal elements>"
        if argument is True
        else f'<a list; "{_inline(argument, size)}" differs in all elements>'
    )


def _among(argument: dict[str, JSON], size: _Size) -> _Shown:
    where = _shown(argument["where"], size)
    return _said(f"those of its elements that are {_flat(where)}, as a list:", argument["fits"], size)


def _answered(argument: dict[str, JSON], size: _Size) -> _Shown:
    return _said("each answered once, in the message after it:", argument, size)


_WORDS: dict[str, Callable[[Any, _Size], _Shown]] = {
    "$any": lambda argument, size: "<anything>",
    "$type": lambda argument, size: f"<any {_inline(argument, size)}>",
    "$regex": lambda argument, size: f"<a text of the form {_inline(argument, size)}>",
    "$text": _of_text,
    "$literal": lambda argument, size: _shown(argument, size._replace(known=frozenset())),
    "$one_of": _choices("one of"),
    "$all": _choices("all of"),
    "$has": _has,
    "$unique": _unique,
    "$length": lambda argument, size: f"<a list of {_inline(argument, size)} elements>",
    "$among": _among,
    "$grows": lambda argument, size: f'<a list; "{argument}" of each begins with all of the one before>',
    "$same": lambda argument, size: f'<a list; "{argument}" is the same in all>',
    "$answered": _answered,
    "$results": lambda argument, size: _said("each answer to these is:", argument, size),
    "$if_exposed": _if_exposed,
    "$exposed": lambda argument, size: f"<the exposed name of {_pair(argument, size)}>",
    "$not_exposed": lambda argument, size: f"<the exposed name of {_pair(argument, size)}, which has none>",
    "$answer": lambda argument, size: f"<from answer {argument[0]}: {path(tuple(argument[1:])) or 'all of it'}>",
    "$join": _join,
    VARIES: lambda argument, size: f"<{argument}>",
}
_PREFIXES = {
    "$json": "JSON text of",
    "$not": "anything but",
    "$absent_or": "missing, or",
    "$each": "a list; each element:",
    "$some": "a list; at least one element:",
    "$in_any_order": "in any order",
    "$nowhere": "nowhere in it:",
    "$somewhere": "somewhere in it:",
    "$first": "a list; these before all others:",
    "$maybe": "may be missing:",
}

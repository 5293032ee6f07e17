"""Constructors: the ways a fixture builds what is too long or too invisible to type.

An object with one key that starts with ``$`` is a constructor, a matcher (see :mod:`matchers`) or one of the two
values that only a run can know, ``$exposed`` and ``$answer``; a key of JSON Schema (``$ref``, ``$defs``, ...) is
plain data, and ``$literal`` protects everything else.
"""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable, Mapping
from typing import Any

from toolset_conformance.core.json_values import valid_text
from toolset_conformance.language import images
from toolset_conformance.language.syntax import DYNAMIC, SCHEMA_KEYS, special

JSON = Any
Where = tuple[Any, ...]

MOST = 2**24
"""How many characters, bytes and elements the constructors of one value make at most."""


class ConstructorError(Exception):
    """A constructor is used wrongly: where in the value, and what to write instead."""

    def __init__(self, where: Where, message: str) -> None:
        super().__init__(message)
        self.where, self.message = where, message


class Scope:
    """What ``$use`` and ``$row`` refer to, and which matchers may stand in the value.

    ``named``: the file's ``let`` values; ``row``: the values of one row of ``each``.
    """

    def __init__(
        self, named: Mapping[str, JSON], row: Mapping[str, JSON] | None = None, matchers: frozenset[str] = frozenset()
    ) -> None:
        self.named, self.row, self.matchers = named, row, matchers
        self.using: list[str] = []
        self.index: list[int] = []
        self.inner: list[JSON] = []
        self._made = 0

    def make(self, number: int, where: Where) -> int:
        """Count so many characters or elements that are to be made; raises :class:`ConstructorError`."""
        if number < 0:
            raise ConstructorError(where, f"cannot make {number} of anything")
        self._made += number
        if self._made > MOST:
            raise ConstructorError(where, f"makes more than {MOST} characters or elements, too much for one value")
        return number


def expand(value: JSON, scope: Scope, where: Where = ()) -> JSON:
    """The value with every constructor carried out; matchers, ``$exposed`` and ``$answer`` stay.

    Raises :class:`ConstructorError`. The answer shares nothing with ``value``.
    """
    # Values that use each other several times grow by a power of their number.
    scope.make(1, where)
    if isinstance(value, list):
        return [expand(item, scope, (*where, index)) for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    name = special(value)
    if name is None:
        for key in value:
            if key.startswith("$") and key not in SCHEMA_KEYS:
                raise ConstructorError((*where, key), f"'{key}' is not a constructor here: wrap the object in $literal")
        return {key: expand(item, scope, (*where, key)) for key, item in value.items()}
    argument, where = value[name], (*where, name)
    if name == "$literal":
        return _literal(argument, bool(scope.matchers), where)
    if name in CONSTRUCTORS:
        return CONSTRUCTORS[name](argument, scope, where)
    if name in DYNAMIC or name in scope.matchers:
        return {name: expand(argument, scope, where)}
    known = sorted({*CONSTRUCTORS, *DYNAMIC, *scope.matchers, "$literal"})
    raise ConstructorError(where, f"there is no '{name}' here; there are {', '.join(known)}")


def _literal(value: JSON, compared: bool, where: Where) -> JSON:
    # In an expected answer the protection must outlive the expansion; in a request the plain value is what is sent.
    if compared:
        return {"$literal": copy.deepcopy(value)}
    name = _run_time(value)
    if name:
        raise ConstructorError(where, f"cannot protect '{name}' in a request: a run would read it as its own")
    return copy.deepcopy(value)


def _run_time(value: JSON) -> str | None:
    """The name of what a run would fill in, where a value holds an object that looks like it."""
    name = special(value)
    if name in (*DYNAMIC, "$join", "$if_exposed"):
        return name
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, map(_run_time, items)), None)


def _need(argument: JSON, where: Where, shape: Mapping[str, type], optional: Mapping[str, type] = {}) -> dict[str, Any]:
    if not isinstance(argument, dict):
        raise ConstructorError(where, f"takes an object with {', '.join(shape)}")
    for key in argument:
        if key not in shape and key not in optional:
            raise ConstructorError((*where, key), f"has no '{key}'; it takes {', '.join([*shape, *optional])}")
    for key, wanted in {**shape, **optional}.items():
        if key not in argument:
            if key in shape:
                raise ConstructorError(where, f"needs '{key}'")
        elif not isinstance(argument[key], wanted) or isinstance(argument[key], bool):
            raise ConstructorError((*where, key), f"must be of type {wanted.__name__}")
    return argument


def _text(value: JSON, where: Where) -> str:
    if not isinstance(value, str):
        raise ConstructorError(where, "must be a text")
    return value


def _repeat(argument: JSON, scope: Scope, where: Where) -> JSON:
    if not isinstance(argument, dict):
        raise ConstructorError(where, "takes an object with text, times")
    wanted = _need({key: expand(item, scope, (*where, key)) for key, item in argument.items()}, where, _REPEAT)
    scope.make(wanted["times"] * max(1, len(wanted["text"])), where)
    return wanted["text"] * wanted["times"]


_REPEAT: dict[str, type] = {"text": str, "times": int}


def _join(argument: JSON, scope: Scope, where: Where) -> JSON:
    if not isinstance(argument, list):
        raise ConstructorError(where, "takes a list of texts")
    parts = expand(argument, scope, where)
    if any(special(part) in DYNAMIC for part in parts):
        return {"$join": parts}
    return "".join(_text(part, (*where, index)) for index, part in enumerate(parts))


def _codepoints(argument: JSON, scope: Scope, where: Where) -> JSON:
    if not isinstance(argument, list):
        raise ConstructorError(where, 'takes a list of hexadecimal numbers, like ["200B"]')
    try:
        made = "".join(chr(int(_text(item, where), 16)) for item in expand(argument, scope, where))
    except (ValueError, OverflowError):
        raise ConstructorError(where, 'takes hexadecimal numbers up to 10FFFF, like ["200B"]') from None
    if not valid_text(made):
        raise ConstructorError(where, "takes no half of a surrogate pair: a request is valid Unicode")
    return made


def _bytes(argument: JSON, scope: Scope, where: Where) -> JSON:
    wanted = _need(argument, where, {"size": int}, {"start": str})
    start = wanted.get("start")
    if start is not None and start not in images.KINDS:
        raise ConstructorError((*where, "start"), f"must be one of {', '.join(images.KINDS)}")
    size = scope.make(wanted["size"], where)
    try:
        made = images.filler(size) if start is None else images.image(start, size)
    except ValueError as error:
        raise ConstructorError((*where, "size"), str(error)) from None
    return base64.b64encode(made).decode("ascii")


def _integer(argument: JSON, scope: Scope, where: Where) -> JSON:
    try:
        return int(_text(argument, where))
    except ValueError:
        raise ConstructorError(where, "takes the digits of an integer, in quotes") from None


def _times(argument: JSON, scope: Scope, where: Where) -> JSON:
    wanted = _need(argument, where, {"count": int, "item": object})
    made = []
    for index in range(scope.make(wanted["count"], where)):
        scope.index.append(index)
        made.append(expand(wanted["item"], scope, (*where, "item")))
        scope.index.pop()
    return made


def _index(argument: JSON, scope: Scope, where: Where) -> JSON:
    if not scope.index or isinstance(argument, bool) or not isinstance(argument, int):
        raise ConstructorError(where, "stands inside $times and takes the least number of digits")
    return str(scope.index[-1]).zfill(argument)


def _nest(argument: JSON, scope: Scope, where: Where) -> JSON:
    wanted = _need(argument, where, {"levels": int, "around": object, "core": object})
    value = expand(wanted["core"], scope, (*where, "core"))
    for _ in range(scope.make(wanted["levels"], where)):
        scope.make(_size(value), where)
        scope.inner.append(value)
        value = expand(wanted["around"], scope, (*where, "around"))
        scope.inner.pop()
    return value


def _size(value: JSON) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_size, items))


def _inner(argument: JSON, scope: Scope, where: Where) -> JSON:
    if not scope.inner or argument is not True:
        raise ConstructorError(where, "stands inside the 'around' of $nest, as {$inner: true}")
    return scope.inner[-1]


def _flat(argument: JSON, scope: Scope, where: Where) -> JSON:
    parts = expand(argument, scope, where)
    if not isinstance(parts, list) or not all(isinstance(part, list) for part in parts):
        raise ConstructorError(where, "takes a list of lists")
    return [item for part in parts for item in part]


def _tool(argument: JSON, scope: Scope, where: Where) -> JSON:
    name = expand(argument, scope, where)
    return {"name": _text(name, where), "inputSchema": {"type": "object"}}


def _use(argument: JSON, scope: Scope, where: Where) -> JSON:
    if not isinstance(argument, str) or argument not in scope.named:
        has = ", ".join(scope.named) or "nothing"
        raise ConstructorError(where, f"'let' in this file has no '{argument}'; it has {has}")
    if argument in scope.using:
        raise ConstructorError(where, f"'{argument}' in 'let' uses itself")
    scope.using.append(argument)
    value = expand(scope.named[argument], scope, where)
    scope.using.pop()
    return value


def _row(argument: JSON, scope: Scope, where: Where) -> JSON:
    if scope.row is None or argument not in scope.row:
        has = f"it has {', '.join(scope.row)}" if scope.row is not None else "the case has no 'each'"
        raise ConstructorError(where, f"this row has no '{argument}'; {has}")
    return expand(scope.row[argument], scope, where)


CONSTRUCTORS: dict[str, Callable[[JSON, Scope, Where], JSON]] = {
    "$repeat": _repeat,
    "$join": _join,
    "$codepoints": _codepoints,
    "$bytes": _bytes,
    "$integer": _integer,
    "$times": _times,
    "$index": _index,
    "$nest": _nest,
    "$inner": _inner,
    "$flat": _flat,
    "$tool": _tool,
    "$use": _use,
    "$row": _row,
}
"""Name to implementation; the docs list them in this order."""

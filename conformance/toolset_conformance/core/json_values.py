"""JSON as the suite reads, writes and compares it: strict in, ASCII out, equal by JSON's own notion."""

from __future__ import annotations

import json
import marshal
from typing import Any, NoReturn

JSON = Any
"""A JSON value: ``None``, ``bool``, ``int``, ``float``, ``str``, ``list[JSON]`` or ``dict[str, JSON]``."""

MAX_DEPTH = 256
"""How deep an answer may nest; requests nest at most 64 deep."""


class BadJSON(ValueError):
    """The text is not JSON that every reader would read the same way; the message says why."""


def _no_duplicates(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJSON(f"the key {json.dumps(key)} stands twice in one object")
            seen.add(key)
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadJSON(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BadJSON(f"the number {text} is too large")
    return number


_decoder = json.JSONDecoder(object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite)


def loads(text: str) -> JSON:
    """Read one JSON value; raises :class:`BadJSON` on broken syntax, NaN, a repeated key or endless nesting."""
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise BadJSON(f"{error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise BadJSON("nested too deep to be read") from None
    except ValueError as error:
        if isinstance(error, BadJSON):
            raise
        raise BadJSON("a number has too many digits") from None
    if text.count("[") + text.count("{") > MAX_DEPTH and deeper_than(value, MAX_DEPTH):
        raise BadJSON(f"nested more than {MAX_DEPTH} deep")
    return value


def deeper_than(value: JSON, limit: int) -> bool:
    """Whether a value holds lists and objects more than so many levels deep."""
    level = [value]
    while level and limit:
        limit -= 1
        level = [
            child
            for item in level
            if isinstance(item, (dict, list))
            for child in (item.values() if isinstance(item, dict) else item)
        ]
    return any(isinstance(item, (dict, list)) for item in level)


dumps = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode
"""Write one line of ASCII; raises ``ValueError`` or ``TypeError`` for what JSON cannot hold."""


def copied(value: JSON) -> JSON:
    """An equal value that shares nothing with the given one: by way of bytes, which is quicker than a walk."""
    # From version 3 on, what stood twice in the value would be one and the same in the copy.
    return marshal.loads(marshal.dumps(value, 2))


def equal(one: JSON, other: JSON) -> bool:
    """Equality of JSON values: numbers by value, ``true`` is not ``1``, the order of keys does not matter."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(equal(value, other[key]) for key, value in one.items())
        )
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(equal, one, other))
    return not isinstance(other, (dict, list)) and bool(one == other)


_sorted = json.JSONEncoder(sort_keys=True, allow_nan=False, separators=(",", ":")).encode


def canonical(value: JSON) -> str:
    """The same text for all values that are equal, and for no others."""
    return _sorted(_whole(value))


def _whole(value: JSON) -> JSON:
    """The value with each float that is a whole number as an integer."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list) else value


def kind(value: JSON) -> str:
    """The JSON name of a value's type: ``null``, ``boolean``, ``integer``, ``number``, ``string``, ..."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "integer" if isinstance(value, int) or value.is_integer() else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def is_unicode(value: JSON) -> bool:
    """Return whether UTF-8 can carry every text of a value, its keys among them."""
    return valid_text(json.dumps(value, ensure_ascii=False))


def valid_text(text: str) -> bool:
    """False where a string holds half a surrogate pair, which no UTF-8 can carry."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True

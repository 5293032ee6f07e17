"""Constructors: what each makes, and what is said where one is used wrongly."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from toolset_conformance.language.constructors import CONSTRUCTORS, ConstructorError, Scope, expand
from toolset_conformance.language.syntax import special

JSON = Any
NAMED: dict[str, JSON] = {"a": {"$repeat": {"text": "x", "times": 2}}, "loop": {"$use": "loop"}}

MADE: list[tuple[JSON, JSON]] = [
    ({"$tool": "read"}, {"name": "read", "inputSchema": {"type": "object"}}),
    ({"$tool": {"$use": "a"}}, {"name": "xx", "inputSchema": {"type": "object"}}),
    ({"$repeat": {"text": {"$row": "word"}, "times": 3}}, "yoyoyo"),
    ({"$repeat": {"text": "a", "times": 0}}, ""),
    ({"$join": ["a", {"$use": "a"}, "b"]}, "axxb"),
    ({"$join": []}, ""),
    ({"$join": ["a", {"$exposed": ["s", "t"]}]}, {"$join": ["a", {"$exposed": ["s", "t"]}]}),
    ({"$codepoints": ["200B", "1f600", "0"]}, "\u200b\U0001f600\0"),
    ({"$codepoints": [{"$join": ["E00", "41"]}]}, "\U000e0041"),
    ({"$integer": "-9007199254740993"}, -9007199254740993),
    ({"$times": {"count": 2, "item": ["a", {"$index": 2}]}}, [["a", "00"], ["a", "01"]]),
    ({"$times": {"count": 0, "item": 1}}, []),
    ({"$nest": {"levels": 2, "around": {"a": {"$inner": True}}, "core": [1]}}, {"a": {"a": [1]}}),
    ({"$nest": {"levels": 0, "around": {}, "core": 1}}, 1),
    ({"$flat": [[1], [], [2, [3]]]}, [1, 2, [3]]),
    ({"$use": "a"}, "xx"),
    ({"$row": "word"}, "yo"),
    ({"$literal": {"$use": "a"}}, {"$use": "a"}),
    ({"$exposed": ["s", "t"]}, {"$exposed": ["s", "t"]}),
    ({"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}),
    ({"a": [{"$use": "a"}], "$defs": {"b": {"$use": "a"}}}, {"a": ["xx"], "$defs": {"b": "xx"}}),
]


def made(value: JSON, matchers: frozenset[str] = frozenset()) -> JSON:
    """What a value becomes."""
    return expand(value, Scope(NAMED, {"word": "yo"}, matchers))


@pytest.mark.parametrize(("value", "wanted"), MADE, ids=lambda value: str(value)[:50])
def test_what_is_made(value: JSON, wanted: JSON) -> None:
    assert made(value) == wanted


def test_each_constructor_is_here() -> None:
    used = str(MADE) + "$bytes"
    assert [name for name in CONSTRUCTORS if name not in used] == []


@pytest.mark.parametrize(
    ("start", "magic"), [("png", b"\x89PNG"), ("jpeg", b"\xff\xd8\xff"), ("gif", b"GIF89a"), ("webp", b"RIFF")]
)
def test_bytes_begin_as_their_type_does(start: str, magic: bytes) -> None:
    data = base64.b64decode(made({"$bytes": {"size": 300, "start": start}}), validate=True)
    assert len(data) == 300 and data.startswith(magic)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 1000])
def test_bytes_are_as_many_as_asked_for(size: int) -> None:
    assert len(base64.b64decode(made({"$bytes": {"size": size}}), validate=True)) == size
    assert len(base64.b64decode(made({"$bytes": {"size": size, "start": "png"}}), validate=True)) == size


WRONG: list[tuple[JSON, str]] = [
    ({"$tool": 1}, "must be a text"),
    ({"$repeat": "a"}, "takes an object with text, times"),
    ({"$repeat": {"text": "a"}}, "needs 'times'"),
    ({"$repeat": {"text": "a", "times": True}}, "must be of type int"),
    ({"$repeat": {"text": "a", "times": 1, "by": 2}}, "has no 'by'"),
    ({"$join": "a"}, "takes a list of texts"),
    ({"$join": [1]}, "must be a text"),
    ({"$codepoints": "200B"}, "takes a list of hexadecimal numbers"),
    ({"$codepoints": ["110000"]}, "up to 10FFFF"),
    ({"$codepoints": ["x"]}, "up to 10FFFF"),
    ({"$codepoints": ["F" * 20]}, "up to 10FFFF"),
    ({"$bytes": 3}, "takes an object with size"),
    ({"$bytes": {"size": 3, "start": "bmp"}}, "must be one of png, jpeg, gif, webp"),
    ({"$bytes": {"size": 70, "start": "png"}}, "a png has 67 bytes, or 79 and more"),
    ({"$integer": 3}, "must be a text"),
    ({"$integer": "3.5"}, "the digits of an integer"),
    ({"$times": {"count": 1}}, "needs 'item'"),
    ({"$index": 2}, "stands inside $times"),
    ({"$times": {"count": 1, "item": {"$index": True}}}, "stands inside $times"),
    ({"$inner": True}, "stands inside the 'around' of $nest"),
    ({"$nest": {"levels": 1, "around": {"$inner": 1}, "core": 1}}, "as {$inner: true}"),
    ({"$flat": [1]}, "takes a list of lists"),
    ({"$use": "b"}, "'let' in this file has no 'b'; it has a, loop"),
    ({"$use": "loop"}, "uses itself"),
    ({"$row": "other"}, "this row has no 'other'; it has word"),
    ({"$any": True}, "there is no '$any' here"),
    ({"$use": "a", "b": 1}, "wrap the object in $literal"),
]


@pytest.mark.parametrize(("value", "said"), WRONG, ids=lambda value: str(value)[:50])
def test_what_is_said_where_it_is_wrong(value: JSON, said: str) -> None:
    with pytest.raises(ConstructorError) as caught:
        made([0, value])
    assert said in caught.value.message
    assert caught.value.where[0] == 1


def test_a_row_needs_each_and_a_use_needs_let() -> None:
    with pytest.raises(ConstructorError, match="the case has no 'each'"):
        expand({"$row": "a"}, Scope({}))
    with pytest.raises(ConstructorError, match="it has nothing"):
        expand({"$use": "a"}, Scope({}))


def test_in_an_expected_answer_matchers_and_protection_stay() -> None:
    matchers = frozenset({"$any"})
    assert made({"$any": {"$use": "a"}}, matchers) == {"$any": "xx"}
    assert made([{"$literal": {"$any": 1}}], matchers) == [{"$literal": {"$any": 1}}]


def test_what_is_made_shares_nothing_with_what_it_is_made_from() -> None:
    named: dict[str, JSON] = {"list": [1]}
    made = expand([{"$use": "list"}, {"$use": "list"}, {"$literal": named}], Scope(named))
    made[0].append(2)
    made[2]["list"].append(3)
    assert (made[1], named) == ([1], {"list": [1]})


@pytest.mark.parametrize("value", [{}, {"a": 1}, {"$ref": 1}, {"$a": 1, "$b": 2}, [], "$a", None], ids=str)
def test_what_is_nothing_special(value: JSON) -> None:
    assert special(value) is None

"""JSON as the suite reads, writes and compares it."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_conformance.core import json_values
from toolset_conformance.core.json_values import BadJSON, canonical, equal, kind, loads, valid_text

JSON = Any
DEEP = json_values.MAX_DEPTH


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value at character 1"),
        ("{'a': 1}", "at character 2"),
        ("[1,]", "at character"),
        ("[1] 2", "Extra data at character 5"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', 'the key "c" stands twice'),
        ("[NaN]", "NaN is not JSON"),
        ("-Infinity", "-Infinity is not JSON"),
        ("[1e999]", "1e999 is too large"),
        ("9" * 5000, "too many digits"),
        ("[" * (DEEP + 1) + "]" * (DEEP + 1), f"nested more than {DEEP} deep"),
        ('{"a":' * (DEEP + 1) + "1" + "}" * (DEEP + 1), f"nested more than {DEEP} deep"),
        ("[" * 100_000 + "]" * 100_000, "nested"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_json_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BadJSON, match=said.replace("(", r"\(")):
        loads(text)


def test_depth_counts_levels_and_not_brackets() -> None:
    assert loads("[" * DEEP + "]" * DEEP) is not None
    assert loads("[" + ",".join(["[]"] * (2 * DEEP)) + "]") == [[]] * (2 * DEEP)
    assert loads('"' + "[" * (2 * DEEP) + '"') == "[" * (2 * DEEP)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), {1}, object(), b"a"], ids=lambda value: type(value).__name__
)
def test_what_json_cannot_hold_is_not_written(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        json_values.dumps([value])


def test_one_line_of_ascii_is_written() -> None:
    assert json_values.dumps({"é\n": "\u2028\U0001f600"}) == r'{"\u00e9\n":"\u2028\ud83d\ude00"}'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (0, -0.0),
        (2**60, float(2**60)),
        ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}),
        ([], []),
        (None, None),
        (True, True),
    ],
    ids=str,
)
def test_equal_values(one: JSON, other: JSON) -> None:
    assert equal(one, other)
    assert equal(other, one)
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (0, False),
        (None, False),
        (2**60, 2**60 + 1),
        (2**60 + 1, float(2**60)),
        ("1", 1),
        ([], {}),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": None}, {}),
        ({"a": {"b": True}}, {"a": {"b": 1}}),
        ("é", "e\u0301"),
    ],
    ids=str,
)
def test_different_values(one: JSON, other: JSON) -> None:
    assert not equal(one, other)
    assert not equal(other, one)
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (False, "boolean"),
        (0, "integer"),
        (1e3, "integer"),
        (0.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
    ids=str,
)
def test_kinds(value: JSON, name: str) -> None:
    assert kind(value) == name


def test_half_a_pair_is_no_valid_text() -> None:
    assert valid_text("a") and valid_text("\U0001f600")
    assert not valid_text("\ud83d") and not valid_text("a\ude00b")

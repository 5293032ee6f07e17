"""What each matcher lets through, in the engine and in the JavaScript runner alike."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from conftest import ROOT
from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.language.matchers import MATCHERS, fits, match
from toolset_conformance.language.patterns import LIST_ELEMENTS

JSON = Any
A, B = {"a": 1}, {"b": 2}
BIG = 2**60


def said(calls: list[str], *answers: list[str]) -> JSON:
    """A request in which the assistant makes these calls and users answer these, message by message."""
    asked = {"role": "assistant", "content": [{"type": "tool_use", "id": call} for call in calls]}
    results = [[{"type": "tool_result", "tool_use_id": call} for call in those] for those in answers]
    return {"messages": [{"role": "user"}, asked, *({"role": "user", "content": those} for those in results)]}


CASES: list[tuple[JSON, list[JSON], list[JSON]]] = [
    (None, [None], [False, 0, "", [], {}]),
    (1, [1, 1.0], [True, 2, "1", BIG]),
    (BIG, [BIG], [BIG + 1, BIG - 1]),
    (True, [True], [1, "true", False]),
    ("é", ["é"], ["e\u0301", "É", "é "]),
    ([1, A], [[1, A]], [[A, 1], [1], [1, A, 1], {"0": 1, "1": A}, "1"]),
    ({"a": 1, "b": [2]}, [{"b": [2], "a": 1}], [A, {"a": 1, "b": [2], "c": None}, [], None, "a"]),
    ({"$ref": "#/a"}, [{"$ref": "#/a"}], [{"$ref": "#/b"}]),
    ({"$any": True}, [None, 0, "a", [], {}], []),
    ({"$type": "null"}, [None], [0, False, ""]),
    ({"$type": "boolean"}, [True, False], [0, "true"]),
    ({"$type": "integer"}, [0, -3, BIG, 1e3], [0.5, True, "1"]),
    ({"$type": "number"}, [0, 0.5, BIG], [False, "1", None]),
    ({"$type": "string"}, ["", "a"], [None, 0, ["a"]]),
    ({"$type": "array"}, [[], [1]], [{}, "[]"]),
    ({"$type": "object"}, [{}, A], [[], None]),
    ({"$regex": "[a-z]{1,3}"}, ["a", "abc"], ["", "abcd", "a\n", "\na", " a", None, 1]),
    ({"$regex": "a|bc"}, ["a", "bc"], ["ac", "abc"]),
    ({"$regex": "a.b"}, ["a\nb", "a\U0001f600b"], ["ab", "a\r\nb"]),
    ({"$text": {"starts": "ab", "ends": "bc"}}, ["abc", "ab bc"], ["abcd", "xabc", None, ["ab"]]),
    ({"$text": {"contains": ["a", "b"]}}, ["ba", "a b"], ["a", "b", ""]),
    ({"$text": {"without": ["a", "bb"]}}, ["", "b"], ["a", "cbbc"]),
    ({"$text": {"min_bytes": 4, "max_bytes": 5}}, ["éé", "\U0001f600", "abcde"], ["é", "ééé", "abc"]),
    ({"$text": {"blank": False}}, ["a", " a "], ["", " \n\t", None]),
    ({"$text": {"blank": True}}, ["", " \n"], ["a"]),
    ({"$text": {"starts": "a"}}, ["a\U0001f600"], ["a\ud83d", "a\ude00\ud83d"]),
    ({"$json": {"a": [1]}}, ['{"a": [1]}', ' {"a":[1e0]} \n'], ['{"a": [2]}', "{'a': [1]}", "", {"a": [1]}, "NaN"]),
    ({"$json": BIG + 1}, [str(BIG + 1)], [str(BIG)]),
    ({"$literal": {"$any": True}}, [{"$any": True}], [1, {}, {"$any": 1}]),
    ({"$one_of": [1, A, {"$type": "string"}]}, [1, A, "x"], [2, B, None]),
    ({"$all": [{"$has": {"a": 1}}, {"$has": {"b": 2}}]}, [{"a": 1, "b": 2, "c": 3}], [A, B, 1]),
    ({"$not": {"$one_of": [1, 2]}}, [3, None, "1"], [1, 2]),
    ({"$not": {"a": 1}}, [B, {"a": 1, "b": 2}], [A]),
    ({"$has": {"a": 1}}, [A, {"a": 1, "b": 2}], [B, {}, [["a", 1]], None]),
    ({"$has": {"__proto__": 1}}, [json.loads('{"__proto__": 1}')], [{}, A]),
    ({"$has": {"toString": {"$any": True}}}, [{"toString": 1}], [{}, A]),
    ({"a": {"$absent_or": {"$type": "null"}}}, [{}, {"a": None}], [A, B]),
    ({"$has": {"a": {"$absent_or": False}}}, [{}, B, {"a": False}], [{"a": True}, {"a": None}]),
    ({"$each": {"$type": "integer"}}, [[], [1], [1, 2]], [["a"], [1, "a"], {}, None, "12"]),
    ({"$some": 1}, [[1], [2, 1]], [[], [2], 1, {"a": 1}]),
    ({"$unique": True}, [[], [1], [1, True, "1", None], [A, B]], [[1, 2, 1], [1, 1.0], [A, A], "aa", None]),
    ({"$unique": True}, [[{"a": 1, "b": [1]}]], [[{"a": 1, "b": [1]}, {"b": [1.0], "a": 1}]]),
    ({"$unique": "n"}, [[{"n": 1}, {"n": 2}], []], [[{"n": 1}, {"n": 1, "m": 2}], [{"m": 1}], ["n"], {"n": 1}]),
    ({"$length": 2}, [[1, 1]], [[], [1], [1, 2, 3], "ab", {"a": 1, "b": 2}]),
    ({"$in_any_order": [1, A]}, [[1, A], [A, 1]], [[1], [1, A, 1], [1, 1], [A, A], {}, None]),
    ({"$nowhere": A}, [B, [B], {"x": [1, {"y": 2}]}, "a", None, 1], [A, [A], {"x": [1, {"y": A}]}]),
    ({"$nowhere": {"$regex": "any|tool"}}, ["auto", {"any": 1}], ["any", {"x": "tool"}, [["any"]]]),
    ({"$somewhere": A}, [A, [A], {"x": [1, {"y": A}]}], [B, [B], "a", None, 1]),
    ({"$first": 1}, [[], [1, 1, 2], [2, 3], [1]], [[2, 1], [1, 2, 1], {}, None]),
    ({"$among": {"where": {"$type": "integer"}, "fits": [1, 2]}}, [[1, 2], ["a", 1, A, 2]], [[2, 1], [1], ["a"], A]),
    ({"$same": "a"}, [[], [A], [A, {"a": 1.0, "b": 2}], [B, {}]], [[A, {"a": 2}], [A, B], A, None]),
    ({"$grows": "a"}, [[], [{"a": []}, {"a": [1]}, {"a": [1]}, {"a": [1, A]}]], [[{"a": [1]}, {"a": []}], [B], A]),
    ({"$grows": "a"}, [[{"a": [A]}, {"a": [A, 1]}]], [[{"a": [A]}, {"a": [B, A]}], [{"a": [1, 2]}, {"a": [1, 3]}]]),
    (
        {"$answered": {"x": {"$has": {"tool_use_id": "x"}}}},
        [[said(["x"], ["x"])], [said([], []), said(["x", "y"], ["y", "x"])]],
        [[], [said([], ["x"])], [said(["x"], [])], [said(["x"], ["x", "x"])], [said(["x"], ["y"])], None]
        + [[said(["x"], [], ["x"])], [said(["x"], ["x"], ["x"])], [said(["x"], ["x"]), said(["x"], [])]],
    ),
    ({"$answered": {"x": {"$has": {"is_error": True}}}}, [], [[said(["x"], ["x"])]]),
    (
        {"$results": {"x": {"$has": {"tool_use_id": "x"}}}},
        [[said([], ["x", "x"])], [said(["x"], [], ["x"])]],
        [[], [said(["x"], ["y"])], A],
    ),
    ({"$results": {"x": {"$has": {"is_error": True}}}}, [], [[said(["x"], ["x"])]]),
    ([1, {"$maybe": 2}, 3], [[1, 2, 3], [1, 3]], [[1, 2], [1, 2, 2, 3], [3], [1, 4, 3]]),
    ([{"$maybe": 1}], [[], [1]], [[2], [1, 1]]),
    ({"$not_exposed": ["a", "b"]}, [], [None, "a", {}]),
]


@pytest.mark.parametrize(("pattern", "right", "wrong"), CASES, ids=lambda value: str(value)[:50])
def test_what_fits(pattern: JSON, right: list[JSON], wrong: list[JSON]) -> None:
    assert [value for value in right if not fits(pattern, value)] == []
    assert [value for value in wrong if fits(pattern, value)] == []


def test_each_matcher_is_here() -> None:
    text = json.dumps([pattern for pattern, _, _ in CASES])
    assert [name for name in {*MATCHERS, *LIST_ELEMENTS} - {"$if_exposed"} if f'"{name}"' not in text] == []


JAVASCRIPT = """
import { readFileSync } from "node:fs";
const { parse } = await import(`${process.argv[1]}/json.mjs`);
const { fits } = await import(`${process.argv[1]}/matchers.mjs`);
const fitting = (pattern, values) => values.map((value) => fits(pattern, value));
const cases = parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(([pattern, right, wrong]) => [fitting(pattern, right), fitting(pattern, wrong)])));
"""


def test_javascript_agrees() -> None:
    folder = ROOT / "conformance" / "ports" / "javascript"
    words = ["node", "--input-type=module", "-e", JAVASCRIPT, folder.as_uri()]
    done = subprocess.run(words, input=json.dumps(CASES), capture_output=True, text=True, check=True)
    for (pattern, right, wrong), (good, bad) in zip(CASES, json.loads(done.stdout), strict=True):
        assert [value for value, found in zip(right, good, strict=True) if not found] == [], pattern
        assert [value for value, found in zip(wrong, bad, strict=True) if found] == [], pattern


@pytest.mark.parametrize(
    ("pattern", "got", "where", "note"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, ("a", 1, "b"), "another value"),
        ("abc", "abd", (), "another text, from character 3 on"),
        ("abc", "ab", (), "another text, from character 3 on"),
        (1, None, (), "null, not an integer"),
        ({"a": 1}, {}, ("a",), "the key 'a' is missing"),
        ({}, {"a": 1}, ("a",), "the key 'a' may not be there"),
        ([1, 2, {"$maybe": 3}], [1], (1,), "the list ends after 1 elements, 1 too early"),
        ([1], [1, 2, 3], (1,), "2 elements that should not be there"),
        ({"$json": {"a": 1}}, '{"a": 2}', ("(as JSON)", "a"), "another value"),
        ({"$one_of": [{"a": {"b": 1}}, {"c": 1}]}, {"a": {"b": 2}}, ("a", "b"), "another value"),
        ({"$one_of": [1, 2]}, 3, (), "none of the 2 forms that are right"),
        ({"$text": {"max_bytes": 1}}, "éé", (), "4 bytes, more than 1"),
        ({"$text": {"without": ["\u200b"]}}, "a\u200b", (), 'holds "\u200b"'),
        ({"$text": {"contains": ["x"]}}, "a", (), 'does not hold "x"'),
        ({"$unique": "n"}, [{"n": 1}, {"n": 1}], (1,), "the same as the one at [0]"),
        ({"$unique": "n"}, {"n": 1}, (), "an object, not an array"),
        ({"$json": {"a": 1}}, {"a": 1}, (), "an object, not a string"),
        ({"$in_any_order": [1]}, [2], (), "no element is as asked for here"),
        ({"$nowhere": 1}, {"a": [0, 1]}, ("a", 1), "stands where it may stand nowhere"),
        ({"$somewhere": 1}, {"a": [0]}, (), "stands nowhere in it"),
        ({"$first": 1}, [1, 2, 1], (2,), "stands behind [1], which is of another kind"),
        ({"$among": {"where": {"$type": "integer"}, "fits": [1, 2]}}, ["a", 1, 3], (2,), "another value"),
        ({"$same": "a"}, [{"a": 1}, {"a": 2}], (1, "a"), "is not what it is in [0]"),
        ({"$grows": "a"}, [{"a": [1]}, {"a": [2]}], (1, "a", 0), "is not what it was in [0]"),
        ({"$grows": "a"}, [{"a": [1]}, {"a": []}], (1, "a", 0), "was there in [0] and is gone"),
        ({"$results": {"x": A}}, [], (), "no request holds an answer to the tool_use x"),
        ({"$answered": {"x": A}}, [], (), "no request holds the tool_use x and its answer"),
        (
            {"$answered": {"x": A}},
            [said(["x"], [], ["x"])],
            (0, "messages", 2),
            "the tool_use x is not answered in the next message",
        ),
        ({"$answered": {"x": A}}, [said(["x"], ["x", "x"])], (0, "messages", 2), "the tool_use x is answered again"),
    ],
    ids=str,
)
def test_what_is_said_first(pattern: JSON, got: JSON, where: tuple[Any, ...], note: str) -> None:
    found = next(match(pattern, got))
    assert (found.where, found.note) == (where, note)


def test_nothing_is_shown_as_nothing() -> None:
    assert repr(MISSING) == "nothing"

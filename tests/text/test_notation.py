"""Notation, differences and families: values as people read them."""

from __future__ import annotations

import pytest
from toolset_conformance.corpus.model import Case, Corpus, Step
from toolset_conformance.specification import families
from toolset_conformance.text import case_words, differences, findings, notation, rendering


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ({"$any": True}, "<anything>"),
        ({"$type": "string"}, "<any string>"),
        ({"$regex": "[a-z]+"}, "<a text of the form [a-z]+>"),
        ({"$text": {"starts": "a", "max_bytes": 4096, "blank": False}},
         '<a text that begins with "a"; of at most 4,096 bytes; with something to read>'),
        ({"$text": {"contains": ["a", "b"], "without": ["c"]}}, '<a text that holds "a", "b"; without "c">'),
        ({"$json": {"a": 1}}, '<JSON text of> {"a": 1}'),
        ({"$one_of": [1, "x"]}, '<one of> (1, "x")'),
        ({"$all": [{"$length": 2}, {"$unique": "name"}]},
         '<all of> (<a list of 2 elements>, <a list; "name" differs in all elements>)'),
        ({"$not": None}, "<anything but> null"),
        ({"$has": {"a": 1}}, '{"a": 1, <any other keys>}'),
        ({"is_error": {"$absent_or": False}}, '{"is_error": <missing, or> false}'),
        ([{"$maybe": 1}, 2], "[<may be missing:> 1, 2]"),
        ([{"$if_exposed": {"pair": ["s", "t"], "then": 1}}], '[<if the set holds "t" of "s":> 1]'),
        ({"$exposed": ["files", "read"]}, '<the exposed name of "read" of "files">'),
        ({"$join": [{"$exposed": ["s", "t"]}, "x"]}, '<the exposed name of "t" of "s"> + "x"'),
        ({"$answer": [1, "names", 0]}, "<from answer 1: names[0]>"),
        ({"$literal": {"$any": True}}, '{"$any": true}'),
        ({"$in_any_order": [1]}, "<in any order> [1]"),
        ({"name": "read", "inputSchema": {"type": "object"}}, '<plain tool "read">'),
    ],
)  # fmt: skip
def test_patterns_in_words(pattern: object, said: str) -> None:
    assert notation.pattern(pattern) == [said]


def test_in_an_answer_nothing_is_a_matcher() -> None:
    assert notation.data({"$any": True}) == ['{"$any": true}']


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\u200bb", '"a\\u{200B}b"'),
        ("x" * 300, '<"x" 300 times>'),
        ("go " + "ab" * 200 + "!", '"go " + <"ab" 200 times> + "!"'),
        ("".join(map(chr, range(0x4E00, 0x4F00))), None),
    ],
)
def test_texts_are_made_visible_and_short(text: str, said: str | None) -> None:
    shown = notation.text(text)
    assert shown == said if said else "[256 characters, 768 bytes, sha256 " in shown
    assert len(shown) < 240


def test_deep_and_long_values_end_somewhere() -> None:
    deep: object = 1
    for _ in range(90):
        deep = [deep]
    assert "<more inside>" in "\n".join(notation.data(deep))
    assert "<93 more>" in "\n".join(notation.data(list(range(100))))
    assert "<60 more keys>" in "\n".join(notation.data({str(key): key for key in range(100)}))


def test_hidden_characters_have_names() -> None:
    names = ["U+0000 NULL", "U+200B ZERO WIDTH SPACE", "U+E000 (for private use)", "U+D800 (half a surrogate pair)"]
    assert rendering.names_of("\0\u200b\ue000\ud800 plain\n") == names


def test_a_difference_far_inside_is_shown_with_what_is_around_it() -> None:
    wanted, got = differences.texts("a" * 500 + "X" + "b" * 500, "a" * 500 + "YY" + "b" * 500)
    assert [part.text for part in wanted if part.differs] == ["X"]
    assert [part.text for part in got if part.differs] == ["YY"]
    assert wanted[0].text == '"…[468 equal]…' + "a" * 32
    assert got[-1].text == "b" * 32 + '…[468 equal]…"'


def test_a_text_that_ends_too_early_differs_by_what_is_missing() -> None:
    wanted, got = differences.texts("abc", "ab")
    assert [part.text for part in wanted] == ['"ab', "c", '"']
    assert [part.text for part in got] == ['"ab', '"']


def test_structures_are_compared_line_by_line() -> None:
    wanted = [{"id": f"tool-{number}-with-a-long-name", "number": number} for number in range(6)]
    got = [dict(item) for item in wanted]
    got[3]["number"] = 99
    found = findings.of(
        {
            "step": 1,
            "ask": "tools",
            "params": {},
            "mismatches": [{"at": "", "note": "n", "expected": wanted, "got": got}],
        }
    )
    (place,) = found.places
    differing = [part.text.strip() for line in place.got for part in line if part.differs]
    assert differing == ['{"id": "tool-3-with-a-long-name", "number": 99},']


def test_what_is_equal_for_long_is_left_out_of_a_comparison() -> None:
    lines = [str(number) for number in range(20)]
    assert differences.lines(lines, [*lines[:-1], "x"]) == [
        *(("both", line) for line in ("0", "1", "2", "… 13 equal lines …", "16", "17", "18")),
        ("wanted", "19"),
        ("got", "x"),
    ]


def case(name: str, answer: object, tool: str = "read") -> Case:
    step = Step("resolve", {"name": f"{name}__{tool}"}, answer)
    return Case(f"lookup/{name}", "LOOKUP-1", "required", f"Why {name}.", "1.0", (step,), {"servers": [{"id": name}]})


def test_cases_that_differ_in_a_value_are_a_family() -> None:
    (family,) = families.fold([case("one", 1), case("two", 1), case("three", 1)])
    assert family.rows == [['"one"'], ['"two"'], ['"three"']]
    assert list(case_words.of(family.shown).lines()) == [
        'The set: {"servers": [{"id": <A>}]}',
        "1. Look up a name (resolve)",
        '   name: <A> + "__read"',
        "   Right: 1",
    ]


def test_cases_that_differ_in_kind_are_not() -> None:
    other = Case("lookup/x", "LOOKUP-1", "required", "Why.", "1.0", (Step("tools", {}, []),), {"servers": []})
    assert [len(family.cases) for family in families.fold([case("one", 1), other, case("two", 1)])] == [1, 1, 1]


@pytest.mark.slow
def test_no_case_of_the_corpus_is_lost_or_changed_by_folding(whole_corpus: Corpus) -> None:
    cases = [case for case in whole_corpus.cases if case.group in ("lookup", "turn")]
    assert [case for family in families.fold(cases) for case in family.cases] == cases

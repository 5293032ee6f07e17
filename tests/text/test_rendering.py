"""Values as people read them: nothing hidden, nothing endless."""

from __future__ import annotations

import hashlib
import json
import sys
import unicodedata

import pytest
from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.text import rendering


def test_what_cannot_be_seen_is_escaped_and_what_can_is_let_be() -> None:
    assert rendering.escaped("a\u200bb\u202e\x1b\ufeff\U000e0041") == "a\\u{200B}b\\u{202E}\\u{001B}\\u{FEFF}\\u{E0041}"
    for plain in ("", "plain words", "é ß 漢字 😀", "a\u0301"):
        assert rendering.escaped(plain) == plain


def test_no_character_of_a_hidden_kind_is_left_as_it_is() -> None:
    # Format characters that belong to a letter, as in Arabic or Brahmi scripts, are seen with it.
    kept = [
        f"{number:04X}"
        for number in range(sys.maxunicode + 1)
        if unicodedata.category(chr(number)) in ("Cc", "Cs", "Co", "Zl", "Zp")
        and rendering.escaped(chr(number)) == chr(number)
    ]
    assert kept == []


def test_hidden_characters_are_named_once_each() -> None:
    assert rendering.names_of("plain\n") == []
    assert rendering.names_of("é\u200b\u200b\u200d") == ["U+200B ZERO WIDTH SPACE", "U+200D ZERO WIDTH JOINER"]
    assert rendering.names_of("é\x1b\x01") == ["U+001B ESCAPE", "U+0001 (a control)"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([], []),
        (["SET-2"], ["SET-2"]),
        (["SET-2", "SET-1"], ["SET-1, 2"]),
        (["SET-3", "MAP-9", "SET-1", "SET-2", "SET-5"], ["SET-1 to 3, 5", "MAP-9"]),
    ],
)
def test_rules_in_few_words(rules: list[str], said: list[str]) -> None:
    assert rendering.rule_ranges(rules) == said


def test_a_long_text_keeps_its_ends_and_says_what_is_left_out() -> None:
    assert rendering.abridged("a" * 200) == "a" * 200
    text = "a" * 150 + "é" * 100
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    assert rendering.abridged(text) == f"{'a' * 100}…[250 characters, 350 bytes, sha256 {digest}]…{'é' * 25}"
    assert rendering.abridged(text, 40).startswith("a" * 20 + "…[250 ")
    assert "4 bytes" in rendering.abridged("\ud800b", 1)


def test_forms_of_one_method_stand_together() -> None:
    forms = ["tools (servers)", "request", "tools (entries)", "resolve (servers)"]
    assert rendering.forms_by_method(forms) == ["tools (servers; entries)", "request", "resolve (servers)"]


def test_a_value_stands_on_one_line_where_it_fits() -> None:
    assert rendering.lines(MISSING) == ["nothing"]
    assert rendering.lines({"a": ["é\u200b", None]}) == ['{"a": ["é\\u{200B}", null]}']
    assert rendering.lines([], 1) == ["[]"]


def test_a_longer_value_is_set_as_a_person_would_and_reads_back() -> None:
    value = {"first": [1, {"a": "x" * 30, "b": [True, False]}], "second": "y" * 60, "third": []}
    lines = rendering.lines(value, 40)
    assert lines == [
        "{",
        '  "first": [',
        "    1,",
        "    {",
        f'      "a": "{"x" * 30}",',
        '      "b": [true, false]',
        "    }",
        "  ],",
        f'  "second": "{"y" * 60}",',
        '  "third": []',
        "}",
    ]
    assert json.loads("\n".join(lines)) == value
    pair = ["x" * 10, "y" * 10]
    assert rendering.lines({"k": pair}, 30) == ["{", f'  "k": {json.dumps(pair)}', "}"]
    assert rendering.lines({"k": pair}, 29)[1] == '  "k": ['

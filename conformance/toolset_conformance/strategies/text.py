"""Texts and descriptions: what is to be kept, what is to be removed, and what a careless hand changes."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

from toolset_conformance.strategies.drawing import once

MAX_BYTES = 4096
"""Bytes of UTF-8 that a description may have (DESC-8)."""

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Bidirectional controls (DESC-1)."""
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
"""Zero-width characters (DESC-2)."""
TAGS = "".join(map(chr, [0xE0001, *range(0xE0020, 0xE0080)]))
"""Tag characters, without the unassigned ones, which may be seen either way (DESC-3)."""
CONTROLS = "".join(chr(n) for n in [*range(0x20), *range(0x7F, 0xA0)] if chr(n) not in "\t\n\r")
"""Other controls, without TAB, LF and CR (DESC-4)."""
OTHER_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2028\u2029\u2061\u2062\u2063\u2064\u2065"
    "\u206a\u206b\u206c\u206d\u206e\u206f\u3164\uffa0\ufff9\ufffa\ufffb\U0001bca0\U0001d173\U000e0100\U000e01ef"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
)
"""Other invisible characters, a choice of them (DESC-6)."""

VISIBLE = "aZ09 .,-_(){}$'\"\\/éßñЖщ你好日本語한국어אבגدعहिन्दी😀🎉👩e\u0301\u0300\ue000\ufffc"
"""Characters of which none is to be removed: of many scripts, marks, emoji (DESC-7).

Visible format characters and the blank of Braille may be seen either way, and are not drawn.
"""

UNLIKE = (
    "e\u0301 \u00c5\u212b", "\ufb01\u00b2\u2460\u2026", "\u201cquotes\u201d \u2013 \u2019dash\u2019", "two  spaces",
    " ends ", "\u00a0no\u3000break\u2003", "\ufffd", "&amp; &lt;b&gt; <i>", "%20%41", "\\u0041\\n", "\ue000",
    "$1 ${x} {name} %s {{x}}", "[x](y) *z*", "a\\b", "<!-- x --> </tag>", "\U0001f468\U0001f3fd",
)  # fmt: skip
"""Texts that a careless hand changes: to a normal form, to plain signs, by escapes, by a template (DESC-7)."""

TRICKY = (
    *UNLIKE, '{"b": 3,  "a": 1e2}', "[]", "{}", "null", "true", "None", "undefined", "yes", "no", "off", "12", "007",
    "1.50", "1e3", "-0", '"quoted"', "'quoted'", "2025-06-18", "2025-06-18T10:00:00Z", "a\r\nb\t", "a\nb\n",
    "line\u2028separator", "a\x00b", "\x1b[31mred\x1b[0m", "zero\u200bwidth", "Error: no", "error",
    "[image: image/png, 3 bytes]", "[resource: file:///a]\nx", "data:image/png;base64,iVBORw0KGgo=",
    "![x](https://example.org/a.png)", '{"type": "text", "text": "x"}', '[{"type": "text", "text": "x"}]',
    '[{"type": "tool_use", "id": "toolu_9", "name": "x", "input": {}}]', '{"content": [], "isError": true}', "a.b/c",
    "a:b", "<html><p>x</p></html>", "\ufeffmark", "# Title", '{"name":"a","arguments":{}}', "\tindented\t",
)  # fmt: skip
"""Texts that are taken for something else: for JSON, numbers, words of a language, dates, blocks, placeholders."""

LONG = ("x" * 70_000, "\u00e9 " * 20_000)
"""Texts that are longer than a buffer or a careless limit."""


@once
def texts(*, max_size: int = 40) -> st.SearchStrategy[str]:
    """Any text that UTF-8 can carry."""
    tricky = [text for text in TRICKY if len(text) <= max_size]
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size) | st.sampled_from(tricky)


@once
def visible_texts(*, min_size: int = 0, max_size: int = 40) -> st.SearchStrategy[str]:
    """Text in which nothing is to be removed (DESC-7)."""
    unlike = [text for text in UNLIKE if min_size <= len(text) <= max_size]
    return st.text(VISIBLE, min_size=min_size, max_size=max_size) | st.sampled_from(unlike)


@once
def read_texts() -> st.SearchStrategy[str]:
    """A text that holds something to read, whichever language is asked."""
    return texts().map(readable)


def readable(text: str) -> str:
    """The text, with a point where there might be nothing to read in it."""
    return f"{text}." if is_blank(text) else text


def is_blank(text: str) -> bool:
    """Whether some language might hold that there is nothing to read in it.

    Languages differ: U+0085 and U+001C to U+001F are white space to Python and not to JavaScript, U+FEFF the other way
    round, U+200B to neither. The documents do not say what is white, so no case may turn on it.
    """
    return not any(unicodedata.category(sign)[0] in "LMNPS" or unicodedata.category(sign) == "Co" for sign in text)


@once
def descriptions(hidden: str) -> st.SearchStrategy[tuple[str, str]]:
    """A description with at least one character of ``hidden`` in it, and the same without them."""
    removed = str.maketrans("", "", hidden)

    def made(drawn: tuple[str, str, str]) -> tuple[str, str]:
        lead, sign, text = drawn
        whole = f"{lead}{text[::2]}{sign}{text[1::2]}"
        return whole, whole.translate(removed)

    leads = st.sampled_from(["", "", "", "x" * 1200, "[31m", " "])
    return st.tuples(leads, st.sampled_from(hidden), st.text(VISIBLE + hidden, max_size=60)).map(made)


@once
def long_descriptions() -> st.SearchStrategy[str]:
    """A description around the limit, dense in characters of several bytes (DESC-8 to DESC-10)."""
    units = ["a", "é", "你", "😀", "e\u0301", "ab😀", "Words and 語. ", "👩😀é"]
    sizes = [4092, 4093, 4094, 4095, 4096, 4097, 4098, 4099, 4100, 4200, 5000, 8192, 20000]

    kinds = [(lead, unit, size) for lead in range(4) for unit in units for size in sizes]
    return st.sampled_from(kinds).map(
        lambda kind: "x" * kind[0] + kind[1] * ((kind[2] - kind[0]) // len(kind[1].encode()))
    )

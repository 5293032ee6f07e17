"""Names of tools and ids of servers: plain ones, and ones made to clash when cleaned, shortened, joined or compared."""

from __future__ import annotations

import re
import string

from hypothesis import strategies as st

from toolset_conformance.strategies.drawing import once
from toolset_conformance.strategies.text import texts

Names = list[str]

HOST_NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "__class__", "__init__", "prototype", "valueOf"]
"""Names that the objects of some host language carry by themselves."""

_LETTERS = string.ascii_letters
SIGNS = string.ascii_letters + string.digits + "_-"

PLAIN_NAMES = [
    "read", "write", "constructor", "toString", "valueOf", "items", "keys", "get", "copy", "pop", "map", "null", "true",
    "NaN", "yes", "name", "type", "length", "a_b", "a-b", "x" * 20, "abcde-fghi_jklmnopq", "list-all", "t1", "t2", "B",
]  # fmt: skip
_ODD_NAMES = [
    "", "ü", "名前", "1", "10", "2", "-a", "read\n", "good\nbad!", "é" * 30, "a" * 300, "\u0663", "\u212a", "\u017f",
    "\u00b2", "e\u0301", "\u00e9", "a.b", "a/b", "a b", "a:b", "a__b", "ab", "A_B", "a_", "a.", "_a", " a", "a ", "__",
]  # fmt: skip
PLAIN_IDS = ["files", "constructor", "null", "a", "A", "Files", "abcdefghijklmnopqrst", "mail", "b", "ab"]
_ODD_IDS = [
    "0f8fad5b-d9cb-469f-a165-70867728950e", "a.b", "a_b", "20", "3", "", "サーバー", "id\n", "a" * 80, "-a", "/a/",
    "https://example.org/mcp/", "007", "\u0663", "\u212a", "a__b", "a_", "_a", " a",
]  # fmt: skip


def _long(size: int, place: int, sign: str) -> str:
    at = (0, size // 2, size - 1)[place]
    return "a" * at + sign + "a" * (size - at - 1)


TOOL_NAMES = [
    *PLAIN_NAMES, *_ODD_NAMES, *HOST_NAMES,
    *(_long(size, place, sign) for size in range(61, 67) for place in range(3) for sign in "bc"),
]  # fmt: skip
SERVER_IDS = [*PLAIN_IDS, *_ODD_IDS, *HOST_NAMES]


@once
def plain_names() -> st.SearchStrategy[str]:
    """Names that no port may leave out: a letter, then letters, digits and single separators (NAME-8)."""
    return st.text(SIGNS, min_size=1, max_size=20).map(_plain) | st.sampled_from(PLAIN_NAMES)


def _plain(text: str) -> str:
    begun = text if text[0] in _LETTERS else f"a{text[1:]}"
    return re.sub(r"([_-])[_-]+", r"\1", begun).rstrip("_-")


@once
def plain_ids() -> st.SearchStrategy[str]:
    """Server ids that no port may leave out (NAME-8)."""
    drawn = st.text(_LETTERS + string.digits, min_size=1, max_size=20).map(_plain)
    return drawn | st.sampled_from(PLAIN_IDS)


@once
def long_names() -> st.SearchStrategy[str]:
    """Names around 64 characters that differ in one place: at the beginning, in the middle or at the end."""
    return st.sampled_from([_long(size, place, sign) for size in range(58, 71) for place in range(3) for sign in "bc"])


@once
def tool_names() -> st.SearchStrategy[str]:
    """MCP names as servers give them: plain ones, and ones made to clash when cleaned, shortened or joined."""
    return st.one_of(
        plain_names(),
        st.text("ab_", min_size=1, max_size=5),
        st.text("a.-_/ :", min_size=1, max_size=4),
        long_names(),
        st.sampled_from([*HOST_NAMES, *_ODD_NAMES]),
        texts(max_size=12),
    )


@once
def server_ids() -> st.SearchStrategy[str]:
    """Server ids, likewise."""
    drawn = st.text("ab_", min_size=1, max_size=4)
    return st.one_of(plain_ids(), drawn, st.sampled_from([*_ODD_IDS, *HOST_NAMES]), texts(max_size=8))


def plain_words(text: str) -> Names:
    """The plain names that a text of signs and blanks holds."""
    return [_plain(word[:20]) for word in text.split()]

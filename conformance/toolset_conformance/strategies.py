"""Hypothesis strategies for the layer between MCP tools and the Messages API; valid MCP (2025-06-18) by default.

They are for port authors' own tests as well::

    from hypothesis import given
    from toolset_conformance import strategies

    @given(strategies.servers())
    def test_my_names_are_valid(servers):
        ...

What a strategy yields is a JSON value in the shape that ``docs/protocol.md`` gives. Where the right answer is known by
how the input was built, the strategy yields both, as a pair.
"""

from __future__ import annotations

import base64
import functools
import json
import re
import string
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast

from hypothesis import strategies as st

JSON = Any
Object = dict[str, JSON]
Pair = tuple[Object, JSON]
"""An item of a result's content, and a pattern of the block for it."""
Draw = st.DrawFn

MAX_BYTES = 4096
"""Bytes of UTF-8 that a description may have (DESC-8)."""

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Bidirectional controls (DESC-1)."""
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
"""Zero-width characters (DESC-2)."""
TAGS = "".join(map(chr, range(0xE0000, 0xE0080)))
"""Tag characters (DESC-3)."""
CONTROLS = "".join(chr(n) for n in [*range(0x20), *range(0x7F, 0xA0)] if chr(n) not in "\t\n\r")
"""Other controls, without TAB, LF and CR (DESC-4)."""
OTHER_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2028\u2029\u2061\u2062\u2063\u2064\u2065"
    "\u206a\u206b\u206c\u206d\u206e\u206f\u3164\uffa0\ufff9\ufffa\ufffb\U0001bca0\U0001d173\U000e0100\U000e01ef"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
)
"""Other invisible characters, a choice of them (DESC-6)."""

HOST_NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "__class__", "__init__", "prototype", "valueOf"]
"""Names that the objects of some host language carry by themselves."""

ACCEPTED_IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")
OTHER_IMAGES = (
    "image/svg+xml",
    "image/tiff",
    "image/bmp",
    "image/avif",
    "image/heic",
    "image/x-icon",
    "image/apng",
    "application/pdf",
)
AUDIO = ("audio/wav", "audio/mpeg", "audio/ogg", "audio/mp4", "audio/vnd.wave", "audio/3gpp2")
LARGEST = 2**53 - 1

VISIBLE = "aZ09 .,-_(){}$'\"\\/éßñЖщ你好日本語한국어אבגدعहिन्दी😀🎉👩e\u0301\u0300\u0600\u06dd\u070f\ue000\ufffc\u2800"
"""Characters of which none is to be removed: of many scripts, marks, emoji, visible format characters (DESC-7)."""

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

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _once(make: Callable[_P, _T]) -> Callable[_P, _T]:
    # A strategy costs more to make than to draw from, and is the same for the same arguments.
    return cast(Callable[_P, _T], functools.cache(make))


@_once
def texts(*, max_size: int = 40) -> st.SearchStrategy[str]:
    """Any text that UTF-8 can carry."""
    tricky = [text for text in TRICKY if len(text) <= max_size]
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size) | st.sampled_from(tricky)


@_once
def visible_texts(*, min_size: int = 0, max_size: int = 40) -> st.SearchStrategy[str]:
    """Text in which nothing is to be removed (DESC-7)."""
    unlike = [text for text in UNLIKE if min_size <= len(text) <= max_size]
    return st.text(VISIBLE, min_size=min_size, max_size=max_size) | st.sampled_from(unlike)


@_once
def plain_names() -> st.SearchStrategy[str]:
    """Names that no port may leave out: a letter, then letters, digits and single separators (NAME-8)."""
    letters, signs = string.ascii_letters, string.ascii_letters + string.digits + "_-"
    drawn = st.tuples(st.sampled_from(letters), st.text(signs, max_size=19)).map(_with_single_separators)
    words = ["constructor", "toString", "valueOf", "items", "keys", "get", "copy", "pop", "map", "null", "true", "NaN"]
    return drawn | st.sampled_from(
        [*words, "yes", "name", "type", "length", "a_b", "a-b", "x" * 20, "abcde-fghi_jklmnopq"]
    )


def _with_single_separators(parts: tuple[str, str]) -> str:
    return re.sub(r"([_-])[_-]+", r"\1", "".join(parts)).rstrip("_-")


@_once
def plain_ids() -> st.SearchStrategy[str]:
    """Server ids that no port may leave out (NAME-8)."""
    letters = string.ascii_letters
    drawn = st.tuples(st.sampled_from(letters), st.text(letters + string.digits, max_size=19)).map("".join)
    return drawn | st.sampled_from(["constructor", "null", "a", "A", "files", "Files", "abcdefghijklmnopqrst"])


@_once
def long_names() -> st.SearchStrategy[str]:
    """Names around 64 characters that differ in one place: at the beginning, in the middle or at the end."""

    def name(drawn: tuple[int, int, str]) -> str:
        size, place, sign = drawn
        at = (0, size // 2, size - 1)[place]
        return "a" * at + sign + "a" * (size - at - 1)

    return st.tuples(st.integers(58, 70), st.integers(0, 2), st.sampled_from("bc")).map(name)


@_once
def tool_names() -> st.SearchStrategy[str]:
    """MCP names as servers give them: plain ones, and ones made to clash when cleaned, shortened or joined."""
    return st.one_of(
        plain_names(),
        st.text("ab_", min_size=1, max_size=5),
        st.text("a.-_/ :", min_size=1, max_size=4),
        long_names(),
        st.sampled_from(
            [
                *HOST_NAMES,
                "",
                "ü",
                "名前",
                "1",
                "10",
                "2",
                "-a",
                "read\n",
                "good\nbad!",
                "é" * 30,
                "a" * 300,
                "\u0663",
                "\u212a",
                "\u017f",
                "\u00b2",
                "e\u0301",
                "\u00e9",
                "null",
                "items",
            ]
        ),
        texts(max_size=12),
    )


@_once
def server_ids() -> st.SearchStrategy[str]:
    """Server ids, likewise."""
    return st.one_of(
        plain_ids(),
        st.text("ab_", min_size=1, max_size=4),
        st.sampled_from(
            [
                "0f8fad5b-d9cb-469f-a165-70867728950e",
                "a.b",
                "20",
                "3",
                "",
                "サーバー",
                "id\n",
                "a" * 80,
                "-a",
                "/a/",
                "https://example.org/mcp/",
                "007",
                "\u0663",
                "\u212a",
                *HOST_NAMES,
            ]
        ),
        texts(max_size=8),
    )


@_once
def json_values() -> st.SearchStrategy[JSON]:
    """Any JSON value, with integers that every reader keeps."""
    deep_list: JSON = []
    deep_object: JSON = None
    for _ in range(20):
        deep_list, deep_object = [deep_list], {"a": deep_object}
    samples = [
        *_odd_values(),
        None,
        False,
        True,
        0,
        1,
        -1,
        0.5,
        LARGEST,
        -LARGEST,
        "",
        "{}",
        "null",
        [],
        {},
        deep_list,
        deep_object,
    ]
    leaves = st.one_of(
        st.sampled_from(samples),
        st.integers(-LARGEST, LARGEST),
        # JSON does not tell 1.0 from 1, so whole numbers are integers here.
        st.floats(-1e6, 1e6, width=32).map(lambda number: int(number) if number.is_integer() else number),
        texts(max_size=12),
    )
    return _around(_around(leaves))


def _around(values: st.SearchStrategy[JSON]) -> st.SearchStrategy[JSON]:
    return values | st.lists(values, max_size=3) | st.dictionaries(_keys(), values, max_size=3)


@_once
def _keys() -> st.SearchStrategy[str]:
    named = ["name", "self", "config", "runtime", "id", "type", "arguments", "$ref", "$where", "_a", *HOST_NAMES]
    return st.sampled_from(named) | texts(max_size=6)


@_once
def json_objects(*, min_size: int = 0) -> st.SearchStrategy[Object]:
    """Any JSON object, with keys that name something in a host language among them (CALLS-8)."""
    drawn = st.dictionaries(_keys(), json_values(), min_size=min_size, max_size=4)
    tricky = st.lists(st.sampled_from(TRICKY), min_size=1, max_size=5)
    return st.one_of(
        drawn,
        st.sampled_from([value for value in _odd_values() if isinstance(value, dict)]),
        tricky.map(lambda texts: {"texts": texts, texts[0]: {"text": texts[-1]}}),
    )


def _odd_values() -> list[JSON]:
    """Values that a careless hand unwraps, cuts, reads as something else or takes for its own."""
    return [
        [1, 1, "a", "a"], [None, 1], {"a": None}, {"arguments": {"a": 1}}, {"0": "a", "1": "b"}, {"1": "a"},
        {"a.b": {"c": 1}}, {"result": "text"}, {"result": 1}, {"text": "x"}, {"value": 1}, {"a": {}, "b": []},
        {"type": "text", "text": "x"}, {"input": {"a": 1}}, {"content": [], "isError": False}, {"a": [None]},
        {"content": [{"type": "text", "text": "x"}]}, {"long": list(range(300))}, {"long": "x" * 5000},
        ["2025-06-18", "12", "yes"], {"data": {"type": "image"}}, [[], [{}]], {"type": "string"},
        {"yes": True, "no": False}, {"structuredContent": {}}, {"list": [1, None, 1]},
        {"a": {"b": {"c": {"d": {"e": {"f": {"g": 1}}}}}}}, {"error": {"kind": "x", "message": "y"}},
    ]  # fmt: skip


@_once
def schemas() -> st.SearchStrategy[Object]:
    """Input schemas that the Messages API takes: an object with properties, keywords known and unknown (TOOLS-3)."""
    deep: Object = {"type": "string"}
    for _ in range(11):
        deep = {"type": "object", "properties": {"a": deep}}
    leaf: st.SearchStrategy[JSON] = st.sampled_from(
        [
            {"type": "string"},
            {"type": "integer", "minimum": 0, "default": 0},
            {"type": ["string", "null"], "default": None},
            {"enum": ["a", 1, None, True, {}]},
            {"$ref": "#/$defs/item"},
            {"type": "array", "items": {}},
            {"type": "object", "properties": {}},
            {"const": False, "x-order": 2},
            {"anyOf": [{"type": "string"}, {"type": "number"}]},
            {"type": "string", "description": "A path. <b> e\u0301", "examples": ["a/b", ""]},
            {"title": "A title", "type": "object", "properties": {"title": {"type": "string"}}},
            {"$ref": "#/$defs/item", "description": "beside", "default": 1},
            {"enum": list(range(150))},
            {"type": "number", "multipleOf": 0.0123456789, "maximum": 1e300, "minimum": -3},
            {"oneOf": [{"type": "string"}]},
            {"allOf": [{"type": "object"}]},
            deep,
        ]
    )
    keys = st.sampled_from(
        [
            "path",
            "type",
            "name",
            "required",
            "properties",
            "__proto__",
            "id",
            "a-b",
            "items",
            "title",
            "description",
            "camelCase",
            "snake_case",
            "model",
            "messages",
            "x" * 50,
            "format",
        ]
    )
    nested = leaf | st.dictionaries(keys, leaf, max_size=2).map(lambda made: {"type": "object", "properties": made})
    more: dict[str, st.SearchStrategy[JSON]] = {
        "properties": st.dictionaries(keys, nested, max_size=3),
        "required": st.lists(keys, max_size=2, unique=True),
        "additionalProperties": st.booleans(),
        "$defs": leaf.map(lambda made: {"item": made}),
        "definitions": leaf.map(lambda made: {"other": made}),
        "title": st.just("Arguments"),
        "$schema": st.just("https://json-schema.org/draft/2020-12/schema"),
        "x-unknown": st.sampled_from([None, {}, [], 1]),
    }
    return st.fixed_dictionaries({"type": st.just("object")}, optional=more)


@_once
def tools(names: st.SearchStrategy[str] | None = None, *, plain: bool = False) -> st.SearchStrategy[Object]:
    """An MCP tool; ``plain`` gives it a plain schema and no description."""
    names = tool_names() if names is None else names
    if plain:
        return names.map(lambda name: {"name": name, "inputSchema": {"type": "object"}})
    rest = {"title": "A title", "annotations": {"readOnlyHint": True}, "outputSchema": {"type": "object"}, "_meta": {}}

    def made(drawn: tuple[str, Object, str | None, bool]) -> Object:
        name, schema, description, full = drawn
        described = {} if description is None else {"description": description}
        return {"name": name, "inputSchema": schema, **described, **(rest if full else {})}

    return st.tuples(names, schemas(), st.none() | visible_texts(), st.booleans()).map(made)


@_once
def servers(
    ids: st.SearchStrategy[str] | None = None,
    names: st.SearchStrategy[str] | None = None,
    *,
    plain_tools: bool = True,
) -> st.SearchStrategy[list[Object]]:
    """One to three servers with their tools: ids unique, names unique within a server, at least one tool in all."""
    return _drawn_servers(ids, names, plain_tools).map(
        lambda drawn: [
            {"id": server, "tools": _different(tools, lambda tool: tool["name"])}
            for server, tools in _different(drawn, lambda server: server[0])
        ]
    )


@_once
def plain_servers(*, plain_tools: bool = True) -> st.SearchStrategy[list[Object]]:
    """Servers of which no port may leave a tool out: all names differ by more than case (NAME-8)."""

    def made(drawn: list[tuple[str, list[Object]]]) -> list[Object]:
        kept = _different(drawn, lambda server: server[0])
        tools = [(server, tool) for server, listed in kept for tool in listed]
        tools = _different(tools, lambda pair: pair[1]["name"].lower())
        return [{"id": server, "tools": [tool for owner, tool in tools if owner == server]} for server, _ in kept]

    return _drawn_servers(plain_ids(), plain_names(), plain_tools).map(made)


def _drawn_servers(
    ids: st.SearchStrategy[str] | None, names: st.SearchStrategy[str] | None, plain_tools: bool
) -> st.SearchStrategy[list[tuple[str, list[Object]]]]:
    ids = server_ids() if ids is None else ids
    tool = tools(names, plain=plain_tools)
    first = st.tuples(ids, st.lists(tool, min_size=1, max_size=4))
    return st.tuples(first, st.lists(st.tuples(ids, st.lists(tool, max_size=4)), max_size=2)).map(
        lambda drawn: [drawn[0], *drawn[1]]
    )


def _different(items: Iterable[_T], key: Callable[[_T], JSON]) -> list[_T]:
    # Dropping what is alike costs nothing; a filter would throw whole examples away.
    kept: dict[JSON, _T] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())


@_once
def entries(*, min_size: int = 1, max_size: int = 6) -> st.SearchStrategy[list[Object]]:
    """Ordered pairs of a given exposed name and a tool; names and pairs are unique."""
    first, rest = string.ascii_letters + "_", string.ascii_letters + string.digits + "_-"
    names = st.one_of(
        st.tuples(st.sampled_from(first), st.text(rest, max_size=20)).map("".join),
        st.text("ab_", min_size=1, max_size=4).map(lambda text: f"a{text}"),
        st.sampled_from(
            [
                "constructor",
                "__proto__",
                "toString",
                "a__b",
                "A__B",
                "a-b",
                "a_b",
                "0",
                "1",
                "007",
                "null",
                "true",
                "None",
                "items",
                "keys",
                "get",
                "pop",
                "-",
                "_",
                "x" * 64,
                "y" * 63,
                "yes",
                "1e3",
            ]
        ),
    )
    entry = st.tuples(names, server_ids(), tool_names())
    different = (lambda drawn: drawn[0], lambda drawn: drawn[1:])
    return st.lists(entry, min_size=min_size, max_size=max_size, unique_by=different).map(
        lambda drawn: [
            {"name": name, "server": server, "tool": {"name": tool, "inputSchema": {"type": "object"}}}
            for name, server, tool in drawn
        ]
    )


@_once
def descriptions(hidden: str) -> st.SearchStrategy[tuple[str, str]]:
    """A description with at least one character of ``hidden`` in it, and the same without them."""
    around = st.text(VISIBLE + hidden, max_size=30) | st.sampled_from(["x" * 1200, "[31m", " "])
    removed = str.maketrans("", "", hidden)
    return (
        st.tuples(around, st.sampled_from(hidden), around)
        .map("".join)
        .map(lambda text: (text, text.translate(removed)))
    )


@_once
def long_descriptions() -> st.SearchStrategy[str]:
    """A description around the limit, dense in characters of several bytes (DESC-8 to DESC-10)."""
    units = st.sampled_from(["a", "é", "你", "😀", "e\u0301", "ab😀", "Words and 語. ", "👩😀é"])
    sizes = st.sampled_from([4092, 4093, 4094, 4095, 4096, 4097, 4098, 4099, 4100, 4200, 5000, 8192, 20000])

    def text(drawn: tuple[str, str, int]) -> str:
        lead, unit, size = drawn
        return lead + unit * ((size - len(lead)) // len(unit.encode()))

    return st.tuples(st.text("x", max_size=3), units, sizes).map(text)


ID_FAMILIES: tuple[tuple[str, ...], ...] = (
    tuple(f"toolu_{n}" for n in range(8)),
    ("7", "6", "5", "4", "3", "2", "1", "0"),
    ("a", "A", "b", "B", "toolu_A", "toolu_a", "x", "X"),
    (" a", "a ", "a", "a\n", "\ta", " a ", "a  ", "  a"),
    tuple("x" * 70 + str(n) for n in range(8)),
    tuple("y" * 130 + str(n) for n in range(8)),
    ("a.b", "a_b", "a-b", "a b", "a/b", "a:b", "a__b", "ab"),
    ("__proto__", "constructor", "toString", "__class__", "get", "items", "hasOwnProperty", "keys"),
    ("1", "01", "1.0", "1e0", '"1"', "+1", "1_0", "0x1"),
    ("\u00fc", "u\u0308", "\u00c5", "\u212b", "\ufb01", "fi", "\u00e9", "e\u0301"),
    ("_a_", "-a-", "a-", "-a", "_a", "a_", "-", "_"),
)
"""Ids that fall together when they are cleaned, shortened, compared or sorted without care."""


@_once
def tool_use_ids() -> st.SearchStrategy[str]:
    """Ids of ``tool_use`` blocks, of every character that the API allows."""
    plain = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=40)
    return plain | st.sampled_from([id for family in ID_FAMILIES for id in family])


@_once
def other_blocks() -> st.SearchStrategy[Object]:
    """Content blocks of a response that are no ``tool_use``: known kinds, and kinds not known yet (CALLS-5)."""
    use = {"id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
    results = [
        "web_search", "web_fetch", "code_execution", "bash_code_execution", "text_editor_code_execution",
        "tool_search", "mcp", "advisor",
    ]  # fmt: skip
    blocks: list[Object] = [
        {"type": "text", "text": "I will look."},
        {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "ZGF0YQ=="},
        {"type": "server_tool_use", **use},
        {"type": "mcp_tool_use", "server_name": "remote", **use},
        {"type": "container_upload", "file_id": "file_1"},
        {"type": "something_new", **use},
        {"type": "tool_use_v2", **use},
        {**use},
        {"type": "TOOL_USE", **use},
        {"type": "tool-use", **use},
        {"type": " tool_use ", **use},
        {"type": "toolUse", **use},
        {"type": "tool_call", "function": {"name": "web_search", "arguments": "{}"}, **use},
        {"type": "function_call", "call_id": "x", "arguments": "{}", **use},
        {"type": "text", "text": json.dumps({"type": "tool_use", **use})},
        {"type": "text", "text": ""},
        {"type": "something_new", "content": [{"type": "tool_use", **use}]},
        {"type": "something_new", "content": {"type": "tool_use", **use}},
        {"type": "something_new", "content": "text"},
        {"type": "web_fetch_tool_result", "tool_use_id": "x", "content": {"type": "web_fetch_tool_error"}},
        {"type": "mcp_tool_result", "tool_use_id": "toolu_0", "is_error": False, "content": "text"},
        {"type": "tool_result", "tool_use_id": "toolu_0", "content": "text"},
    ]
    for kind in results:
        known = "mcp_tool_result" if kind == "mcp" else f"{kind}_tool_result"
        blocks.append({"type": known, "tool_use_id": "srvtoolu_1", "content": []})
    return st.sampled_from(blocks)


@_once
def base64_data(*, min_size: int = 1) -> st.SearchStrategy[tuple[str, int]]:
    """Base64 text, padded, and the number of bytes in it."""
    # Bytes that begin like an image are one, whatever the type says; some are more than a buffer holds.
    odd = [
        b"\x89PNG\r\n\x1a\n" + bytes(24),
        b"\xff\xd8\xff\xe0" + bytes(24),
        b"a text of some length, and no image",
        bytes(60_000),
    ]
    return (st.binary(min_size=min_size, max_size=min_size + 40) | st.sampled_from(odd)).map(
        lambda data: (base64.b64encode(data).decode("ascii"), len(data))
    )


def _uris() -> st.SearchStrategy[str]:
    return st.sampled_from(
        [
            "file:///a.txt",
            "https://example.org/a?b=c#d",
            "urn:x:y",
            "file:///a b.txt",
            "file:///a]b.txt",
            "HTTP://EXAMPLE.org:80/%7Ea/../b",
            "file:///a%20b.png",
            "file:///\u00e9.pdf",
        ]
    )


def _extras(*extras: Object) -> st.SearchStrategy[Object]:
    shared: list[Object] = [{}, {"_meta": {"x": 1}}, {"annotations": {"priority": 0}}, {"annotations": {}}]
    return st.sampled_from([*shared, *extras])


def _image(kind: str, data: str) -> JSON:
    return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}


@_once
def _said() -> st.SearchStrategy[str]:
    """A text that is not blank, long ones among them."""
    shown = st.sampled_from(TRICKY) | texts().map(lambda text: text if text.strip() else f"{text}.")
    return st.one_of(shown, shown, shown, st.sampled_from(LONG))


@_once
def text_items() -> st.SearchStrategy[Pair]:
    """A text of a result, and the block for it (MAP-1)."""
    return st.tuples(_said(), _extras({"annotations": {"audience": ["user"]}})).map(
        lambda drawn: ({"type": "text", "text": drawn[0], **drawn[1]}, {"type": "text", "text": drawn[0]})
    )


@_once
def image_items() -> st.SearchStrategy[Pair]:
    """An image of an accepted type, and the block for it (MAP-2)."""

    def made(drawn: tuple[str, tuple[str, int], Object]) -> Pair:
        kind, (data, _), extra = drawn
        return {"type": "image", "mimeType": kind, "data": data, **extra}, _image(kind, data)

    return st.tuples(st.sampled_from(ACCEPTED_IMAGES), base64_data(), _extras({"annotations": {"priority": 1}})).map(
        made
    )


@_once
def other_image_items(*, counted: bool = False) -> st.SearchStrategy[Pair]:
    """An image of another type, and the placeholder for it (MAP-3); ``counted``: with its bytes (MAP-10)."""
    return _placeholders("image", OTHER_IMAGES, "image", counted)


@_once
def audio_items(*, counted: bool = False) -> st.SearchStrategy[Pair]:
    """Audio, and the placeholder for it (MAP-4); ``counted``: with its bytes (MAP-10)."""
    return _placeholders("audio", AUDIO, "(image|audio)", counted)


def _placeholders(kind: str, types: tuple[str, ...], word: str, counted: bool) -> st.SearchStrategy[Pair]:
    def made(drawn: tuple[str, tuple[str, int], Object]) -> Pair:
        mime, (data, size), extra = drawn
        number = str(size) if counted else "[0-9]+"
        escaped = mime.replace("+", "\\+").replace(".", "\\.")
        shown = {"type": "text", "text": {"$regex": f"\\[{word}: {escaped}, {number} bytes\\]"}}
        return {"type": kind, "mimeType": mime, "data": data, **extra}, shown

    return st.tuples(st.sampled_from(types), base64_data(), _extras()).map(made)


@_once
def link_items() -> st.SearchStrategy[Pair]:
    """A resource link with a type, and the line for it (MAP-5)."""

    def made(drawn: tuple[str, str, str, Object]) -> Pair:
        name, uri, mime, extra = drawn
        item = {"type": "resource_link", "name": name, "uri": uri, "mimeType": mime, **extra}
        return item, {"type": "text", "text": f"[resource] {name} <{uri}> ({mime})"}

    names, extras = (
        visible_texts(min_size=1) | st.just("n" * 300),
        _extras({"title": "T", "description": "D", "size": 3}),
    )
    return st.tuples(
        names, _uris(), st.sampled_from(["text/plain", "a/b", "image/png", "text/html; charset=utf-8"]), extras
    ).map(made)


@_once
def embedded_texts() -> st.SearchStrategy[Pair]:
    """An embedded text, and the block for it (MAP-6)."""

    def made(drawn: tuple[str, str, str, Object]) -> Pair:
        uri, text, mime, extra = drawn
        block = {"type": "text", "text": {"$text": {"starts": f"[resource: {uri}]", "ends": text}}}
        resource = {"uri": uri, **({"mimeType": mime} if mime else {}), "text": text}
        return {"type": "resource", "resource": resource, **extra}, block

    types = st.sampled_from(["text/plain", "text/html", "application/json", "image/svg+xml", ""])

    return st.tuples(_uris(), _said(), types, _extras()).map(made)


@_once
def embedded_images() -> st.SearchStrategy[Pair]:
    """An embedded image of an accepted type, and the block for it (MAP-7)."""

    def made(drawn: tuple[str, str, tuple[str, int], Object]) -> Pair:
        uri, mime, (data, _), extra = drawn
        resource = {"uri": uri, "mimeType": mime, "blob": data}
        return {"type": "resource", "resource": resource, **extra}, _image(mime, data)

    return st.tuples(_uris(), st.sampled_from(ACCEPTED_IMAGES), base64_data(), _extras()).map(made)


@_once
def embedded_blobs() -> st.SearchStrategy[Pair]:
    """Another embedded blob, with a type or without, and the block for it, which does not hold it (MAP-8)."""

    def made(drawn: tuple[str, str, tuple[str, int], Object]) -> Pair:
        uri, mime, (data, _), extra = drawn
        resource = {"uri": uri, **({"mimeType": mime} if mime else {}), "blob": data}
        block = {"type": "text", "text": {"$text": {"without": [data], "blank": False}}}
        return {"type": "resource", "resource": resource, **extra}, block

    types = [
        "application/zip",
        "application/pdf",
        "image/svg+xml",
        "audio/wav",
        "text/plain",
        "application/octet-stream",
    ]
    return st.tuples(_uris(), st.sampled_from([*types, ""]), base64_data(min_size=24), _extras()).map(made)


@_once
def content_items() -> st.SearchStrategy[Pair]:
    """An item of a result's content, of any kind that MCP 2025-06-18 knows, and a pattern of the block for it."""
    return st.one_of(
        text_items(), image_items(), other_image_items(), audio_items(), link_items(), embedded_texts(),
        embedded_images(), embedded_blobs(),
    )  # fmt: skip


@_once
def contents(*, min_size: int = 0, max_size: int = 6) -> st.SearchStrategy[tuple[list[JSON], list[JSON]]]:
    """The content of a result, and patterns of the blocks for it, one an item and in order (MAP-9)."""
    items = st.lists(content_items(), min_size=min_size, max_size=max_size)
    return items.map(lambda made: ([item for item, _ in made], [block for _, block in made]))

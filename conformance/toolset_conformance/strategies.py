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

from typing import Any

from hypothesis import strategies as st

JSON = Any
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

ACCEPTED_IMAGES = ["image/jpeg", "image/png", "image/gif", "image/webp"]
OTHER_IMAGES = ["image/svg+xml", "image/tiff", "image/bmp", "image/avif", "image/heic", "image/x-icon"]
AUDIO = ["audio/wav", "audio/mpeg", "audio/ogg"]
LARGEST = 2**53 - 1


def texts(*, max_size: int = 40) -> st.SearchStrategy[str]:
    """Any text that UTF-8 can carry."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size)


def visible_texts(*, max_size: int = 40) -> st.SearchStrategy[str]:
    """Text in which nothing is to be removed: letters of many scripts, marks, emoji, spaces (DESC-7)."""
    characters = st.sampled_from(
        "aZ09 .,-_(){}$'\"\\/éßñЖщ你好日本語한국어אבגدعहिन्दी😀🎉👩e\u0301\u0300\u0600\u06dd\u070f\ue000\ufffc\u2800\ufffd"
    )
    return st.text(characters.filter(lambda character: character != "\ufffd"), max_size=max_size)


def plain_names() -> st.SearchStrategy[str]:
    """Names that no port may leave out: a letter, then letters, digits and single separators (NAME-8)."""
    return st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,6}([_-][A-Za-z0-9]{1,5}){0,2}", fullmatch=True)


def plain_ids() -> st.SearchStrategy[str]:
    """Server ids that no port may leave out (NAME-8)."""
    return st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,9}", fullmatch=True)


@st.composite
def _near_the_limit(draw: Draw) -> str:
    """Long names that differ in one place: at the beginning, in the middle or at the end."""
    size = draw(st.integers(58, 70))
    at = draw(st.sampled_from([0, size // 2, size - 1]))
    return "a" * at + draw(st.sampled_from("bc")) + "a" * (size - at - 1)


def tool_names() -> st.SearchStrategy[str]:
    """MCP names as servers give them: plain ones, and ones made to clash when cleaned, shortened or joined."""
    return st.one_of(
        plain_names(),
        st.text("ab_", min_size=1, max_size=5),
        st.text("a.-_/ :", min_size=1, max_size=4),
        _near_the_limit(),
        st.sampled_from([*HOST_NAMES, "", "ü", "名前", "1", "10", "2", "-a", "read\n", "é" * 30]),
        texts(max_size=12),
    )


def server_ids() -> st.SearchStrategy[str]:
    """Server ids, likewise."""
    return st.one_of(
        plain_ids(),
        st.text("ab_", min_size=1, max_size=4),
        st.sampled_from(["0f8fad5b-d9cb-469f-a165-70867728950e", "a.b", "20", "3", "", "サーバー", *HOST_NAMES]),
        texts(max_size=8),
    )


def json_values(*, largest: int = LARGEST) -> st.SearchStrategy[JSON]:
    """Any JSON value."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-largest, largest),
        st.floats(allow_nan=False, allow_infinity=False, width=32),
        texts(max_size=12),
        st.sampled_from(["", "{}", "null", 0, 1, -1, 0.5, largest, -largest]),
    )
    keys = st.one_of(
        st.sampled_from(["name", "self", "config", "id", "type", "$ref", "_x", *HOST_NAMES]), texts(max_size=6)
    )
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
    )


def json_objects(*, min_size: int = 0) -> st.SearchStrategy[dict[str, JSON]]:
    """Any JSON object, with keys that name something in a host language among them (CALLS-8)."""
    names = ["name", "self", "config", "runtime", "id", "type", "arguments", "$where", "_a", *HOST_NAMES]
    keys = st.one_of(st.sampled_from(names), texts(max_size=8))
    return st.dictionaries(keys, json_values(), min_size=min_size, max_size=5)


def schemas() -> st.SearchStrategy[dict[str, JSON]]:
    """Input schemas that the Messages API takes: an object with properties, and keywords known and unknown (TOOLS-3)."""
    leaf = st.sampled_from(
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
        ]
    )
    keys = st.sampled_from(["path", "type", "name", "required", "properties", "__proto__", "id", "a-b", "items"])
    nested = st.recursive(
        leaf,
        lambda inner: st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(keys, inner, max_size=3)}
        ),
        max_leaves=8,
    )
    more: dict[str, st.SearchStrategy[JSON]] = {
        "required": st.lists(keys, max_size=2, unique=True),
        "additionalProperties": st.booleans(),
        "$defs": st.fixed_dictionaries({"item": leaf}),
        "$schema": st.just("https://json-schema.org/draft/2020-12/schema"),
        "x-unknown": st.sampled_from([None, {}, [], 1]),
    }
    return st.fixed_dictionaries(
        {"type": st.just("object")}, optional={"properties": st.dictionaries(keys, nested, max_size=4), **more}
    )


@st.composite
def tools(draw: Draw, names: st.SearchStrategy[str] | None = None, *, plain: bool = False) -> dict[str, JSON]:
    """An MCP tool; ``plain`` gives it a plain schema and no description."""
    made: dict[str, JSON] = {"name": draw(tool_names() if names is None else names), "inputSchema": {"type": "object"}}
    if not plain:
        made["inputSchema"] = draw(schemas())
        if draw(st.booleans()):
            made["description"] = draw(visible_texts())
        if draw(st.booleans()):
            made["title"] = "A title"
            made["annotations"] = {"readOnlyHint": True}
            made["outputSchema"] = {"type": "object"}
            made["_meta"] = {"x": 1}
    return made


@st.composite
def servers(
    draw: Draw,
    ids: st.SearchStrategy[str] | None = None,
    names: st.SearchStrategy[str] | None = None,
    *,
    plain_tools: bool = True,
    max_tools: int = 4,
) -> list[dict[str, JSON]]:
    """Servers with their tools: ids unique, names unique within a server, at least one tool in all."""
    count = draw(st.integers(1, 3))
    wanted = draw(st.lists(server_ids() if ids is None else ids, min_size=count, max_size=count, unique=True))
    made = []
    for number, server in enumerate(wanted):
        least = 1 if number == 0 else 0
        chosen = draw(
            st.lists(tool_names() if names is None else names, min_size=least, max_size=max_tools, unique=True)
        )
        made.append({"id": server, "tools": [draw(tools(st.just(name), plain=plain_tools)) for name in chosen]})
    return made


def plain_servers(*, max_tools: int = 4) -> st.SearchStrategy[list[dict[str, JSON]]]:
    """Servers of which no port may leave a tool out: all names differ by more than case (NAME-8)."""
    return servers(plain_ids(), plain_names(), max_tools=max_tools).filter(differ_by_more_than_case)


def differ_by_more_than_case(made: list[dict[str, JSON]]) -> bool:
    """Whether server ids and tool names, across servers too, differ by more than case (NAME-8)."""
    names = [tool["name"].lower() for server in made for tool in server["tools"]]
    ids = [server["id"].lower() for server in made]
    return len(set(names)) == len(names) and len(set(ids)) == len(ids)


@st.composite
def entries(draw: Draw, *, min_size: int = 1, max_size: int = 6) -> list[dict[str, JSON]]:
    """Ordered pairs of a given exposed name and a tool; names and pairs are unique."""
    exposed = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,20}", fullmatch=True) | st.sampled_from(
        ["constructor", "__proto__", "a__b"]
    )
    names = draw(st.lists(exposed, min_size=min_size, max_size=max_size, unique=True))
    pairs = draw(st.lists(st.tuples(server_ids(), tool_names()), min_size=len(names), max_size=len(names), unique=True))
    return [
        {"name": name, "server": server, "tool": {"name": tool, "inputSchema": {"type": "object"}}}
        for name, (server, tool) in zip(names, pairs, strict=True)
    ]


@st.composite
def descriptions(draw: Draw, hidden: str, *, max_parts: int = 8) -> tuple[str, str]:
    """A description with characters of ``hidden`` in it, and the same without them."""
    kept = st.tuples(st.just(True), visible_texts(max_size=8))
    removed = st.tuples(st.just(False), st.text(st.sampled_from(hidden), min_size=1, max_size=3))
    parts = draw(st.lists(kept | removed, min_size=1, max_size=max_parts))
    return "".join(text for _, text in parts), "".join(text for stays, text in parts if stays)


@st.composite
def long_descriptions(draw: Draw) -> str:
    """A description around the limit, dense in characters of several bytes (DESC-8 to DESC-10)."""
    unit = draw(st.sampled_from(["a", "é", "你", "😀", "e\u0301", "ab😀", "Words and 語. ", "👩😀é"]))
    lead = draw(st.sampled_from(["", "x", "xx", "xxx"]))
    size = draw(st.sampled_from([4092, 4093, 4094, 4095, 4096, 4097, 4098, 4099, 4100, 4200, 5000, 8192, 20000]))
    return lead + unit * (max(0, size - len(lead)) // len(unit.encode()))


def tool_use_ids() -> st.SearchStrategy[str]:
    """Ids of ``tool_use`` blocks, of every character that the API allows."""
    return st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True)


def other_blocks() -> st.SearchStrategy[dict[str, JSON]]:
    """Content blocks of a response that are no ``tool_use``: known kinds, and kinds not known yet (CALLS-5)."""
    use = {"id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
    results = [
        "web_search_tool_result", "web_fetch_tool_result", "code_execution_tool_result", "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result", "tool_search_tool_result", "mcp_tool_result", "advisor_tool_result",
    ]  # fmt: skip
    return st.sampled_from(
        [
            {"type": "text", "text": "I will look."},
            {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"},
            {"type": "redacted_thinking", "data": "ZGF0YQ=="},
            {"type": "server_tool_use", **use},
            {"type": "mcp_tool_use", "server_name": "remote", **use},
            {"type": "container_upload", "file_id": "file_1"},
            {"type": "something_new", **use},
            {"type": "tool_use_v2", **use},
            {**use},
            *({"type": kind, "tool_use_id": "srvtoolu_1", "content": []} for kind in results),
        ]
    )


def base64_data(*, min_size: int = 1, max_size: int = 40) -> st.SearchStrategy[tuple[str, int]]:
    """Base64 text, padded, and the number of bytes in it."""
    import base64

    sizes = st.binary(min_size=min_size, max_size=max_size)
    return sizes.map(lambda data: (base64.b64encode(data).decode("ascii"), len(data)))


def _uris() -> st.SearchStrategy[str]:
    return st.sampled_from(
        ["file:///a.txt", "https://example.org/a?b=c#d", "urn:x:y", "file:///a b.txt", "file:///a]b.txt"]
    )


@st.composite
def text_items(draw: Draw) -> tuple[dict[str, JSON], JSON]:
    """A text of a result, and the block for it (MAP-1)."""
    odd = st.sampled_from(
        ['{"b": 3,  "a": 1e2}', " spaces around ", "a\x00b", "line\u2028separator", "a\r\nb\t", "[]", "null"]
    )
    text = draw(odd | texts().filter(lambda text: bool(text.strip())))
    extra = draw(st.sampled_from([{}, {"annotations": {"audience": ["user"]}}, {"_meta": {"x": 1}}]))
    return {"type": "text", "text": text, **extra}, {"type": "text", "text": text}


@st.composite
def image_items(draw: Draw, types: list[str] = ACCEPTED_IMAGES) -> tuple[dict[str, JSON], JSON]:
    """An image of an accepted type, and the block for it (MAP-2)."""
    kind = draw(st.sampled_from(types))
    data, _ = draw(base64_data())
    extra = draw(st.sampled_from([{}, {"annotations": {"priority": 1}}, {"_meta": {"x": 1}}]))
    return {"type": "image", "mimeType": kind, "data": data, **extra}, _image(kind, data)


def _image(kind: str, data: str) -> JSON:
    return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}


@st.composite
def placeholder_items(draw: Draw, *, counted: bool = False) -> tuple[dict[str, JSON], JSON]:
    """An image of another type or audio, and the placeholder for it (MAP-3, MAP-4); ``counted``: with its bytes (MAP-10)."""
    kind, types = draw(st.sampled_from([("image", OTHER_IMAGES), ("audio", AUDIO)]))
    mime = draw(st.sampled_from(types))
    data, size = draw(base64_data())
    word = "image" if kind == "image" else "(image|audio)"
    number = str(size) if counted else "[0-9]+"
    escaped = mime.replace("+", "\\+").replace(".", "\\.")
    placeholder = {"type": "text", "text": {"$regex": f"\\[{word}: {escaped}, {number} bytes\\]"}}
    return {"type": kind, "mimeType": mime, "data": data}, placeholder


@st.composite
def link_items(draw: Draw) -> tuple[dict[str, JSON], JSON]:
    """A resource link with a type, and the line for it (MAP-5)."""
    name, uri, mime = (
        draw(visible_texts(max_size=12).filter(bool)),
        draw(_uris()),
        draw(st.sampled_from(["text/plain", "a/b"])),
    )
    extra = draw(st.sampled_from([{}, {"title": "T", "description": "D", "size": 3}]))
    item = {"type": "resource_link", "name": name, "uri": uri, "mimeType": mime, **extra}
    return item, {"type": "text", "text": f"[resource] {name} <{uri}> ({mime})"}


@st.composite
def embedded_items(draw: Draw) -> tuple[dict[str, JSON], JSON]:
    """An embedded text, image or other blob, and the block for it (MAP-6 to MAP-8)."""
    uri, kind = draw(_uris()), draw(st.sampled_from(["text", "image", "blob"]))
    if kind == "text":
        text = draw(texts().filter(lambda text: bool(text.strip())))
        wanted: JSON = {"type": "text", "text": {"$text": {"starts": f"[resource: {uri}]", "ends": text}}}
        return {"type": "resource", "resource": {"uri": uri, "mimeType": "text/plain", "text": text}}, wanted
    data, _ = draw(base64_data(min_size=24))
    if kind == "image":
        mime = draw(st.sampled_from(ACCEPTED_IMAGES))
        return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "blob": data}}, _image(mime, data)
    mime = draw(st.sampled_from(["application/zip", "application/pdf", "image/svg+xml", "audio/wav"]))
    named: dict[str, JSON] = draw(st.sampled_from([{"mimeType": mime}, {}]))
    wanted = {"type": "text", "text": {"$text": {"without": [data], "blank": False}}}
    return {"type": "resource", "resource": {"uri": uri, **named, "blob": data}}, wanted


def content_items() -> st.SearchStrategy[tuple[dict[str, JSON], JSON]]:
    """An item of a result's content, of any kind that MCP 2025-06-18 knows, and a pattern of the block for it."""
    return st.one_of(text_items(), image_items(), placeholder_items(), link_items(), embedded_items())


def contents(*, min_size: int = 0, max_size: int = 6) -> st.SearchStrategy[tuple[list[JSON], list[JSON]]]:
    """The content of a result, and patterns of the blocks for it, one an item and in order (MAP-9)."""
    items = st.lists(content_items(), min_size=min_size, max_size=max_size)
    return items.map(lambda made: ([item for item, _ in made], [block for _, block in made]))

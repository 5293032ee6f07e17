"""Properties of content: MAP-*. It is put together from items of which each has a known block."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus.model import Level
from toolset_conformance.search.properties.results import EACH_OPTION, OPTIONS, SAID, Contents, answered
from toolset_conformance.search.property import Cases, Plain, prop

JSON = Any
_RECOMMENDED: Level = "recommended"


def _mapped(made: Contents, failed: bool = False, option: dict[str, JSON] | None = None) -> Plain:
    content, blocks = made
    result = {"content": content, **({"isError": True} if failed else {})}
    return answered({"result": result}, {"$has": {"type": "tool_result", "content": blocks}}, **(option or {}))


def _kind(*kinds: str, change: Callable[[strategies.Pair], strategies.Pair] | None = None, most: int = 3) -> Cases:
    """Items of these kinds; in errors too, but for images, which the Messages API refuses there (RESULT-5)."""
    failing = (False,) if {"image", "embedded image"} & set(kinds) else (False, False, True)
    ways = [(failed, option) for failed in failing for option in EACH_OPTION]

    def made(drawn: tuple[Contents, tuple[bool, dict[str, JSON]]]) -> Plain:
        contents, way = drawn
        return _mapped(contents if change is None else _changed(contents, change), *way)

    return st.tuples(strategies.contents(kinds, min_size=1, max_size=most), st.sampled_from(ways)).map(made)


def _changed(contents: Contents, change: Callable[[strategies.Pair], strategies.Pair]) -> Contents:
    pairs = [change(pair) for pair in zip(*contents, strict=True)]
    return [item for item, _ in pairs], [block for _, block in pairs]


@prop("MAP-1", "Text stays the text it is.")
def texts_stay() -> Cases:
    return _kind("text", most=12)


@prop("MAP-2", "An accepted image becomes an image block.")
def images_stay_images() -> Cases:
    return _kind("image")


@prop("MAP-3", "Another image becomes a placeholder.")
def other_images_become_placeholders() -> Cases:
    return _kind("other image")


@prop("MAP-4", "Audio becomes a placeholder.")
def audio_becomes_a_placeholder() -> Cases:
    return _kind("audio")


@prop("MAP-5", "A link becomes its line.")
def links_become_lines() -> Cases:
    return _kind("link", most=6)


@prop("MAP-5", "A link without a type begins as the others do.")
def links_need_no_type() -> Cases:
    return _links_without_type(lambda line: {"$text": {"starts": line}})


@prop("MAP-5", "A link without a type has nothing in its place.", _RECOMMENDED)
def links_without_type_end_at_the_uri() -> Cases:
    return _links_without_type(lambda line: line)


def _links_without_type(shown: Callable[[str], JSON]) -> Cases:
    def made(pair: strategies.Pair) -> strategies.Pair:
        item, block = pair
        kept = {key: value for key, value in item.items() if key != "mimeType"}
        line = block["text"].removesuffix(f" ({item['mimeType']})")
        return kept, {"type": "text", "text": shown(line)}

    return _kind("link", change=made)


@prop("MAP-6", "A header and its text part at one line break.", _RECOMMENDED)
def headers_end_with_a_line_break() -> Cases:
    def made(pair: strategies.Pair) -> strategies.Pair:
        resource = pair[0]["resource"]
        return pair[0], {"type": "text", "text": f"[resource: {resource['uri']}]\n{resource['text']}"}

    return _kind("embedded text", change=made)


@prop("MAP-6", "An embedded text has its header.")
def embedded_texts_have_headers() -> Cases:
    return _kind("embedded text", most=6)


@prop("MAP-7", "An embedded image becomes an image block.")
def embedded_images_are_images() -> Cases:
    return _kind("embedded image")


@prop("MAP-8", "Another blob becomes a text without it.")
def other_blobs_become_texts() -> Cases:
    return _kind("embedded blob")


@prop("MAP-9", "One block for each item, in order, whatever the mixture.")
def one_block_an_item() -> Cases:
    return st.tuples(strategies.contents(min_size=2, max_size=8), OPTIONS).map(
        lambda drawn: _mapped(drawn[0], False, drawn[1])
    )


@prop("MAP-9", "So it is with many items, and in errors.")
def one_block_of_many() -> Cases:
    def made(drawn: tuple[Contents, tuple[int, bool, dict[str, JSON]]]) -> Plain:
        contents, (times, failed, option) = drawn
        pairs = [*zip(*contents, strict=True)]
        many = [pairs[number % len(pairs)] for number in range(max(len(pairs), times))]
        numbered = [_number(pair, number) for number, pair in enumerate(many)]
        return _mapped(([item for item, _ in numbered], [block for _, block in numbered]), failed, option)

    ways = [(times, failed, option) for times in (0, 0, 12, 60) for failed in (False, True) for option in EACH_OPTION]
    contents = strategies.contents(("text", "link", "audio"), min_size=2, max_size=6)
    return st.tuples(contents, st.sampled_from(ways)).map(made)


def _number(pair: strategies.Pair, number: int) -> strategies.Pair:
    item, block = pair
    if item["type"] != "text" or len(item["text"]) > 1000:
        return pair
    text = f"{item['text']} {number}"
    return {**item, "text": text}, {**block, "text": text}


@prop("MAP-10", "A placeholder counts the decoded bytes.", _RECOMMENDED)
def placeholders_count_bytes() -> Cases:
    def made(pair: strategies.Pair) -> strategies.Pair:
        item, block = pair
        pattern = block["text"]["$regex"].replace("[0-9]+", str(len(base64.b64decode(item["data"]))))
        return item, {"type": "text", "text": {"$regex": pattern}}

    return _kind("other image", "audio", change=made)


@prop("MAP-11", "A media type is one of the four, however it was written.")
def media_types_are_exact() -> Cases:
    odd = [
        "image/jpg", "IMAGE/PNG", "Image/Gif", "image/jpeg; q=1", "image/png;charset=x", "image/pjpeg", " image/png",
        "image/x-png", "image/webp ", "IMAGE/JPG", "image/jpeg;", "application/png", "image/*", "png",
    ]  # fmt: skip

    def made(drawn: tuple[str, tuple[str, int], bool]) -> Plain:
        kind, (data, _), embedded = drawn
        resource = {"type": "resource", "resource": {"uri": "file:///a", "mimeType": kind, "blob": data}}
        item = resource if embedded else {"type": "image", "mimeType": kind, "data": data}
        source = {"type": "base64", "media_type": {"$one_of": [*strategies.ACCEPTED_IMAGES]}, "data": {"$any": True}}
        return _mapped(([item], [{"$one_of": [{"$has": {"type": "text"}}, {"type": "image", "source": source}]}]))

    return st.tuples(st.sampled_from(odd), strategies.base64_data(), st.booleans()).map(made)


@prop("MAP-11", "Types in capitals and with parameters become images.", _RECOMMENDED)
def near_types_become_images() -> Cases:
    near = {
        "IMAGE/PNG": "image/png", "Image/Gif": "image/gif", "image/jpeg; q=1": "image/jpeg",
        "image/png;charset=x;q=1": "image/png", "image/webp;a=b": "image/webp", "IMAGE/WEBP; q=0.5": "image/webp",
    }  # fmt: skip

    def made(drawn: tuple[str, tuple[str, int], bool]) -> Plain:
        kind, (data, _), embedded = drawn
        resource = {"type": "resource", "resource": {"uri": "file:///a", "mimeType": kind, "blob": data}}
        item = resource if embedded else {"type": "image", "mimeType": kind, "data": data}
        source = {"type": "base64", "media_type": near[kind], "data": data}
        return _mapped(([item], [{"type": "image", "source": source}]))

    return st.tuples(st.sampled_from(sorted(near)), strategies.base64_data(), st.booleans()).map(made)


@prop("MAP-12", "Unknown and broken content becomes text, and costs its neighbours nothing.", _RECOMMENDED)
def unknown_content_becomes_text() -> Cases:
    odd: list[JSON] = [
        {"type": "video", "data": "AAAA", "mimeType": "video/mp4"}, {"type": "text"}, {"type": "image", "data": "AAAA"},
        {"type": "image", "mimeType": "image/png", "data": "not base64!"}, {"type": "resource"}, {"type": 5}, {},
        {"type": "resource", "resource": {"uri": "file:///a"}}, {"type": "resource_link"}, {"type": "audio"},
        {"type": "toString"}, {"type": "__proto__"}, {"type": "__class__"}, {"type": "constructor"}, {"type": ""},
        {"type": None},
        {"type": "tool_use", "id": "x", "name": "y", "input": {}},
        {"type": "thinking", "thinking": "x", "signature": "y"},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}},
        {"type": "search_result", "source": "x", "title": "y", "content": []}, {"type": "text", "text": 5},
        {"type": "video", "text": "hidden"}, {"type": "x", "text": ""}, None, 5, ["x"], True,
    ]  # fmt: skip
    some: JSON = {"$some": {"type": "text", "text": "control"}}
    text: JSON = {"type": "text", "text": SAID}

    def made(drawn: tuple[JSON, bool]) -> Plain:
        item, failed = drawn
        result = {"content": [item, {"type": "text", "text": "control"}], **({"isError": True} if failed else {})}
        return answered({"result": result}, {"$has": {"content": {"$all": [some, {"$length": 2}, {"$each": text}]}}})

    return st.tuples(st.sampled_from(odd), st.booleans()).map(made)

"""Properties of results: RESULT-* and MAP-*. The content is put together from items of which each has a known block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus import Level
from toolset_conformance.properties.property import SOMETHING, Cases, Plain, ask, plain, prop

JSON = Any
Contents = tuple[list[JSON], list[JSON]]
_RECOMMENDED: Level = "recommended"
_OPTIONS: st.SearchStrategy[dict[str, JSON]] = st.sampled_from(
    [{}, *({"structured": option} for option in ("auto", "prefer", "append", "ignore"))]
)
_STRUCTURED: st.SearchStrategy[dict[str, JSON]] = st.sampled_from(
    [
        {},
        {"structuredContent": {"a": 1}},
        {"structuredContent": {"isError": False, "error": None, "ok": True}},
        {"structuredContent": {"isError": True, "error": "no", "success": False, "status": 500}},
    ]
)
_ERRORS = st.sampled_from(["timeout", "transport", "protocol", "rejected", "unknown_tool"])
_NO_ERROR = {"$absent_or": False}
_SAID: JSON = {"$text": {"blank": False}}
_TEXTS: JSON = {"$all": [{"$each": {"type": "text", "text": _SAID}}, SOMETHING]}


def answered(outcome: JSON, expected: JSON, *, identifier: str = "toolu_1", **options: JSON) -> Plain:
    """A case that asks for one result block."""
    given: dict[str, Any] = {"options": options} if options else {}
    return plain(ask("tool_result", expected, tool_use_id=identifier, outcome=outcome, **given))


def _mapped(made: Contents, failed: bool = False, option: dict[str, JSON] | None = None) -> Plain:
    content, blocks = made
    result = {"content": content, **({"isError": True} if failed else {})}
    return answered({"result": result}, {"$has": {"type": "tool_result", "content": blocks}}, **(option or {}))


def _kind(items: st.SearchStrategy[strategies.Pair], *, in_errors: bool = True, most: int = 3) -> Cases:
    """Items of one kind; in errors too, but for images, which the Messages API refuses there (RESULT-5)."""
    lists = st.lists(items, min_size=1, max_size=most).map(_parted)
    failed = st.sampled_from([False, False, True]) if in_errors else st.just(False)
    return st.tuples(lists, failed, _OPTIONS).map(lambda drawn: _mapped(*drawn))


def _parted(items: list[strategies.Pair]) -> Contents:
    return [item for item, _ in items], [block for _, block in items]


@prop("RESULT-1", "The block has the id that it was given and no key but the API's.")
def results_have_known_keys() -> Cases:
    def made(drawn: tuple[Contents, str, dict[str, JSON], dict[str, JSON], dict[str, JSON]]) -> Plain:
        (content, _), identifier, said, structured, option = drawn
        block = {
            "type": "tool_result",
            "tool_use_id": identifier,
            "content": {"$absent_or": {"$one_of": [{"$type": "string"}, {"$type": "array"}]}},
            "is_error": True if said.get("isError") else _NO_ERROR,
        }
        result = {"content": content, "_meta": {"x": 1}, "resultType": "x", **said, **structured}
        return answered({"result": result}, block, identifier=identifier, **option)

    contents, said = strategies.contents(max_size=3), st.sampled_from([{}, {"isError": True}, {"isError": False}])
    return st.tuples(contents, strategies.tool_use_ids(), said, _STRUCTURED, _OPTIONS).map(made)


@prop("RESULT-1", "So has that of a client error.")
def client_errors_have_known_keys() -> Cases:
    def made(drawn: tuple[str, str, dict[str, JSON]]) -> Plain:
        kind, identifier, option = drawn
        content = {"$absent_or": {"$one_of": [{"$type": "string"}, {"$type": "array"}]}}
        block = {"type": "tool_result", "tool_use_id": identifier, "content": content, "is_error": True}
        return answered({"error": {"kind": kind, "message": "x"}}, block, identifier=identifier, **option)

    return st.tuples(_ERRORS, strategies.tool_use_ids(), _OPTIONS).map(made)


@prop("RESULT-2", "A result that says it is an error is one, whatever it holds.")
def errors_say_so() -> Cases:
    def made(drawn: tuple[Contents, dict[str, JSON], dict[str, JSON]]) -> Plain:
        (content, _), structured, option = drawn
        result = {"content": content, "isError": True, **structured}
        return answered({"result": result}, {"$has": {"type": "tool_result", "is_error": True}}, **option)

    return st.tuples(strategies.contents(max_size=3), _STRUCTURED, _OPTIONS).map(made)


@prop("RESULT-3", "Every client error is one.")
def client_errors_say_so() -> Cases:
    return _client_errors({"$has": {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True}})


@prop("RESULT-5", "A client error gives a text that is not empty.", _RECOMMENDED)
def client_errors_have_words() -> Cases:
    return _client_errors({"$has": {"is_error": True, "content": {"$one_of": [_SAID, _TEXTS]}}})


def _client_errors(expected: JSON) -> Cases:
    results = ['{"content": [], "isError": false}', '{"isError": false}', "OK", '{"ok": true}']
    messages = st.sampled_from(["timed out", "", " ", *results]) | strategies.texts()
    return st.tuples(_ERRORS, messages, _OPTIONS).map(
        lambda made: answered({"error": {"kind": made[0], "message": made[1]}}, expected, **made[2])
    )


@prop("RESULT-4", "Every other result is none.")
def good_results_are_no_errors() -> Cases:
    def made(drawn: tuple[Contents, dict[str, JSON], dict[str, JSON], dict[str, JSON]]) -> Plain:
        (content, _), said, structured, option = drawn
        result = {"content": content, **said, **structured}
        return answered({"result": result}, {"$has": {"type": "tool_result", "is_error": _NO_ERROR}}, **option)

    said = st.sampled_from([{}, {"isError": False}])
    return st.tuples(strategies.contents(max_size=3), said, _STRUCTURED, _OPTIONS).map(made)


@prop("RESULT-5", "A client error gives its message.", _RECOMMENDED)
def client_errors_tell_their_message() -> Cases:
    def made(drawn: tuple[str, str]) -> Plain:
        told = {"$text": {"contains": [drawn[1]]}}
        said = {"$one_of": [told, {"$some": {"type": "text", "text": told}}]}
        return answered({"error": {"kind": drawn[0], "message": drawn[1]}}, {"$has": {"content": said}})

    return st.tuples(_ERRORS, strategies.texts().map(lambda text: f"It said: {text}.")).map(made)


@prop("RESULT-5", "An error result is text, and not empty.", _RECOMMENDED)
def error_results_are_text() -> Cases:
    expected = {"$has": {"is_error": True, "content": {"$one_of": [_SAID, _TEXTS]}}}
    return strategies.contents().map(lambda made: answered({"result": {"content": made[0], "isError": True}}, expected))


@prop("RESULT-6", "No text block is empty, and an empty result has no content or a text.", _RECOMMENDED)
def nothing_is_sent_empty() -> Cases:
    filled = {"$one_of": [{"type": "text", "text": {"$text": {"min_bytes": 1}}}, {"$has": {"type": "image"}}]}
    content = {"$absent_or": {"$one_of": [_SAID, {"$all": [{"$each": filled}, SOMETHING]}]}}
    expected = {"$has": {"type": "tool_result", "content": content}}

    def made(drawn: tuple[Contents, int, dict[str, JSON], list[JSON]]) -> Plain:
        (content, _), place, option, empty = drawn
        at = min(place, len(content))
        return answered({"result": {"content": [*content[:at], *empty, *content[at:]]}}, expected, **option)

    blank = {"type": "text", "text": ""}
    empty = st.sampled_from([[blank], [blank, blank], [{**blank, "annotations": {"priority": 1}}]])
    return st.tuples(strategies.contents(max_size=2), st.integers(0, 2), _OPTIONS, empty).map(made)


@prop("RESULT-6", "A result without content has none, or a text.", _RECOMMENDED)
def nothing_is_no_empty_content() -> Cases:
    content = {"$absent_or": {"$one_of": [_SAID, _TEXTS]}}
    expected = {"$has": {"type": "tool_result", "content": content}}
    said: st.SearchStrategy[dict[str, JSON]] = st.sampled_from([{}, {"isError": False}, {"_meta": {"x": 1}}])
    return st.tuples(said, _OPTIONS).map(
        lambda drawn: answered({"result": {"content": [], **drawn[0]}}, expected, **drawn[1])
    )


@prop("MAP-1", "Text stays the text it is.")
def texts_stay() -> Cases:
    return _kind(strategies.text_items(), most=12)


@prop("MAP-2", "An accepted image becomes an image block.")
def images_stay_images() -> Cases:
    return _kind(strategies.image_items(), in_errors=False)


@prop("MAP-3", "Another image becomes a placeholder.")
def other_images_become_placeholders() -> Cases:
    return _kind(strategies.other_image_items())


@prop("MAP-4", "Audio becomes a placeholder.")
def audio_becomes_a_placeholder() -> Cases:
    return _kind(strategies.audio_items())


@prop("MAP-5", "A link becomes its line.")
def links_become_lines() -> Cases:
    return _kind(strategies.link_items(), most=6)


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

    return _kind(strategies.link_items().map(made))


@prop("MAP-6", "A header and its text part at one line break.", _RECOMMENDED)
def headers_end_with_a_line_break() -> Cases:
    def made(pair: strategies.Pair) -> strategies.Pair:
        resource = pair[0]["resource"]
        return pair[0], {"type": "text", "text": f"[resource: {resource['uri']}]\n{resource['text']}"}

    return _kind(strategies.embedded_texts().map(made))


@prop("MAP-6", "An embedded text has its header.")
def embedded_texts_have_headers() -> Cases:
    return _kind(strategies.embedded_texts(), most=6)


@prop("MAP-7", "An embedded image becomes an image block.")
def embedded_images_are_images() -> Cases:
    return _kind(strategies.embedded_images(), in_errors=False)


@prop("MAP-8", "Another blob becomes a text without it.")
def other_blobs_become_texts() -> Cases:
    return _kind(strategies.embedded_blobs())


@prop("MAP-9", "One block for each item, in order, whatever the mixture.")
def one_block_an_item() -> Cases:
    return st.tuples(strategies.contents(min_size=2, max_size=8), _OPTIONS).map(
        lambda drawn: _mapped(drawn[0], False, drawn[1])
    )


@prop("MAP-9", "So it is with many items, and in errors.")
def one_block_of_many() -> Cases:
    def made(drawn: tuple[list[strategies.Pair], int, bool, dict[str, JSON]]) -> Plain:
        items, times, failed, option = drawn
        many = [items[number % len(items)] for number in range(max(len(items), times))]
        numbered = [_number(pair, number) for number, pair in enumerate(many)]
        return _mapped(_parted(numbered), failed, option)

    items = strategies.text_items() | strategies.link_items() | strategies.audio_items()
    times = st.sampled_from([0, 0, 12, 60, 120])
    return st.tuples(st.lists(items, min_size=2, max_size=6), times, st.booleans(), _OPTIONS).map(made)


def _number(pair: strategies.Pair, number: int) -> strategies.Pair:
    item, block = pair
    if item["type"] != "text" or len(item["text"]) > 1000:
        return pair
    text = f"{item['text']} {number}"
    return {**item, "text": text}, {**block, "text": text}


@prop("MAP-10", "A placeholder counts the decoded bytes.", _RECOMMENDED)
def placeholders_count_bytes() -> Cases:
    return _kind(strategies.other_image_items(counted=True) | strategies.audio_items(counted=True))


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
    text: JSON = {"type": "text", "text": _SAID}

    def made(drawn: tuple[JSON, bool]) -> Plain:
        item, failed = drawn
        result = {"content": [item, {"type": "text", "text": "control"}], **({"isError": True} if failed else {})}
        return answered({"result": result}, {"$has": {"content": {"$all": [some, {"$length": 2}, {"$each": text}]}}})

    return st.tuples(st.sampled_from(odd), st.booleans()).map(made)

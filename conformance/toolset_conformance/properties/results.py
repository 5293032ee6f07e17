"""Properties of results: RESULT-* and MAP-*. The content is put together from items of which each has a known block."""

from __future__ import annotations

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
_STRUCTURED: st.SearchStrategy[dict[str, JSON]] = st.sampled_from([{}, {"structuredContent": {"a": 1}}])
_NO_ERROR = {"$absent_or": False}
_SAID: JSON = {"$text": {"blank": False}}
_TEXTS: JSON = {"$all": [{"$each": {"type": "text", "text": _SAID}}, SOMETHING]}


def answered(outcome: JSON, expected: JSON, *, identifier: str = "toolu_1", **options: JSON) -> Plain:
    """A case that asks for one result block."""
    given: dict[str, Any] = {"options": options} if options else {}
    return plain(ask("tool_result", expected, tool_use_id=identifier, outcome=outcome, **given))


def _mapped(made: Contents) -> Plain:
    return answered({"result": {"content": made[0]}}, {"$has": {"type": "tool_result", "content": made[1]}})


def _kind(items: st.SearchStrategy[tuple[dict[str, JSON], JSON]]) -> Cases:
    lists = st.lists(items, min_size=1, max_size=3)
    return lists.map(lambda made: _mapped(([item for item, _ in made], [block for _, block in made])))


@prop("RESULT-1", "The block has the id that it was given and no key but the API's.")
def results_have_known_keys() -> Cases:
    def made(both: tuple[Contents, str, bool]) -> Plain:
        (content, _), identifier, failed = both
        block = {
            "type": "tool_result",
            "tool_use_id": identifier,
            "content": {"$absent_or": {"$any": True}},
            "is_error": True if failed else _NO_ERROR,
        }
        result: dict[str, JSON] = {"content": content, "_meta": {"x": 1}, **({"isError": True} if failed else {})}
        return answered({"result": result}, block, identifier=identifier)

    return st.tuples(strategies.contents(), strategies.tool_use_ids(), st.booleans()).map(made)


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
    kinds = st.sampled_from(["timeout", "transport", "protocol", "rejected", "unknown_tool"])
    messages = st.sampled_from(["timed out", "", " "]) | strategies.texts()
    return st.tuples(kinds, messages, _OPTIONS).map(
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


@prop("RESULT-5", "An error result is text, and not empty.", _RECOMMENDED)
def error_results_are_text() -> Cases:
    expected = {"$has": {"is_error": True, "content": {"$one_of": [_SAID, _TEXTS]}}}
    return strategies.contents().map(lambda made: answered({"result": {"content": made[0], "isError": True}}, expected))


@prop("RESULT-6", "No text block is empty, and an empty result has no content or a text.", _RECOMMENDED)
def nothing_is_sent_empty() -> Cases:
    filled = {"$one_of": [{"type": "text", "text": {"$text": {"min_bytes": 1}}}, {"$has": {"type": "image"}}]}
    content = {"$absent_or": {"$one_of": [_SAID, {"$all": [{"$each": filled}, SOMETHING]}]}}
    expected = {"$has": {"type": "tool_result", "content": content}}

    def made(drawn: tuple[Contents, int, dict[str, JSON]]) -> Plain:
        (content, _), place, option = drawn
        empty = [{"type": "text", "text": ""}]
        at = min(place, len(content))
        return answered({"result": {"content": [*content[:at], *empty, *content[at:]]}}, expected, **option)

    return st.tuples(strategies.contents(max_size=2), st.integers(0, 2), _OPTIONS).map(made)


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
    return _kind(strategies.text_items())


@prop("MAP-2", "An accepted image becomes an image block.")
def images_stay_images() -> Cases:
    return _kind(strategies.image_items())


@prop("MAP-3", "Another image becomes a placeholder.")
def other_images_become_placeholders() -> Cases:
    return _kind(strategies.other_image_items())


@prop("MAP-4", "Audio becomes a placeholder.")
def audio_becomes_a_placeholder() -> Cases:
    return _kind(strategies.audio_items())


@prop("MAP-5", "A link becomes its line.")
def links_become_lines() -> Cases:
    return _kind(strategies.link_items())


@prop("MAP-6", "An embedded text has its header.")
def embedded_texts_have_headers() -> Cases:
    return _kind(strategies.embedded_texts())


@prop("MAP-7", "An embedded image becomes an image block.")
def embedded_images_are_images() -> Cases:
    return _kind(strategies.embedded_images())


@prop("MAP-8", "Another blob becomes a text without it.")
def other_blobs_become_texts() -> Cases:
    return _kind(strategies.embedded_blobs())


@prop("MAP-9", "One block for each item, in order, whatever the mixture.")
def one_block_an_item() -> Cases:
    return strategies.contents(min_size=2, max_size=8).map(_mapped)


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


@prop("MAP-12", "Unknown and broken content becomes text, and costs its neighbours nothing.", _RECOMMENDED)
def unknown_content_becomes_text() -> Cases:
    odd = [
        {"type": "video", "data": "AAAA", "mimeType": "video/mp4"}, {"type": "text"}, {"type": "image", "data": "AAAA"},
        {"type": "image", "mimeType": "image/png", "data": "not base64!"}, {"type": "resource"}, {"type": 5}, {},
        {"type": "resource", "resource": {"uri": "file:///a"}}, {"type": "resource_link"}, {"type": "audio"},
    ]  # fmt: skip
    some: JSON = {"$some": {"type": "text", "text": "control"}}

    def made(item: JSON) -> Plain:
        content = [item, {"type": "text", "text": "control"}]
        return answered(
            {"result": {"content": content}},
            {"$has": {"content": {"$all": [some, {"$each": {"$has": {"type": "text"}}}]}}},
        )

    return st.sampled_from(odd).map(made)

"""Properties of results: RESULT-* and MAP-*. The content is put together from items of which each has a known block."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus import Level
from toolset_conformance.properties.property import Plain, prop

JSON = Any
Contents = tuple[list[JSON], list[JSON]]
_RECOMMENDED: Level = "recommended"
_NO_ERROR = {"$absent_or": False}
_SAID: JSON = {"$text": {"blank": False}}
_TEXTS: JSON = {"$all": [{"$each": {"type": "text", "text": _SAID}}, {"$some": {"$any": True}}]}


def answered(outcome: JSON, expected: JSON, *, identifier: str = "toolu_1", **options: JSON) -> Plain:
    """A case that asks for one result block."""
    given: dict[str, JSON] = {"tool_use_id": identifier, "outcome": outcome}
    if options:
        given["options"] = options
    return {"steps": [{"ask": "tool_result", "with": given, "expect": expected}]}


def _mapped(made: Contents) -> Plain:
    return answered({"result": {"content": made[0]}}, {"$has": {"type": "tool_result", "content": made[1]}})


def _kind(items: st.SearchStrategy[tuple[dict[str, JSON], JSON]]) -> st.SearchStrategy[Plain]:
    lists = st.lists(items, min_size=1, max_size=3)
    return lists.map(lambda made: _mapped(([item for item, _ in made], [block for _, block in made])))


@prop("RESULT-1", "The block has the id that it was given and no key but the API's.")
def results_have_known_keys() -> st.SearchStrategy[Plain]:
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
def errors_say_so() -> st.SearchStrategy[Plain]:
    @st.composite
    def made(draw: strategies.Draw) -> Plain:
        content, _ = draw(strategies.contents())
        structured = draw(st.sampled_from([{}, {"structuredContent": {"a": 1}}]))
        option = draw(
            st.sampled_from([{}, {"structured": "prefer"}, {"structured": "append"}, {"structured": "ignore"}])
        )
        result = {"content": content, "isError": True, **structured}
        return answered({"result": result}, {"$has": {"type": "tool_result", "is_error": True}}, **option)

    return made()


@prop("RESULT-3", "Every client error is one.")
def client_errors_say_so() -> st.SearchStrategy[Plain]:
    return _client_errors({"$has": {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True}})


@prop("RESULT-5", "A client error gives a text that is not empty.", _RECOMMENDED)
def client_errors_have_words() -> st.SearchStrategy[Plain]:
    return _client_errors({"$has": {"is_error": True, "content": {"$one_of": [_SAID, _TEXTS]}}})


def _client_errors(expected: JSON) -> st.SearchStrategy[Plain]:
    kinds = st.sampled_from(["timeout", "transport", "protocol", "rejected", "unknown_tool"])
    options = st.sampled_from([{}, {"structured": "auto"}, {"structured": "prefer"}, {"structured": "append"}])
    messages = st.sampled_from(["timed out", "", " "]) | strategies.texts()
    return st.tuples(kinds, messages, options).map(
        lambda made: answered({"error": {"kind": made[0], "message": made[1]}}, expected, **made[2])
    )


@prop("RESULT-4", "Every other result is none.")
def good_results_are_no_errors() -> st.SearchStrategy[Plain]:
    @st.composite
    def made(draw: strategies.Draw) -> Plain:
        content, _ = draw(strategies.contents())
        result = {
            "content": content,
            **draw(st.sampled_from([{}, {"isError": False}, {"structuredContent": {"a": 1}}])),
        }
        return answered({"result": result}, {"$has": {"type": "tool_result", "is_error": _NO_ERROR}})

    return made()


@prop("RESULT-5", "An error result is text, and not empty.", _RECOMMENDED)
def error_results_are_text() -> st.SearchStrategy[Plain]:
    expected = {"$has": {"is_error": True, "content": {"$one_of": [_SAID, _TEXTS]}}}
    return strategies.contents().map(lambda made: answered({"result": {"content": made[0], "isError": True}}, expected))


@prop("RESULT-6", "No text block is empty, and an empty result has no content or a text.", _RECOMMENDED)
def nothing_is_sent_empty() -> st.SearchStrategy[Plain]:
    filled = {"$one_of": [{"type": "text", "text": {"$text": {"min_bytes": 1}}}, {"$has": {"type": "image"}}]}
    content = {"$absent_or": {"$one_of": [_SAID, {"$all": [{"$each": filled}, {"$some": {"$any": True}}]}]}}
    expected = {"$has": {"type": "tool_result", "content": content}}
    empty = {"type": "text", "text": ""}
    return st.tuples(strategies.contents(max_size=2), st.booleans()).map(
        lambda made: answered({"result": {"content": [*made[0][0], *([empty] if made[1] else [])]}}, expected)
    )


@prop("MAP-1", "Text stays the text it is.")
def texts_stay() -> st.SearchStrategy[Plain]:
    return _kind(strategies.text_items())


@prop("MAP-2", "An accepted image becomes an image block.")
def images_stay_images() -> st.SearchStrategy[Plain]:
    return _kind(strategies.image_items())


@prop("MAP-3", "Another image becomes a placeholder.")
def other_images_become_placeholders() -> st.SearchStrategy[Plain]:
    return _kind(strategies.placeholder_items().filter(lambda made: made[0]["type"] == "image"))


@prop("MAP-4", "Audio becomes a placeholder.")
def audio_becomes_a_placeholder() -> st.SearchStrategy[Plain]:
    return _kind(strategies.placeholder_items().filter(lambda made: made[0]["type"] == "audio"))


@prop("MAP-5", "A link becomes its line.")
def links_become_lines() -> st.SearchStrategy[Plain]:
    return _kind(strategies.link_items())


@prop("MAP-6", "An embedded text has its header.")
def embedded_texts_have_headers() -> st.SearchStrategy[Plain]:
    return _kind(strategies.embedded_items().filter(lambda made: "text" in made[0]["resource"]))


@prop("MAP-7", "An embedded image becomes an image block.")
def embedded_images_are_images() -> st.SearchStrategy[Plain]:
    return _kind(strategies.embedded_items().filter(lambda made: made[1]["type"] == "image"))


@prop("MAP-8", "Another blob becomes a text without it.")
def other_blobs_become_texts() -> st.SearchStrategy[Plain]:
    return _kind(
        strategies.embedded_items().filter(lambda made: "blob" in made[0]["resource"] and made[1]["type"] == "text")
    )


@prop("MAP-9", "One block for each item, in order, whatever the mixture.")
def one_block_an_item() -> st.SearchStrategy[Plain]:
    return strategies.contents(min_size=2, max_size=8).map(_mapped)


@prop("MAP-10", "A placeholder counts the decoded bytes.", _RECOMMENDED)
def placeholders_count_bytes() -> st.SearchStrategy[Plain]:
    return _kind(strategies.placeholder_items(counted=True))


@prop("MAP-11", "A media type is one of the four, however it was written.")
def media_types_are_exact() -> st.SearchStrategy[Plain]:
    odd = [
        "image/jpg",
        "IMAGE/PNG",
        "Image/Gif",
        "image/jpeg; q=1",
        "image/png;charset=x",
        "image/pjpeg",
        " image/png",
        "image/x-png",
    ]

    @st.composite
    def made(draw: strategies.Draw) -> Plain:
        kind, (data, _) = draw(st.sampled_from(odd)), draw(strategies.base64_data())
        plain: JSON = {"type": "image", "mimeType": kind, "data": data}
        item = draw(
            st.sampled_from(
                [plain, {"type": "resource", "resource": {"uri": "file:///a", "mimeType": kind, "blob": data}}]
            )
        )
        source = {"type": "base64", "media_type": {"$one_of": strategies.ACCEPTED_IMAGES}, "data": {"$type": "string"}}
        return _mapped(([item], [{"$one_of": [{"$has": {"type": "text"}}, {"type": "image", "source": source}]}]))

    return made()


@prop("MAP-12", "Unknown and broken content becomes text, and costs its neighbours nothing.", _RECOMMENDED)
def unknown_content_becomes_text() -> st.SearchStrategy[Plain]:
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

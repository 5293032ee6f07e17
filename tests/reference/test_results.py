"""How results become ``tool_result`` blocks: content, errors, structured content."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from toolset_reference import CallError, tool_result

TEXT = {"type": "text", "text": "hello"}
PNG = {"type": "image", "mimeType": "image/png", "data": "iVBORw0K"}
PNG_BLOCK = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K"}}


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def image(media_type: str, data: str = "AAAA") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def resource(**fields: Any) -> dict[str, Any]:
    return {"type": "resource", "resource": fields}


def content_of(*items: Any, **rest: Any) -> Any:
    return tool_result("id", {"content": list(items), **rest}).get("content")


def test_the_block_has_the_id_and_no_key_too_many() -> None:
    result = {"content": [TEXT], "_meta": {}, "resultType": "complete", "isError": False}
    assert tool_result("toolu_A-1", result) == {"type": "tool_result", "tool_use_id": "toolu_A-1", "content": [TEXT]}


@pytest.mark.parametrize(
    "item, block",
    [
        (TEXT | {"annotations": {"audience": []}, "_meta": {}}, TEXT),
        (text(' {"b": 3,  "a": 1e2}\x00\u2028 '), text(' {"b": 3,  "a": 1e2}\x00\u2028 ')),
        (PNG | {"annotations": {}}, PNG_BLOCK),
        (PNG | {"mimeType": "image/jpeg"}, image("image/jpeg", "iVBORw0K")),
        (PNG | {"mimeType": "image/gif"}, image("image/gif", "iVBORw0K")),
        (PNG | {"mimeType": "image/webp"}, image("image/webp", "iVBORw0K")),
        (PNG | {"mimeType": "IMAGE/PNG"}, PNG_BLOCK),
        (PNG | {"mimeType": " image/jpeg ; q=1"}, image("image/jpeg", "iVBORw0K")),
        (PNG | {"mimeType": "image/jpg"}, image("image/jpeg", "iVBORw0K")),
        (PNG | {"data": "iVBO\r\nRw0K\n"}, image("image/png", "iVBO\r\nRw0K\n")),
        (PNG | {"mimeType": "image/svg+xml", "data": "PHN2Zy8+"}, text("[image: image/svg+xml, 6 bytes]")),
        (PNG | {"mimeType": "image/bmp", "data": "AA=="}, text("[image: image/bmp, 1 bytes]")),
        (PNG | {"mimeType": ""}, text("[image: , 6 bytes]")),
        ({"type": "audio", "mimeType": "audio/wav", "data": "AAA="}, text("[audio: audio/wav, 2 bytes]")),
        ({"type": "resource_link", "name": "n", "uri": "x:y", "title": "t", "size": 3}, text("[resource] n <x:y>")),
        (
            {"type": "resource_link", "name": "notes", "uri": "file:///n.md", "mimeType": "text/markdown"},
            text("[resource] notes <file:///n.md> (text/markdown)"),
        ),
        (
            resource(uri="file:///a", text=" body\n", mimeType="application/json"),
            text("[resource: file:///a]\n body\n"),
        ),
        (resource(uri="file:///a", text=""), text("[resource: file:///a]\n")),
        (resource(uri="file:///a", blob="AAAA", mimeType="image/webp"), image("image/webp")),
        (resource(uri="file:///a", blob="AAAA", mimeType="Image/JPG;x=y"), image("image/jpeg")),
        (
            resource(uri="file:///a", blob="JVBERg==", mimeType="application/pdf"),
            text("[resource: file:///a] (application/pdf, 4 bytes)"),
        ),
        (resource(uri="file:///a", blob="AAAA"), text("[resource: file:///a] (unknown type, 3 bytes)")),
        (resource(uri="file:///a", blob=""), text("[resource: file:///a] (unknown type, 0 bytes)")),
    ],
)
def test_each_kind_of_content_has_its_block(item: dict[str, Any], block: dict[str, Any]) -> None:
    assert content_of(item) == [block]


def test_a_blob_is_not_repeated_where_its_uri_holds_it() -> None:
    blob = base64.b64encode(b"secret" * 20).decode()
    (block,) = content_of(resource(uri=f"data:application/zip;base64,{blob}", blob=blob))
    assert block["type"] == "text"
    assert blob not in block["text"]


@pytest.mark.parametrize("size", range(1, 8))
def test_the_size_is_that_of_the_decoded_bytes(size: int) -> None:
    data = base64.b64encode(b"x" * size).decode()
    assert content_of(PNG | {"mimeType": "image/tiff", "data": data}) == [text(f"[image: image/tiff, {size} bytes]")]


@pytest.mark.parametrize("data", ["no base64", "AAAAA", "AA=A", "<svg/>", "é", "https://example.com/a.png", "data:,a"])
def test_an_image_that_the_api_would_refuse_becomes_text(data: str) -> None:
    assert content_of(PNG | {"data": data}) == [text("[image: image/png, no base64]")]


def test_an_image_without_data_becomes_text() -> None:
    assert content_of(PNG | {"data": ""}) == [text("[image: image/png, 0 bytes]")]


@pytest.mark.parametrize(
    ("data", "mended"),
    [
        ("AAA", "AAA="),
        ("-__-", "+//+"),
        ("-_\n8", "+/8="),
        ("data:image/png;base64,AAAA", "AAAA"),
        ("data:image/png;base64,_w", "/w=="),
    ],
)
def test_image_data_is_mended_where_it_can_be(data: str, mended: str) -> None:
    assert content_of(PNG | {"data": data}) == [image("image/png", mended)]


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ({"type": "error", "text": "Invalid number"}, "Invalid number"),
        ({"type": "text", "text": 3}, "3"),
        ({"type": "hologram", "text": " "}, "[content that cannot be shown: hologram]"),
        ({"type": "resource_link", "uri": "x:y"}, "[resource] no name <x:y>"),
        ({"type": "resource_link", "uri": "x:y", "title": "t", "name": None}, "[resource] t <x:y>"),
        ({"type": "resource_link", "name": "n"}, "[content that cannot be shown: n]"),
        (resource(text="said"), "said"),
        (resource(uri="x:y"), "[resource] no name <x:y>"),
        ("said", "said"),
        ([1], "[1]"),
    ],
)
def test_what_can_be_read_of_broken_content_is_kept(item: Any, said: str) -> None:
    assert content_of(item) == [text(said)]


def test_a_blob_that_is_text_is_read() -> None:
    blob = base64.b64encode("Zoë".encode()).decode()
    assert content_of(resource(uri="x:y", mimeType="text/plain", blob=blob)) == [text("[resource: x:y]\nZoë")]
    latin = base64.b64encode("Zoë".encode("latin-1")).decode()
    told = text("[resource: x:y] (text/plain, 3 bytes)")
    assert content_of(resource(uri="x:y", mimeType="text/plain", blob=latin)) == [told]


def test_a_few_letters_of_a_plain_uri_are_no_blob() -> None:
    told = text("[resource: file:///AAAA] (unknown type, 3 bytes)")
    assert content_of(resource(uri="file:///AAAA", blob="AAAA")) == [told]


@pytest.mark.parametrize(
    ("result", "content", "is_error"),
    [
        ({"toolResult": {"content": [TEXT], "isError": True}}, [TEXT], True),
        ({"toolResult": {"content": [TEXT]}}, [TEXT], None),
        ({"toolResult": "said"}, [text("said")], None),
        ({"toolResult": {"a": 1}}, [text('{"a":1}')], None),
        ({"resultType": "complete", "isError": False, "_meta": {}}, None, None),
        ({"content": [TEXT], "toolResult": "said"}, [TEXT], None),
    ],
)
def test_a_result_of_the_oldest_form_is_told(result: Any, content: Any, is_error: bool | None) -> None:
    block = tool_result("id", result)
    assert (block.get("content"), block.get("is_error")) == (content, is_error)


@pytest.mark.parametrize("result", [{"task": {"taskId": "t"}}, {"resultType": "input_required"}, {"answer": 42}])
def test_what_is_no_result_is_an_error_that_says_so(result: dict[str, Any]) -> None:
    block = tool_result("id", result)
    assert block["is_error"] is True
    assert block["content"][0]["text"].startswith("The server gave no result of a tool, but this: {")


def test_an_error_tells_what_it_carries() -> None:
    (block,) = tool_result("id", CallError("protocol", "Sign in.", -32042, {"url": "x:y"}))["content"]
    assert block["text"] == 'Sign in.\n{"code":-32042,"data":{"url":"x:y"}}'
    (block,) = tool_result("id", CallError("cancelled", " "))["content"]
    assert block["text"] == "The call failed: cancelled."


@pytest.mark.parametrize("result", [{"content": [text(" \n")]}, {"content": [text(""), text("\t")]}])
def test_white_space_alone_says_nothing(result: dict[str, Any]) -> None:
    assert tool_result("id", result) == {"type": "tool_result", "tool_use_id": "id"}
    said = tool_result("id", result | {"isError": True})["content"]
    assert said == [text("The tool failed and did not say why.")]


@pytest.mark.parametrize(
    "item",
    [
        {"type": "hologram", "data": "AAAA"},
        {"type": "x" * 10_000},
        {"type": "text"},
        {"type": "text", "text": None},
        {"type": "image", "data": "AAAA"},
        {"type": "audio", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "x:y"},
        {"type": "resource"},
        {"type": "resource", "resource": None},
        {"type": "resource", "resource": {"uri": "x:y"}},
        {"type": None},
        {},
        [],
        None,
        7,
    ],
)
def test_unknown_and_broken_content_becomes_text(item: Any) -> None:
    first, block, last = content_of(TEXT, item, TEXT)
    assert first == last == TEXT
    assert block.keys() == {"type", "text"}
    assert block["type"] == "text"
    assert 0 < len(block["text"]) < 200


def test_content_keeps_its_order() -> None:
    link = {"type": "resource_link", "name": "n", "uri": "x:y"}
    assert content_of(TEXT, PNG, TEXT, link, PNG) == [TEXT, PNG_BLOCK, TEXT, text("[resource] n <x:y>"), PNG_BLOCK]


@pytest.mark.parametrize(
    "content, blocks", [("plain", [text("plain")]), (TEXT, [TEXT]), (7, [text("7")]), (None, None)]
)
def test_content_that_is_no_list_is_borne(content: Any, blocks: Any) -> None:
    assert tool_result("id", {"content": content}).get("content") == blocks


@pytest.mark.parametrize("result", [{"content": []}, {}, {"content": [text("")]}, {"content": [text(""), text("")]}])
def test_a_result_that_says_nothing_has_no_content(result: dict[str, Any]) -> None:
    assert tool_result("id", result) == {"type": "tool_result", "tool_use_id": "id"}


def test_empty_texts_are_left_out() -> None:
    assert content_of(text(""), TEXT, text("")) == [TEXT]


def test_an_error_result_says_so() -> None:
    block = tool_result("id", {"content": [TEXT], "isError": True})
    assert block == {"type": "tool_result", "tool_use_id": "id", "content": [TEXT], "is_error": True}


@pytest.mark.parametrize("result", [{}, {"content": []}, {"content": [text("")]}])
def test_an_error_result_is_never_empty(result: dict[str, Any]) -> None:
    block = tool_result("id", result | {"isError": True})
    assert block["is_error"] is True
    (line,) = block["content"]
    assert line["text"]


def test_images_in_an_error_result_become_text() -> None:
    blob = resource(uri="x:y", blob="AAAA", mimeType="image/gif")
    blocks = content_of(TEXT, PNG | {"mimeType": "IMAGE/PNG"}, blob, isError=True)
    assert blocks == [TEXT, text("[image: image/png, 6 bytes]"), text("[image: image/gif, 3 bytes]")]


@pytest.mark.parametrize("flag", [False, None, "false", 0])
def test_any_other_result_is_no_error(flag: Any) -> None:
    assert "is_error" not in tool_result("id", {"content": [], "isError": flag})


@pytest.mark.parametrize("kind", ["timeout", "transport", "protocol", "rejected", "unknown_tool"])
@pytest.mark.parametrize("structured", ["auto", "ignore"])
def test_a_client_error_gives_its_message(kind: str, structured: Any) -> None:
    block = tool_result("id", CallError(kind, "no answer in 5 s"), structured)
    content = [text("no answer in 5 s")]
    assert block == {"type": "tool_result", "tool_use_id": "id", "content": content, "is_error": True}
    assert kind in tool_result("id", CallError(kind, ""))["content"][0]["text"]


VALUE = {"n": 2**70, "é": [None, True, {}, 1.5]}
VALUE_BLOCK = text('{"n":1180591620717411303424,"é":[null,true,{},1.5]}')


@pytest.mark.parametrize(
    "structured, items, blocks",
    [
        ("auto", [], [VALUE_BLOCK]),
        ("auto", [TEXT], [TEXT]),
        ("auto", [PNG], [PNG_BLOCK]),
        ("prefer", [], [VALUE_BLOCK]),
        ("prefer", [TEXT, PNG, TEXT], [VALUE_BLOCK, PNG_BLOCK]),
        ("append", [], [VALUE_BLOCK]),
        ("append", [TEXT, PNG], [TEXT, PNG_BLOCK, VALUE_BLOCK]),
        ("ignore", [], None),
        ("ignore", [TEXT], [TEXT]),
    ],
)
def test_structured_content_goes_where_the_option_says(structured: Any, items: Any, blocks: Any) -> None:
    result = {"content": items, "structuredContent": VALUE}
    assert tool_result("id", result, structured).get("content") == blocks


def test_auto_is_the_default() -> None:
    assert content_of(structuredContent=VALUE) == [VALUE_BLOCK]
    assert content_of(TEXT, structuredContent=VALUE) == [TEXT]


@pytest.mark.parametrize("structured", ["auto", "prefer", "append", "ignore"])
@pytest.mark.parametrize("none", [{}, {"structuredContent": None}])
def test_a_result_without_structured_content_keeps_its_content(structured: Any, none: dict[str, Any]) -> None:
    assert tool_result("id", {"content": [TEXT, PNG], **none}, structured)["content"] == [TEXT, PNG_BLOCK]
    assert "content" not in tool_result("id", {"content": [], **none}, structured)


@pytest.mark.parametrize("value", [{}, [], "", "text", 0, False, 1.5, [None], {"a": None}])
def test_every_other_json_value_is_structured_content(value: Any) -> None:
    (block,) = content_of(structuredContent=value)
    assert json.loads(block["text"]) == value
    assert type(json.loads(block["text"])) is type(value)


def test_structured_content_of_an_error_result_is_used_too() -> None:
    assert content_of(structuredContent=VALUE, isError=True) == [VALUE_BLOCK]


def test_structured_content_is_never_written_as_what_is_no_json() -> None:
    with pytest.raises(ValueError, match="JSON"):
        tool_result("id", {"content": [], "structuredContent": {"n": float("nan")}})

"""Tool results of the fair ports; each class attribute is a choice that the rules leave open."""

from __future__ import annotations

import base64
import binascii
from typing import Any, ClassVar, Literal

from toolset_conformance import NotOffered, Port, Refused

from ports.fair_json import Numbers, Style, recast, written

IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")
WAYS = ("auto", "prefer", "append", "ignore")

Block = dict[str, Any]


def text_block(text: str) -> Block:
    """A text block of the Messages API."""
    return {"text": text, "type": "text"}


class FairResults(Port):
    """The method ``tool_result``."""

    one_text: ClassVar[Literal["list", "string"]] = "list"
    api_defaults: ClassVar[Literal["left out", "written"]] = "left out"
    not_an_error: ClassVar[Literal["false", "left out"]] = "false"
    empty_content: ClassVar[Literal["empty list", "left out", "empty string", "own text"]] = "empty list"
    client_error: ClassVar[Literal["string", "left out", "empty list", "message"]] = "string"
    empty_text: ClassVar[Literal["kept", "left out", "own text"]] = "kept"
    error_image: ClassVar[Literal["kept", "placeholder"]] = "kept"
    near_type: ClassVar[Literal["placeholder", "mended", "all mended"]] = "placeholder"
    byte_count: ClassVar[Literal["encoded", "with padding", "right"]] = "encoded"
    audio_word: ClassVar[Literal["image", "audio"]] = "image"
    link_without_type: ClassVar[str] = " (unknown)"
    after_header: ClassVar[str] = " "
    blob_text: ClassVar[str] = "[image: {mime}, {n} bytes]"
    unknown_content: ClassVar[Literal["left out", "text", "refused"]] = "left out"
    prefer: ClassVar[Literal["before all", "alone", "after images", "before images"]] = "before all"
    prefer_in_errors: ClassVar[Literal["as elsewhere", "the text"]] = "as elsewhere"
    audience: ClassVar[Literal["everybody", "the assistant"]] = "the assistant"
    odd_structured: ClassVar[Literal["none", "used", "refused", "null too"]] = "none"
    json_style: ClassVar[Style] = "spread out"
    structured_numbers: ClassVar[Numbers] = "floats"

    def tool_result(self, tool_use_id: str, outcome: dict[str, Any], options: dict[str, Any]) -> Any:
        way = options.get("structured", "auto")
        if not set(options) <= {"structured"} or way not in WAYS:
            raise NotOffered("these options")
        if "error" in outcome:
            return {**self._client_error(outcome["error"]), "is_error": True, **self._head(tool_use_id)}
        result = outcome.get("result")
        if not isinstance(result, dict) or not isinstance(result.get("content"), list):
            raise Refused("a tool result has a content list")
        is_error = result.get("isError") is True
        blocks = self._blocks(result, way, is_error)
        answer: Block = self._content(blocks)
        if self.one_text == "string" and len(blocks) == 1 and blocks[0]["type"] == "text":
            answer["content"] = blocks[0]["text"]
        elif self.api_defaults == "written":
            answer["cache_control"] = None
            for block in blocks:
                block.update({"cache_control": None}, **({"citations": None} if block["type"] == "text" else {}))
        if is_error or self.not_an_error == "false":
            answer["is_error"] = is_error
        return {**answer, **self._head(tool_use_id)}

    def _head(self, tool_use_id: str) -> Block:
        return {"tool_use_id": tool_use_id, "type": "tool_result"}

    def _client_error(self, error: dict[str, Any]) -> Block:
        if self.client_error == "left out":
            return {}
        if self.client_error == "message":
            return {"content": [text_block(f"No result: {error['kind']}."), text_block(str(error["message"]) or "-")]}
        return {"content": "It did not work." if self.client_error == "string" else []}

    def _content(self, blocks: list[Block]) -> Block:
        if blocks:
            return {"content": blocks}
        if self.empty_content == "left out":
            return {}
        if self.empty_content == "own text":
            return {"content": [text_block("(nothing came back)")]}
        return {"content": [] if self.empty_content == "empty list" else ""}

    def _blocks(self, result: dict[str, Any], way: str, is_error: bool) -> list[Block]:
        mapped = [self._mapped(item, is_error) for item in result["content"] if self._is_for_the_model(item)]
        blocks = [block for block in mapped if block is not None]
        structured = self._structured(result)
        if way == "ignore" or not structured:
            return blocks
        if way == "append":
            return [*blocks, *structured]
        if way == "auto" or (is_error and self.prefer_in_errors == "the text"):
            return blocks or structured
        images = [block for block in blocks if block["type"] == "image"]
        if self.prefer == "before all":
            return [*structured, *blocks]
        if self.prefer == "alone":
            return structured
        return [*images, *structured] if self.prefer == "after images" else [*structured, *images]

    def _structured(self, result: dict[str, Any]) -> list[Block]:
        """The block of the structured content, or none where the port sees none."""
        value = result.get("structuredContent")
        if "structuredContent" not in result or (value is None and self.odd_structured != "null too"):
            return []
        if not (isinstance(value, dict) and value):
            if self.odd_structured == "none":
                return []
            if self.odd_structured == "refused":
                raise Refused("structured content is an object with keys")
        return [text_block(written(recast(value, self.structured_numbers), self.json_style))]

    def _is_for_the_model(self, item: Any) -> bool:
        annotations = item.get("annotations") if isinstance(item, dict) else None
        audience = annotations.get("audience") if isinstance(annotations, dict) else None
        return self.audience == "everybody" or not isinstance(audience, list) or audience != ["user"]

    def _mapped(self, item: Any, is_error: bool) -> Block | None:
        kind = item.get("type") if isinstance(item, dict) else None
        try:
            if kind == "text":
                return self._text(item["text"])
            if kind in ("image", "audio"):
                return self._media(kind, item["mimeType"], item["data"], is_error)
            if kind == "resource_link":
                mime = f" ({item['mimeType']})" if item.get("mimeType") else self.link_without_type
                return text_block(f"[resource] {item['name']} <{item['uri']}>{mime}")
            if kind == "resource":
                return self._resource(item["resource"], is_error)
        except (KeyError, TypeError, AttributeError):
            pass  # broken content goes the way of content of an unknown type
        if self.unknown_content == "refused":
            raise Refused("content of an unknown type")
        return text_block("[content of an unknown type]") if self.unknown_content == "text" else None

    def _text(self, text: str) -> Block | None:
        if text == "" and self.empty_text == "left out":
            return None
        return text_block("(empty)" if text == "" and self.empty_text == "own text" else text)

    def _media(self, kind: str, mime: str, data: str, is_error: bool) -> Block:
        image = self._image(mime, data, is_error) if kind == "image" else None
        word = "image" if kind == "image" else self.audio_word
        return image or text_block(f"[{word}: {mime}, {self._count(data)} bytes]")

    def _resource(self, resource: dict[str, Any], is_error: bool) -> Block:
        uri, mime = resource["uri"], resource.get("mimeType")
        if "text" in resource:
            return text_block(f"[resource: {uri}]{self.after_header}{resource['text']}")
        blob = resource["blob"]
        image = self._image(mime, blob, is_error) if mime else None
        kind = mime or "application/octet-stream"
        return image or text_block(self.blob_text.format(uri=uri, mime=kind, n=self._count(blob)))

    def _image(self, mime: str, data: str, is_error: bool) -> Block | None:
        """The image block, or None where a placeholder stands in for it."""
        if self.near_type != "placeholder":
            mime = mime.partition(";")[0].strip().lower()
            mime = "image/jpeg" if mime == "image/jpg" and self.near_type == "all mended" else mime
        if mime not in IMAGE_TYPES or (is_error and self.error_image == "placeholder"):
            return None
        return {"source": {"data": data, "media_type": mime, "type": "base64"}, "type": "image"}

    def _count(self, data: str) -> int:
        if self.byte_count == "encoded":
            return len(data)
        if self.byte_count == "with padding":
            return len(data) * 3 // 4
        try:
            return len(base64.b64decode(data, validate=True))
        except binascii.Error:
            return 0

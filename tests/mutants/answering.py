"""The reference with a step of its way from an outcome to a block replaced: what the mutants of results are made of."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any, ClassVar
from unittest import mock

from toolset_reference import CallError, results
from toolset_reference.port import ReferencePort

JSON = Any
Object = dict[str, JSON]
Blocks = list[Object]

IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")

_STEPS = {
    "_call_result": "result",
    "_filled": "filled",
    "_content": "content",
    "_mapped": "blocks",
    "_block": "block",
    "_told": "unknown",
    "_image": "image",
    "_size": "size_in_words",
    "_error_text": "error_text",
}
_RESULT, _FILLED, _CONTENT, _MAPPED, _BLOCK, _TOLD, _IMAGE, _SIZE, _ERROR_TEXT = (
    getattr(results, name) for name in _STEPS
)


class Answering(ReferencePort):
    """The reference's ``tool_result``, whose steps are methods that can be overridden apart."""

    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        with ExitStack() as stack:
            for name, method in _STEPS.items():
                stack.enter_context(mock.patch.object(results, name, getattr(self, method)))
            block = super().tool_result(tool_use_id, outcome, options)
        return self.answer(block, outcome, options)

    def block(self, item: JSON) -> JSON:
        """The block for one content item."""
        return _BLOCK(item)

    def blocks(self, items: list[JSON]) -> Blocks:
        """The blocks for a content list."""
        made: Blocks = _MAPPED(items)
        return made

    def content(self, result: Object, structured: str) -> Blocks:
        """The blocks for a result, its structured content among them."""
        made: Blocks = _CONTENT(result, structured)
        return made

    def image(self, mime: str, data: str) -> Object | None:
        """The image block, or None where there can be none."""
        made: Object | None = _IMAGE(mime, data)
        return made

    def result(self, result: Object) -> Object:
        """The result that is read, in the place of the one that came."""
        read: Object = _RESULT(result)
        return read

    def filled(self, blocks: Blocks) -> Blocks:
        """The blocks that hold something to read."""
        kept: Blocks = _FILLED(blocks)
        return kept

    def unknown(self, item: JSON) -> JSON:
        """The block for an item that is unknown or broken."""
        return _TOLD(item)

    def error_text(self, error: CallError) -> str:
        """The text for a call that gave no result."""
        text: str = _ERROR_TEXT(error)
        return text

    def size(self, data: str) -> int:
        """What is told as the number of bytes of base64 text."""
        return int(_SIZE(data).partition(" ")[0])

    def size_in_words(self, data: str) -> str:
        """The size as it stands in a placeholder."""
        words: str = _SIZE(data)
        return f"{self.size(data)} bytes" if words.endswith(" bytes") else words

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        """The answer, made of the block that the steps led to."""
        return block


class OneKind(Answering):
    """Treats the items of some kinds in another way."""

    kinds: ClassVar[tuple[str, ...]]

    def block(self, item: JSON) -> JSON:
        made = super().block(item)
        return self.changed(item, made) if kind(item) in self.kinds else made

    def changed(self, item: JSON, block: Object) -> JSON:
        """The block for an item of these kinds, which the reference maps to ``block``."""
        raise NotImplementedError


class Leaking(OneKind):
    """Lets annotations and ``_meta`` into the blocks of some kinds."""

    def changed(self, item: JSON, block: Object) -> JSON:
        return block | {key: item[key] for key in ("annotations", "_meta") if key in item}


class Using(Answering):
    """The reference with its use of structured content taken apart: one method for each option, one for the block."""

    def content(self, result: Object, structured: str) -> Blocks:
        bare = {key: part for key, part in result.items() if key != "structuredContent"}
        blocks = super().content(bare, "auto")
        values = [self.written(value) for value in value_of(result)]
        way = {"auto": self.auto, "prefer": self.prefer, "append": self.append, "ignore": self.ignore}[structured]
        return way(blocks, values, result)

    def written(self, value: JSON) -> JSON:
        """The block for a value."""
        return json_block(value)

    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        """What becomes of the blocks of the content and of the value's block, if any, by default."""
        return blocks or values

    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        """The same with ``prefer``."""
        kept = [block for block in blocks if result.get("isError") is True or block["type"] != "text"]
        return values + kept if values else blocks

    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        """The same with ``append``."""
        return blocks + values

    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        """The same with ``ignore``."""
        return blocks


def kind(item: JSON) -> str:
    """The kind of a content item; embedded resources are told apart by what they hold."""
    if not isinstance(item, dict) or not isinstance(item.get("type"), str):
        return "broken"
    resource = item.get("resource")
    if item["type"] != "resource" or not isinstance(resource, dict):
        return str(item["type"])
    return "embedded text" if "text" in resource else "embedded blob" if "blob" in resource else "broken"


def text_block(text: str) -> Object:
    """A text block."""
    return {"type": "text", "text": text}


def image_block(mime: str, data: str) -> Object:
    """An image block, whatever the type."""
    return {"type": "image", "source": {"type": "base64", "media_type": mime, "data": data}}


def json_block(value: JSON) -> Object:
    """A text block of JSON."""
    return text_block(json.dumps(value))


def failed(outcome: Object) -> bool:
    """Whether an outcome is a result that says it is an error."""
    return outcome.get("result", {}).get("isError") is True


def texts(block: Object) -> list[str]:
    """The texts in a tool_result block."""
    return [part["text"] for part in block.get("content", []) if part["type"] == "text"]


def value_of(result: Object) -> list[JSON]:
    """The structured content of a result, if it has any, as a list of none or one."""
    return [result["structuredContent"]] if result.get("structuredContent") is not None else []

"""Tool definitions and requests of the fair ports; each class attribute is a choice that the rules leave open."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, ClassVar, Literal

from toolset_conformance import NotOffered, Refused

from ports.fair_json import recast
from ports.fair_names import FairNames

CAP = 4096
AT_LEAST = 2000
MARK = " \u2026 [shortened]"
OWN_TEXT = "Nothing is known about this tool."
FORCED = ("any", "tool")
PROPERTY_KEY = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def code_points(ranges: str) -> dict[int, None]:
    """A table for ``str.translate`` that removes the code points of ``"061C 202A-202E"``."""
    table: dict[int, None] = {}
    for part in ranges.split():
        first, _, last = part.partition("-")
        table.update(dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1)))
    return table


HIDDEN = code_points(
    "061C 200E 200F 202A-202E 2066-2069 200B-200D 2060 FEFF E0000-E007F 0000-0008 000B 000C 000E-001F 007F-009F"
)
OTHER_HIDDEN = code_points(
    "00AD 034F 115F 1160 17B4 17B5 180B-180F 2028 2029 2061-2065 206A-206F 3164 FE00-FE0F FFA0 FFF9-FFFB "
    "1BCA0-1BCA3 1D173-1D17A E0080-E0FFF"
)


def head(text: str, limit: int) -> str:
    """The longest beginning of ``text`` that takes at most ``limit`` bytes of UTF-8."""
    return text.encode()[:limit].decode("utf-8", "ignore")


def size(text: str) -> int:
    """The bytes that ``text`` takes in UTF-8."""
    return len(text.encode())


class FairDefinitions(FairNames):
    """The methods ``tools`` and ``request``."""

    line_ends: ClassVar[Literal["removed", "kept", "spaces"]] = "removed"
    hidden: ClassVar[Literal["as listed", "by class"]] = "as listed"
    other_hidden: ClassVar[Literal["removed", "kept"]] = "kept"
    shortening: ClassVar[Literal["before cleaning", "to the least", "at a space", "at a sentence", "to the cap"]] = (
        "before cleaning"
    )
    no_description: ClassVar[Literal["no key", "empty", "own text"]] = "no key"
    schema: ClassVar[Literal["mended", "as it is"]] = "mended"
    no_schema: ClassVar[dict[str, Any]] = {"type": "object", "properties": {}}
    tool_defaults: ClassVar[Literal["left out", "written", "null"]] = "left out"
    choice: ClassVar[Literal["auto", "left out", "none", "not offered"]] = "auto"
    forced_choice: ClassVar[Literal["weakened", "refused"]] = "weakened"
    request_tools: ClassVar[Literal["one more", "left out", "left out where empty"]] = "one more"

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        if not set(options) <= {"cache_control"} or options.get("cache_control", "last") != "last":
            raise NotOffered("these options")
        definitions = [self._definition(entry.name, entry.tool) for entry in self.build(toolset)]
        if definitions and options:
            definitions[-1]["cache_control"] = {"type": "ephemeral"}
            if self.tool_defaults == "written":
                definitions[-1]["cache_control"]["ttl"] = "5m"
        return definitions

    def request(self, toolset: dict[str, Any], model: str, messages: list[Any], options: dict[str, Any]) -> Any:
        if self.choice == "not offered":
            raise NotOffered("request")
        asked = options.get("tool_choice")
        if isinstance(asked, dict) and asked.get("type") in FORCED and self.forced_choice == "refused":
            raise Refused("this module never forces a tool")
        body: dict[str, Any] = {"max_tokens": 512, "messages": messages, "model": model}
        if self.choice == "auto":
            body["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": True}
        elif self.choice == "none":
            body["tool_choice"] = {"type": "none"}
        tools = self.tools(toolset, {k: v for k, v in options.items() if k == "cache_control"})
        if self.request_tools == "one more":
            body["tools"] = [{"type": "web_search_20250305", "name": "web_search"}, *tools]
        elif self.request_tools == "left out where empty" and tools:
            body["tools"] = tools
        return body

    def _definition(self, name: str, tool: dict[str, Any]) -> dict[str, Any]:
        definition = {"input_schema": self._schema(tool.get("inputSchema")), "name": name}
        if self.tool_defaults == "written":
            definition["type"] = "custom"
        elif self.tool_defaults == "null":
            definition |= {"type": None, "cache_control": None}
        given = tool.get("description")
        if isinstance(given, str) and given:
            text = self._description(given)
            if text or self.no_description != "no key":
                definition["description"] = text
        elif self.no_description != "no key":
            definition["description"] = OWN_TEXT if self.no_description == "own text" else ""
        return definition

    def _description(self, text: str) -> str:
        if self.shortening == "before cleaning":
            if size(text) <= CAP:
                return self._cleaned(text)
            return self._cleaned(head(text, CAP - size(MARK))) + MARK
        text = self._cleaned(text)
        if size(text) <= CAP:
            return text
        if self.shortening == "to the least":
            return head(text, AT_LEAST + 3)  # a character takes 4 bytes at most: 2,000 or more are left
        if self.shortening == "to the cap":
            return head(text, CAP)
        text = head(text, CAP - size(MARK))
        end = ". " if self.shortening == "at a sentence" else " "
        return text.rpartition(end)[0] + MARK if end in text else text + MARK

    def _cleaned(self, text: str) -> str:
        if self.hidden == "by class":
            return "".join(char for char in text if unicodedata.category(char) not in ("Cf", "Cc"))
        text = text.translate(HIDDEN)
        if self.other_hidden == "removed":
            text = text.translate(OTHER_HIDDEN)
        if self.line_ends != "kept":
            text = re.sub(r"[\t\r\n]", " " if self.line_ends == "spaces" else "", text)
        return text

    def _schema(self, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return dict(self.no_schema)
        if self.schema == "as it is":
            return schema
        schema = {k: v for k, v in schema.items() if k not in ("oneOf", "anyOf", "allOf")}
        if isinstance(schema.get("properties"), dict):
            properties = {k: v for k, v in schema["properties"].items() if PROPERTY_KEY.fullmatch(k)}
            schema = {**schema, "properties": properties}
        return recast(self._described({**schema, "type": "object"}), "floats")

    def _described(self, value: Any) -> Any:
        """``value`` with every text under a ``description`` key made as a tool's own would be."""
        if isinstance(value, list):
            return [self._described(item) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            k: self._description(v) if k == "description" and isinstance(v, str) else self._described(v)
            for k, v in value.items()
        }

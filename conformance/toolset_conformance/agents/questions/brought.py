"""What an agent brings along itself, and what of it is set aside before the layer is judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

JSON = Any


@dataclass
class Brought:
    """What is the agent's own and not the layer's.

    ``tools``: the definitions of its own tools by name, as a conversation without servers shows them. ``aside``: how
    often what was set aside, by a phrase.
    """

    tools: dict[str, JSON] = field(default_factory=dict)
    aside: Counter[str] = field(default_factory=Counter)

    def learn(self, definitions: JSON) -> None:
        """Take these definitions for the agent's own."""
        for definition in named(definitions):
            self.tools.setdefault(definition["name"], without_marker(definition))

    def left(self, definitions: JSON) -> list[JSON]:
        """Return the definitions that are the layer's, without the marker that the agent put on the last of them."""
        if not isinstance(definitions, list):
            return []
        kept = []
        for place, definition in enumerate(definitions):
            if place == len(definitions) - 1 and isinstance(definition, dict) and "cache_control" in definition:
                definition = without_marker(definition)
                self.aside["cache marker on the last definition"] += 1
            if self._is_own(definition):
                continue
            kept.append(definition)
        return kept

    def _is_own(self, definition: JSON) -> bool:
        if not isinstance(definition, dict):
            return False
        name = definition.get("name")
        own = self.tools.get(name) if isinstance(name, str) else None
        # A tool of a server may stand under the same name: it is told apart by all else.
        return own is not None and own.get("input_schema") == definition.get("input_schema")

    def turn(self, messages: Sequence[JSON]) -> list[JSON]:
        """Return the messages after the last one of the assistant, without the agent's markers.

        Agents mark the last block of all, or the last result where a text of theirs stands behind it.
        """
        last = max((place for place, one in enumerate(messages) if _role(one) == "assistant"), default=-1)
        after = list(messages[last + 1 :])
        places = [
            (number, place)
            for number, message in enumerate(after)
            if isinstance(message, dict) and isinstance(message.get("content"), list)
            for place in range(len(message["content"]))
        ]
        ends = places[-1:] + [one for one in places if _is_result(after[one[0]]["content"][one[1]])][-1:]
        for number, place in dict.fromkeys(ends):
            content = list(after[number]["content"])
            if isinstance(content[place], dict) and "cache_control" in content[place]:
                content[place] = without_marker(content[place])
                after[number] = {**after[number], "content": content}
                self.aside["cache marker on the last block of a turn"] += 1
        return after


def named(definitions: JSON) -> list[dict[str, JSON]]:
    """Return the definitions that are objects with a name."""
    listed = definitions if isinstance(definitions, list) else []
    return [one for one in listed if isinstance(one, dict) and isinstance(one.get("name"), str)]


def without_marker(value: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return an object without its cache marker."""
    return {key: item for key, item in value.items() if key != "cache_control"}


def blocks(messages: Sequence[JSON]) -> list[JSON]:
    """Return the blocks of the messages; a text as one block."""
    found: list[JSON] = []
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            found.append({"type": "text", "text": content})
        elif isinstance(content, list):
            found += content
    return found


def results(messages: Sequence[JSON]) -> list[dict[str, JSON]]:
    """Return the ``tool_result`` blocks in the messages."""
    return [block for block in blocks(messages) if _is_result(block)]


def by_id(messages: Sequence[JSON]) -> dict[str, JSON]:
    """Return the first ``tool_result`` block of each id in the messages."""
    found: dict[str, JSON] = {}
    for block in results(messages):
        found.setdefault(str(block.get("tool_use_id")), block)
    return found


def _is_result(block: JSON) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_result"


def _role(message: JSON) -> JSON:
    return message.get("role") if isinstance(message, dict) else None

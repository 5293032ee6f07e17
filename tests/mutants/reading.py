"""The reference with other blocks to read or another answer: what the mutants of tool calls are made of."""

from __future__ import annotations

from typing import Any

from toolset_reference.port import ReferencePort

JSON = Any
Object = dict[str, JSON]
Answer = dict[str, list[Object]]


def content_of(response: JSON) -> JSON:
    """The blocks of a response, as the reference finds them."""
    return response.get("content") if isinstance(response, dict) else response


def is_use(block: JSON) -> bool:
    """Whether the entry is a block of type ``tool_use``."""
    return isinstance(block, dict) and block.get("type") == "tool_use"


class Reading(ReferencePort):
    """The reference, shown other blocks than those that it was given."""

    def block(self, block: JSON, names: list[str]) -> JSON:
        """What stands in the place of an entry; ``names``: the exposed names of the set."""
        return block

    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        """What stands in the place of all entries."""
        return [self.block(block, names) for block in blocks]

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        content = content_of(response)
        if isinstance(content, list):
            response = self.blocks(content, super().toolset(toolset)["names"])
        return super().tool_calls(toolset, response)


class Answering(ReferencePort):
    """The reference, its answer made over."""

    def call(self, call: Object) -> Object | None:
        """What stands in place of a call, or nothing."""
        return call

    def rejection(self, block: Object) -> Object | None:
        """What stands in place of a rejection, or nothing."""
        return block

    def answered(self, made: Answer) -> JSON:
        """What stands in place of the whole answer."""
        calls, rejected = map(self.call, made["calls"]), map(self.rejection, made["rejected"])
        return {"calls": [*filter(None, calls)], "rejected": [*filter(None, rejected)]}

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        return self.answered(super().tool_calls(toolset, response))

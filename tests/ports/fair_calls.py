"""Tool calls and user turns of the fair ports; each class attribute is a choice that the rules leave open."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, ClassVar, Literal

from toolset_conformance import NotOffered, Refused

from ports.fair_json import Numbers, recast
from ports.fair_names import FairNames

CUT_OFF = ("max_tokens", "model_context_window_exceeded")


def is_tool_use(blocks: list[Any]) -> bool:
    """Whether the one block of a list is a call."""
    return bool(blocks) and isinstance(blocks[0], dict) and blocks[0].get("type") == "tool_use"


class FairCalls(FairNames):
    """The methods ``tool_calls`` and ``user_turn``."""

    call_order: ClassVar[Literal["reversed", "by id", "as they come"]] = "reversed"
    no_blocks: ClassVar[Literal["refused", "nothing", "error"]] = "refused"
    no_answer: ClassVar[Literal["refused", "skipped", "error", "null id"]] = "refused"
    no_input: ClassVar[Literal["empty object", "rejected"]] = "empty object"
    same_id_again: ClassVar[Literal["left out", "answered"]] = "left out"
    rejection: ClassVar[Any] = ""
    no_type: ClassVar[Literal["ignored", "refused"]] = "refused"
    cut_off: ClassVar[Literal["answered", "last call left out"]] = "last call left out"
    toolset_name: ClassVar[Literal["left out", "said again"]] = "left out"
    numbers: ClassVar[Numbers] = "floats"
    turn_text: ClassVar[Literal["list", "string"]] = "list"
    turn_order: ClassVar[Literal["reversed", "mixed", "as they come", "not offered"]] = "reversed"

    def tool_calls(self, toolset: dict[str, Any], response: Any) -> Any:
        tools = {entry.name: entry for entry in self.build(toolset)}
        calls: list[dict[str, Any]] = []
        rejected: list[dict[str, Any]] = []
        for block in self._tool_uses(response):
            block_id, name = block.get("id"), block.get("name")
            entry = tools.get(name) if isinstance(name, str) else None
            missing: Any = {} if self.no_input == "empty object" else None
            arguments = block.get("input", missing)
            if entry is None or not isinstance(arguments, dict):
                answer = {"content": self.rejection, "is_error": True, "tool_use_id": block_id, "type": "tool_result"}
                if self.toolset_name == "said again" and "toolset_name" in block:
                    answer["toolset_name"] = block["toolset_name"]
                rejected.append(answer)
                continue
            call = {"arguments": recast(arguments, self.numbers), "call_id": block_id}
            more = {"note": "of no account"} if self.further_keys else {}
            calls.append({**call, "tool": entry.tool["name"], "server": entry.server, **more})
        if self.call_order == "reversed":
            calls.reverse()
            rejected.reverse()
        elif self.call_order == "by id":
            calls.sort(key=lambda call: str(call["call_id"]))
            rejected.sort(key=lambda block: str(block["tool_use_id"]))
        return {"rejected": rejected, "calls": calls, **({"stop": True} if self.further_keys else {})}

    def user_turn(self, rejected: list[Any], results: list[Any], others: list[Any]) -> Any:
        if self.turn_order == "not offered":
            raise NotOffered("user_turn")
        if self.turn_order == "as they come":
            content = [*rejected, *results, *others]
        elif self.turn_order == "reversed":
            content = [*reversed(results), *reversed(rejected), *reversed(others)]
        else:
            pairs = zip_longest(results, rejected)
            content = [block for pair in pairs for block in pair if block is not None] + others
        if self.turn_text == "string" and [block["type"] for block in content] == ["text"]:
            return {"content": content[0]["text"], "role": "user"}
        return {"content": content, "role": "user"}

    def _tool_uses(self, response: Any) -> list[dict[str, Any]]:
        """The ``tool_use`` blocks that this port answers."""
        blocks = response.get("content") if isinstance(response, dict) else response
        if not isinstance(blocks, list):
            if self.no_blocks == "nothing":
                return []
            raise (Refused if self.no_blocks == "refused" else ValueError)("no content list")
        taken: list[dict[str, Any]] = []
        was_cut_off = isinstance(response, dict) and response.get("stop_reason") in CUT_OFF
        if was_cut_off and self.cut_off == "last call left out" and is_tool_use(blocks[-1:]):
            blocks = blocks[:-1]  # it may be incomplete, and is asked for again
        for block in blocks:
            if isinstance(block, dict) and "type" not in block and self.no_type == "refused":
                raise Refused("a block without a type")
            if isinstance(block, dict) and block.get("type") != "tool_use":
                continue
            if not isinstance(block, dict) or not isinstance(block.get("id"), str):
                if self.no_answer in ("refused", "error"):
                    raise (Refused if self.no_answer == "refused" else ValueError)("a block that cannot be answered")
                if not isinstance(block, dict) or self.no_answer == "skipped":
                    continue
            if self.same_id_again == "answered" or block.get("id") not in [other.get("id") for other in taken]:
                taken.append(block)
        return taken

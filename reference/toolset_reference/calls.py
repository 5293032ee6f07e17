"""Tool calls: the model's ``tool_use`` blocks, each turned into a call or a rejection."""

from __future__ import annotations

from dataclasses import dataclass

from toolset_reference.results import error_result
from toolset_reference.toolset import ToolSet
from toolset_reference.values import JSON, Block, copied


@dataclass(frozen=True)
class ToolCall:
    """What to send to which server; ``tool`` is the MCP name, ``call_id`` the id of the ``tool_use`` block."""

    call_id: str
    server: str
    tool: str
    arguments: dict[str, JSON]


def tool_calls(response: JSON, toolset: ToolSet) -> tuple[list[ToolCall], list[Block]]:
    """The calls that a response asks for, and the ``tool_result`` blocks for those that cannot be made.

    ``response`` is anything with a ``content`` list, or that list (CALLS-2); whatever else it is, it holds no calls.
    Each ``tool_use`` block with an id is answered once, in order (CALLS-1, 3, 4, 6 to 9), and the first alone of those
    that share one; blocks of other types, and what cannot be answered, are passed over (CALLS-5, CALLS-10).
    """
    content = response.get("content") if isinstance(response, dict) else response
    calls: list[ToolCall] = []
    rejected: list[Block] = []
    answered: set[str] = set()
    # A message's content may be a string, which holds no blocks (CALLS-11).
    for block in content if isinstance(content, list) else []:
        match block:
            case {"type": "tool_use", "id": str(call_id)} if call_id and call_id not in answered:
                answered.add(call_id)
                name, arguments = block.get("name"), block.get("input")
                tool = toolset.resolve(name)
                if tool is None:
                    rejected.append(error_result(call_id, f"There is no tool named {name!r:.100}."))
                elif not isinstance(arguments, dict):
                    rejected.append(error_result(call_id, f"The input of {name} must be a JSON object."))
                else:
                    calls.append(ToolCall(call_id, tool.server, tool.name, copied(arguments)))
    return calls, rejected

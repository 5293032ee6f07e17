"""The reference as a port of the conformance suite; the only module that knows the suite."""

from __future__ import annotations

from dataclasses import asdict

from toolset_conformance import DuplicateName, NotOffered, Port, Refused, __version__
from toolset_conformance.agents.scripted import ScriptedConversation

import toolset_reference as reference
from toolset_reference.loop import converse
from toolset_reference.values import JSON

_OFFERED = {"cache_control": ("last",), "structured": ("auto", "prefer", "append", "ignore"), "stream": (False, True)}


class ReferencePort(Port):
    """``toolset_reference.port:ReferencePort`` offers every method of the protocol."""

    name = "toolset-reference"
    version = __version__
    capabilities = ("cancelled", "error_data")

    def toolset(self, toolset: dict[str, JSON]) -> JSON:
        built, dropped = _read(toolset)
        entries = [{"name": name, "server": tool.server, "tool": tool.name} for name, tool in built.entries()]
        return {"entries": entries, "names": built.names(), "size": built.size(), "dropped": [*map(asdict, dropped)]}

    def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
        tool = _read(toolset)[0].resolve(name)
        return {"server": tool.server, "tool": tool.name} if tool else None

    def exposed_name(self, toolset: dict[str, JSON], server: str, tool: str) -> JSON:
        if isinstance(server, str) and isinstance(tool, str):
            return _read(toolset)[0].exposed_name(server, tool)
        raise Refused("server and tool must be strings")

    def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        return reference.tools(_read(toolset)[0], **_checked(options, "cache_control"))

    def tool_calls(self, toolset: dict[str, JSON], response: JSON) -> JSON:
        if not isinstance(response, (dict, list)):
            raise Refused("response must be an object or a list of blocks")
        calls, rejected = reference.tool_calls(response, _read(toolset)[0])
        return {"calls": [vars(call) for call in calls], "rejected": rejected}

    def tool_result(self, tool_use_id: str, outcome: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        checked = _checked(options, "structured")
        match outcome:
            case {"result": dict(result)}:
                return reference.tool_result(tool_use_id, result, **checked)
            case {"error": {"kind": str(kind), "message": str(message)} as given}:
                error = reference.CallError(kind, message, given.get("code"), given.get("data"))
                return reference.tool_result(tool_use_id, error, **checked)
        raise Refused("outcome must hold a result object, or an error with kind and message")

    def user_turn(self, rejected: list[JSON], results: list[JSON], others: list[JSON]) -> JSON:
        return reference.user_turn(rejected, results, others)

    def request(self, toolset: dict[str, JSON], model: str, messages: list[JSON], options: dict[str, JSON]) -> JSON:
        built, checked = _read(toolset)[0], _checked(options, "cache_control", "tool_choice")
        try:
            return reference.request(built, model, messages, **checked)
        except ValueError as error:
            raise Refused(str(error)) from error

    def conversation(self, prompt: str, servers: list[JSON], script: list[JSON], options: dict[str, JSON]) -> JSON:
        with ScriptedConversation(prompt, servers, script) as scripted:
            converse(prompt, scripted.model, scripted.sessions, **_checked(options, "stream"))
        return scripted.answer()


def _read(toolset: JSON) -> tuple[reference.ToolSet, list[reference.DroppedTool]]:
    """The set in either form of the protocol, with the report of what was left out."""
    try:
        match toolset:
            case {"servers": servers}:
                return reference.build([(server["id"], server["tools"]) for server in servers])
            case {"entries": entries}:
                named = [(entry["name"], reference.Tool.from_mcp(entry["server"], entry["tool"])) for entry in entries]
                return reference.ToolSet(named), []
    except reference.DuplicateNameError as error:
        raise DuplicateName(str(error)) from error
    except (AttributeError, KeyError, TypeError) as error:
        raise Refused(f"no tool set: {error!r}") from error
    raise NotOffered("a tool set is given by servers or by entries")


def _checked(options: dict[str, JSON], *offered: str) -> dict[str, JSON]:
    for key, value in options.items():
        if key not in offered or (key in _OFFERED and value not in _OFFERED[key]):
            raise NotOffered(f"the option {key}: {value!r:.50}")
    return options

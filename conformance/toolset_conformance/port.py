"""The face of a port written in Python: one method for each method of the protocol."""

from __future__ import annotations

from typing import Any, ClassVar

JSON = Any
"""A JSON value: ``None``, ``bool``, ``int``, ``float``, ``str``, ``list[JSON]`` or ``dict[str, JSON]``."""


class NotOffered(Exception):
    """The port does not offer this method, option or form of tool set (protocol error -32601)."""


class Refused(Exception):
    """The port refuses the value it was given (protocol error -32602)."""


class DuplicateName(Exception):
    """The tool set cannot be built: an exposed name stands twice (protocol error -32000)."""


class Port:
    """Subclass this and override what the port offers; what is not overridden is not offered.

    Every argument and every answer is a JSON value in the shape that ``docs/protocol.md`` gives. The methods
    are stateless: ``toolset`` carries the set that a call is about, as ``{"servers": [...]}`` or
    ``{"entries": [...]}``. Raise :class:`NotOffered`, :class:`Refused` or :class:`DuplicateName` for the
    errors the protocol names; any other exception is the port's own failure.
    """

    name: ClassVar[str] = ""
    version: ClassVar[str] = "0"
    language: ClassVar[str] = "python"
    url: ClassVar[str | None] = None
    capabilities: ClassVar[tuple[str, ...]] = ()
    """What the port knows of client errors beyond kind and message: ``"cancelled"``, ``"error_data"``."""

    def describe(self) -> dict[str, JSON]:
        """Who the port is: ``{"name", "version", "language", "protocol": 1}``.

        With ``"url"`` and ``"capabilities"`` where it has them.
        """
        own = {"name": self.name or type(self).__name__, "version": self.version, "language": self.language}
        more = {"url": self.url, "capabilities": list(self.capabilities)}
        return {**own, "protocol": 1, **{key: value for key, value in more.items() if value}}

    def toolset(self, toolset: dict[str, JSON]) -> JSON:
        """``{"entries", "names", "size", "dropped"}`` of the set; see NAME-*, ORDER-1 and SET-*."""
        raise NotOffered("toolset")

    def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
        """``{"server", "tool"}`` behind an exposed name, or ``None``; see LOOKUP-*."""
        raise NotOffered("resolve")

    def exposed_name(self, toolset: dict[str, JSON], server: str, tool: str) -> JSON:
        """The exposed name of a pair, or ``None``; see SET-5."""
        raise NotOffered("exposed_name")

    def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        """The tool definitions for the Messages API; see TOOLS-*, DESC-* and CACHE-*."""
        raise NotOffered("tools")

    def tool_calls(self, toolset: dict[str, JSON], response: JSON) -> JSON:
        """``{"calls": [...], "rejected": [...]}`` read from a response; see CALLS-*."""
        raise NotOffered("tool_calls")

    def tool_result(self, tool_use_id: str, outcome: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        """The ``tool_result`` block for an outcome; see RESULT-*, MAP-* and STRUCT-*."""
        raise NotOffered("tool_result")

    def user_turn(self, rejected: list[JSON], results: list[JSON], others: list[JSON]) -> JSON:
        """The next user message; see TURN-*."""
        raise NotOffered("user_turn")

    def request(self, toolset: dict[str, JSON], model: str, messages: list[JSON], options: dict[str, JSON]) -> JSON:
        """The body that the port would send to the Messages API; see CHOICE-*."""
        raise NotOffered("request")

    def conversation(self, prompt: str, servers: list[JSON], script: list[JSON], options: dict[str, JSON]) -> JSON:
        """``{"requests", "calls"}`` of an agent loop; see CONV-*.

        :class:`toolset_conformance.agents.scripted.ScriptedConversation` plays the model and the servers.
        """
        raise NotOffered("conversation")

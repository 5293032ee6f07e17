"""The face of a port written in Python: one method for each method of the protocol."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, ClassVar

JSON = Any
"""A JSON value: ``None``, ``bool``, ``int``, ``float``, ``str``, ``list[JSON]`` or ``dict[str, JSON]``."""


class NotOffered(Exception):
    """The port does not offer this method, option or form of tool set (protocol error -32601)."""


class Refused(Exception):
    """The port refuses the value it was given (protocol error -32602)."""


class DuplicateName(Exception):
    """The tool set cannot be built: an exposed name stands twice (protocol error -32000)."""


class PortNotFound(Exception):
    """``module:Class`` names nothing that can be used as a port; the text says why."""


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

    def describe(self) -> dict[str, JSON]:
        """Who the port is: ``{"name", "version", "language", "protocol": 1}``, with ``"url"`` if it has one."""
        own = {"name": self.name or type(self).__name__, "version": self.version, "language": self.language}
        return {**own, "protocol": 1, **({"url": self.url} if self.url else {})}

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


def load_port(spec: str) -> Port:
    """Make the port that ``package.module:ClassName`` names, looked up from the current directory too.

    Raises :class:`PortNotFound` with one line that says what is wrong and what to do.
    """
    module_name, colon, class_name = spec.partition(":")
    if not colon or not module_name or not class_name:
        raise PortNotFound(f"'{spec}' is not of the form package.module:ClassName")
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and (module_name == error.name or module_name.startswith(error.name + ".")):
            raise PortNotFound(f"no module '{error.name}' in {here} or among the installed packages") from error
        raise PortNotFound(f"'{module_name}' cannot be imported: it needs the module '{error.name}'") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # A script that ends with sys.exit must not end the suite, with whatever status it likes.
        raise PortNotFound(f"'{module_name}' cannot be imported: {described(error)}{_place(error)}") from error
    try:
        found = getattr(module, class_name)
    except AttributeError:
        ports = [k for k, v in vars(module).items() if isinstance(v, type) and issubclass(v, Port) and v is not Port]
        hint = f"; it has {', '.join(sorted(ports))}" if ports else ""
        raise PortNotFound(f"'{module_name}' has no '{class_name}'{hint}") from None
    if not (isinstance(found, type) and issubclass(found, Port)):
        raise PortNotFound(f"'{spec}' is not a subclass of toolset_conformance.Port")
    try:
        return found()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        said = f"'{spec}' cannot be made without arguments: {described(error)}{_place(error)}"
        raise PortNotFound(said) from error


def _place(error: BaseException) -> str:
    """The innermost line of somebody's own code that an error came from."""
    import traceback

    ours = (__file__, "<frozen ")
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    return f" ({places[-1].filename}:{places[-1].lineno})" if places else ""


def said(error: BaseException) -> str:
    """The text of what was raised; nothing where it cannot be had."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def described(error: BaseException) -> str:
    """The type and the text of what was raised."""
    text = said(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__

"""Ports that do no work and give the same answer to everything; none may pass a whole rule."""

from __future__ import annotations

from typing import Any

from toolset_conformance import NotOffered, Port, Refused


class IdlePort(Port):
    """Describes itself, as it must to be run at all, and hands every other method to :meth:`answer`."""

    def answer(self, params: dict[str, Any]) -> Any:
        """The answer to every method, whose parameters are ``params``."""
        raise NotImplementedError

    def toolset(self, toolset: dict[str, Any]) -> Any:
        return self.answer({"toolset": toolset})

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        return self.answer({"toolset": toolset, "name": name})

    def exposed_name(self, toolset: dict[str, Any], server: str, tool: str) -> Any:
        return self.answer({"toolset": toolset, "server": server, "tool": tool})

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        return self.answer({"toolset": toolset, "options": options})

    def tool_calls(self, toolset: dict[str, Any], response: Any) -> Any:
        return self.answer({"toolset": toolset, "response": response})

    def tool_result(self, tool_use_id: str, outcome: dict[str, Any], options: dict[str, Any]) -> Any:
        return self.answer({"tool_use_id": tool_use_id, "outcome": outcome, "options": options})

    def user_turn(self, rejected: list[Any], results: list[Any], others: list[Any]) -> Any:
        return self.answer({"rejected": rejected, "results": results, "others": others})

    def request(self, toolset: dict[str, Any], model: str, messages: list[Any], options: dict[str, Any]) -> Any:
        return self.answer({"toolset": toolset, "model": model, "messages": messages, "options": options})

    def conversation(self, prompt: str, servers: list[Any], script: list[Any], options: dict[str, Any]) -> Any:
        return self.answer({"prompt": prompt, "servers": servers, "script": script, "options": options})


class NullPort(IdlePort):
    """Null to everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        return None


class EchoPort(IdlePort):
    """What it was asked."""

    def answer(self, params: dict[str, Any]) -> Any:
        return params


class EmptyListPort(IdlePort):
    """``[]`` to everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        return []


class EmptyObjectPort(IdlePort):
    """``{}`` to everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        return {}


class TextPort(IdlePort):
    """A text of one letter to everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        return "x"


class EmptyTextPort(IdlePort):
    """The empty text to everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        return ""


class NothingOfferedPort(IdlePort):
    """Describes itself and offers nothing."""

    def answer(self, params: dict[str, Any]) -> Any:
        raise NotOffered("nothing is")


class RefusingPort(IdlePort):
    """Refuses everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        raise Refused("everything")


class CrashingPort(IdlePort):
    """Fails at everything."""

    def answer(self, params: dict[str, Any]) -> Any:
        raise RuntimeError("it always does")

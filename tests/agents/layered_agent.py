"""An agent in this process on top of any Python port, over the real wire on both sides: for many faults, fast.

What the port overrides is what the agent is built on: its names where ``toolset`` or ``exposed_name`` is its own, its
lookup where ``resolve`` is.
"""

from __future__ import annotations

import argparse
import dataclasses
import threading
from typing import Any

from toolset_conformance import Port
from toolset_conformance.agents.conversation import Conversation, Observation
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.stand_ins.stage import Stage
from toolset_conformance.agents.starting import ending
from toolset_reference.port import ReferencePort

from agents.small_agent import Agent

JSON = Any
REFERENCE = ReferencePort()
OPTIONS = argparse.Namespace(wrong=[], revision="2025-11-25", seconds=20.0, plain=True)


class LayeredAgent:
    """Holds conversations with a port as its layer; they share an event loop."""

    def __init__(self, port: type[Port], background: Background) -> None:
        self._port, self._background = port, background

    def converse(self, conversation: Conversation) -> Observation:
        """Hold one conversation in the calling thread."""
        over = threading.Event()
        answer: dict[str, JSON] = {}
        with Stage(self._background, conversation, "http", key="none", stop=over.set) as stage:
            layer = Layer(self._port())
            try:
                servers = [server.plain() for server in stage.servers]
                Agent(layer, OPTIONS).converse(conversation.prompt, stage.api.url, "none", servers)
            except (Exception, SystemExit) as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            finish = ending.Finish("the layered agent", answer=answer, played=stage.api.finished)
            seen = stage.end()
        how = ending.end(finish, seen)
        return dataclasses.replace(seen, end=how, detail=ending.detail(how, finish, conversation, seen))

    def close(self) -> None:
        """The event loop is not its own."""


class Layer:
    """The methods that the small agent's loop needs, made of those of a port."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._names: dict[str, tuple[str, str]] = {}

    def _own(self, method: str) -> bool:
        return getattr(type(self._port), method) is not getattr(ReferencePort, method)

    def request(self, held: JSON, model: str, messages: list[JSON], options: JSON) -> JSON:
        """Return the body of a request."""
        if self._own("request"):
            return self._port.request(held, model, messages, options)
        return {"model": model, "messages": messages, "tools": self._definitions(held)}

    def _definitions(self, held: JSON) -> list[JSON]:
        definitions: list[JSON] = self._port.tools(held, {})
        pairs = self._pairs(held)
        if pairs is None:
            return definitions
        known = {one["name"]: one for one in definitions}
        names = {(one["server"], one["tool"]): one["name"] for one in REFERENCE.toolset(held)["entries"]}
        plain = {"input_schema": {"type": "object"}}
        self._names = dict(reversed(pairs))
        return [{**known.get(names.get(pair, ""), plain), "name": name} for name, pair in pairs]

    def _pairs(self, held: JSON) -> list[tuple[str, tuple[str, str]]] | None:
        """Return the names that the port gives by itself, where it does."""
        if self._own("toolset"):
            entries = self._port.toolset(held)["entries"]
            return [(one["name"], (one["server"], one["tool"])) for one in entries]
        if not self._own("exposed_name"):
            return None
        pairs = [(one["server"], one["tool"]) for one in REFERENCE.toolset(held)["entries"]]
        found = [(self._port.exposed_name(held, *pair), pair) for pair in pairs]
        return [(name, pair) for name, pair in found if isinstance(name, str)]

    def tool_calls(self, held: JSON, response: JSON) -> JSON:
        """Return the calls of a message, and what is rejected."""
        if not (self._own("resolve") or self._own("toolset") or self._own("exposed_name")):
            return self._port.tool_calls(held, response)
        calls, rejected = [], []
        for block in response["content"]:
            if block.get("type") != "tool_use":
                continue
            pair = self._pair(held, block["name"])
            if pair is None or not isinstance(block.get("input"), dict):
                rejected += REFERENCE.tool_calls({"servers": []}, [block])["rejected"]
            else:
                calls.append({"call_id": block["id"], "server": pair[0], "tool": pair[1], "arguments": block["input"]})
        return {"calls": calls, "rejected": rejected}

    def _pair(self, held: JSON, name: JSON) -> tuple[str, str] | None:
        if self._own("resolve"):
            found = self._port.resolve(held, name)
            return (found["server"], found["tool"]) if found else None
        return self._names.get(name)

    def tool_result(self, identifier: str, outcome: JSON, options: JSON) -> JSON:
        """Return the block of an outcome."""
        return self._port.tool_result(identifier, outcome, options)

    def user_turn(self, rejected: list[JSON], results: list[JSON], others: list[JSON]) -> JSON:
        """Return the next user message."""
        return self._port.user_turn(rejected, results, others)

"""One start of an agent with one plain tool: how far it came, step by step, and what to change where it stopped."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from toolset_conformance.agents.agent_session import Converses
from toolset_conformance.agents.conversation import Answer, Conversation, Message, Observation, Server, text_result
from toolset_conformance.agents.questions import brought

JSON = Any

TOOL: dict[str, JSON] = {"name": "look_around", "description": "Looks around.", "inputSchema": {"type": "object"}}
SERVER = "suite"
ANSWER = "All is quiet."
IDENTIFIER = "toolu_check"


@dataclass(frozen=True)
class Step:
    """One thing that an agent has to do. ``seen``: whether it did; ``shown``: what was seen of it; ``remedy``: else."""

    words: str
    seen: bool
    shown: str = ""
    remedy: str = ""


def conversation(seconds: float) -> Conversation:
    """Return the conversation of the check: one server, one tool, one call."""

    def call(seen: Observation) -> Answer:
        name = exposed(seen)
        if name is None:
            return Message(({"type": "text", "text": "I see no tool."},), "end_turn")
        return Message(({"type": "tool_use", "id": IDENTIFIER, "name": name, "input": {}},))

    server = Server(SERVER, ([TOOL],), {TOOL["name"]: (text_result(ANSWER),)})
    return Conversation(f"Use the tool, for run {secrets.token_hex(6)}.", (server,), (call,), seconds)


def exposed(seen: Observation) -> str | None:
    """Return the name under which the agent offers the tool."""
    tools = brought.named(seen.main[0].body.get("tools")) if seen.main else []
    found = [one for one in tools if one.get("description") == TOOL["description"] or TOOL["name"] in one["name"]]
    return found[0]["name"] if found else None


def steps(seen: Observation, transport: str) -> list[Step]:
    """Return the steps up to the first that the agent did not take."""
    name = exposed(seen)
    results = brought.by_id(seen.main[-1].body.get("messages") or []) if len(seen.main) > 1 else {}
    revision = seen.connected.get(SERVER, "")
    told = "{url}" if transport == "http" else "{command} and {args}"
    all_steps = [
        Step(
            "started",
            seen.end != "not_started",
            remedy="name the program's folder with --programs, or mend `command` in the profile",
        ),
        Step(
            "asked the Messages API",
            bool(seen.requests),
            _count(len(seen.requests), "request"),
            "have `env` or `files` lead it to {api} and give it {key}; its last words below say what it wants",
        ),
        Step(
            "sent the prompt",
            bool(seen.main),
            remedy="have `command` hold {prompt}; if it asks for titles in words of its own, name them in `side`",
        ),
        Step(
            "listed the tools of the server",
            SERVER in seen.listed,
            f"MCP {revision}" if revision else "",
            f"have `files` hold $each_server with {told}, where the program reads its MCP servers from",
        ),
        Step(
            "offered the tool",
            name is not None,
            f"as {name}",
            "it may ask the API before its servers are connected, or search for tools: look for a setting",
        ),
        Step(
            "called the tool",
            bool(seen.calls),
            _count(len(seen.calls), "call"),
            "it may ask somebody whether it may: look for a setting that allows all tools",
        ),
        Step(
            "sent the result back",
            IDENTIFIER in results,
            remedy="the call reached the server, and no tool_result with its id came back",
        ),
        Step(
            "ended by itself",
            seen.end == "ended",
            f"after {seen.seconds:.1f} seconds",
            "it has to end after one prompt: look for a setting like --print, or write a driver with `mode: loop`",
        ),
    ]
    taken: list[Step] = []
    for step in all_steps:
        taken.append(step)
        if not step.seen:
            break
    return taken


def check(agent: Converses, seconds: float, transport: str) -> tuple[list[Step], Observation]:
    """Start an agent once; return the steps that were seen, and all else."""
    seen = agent.converse(conversation(seconds))
    return steps(seen, transport), seen


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")

"""Profiles of the tests' own agents, and the conversations that they are put through."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from toolset_conformance.agents.conversation import Conversation, Message, Observation, Server
from toolset_conformance.agents.stand_ins.stage import Transport
from toolset_conformance.agents.starting.profile import Profile

JSON = Any
HERE = Path(__file__).parent
CONFIG: dict[Transport, JSON] = {
    "http": {"$each_server": {"url": "{url}"}},
    "stdio": {"$each_server": {"command": "{command}", "args": "{args}"}},
}
ONCE = ("--api", "{api}", "--key", "{key}", "--prompt", "{prompt}", "--config", "{folder}/mcp.json")


def small_agent(*words: str, mode: Literal["once", "loop"] = "once", transport: Transport = "http") -> Profile:
    """Return the profile of the small agent; ``words``: its further options."""
    command = ("{python}", str(HERE / "small_agent.py"), mode, *words, *(ONCE if mode == "once" else ()))
    files = {"mcp.json": CONFIG[transport]} if mode == "once" else {}
    return Profile("small", HERE / "small.yaml", command, mode, transport, files=files)


def bad_agent(kind: str, start_seconds: float = 20.0) -> Profile:
    """Return the profile of an agent that behaves badly."""
    command = ("{python}", str(HERE / "bad_agents.py"), kind, *ONCE)
    files = {"mcp.json": CONFIG["http"]}
    return Profile(kind, HERE / "bad.yaml", command, "once", "http", files=files, start_seconds=start_seconds)


def tool(name: str, **more: JSON) -> JSON:
    """Return a tool as a server lists it."""
    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    return {"name": name, "description": f"The tool {name}.", "inputSchema": schema, **more}


def use(identifier: str, name: str, **given: JSON) -> JSON:
    """Return a ``tool_use`` block."""
    return {"type": "tool_use", "id": identifier, "name": name, "input": given}


def calls_all(observation: Observation) -> Message:
    """Return the message that calls each tool of the last request once."""
    names = [tool["name"] for tool in observation.main[-1].body["tools"]]
    return Message(tuple(use(f"toolu_{number}", name, q="x") for number, name in enumerate(names)))


END = Message(({"type": "text", "text": "All is done."},), "end_turn")


def two_servers(seconds: float = 10.0) -> Conversation:
    """Return a conversation that calls each of three tools of two servers once."""
    servers = (Server("files", ([tool("read")], [tool("write")])), Server("web", ([tool("fetch")],)))
    return Conversation("Please do the thing called 42.", servers, (calls_all, END), seconds)

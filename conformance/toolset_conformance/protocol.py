"""The port protocol, version 1: its methods, and the calls and replies that go over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolset_conformance import json_values

JSON = Any

NOT_OFFERED = -32601
REFUSED = -32602
INTERNAL = -32603
DUPLICATE_NAME = -32000
SAID = frozenset({NOT_OFFERED, REFUSED, DUPLICATE_NAME})
"""The errors by which a port says something; any other is its own failure."""

METHODS: dict[str, tuple[str, ...]] = {
    "toolset": ("toolset",),
    "resolve": ("toolset", "name"),
    "exposed_name": ("toolset", "server", "tool"),
    "tools": ("toolset", "options"),
    "tool_calls": ("toolset", "response"),
    "tool_result": ("tool_use_id", "outcome", "options"),
    "user_turn": ("rejected", "results", "others"),
    "request": ("toolset", "model", "messages", "options"),
    "conversation": ("prompt", "servers", "script", "options"),
}
"""Each method that a case may ask, with its params in order."""

MAX_DEPTH = 100
"""How deep the params of a request nest at most."""

CORE = frozenset({"toolset", "resolve", "exposed_name", "tools", "tool_calls", "tool_result"})
"""The methods that a port claims to offer unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a port.

    ``fresh``: to be asked in a process of its own; ``watch``: what has to be seen besides the answer, ``input``
    (PURE-1) or ``network`` (PURE-3).
    """

    method: str
    params: dict[str, JSON]
    fresh: bool = False
    watch: str | None = None


@dataclass(frozen=True, slots=True)
class Error:
    """A JSON-RPC error that a port answered with."""

    code: int
    message: str
    data: JSON = None

    def __str__(self) -> str:
        return f"error {self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Reply:
    """A port's answer: a result, or an error. ``seen`` says, where it could be seen, whether what the call
    watched for happened: the input was changed, a connection was opened. ``stderr``: where the port failed, what
    stood last on its standard error, or would stand there.
    """

    result: JSON = None
    error: Error | None = None
    seen: bool | None = None
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """No usable answer: the port hung, died or broke the protocol.

    ``what`` happened; ``remedy``: what to do about it, or nothing; ``stderr``: the last lines it wrote there.
    """

    what: str
    remedy: str = ""
    stderr: str = ""


Form = tuple[str, ...]
"""A method with the form of its tool set and its options: what a port offers or does not offer as one thing."""


def form(method: str, params: dict[str, JSON]) -> Form:
    """The form of a call, as ``("tools", "servers", "cache_control=last")``."""
    parts = [method]
    for key in ("toolset", "outcome"):
        value = params.get(key)
        if isinstance(value, dict):
            parts += [name for name in value if name in ("servers", "entries", "result", "error")]
    options = params.get("options")
    if isinstance(options, dict):
        parts += [f"{name}={_option(value)}" for name, value in sorted(options.items())]
    return tuple(parts)


def _option(value: JSON) -> str:
    if isinstance(value, dict):
        return str(value.get("type"))
    return str(value).lower() if isinstance(value, bool) else str(value)


def sample(wanted: Form) -> dict[str, JSON]:
    """The params of a small, plain call of a form, to see whether a port offers it."""
    method, details = wanted[0], wanted[1:]
    tool = {"name": "read", "description": "Reads a file.", "inputSchema": {"type": "object"}}
    options: dict[str, JSON] = {}
    for name, _, value in (detail.partition("=") for detail in details if "=" in detail):
        options[name] = {"type": value} if name == "tool_choice" else value == "true" if name == "stream" else value
    given: dict[str, JSON] = {
        "toolset": {"entries": [{"name": "files__read", "server": "files", "tool": tool}]}
        if "entries" in details
        else {"servers": [{"id": "files", "tools": [tool]}]},
        "name": "files__read",
        "server": "files",
        "tool": "read",
        "options": options,
        "response": [],
        "tool_use_id": "toolu_1",
        "outcome": {"error": {"kind": "timeout", "message": "timed out"}}
        if "error" in details
        else {"result": {"content": [{"type": "text", "text": "done"}]}},
        "rejected": [],
        "results": [],
        "others": [],
        "model": "a-model",
        "messages": [{"role": "user", "content": "Hello."}],
        "prompt": "Hello.",
        "servers": [{"id": "files", "pages": [[tool]]}],
        "script": [{"content": [{"type": "text", "text": "Hello."}], "stop_reason": "end_turn"}],
    }
    return {name: given[name] for name in METHODS[method]}


def describe_form(wanted: Form) -> str:
    """A form in words: ``tools (servers, cache_control=last)``."""
    return wanted[0] + (f" ({', '.join(wanted[1:])})" if len(wanted) > 1 else "")


def request_line(number: int, method: str, params: dict[str, JSON], observe: str | None = None) -> str:
    """One request as it stands on the wire, without the line break.

    ``observe`` goes only to a served Python port, whose answer to ``describe`` says that it can see such things.
    """
    extra = {"observe": observe} if observe else {}
    return json_values.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params, **extra})


class BadMessage(ValueError):
    """What a shim wrote is not an answer of the protocol; the message says why."""


def read_answer(line: str) -> tuple[JSON, Reply]:
    """``(id, reply)`` of one line from a shim; raises :class:`BadMessage`."""
    try:
        message = json_values.loads(line)
    except json_values.BadJSON as broken:
        raise BadMessage(f"not JSON: {broken}") from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or "method" in message or "id" not in message:
        raise BadMessage("JSON, but no JSON-RPC 2.0 answer")
    error, seen = message.get("error"), message.get("observed")
    if not isinstance(seen, bool):
        seen = None
    if error is None:
        return message["id"], Reply(message.get("result"), seen=seen)
    if "result" in message and message["result"] is not None:
        raise BadMessage("an answer with both a result and an error")
    code = error.get("code") if isinstance(error, dict) else None
    if not isinstance(code, int) or isinstance(code, bool) or not isinstance(error.get("message", ""), str):
        raise BadMessage("an error without a whole-number code")
    return message["id"], Reply(error=Error(code, error.get("message", ""), error.get("data")), seen=seen)

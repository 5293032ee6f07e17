"""The methods of the port protocol, version 1, and the forms in which a port may support them."""

from __future__ import annotations

from typing import Any

JSON = Any

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

MAX_DEPTH = 64
"""How deep a request nests at most, its own object and that of its params counted: as deep as .NET's reader goes."""

CORE = frozenset({"toolset", "resolve", "exposed_name", "tools", "tool_calls", "tool_result"})
"""The methods that a port claims to offer unless it says otherwise."""


CAPABILITIES = ("cancelled", "error_data")
"""What a port may know beyond the first form of the protocol, each as its answer to ``describe`` names it."""


def capabilities(params: dict[str, JSON]) -> frozenset[str]:
    """Return the capabilities that a port needs to be asked with these params."""
    outcome = params.get("outcome")
    error = outcome.get("error") if isinstance(outcome, dict) else None
    if not isinstance(error, dict):
        return frozenset()
    needed = {"cancelled": error.get("kind") == "cancelled", "error_data": "code" in error or "data" in error}
    return frozenset(name for name in CAPABILITIES if needed[name])


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

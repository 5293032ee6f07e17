"""Which questions of the protocol can be put to a whole program from outside, and why the others cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

from toolset_conformance.corpus.model import Case
from toolset_conformance.language.syntax import special

JSON = Any

_ERROR_KINDS = {
    "protocol": None,
    "unknown_tool": None,
    "timeout": "how long the program waits for an answer, and in which words it says so, is its own",
    "transport": "in which words the program speaks of a connection that breaks is its own",
    "rejected": "nobody is there to reject a call",
}
_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")


def why_not(case: Case, own: Collection[str] = ()) -> str | None:
    """Return why a case cannot be asked from outside, as far as it can be told before it is asked.

    ``own``: the names of the agent's own tools.
    """
    for step in case.steps:
        if step.watch:
            return "cannot be seen from outside"
        if reason := why_not_asked(step.ask, case.params(step), own):
            return reason
        if step.ask == "request" and any(text in json.dumps(step.plain().get("expect")) for text in _said(step.given)):
            return "the program says more than the prompt in its messages"
    return None


def why_not_asked(method: str, params: dict[str, JSON], own: Collection[str] = ()) -> str | None:
    """Return why one question cannot be asked from outside; ``None`` where it can.

    Values that only the run knows (``$exposed``, ``$answer``) count as such that can be asked with.
    """
    options = params.get("options") or {}
    if "toolset" in params and (reason := _set(params["toolset"])):
        return reason
    if method == "conversation":
        return _set({"servers": [{**server, "tools": []} for server in params["servers"]]})
    if options:
        return f"the program is not told the option {', '.join(sorted(options))}"
    if method == "resolve":
        return _name(params["name"], own)
    if method == "tool_calls":
        return _response(params["response"], own)
    if method == "tool_result":
        return _outcome(params["tool_use_id"], params["outcome"])
    if method == "user_turn":
        return _turn(params)
    if method == "request" and not _first_turn(params["messages"]):
        return "the program has a conversation of its own, and takes no messages"
    return None


def _set(toolset: JSON) -> str | None:
    if not isinstance(toolset, dict):
        return "no program can be given such a set of servers"
    if "servers" not in toolset:
        return "the program gives the names itself"
    servers = toolset["servers"]
    ids = [server.get("id") if isinstance(server, dict) else None for server in servers]
    if any(not isinstance(identifier, str) for identifier in ids):
        return "no program can be given such a set of servers"
    if len(set(ids)) < len(ids):
        return "a program is told of its servers by name, and no name can stand twice"
    return None


def _is_free(value: JSON) -> bool:
    """Whether only the run knows the value."""
    return special(value) in ("$exposed", "$answer", "$join")


def _name(name: JSON, own: Collection[str]) -> str | None:
    if _is_free(name):
        return None
    if not isinstance(name, str):
        return "the Messages API sends no name that is not a text"
    if name in own:
        return "the program has a tool of its own by that name"
    return None


def _response(response: JSON, own: Collection[str]) -> str | None:
    if _is_free(response):
        return None
    content = (
        response if isinstance(response, list) else response.get("content") if isinstance(response, dict) else None
    )
    if not isinstance(content, list):
        return "the Messages API sends no such message"
    uses = 0
    for block in content:
        if not isinstance(block, dict) or not isinstance(block.get("type"), str):
            return "the Messages API sends no such block"
        if block["type"] == "tool_use":
            uses += 1
            if not isinstance(block.get("id"), str) or "name" not in block or "input" not in block:
                return "the Messages API sends no such block"
            if reason := _name(block["name"], own):
                return reason
    if uses and isinstance(response, dict) and response.get("stop_reason", "tool_use") != "tool_use":
        return "the model would not stop so after calls"
    return None


def _outcome(identifier: JSON, outcome: JSON) -> str | None:
    if not isinstance(identifier, str) and not _is_free(identifier):
        return "the Messages API sends no such id"
    error = outcome.get("error") if isinstance(outcome, dict) else None
    if isinstance(error, dict):
        kind = error.get("kind")
        return _ERROR_KINDS.get(kind, "no server answers so") if isinstance(kind, str) else "no server answers so"
    if not isinstance(outcome, dict) or "result" not in outcome:
        return "no server answers so"
    return None


def _turn(params: dict[str, JSON]) -> str | None:
    if params["others"]:
        return "nobody is there to say more in the same turn"
    for block in [*_listed(params["rejected"]), *_listed(params["results"])]:
        if _is_free(block):
            continue
        if not isinstance(block, dict) or block.get("type") != "tool_result":
            return "the program makes the blocks of its turn itself"
        identifier = block.get("tool_use_id")
        if not isinstance(identifier, str) or not _PLAIN_ID.fullmatch(identifier):
            return "the Messages API sends no such id"
    return None


def _listed(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _said(given: dict[str, JSON]) -> list[str]:
    """Return the texts of the messages that are given with a question, as they stand in JSON."""
    contents = [message.get("content") for message in _listed(given.get("messages")) if isinstance(message, dict)]
    return [json.dumps(content) for content in contents if isinstance(content, str)]


def _first_turn(messages: JSON) -> bool:
    return isinstance(messages, list) and len(messages) == 1

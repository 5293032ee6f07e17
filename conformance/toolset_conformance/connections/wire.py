"""Messages as they stand on the wire, one JSON-RPC message a line."""

from __future__ import annotations

from typing import Any

from toolset_conformance.core import json_values
from toolset_conformance.core.messages import Error, Reply

JSON = Any


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
    code = int(code) if isinstance(code, float) and code.is_integer() else code  # 1.0 is how some languages write 1
    if not isinstance(code, int) or isinstance(code, bool) or not isinstance(error.get("message", ""), str):
        raise BadMessage("an error without a whole-number code")
    return message["id"], Reply(error=Error(code, error.get("message", ""), error.get("data")), seen=seen)

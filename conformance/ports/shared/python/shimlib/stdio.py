"""The port protocol on standard input and output: JSON-RPC 2.0, one message a line."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import traceback
import warnings
from typing import Any

METHODS = (
    "describe",
    "toolset",
    "resolve",
    "exposed_name",
    "tools",
    "tool_calls",
    "tool_result",
    "user_turn",
    "request",
)


class NotOffered(Exception):
    """The bridge has no such method, option or form of tool set (-32601)."""


class Refused(Exception):
    """The bridge does not take such a value (-32602)."""


CODES = {NotOffered: -32601, Refused: -32602}
FAILED = -32603


async def answer(port: Any, line: str) -> dict[str, Any]:
    """The JSON-RPC answer to one line; what the bridge raises is its failure."""
    reply: dict[str, Any] = {"jsonrpc": "2.0", "id": None}
    try:
        request = json.loads(line)
        reply["id"] = request["id"]
        method = getattr(port, request["method"], None) if request["method"] in METHODS else None
        if method is None:
            raise NotOffered(request["method"])
        reply["result"] = await method(**request["params"])
    except Exception as error:
        code = CODES.get(type(error), FAILED)
        if code == FAILED:
            traceback.print_exc(limit=-2)
        reply["error"] = {"code": code, "message": f"{type(error).__name__}: {error}"}
    return reply


async def _serve(port: Any) -> None:
    out, sys.stdout = sys.stdout, sys.stderr  # what the bridge prints must not get between the answers
    # The loop stands still while it waits for a line: between two requests nothing of a bridge has to go on.
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(await answer(port, line)), file=out, flush=True)
    os._exit(0)  # a bridge may have left tasks or threads that do not end


def serve(port: Any) -> None:
    """Answer requests until standard input ends. ``port`` has an ``async`` method for each one that it offers."""
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    logging.disable()  # bridges log each failed call with its traceback
    warnings.simplefilter("ignore")
    asyncio.run(_serve(port))

"""Serves a Python port over the protocol, on standard input and output."""

from __future__ import annotations

import os
import sys
from typing import Any, TextIO

from toolset_conformance.connections.in_process import invoke
from toolset_conformance.core import json_values, messages, methods
from toolset_conformance.core.messages import Call, Error
from toolset_conformance.port import Port

JSON = Any


def serve(port: Port) -> None:
    """Answer each line of standard input until it ends."""
    # What a port prints must not end up among the answers, whether Python or a library under it prints it.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    serve_lines(port, sys.stdin, answers)


def serve_lines(port: Port, requests: TextIO, answers: TextIO) -> None:
    """Answer each line of ``requests`` with one line of ``answers``."""
    for line in requests:
        if line.strip():
            answers.write(_answer(port, line) + "\n")
            answers.flush()


def _answer(port: Port, line: str) -> str:
    try:
        message = json_values.loads(line)
    except json_values.BadJSON as error:
        return _error(None, Error(-32700, f"not JSON: {error}"))
    method = message.get("method") if isinstance(message, dict) else None
    if not isinstance(method, str):
        return _error(None, Error(-32600, "no JSON-RPC request"))
    number, params = message.get("id"), message.get("params", {})
    if method == "describe":
        invoked = invoke(port, Call(method, {}))
        if invoked.error:
            return _error(number, invoked.error)
        try:
            description = json_values.loads(invoked.text)
        except json_values.BadJSON as error:
            return _error(number, Error(messages.INTERNAL, f"describe answers what is no plain JSON: {error}"))
        if isinstance(description, dict):
            description["observes"] = True
        return _result(number, json_values.dumps(description), None)
    if method not in methods.METHODS:
        return _error(number, Error(messages.NOT_OFFERED, f"there is no method {method}"))
    if not isinstance(params, dict) or set(params) != set(methods.METHODS[method]):
        return _error(number, Error(messages.REFUSED, f"{method} takes {', '.join(methods.METHODS[method])}"))
    invoked = invoke(port, Call(method, params, watch=message.get("observe")))
    if invoked.trace:
        print(invoked.trace, file=sys.stderr, flush=True)
    return _error(number, invoked.error) if invoked.error else _result(number, invoked.text, invoked.seen)


def _result(number: JSON, text: str, seen: bool | None) -> str:
    observed = "" if seen is None else f',"observed":{json_values.dumps(seen)}'
    return f'{{"jsonrpc":"2.0","id":{json_values.dumps(number)},"result":{text}{observed}}}'


def _error(number: JSON, error: Error) -> str:
    data = {} if error.data is None else {"data": error.data}
    message = {"jsonrpc": "2.0", "id": number, "error": {"code": error.code, "message": error.message, **data}}
    return json_values.dumps(message)

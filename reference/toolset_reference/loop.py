"""An agent loop: a model and MCP servers in conversation, until the model has said what it has to say.

A *session* is an open connection to an MCP server: ``id``, ``send(message)``, and ``receive()``, which returns the
next message or None where none came in time; both raise OSError when the connection is gone. A *model* takes the body
of a request to the Messages API and returns the message, or the events of its stream where ``stream`` is true.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from toolset_reference.calls import tool_calls
from toolset_reference.naming import build
from toolset_reference.results import CallError, tool_result
from toolset_reference.toolset import ToolSet
from toolset_reference.turn import request, user_turn
from toolset_reference.values import JSON, Block, copied

Object = dict[str, JSON]
Outcome = Object | CallError

_MOST_PAGES = 100
_CUT_SHORT = ("max_tokens", "model_context_window_exceeded", "refusal")


class Session(Protocol):
    """An open connection to an MCP server, whose tools are exposed under ``id``."""

    id: str

    def send(self, message: Object) -> None: ...

    def receive(self) -> Object | None: ...


class Client:
    """What an MCP client has to remember: which answer is whose, and whether the list of tools still holds."""

    def __init__(self, session: Session) -> None:
        self.id, self._session = session.id, session
        self._number = 0
        self._waiting: dict[JSON, Object | None] = {}
        self._tools: list[JSON] = []
        self._is_listed = False

    def ask(self, method: str, params: Object) -> int:
        """Send a request, and return its number for :meth:`outcome`; so several can be under way (CONV-3)."""
        self._number += 1
        self._waiting[self._number] = None
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def outcome(self, number: int) -> Outcome:
        """The result with this number, or why there is none; never an exception, so that each call is answered."""
        while self._waiting[number] is None:
            try:
                message = self._session.receive()
            except OSError:
                return CallError("transport", "The server closed the connection before it answered.")
            if message is None:
                del self._waiting[number]  # an answer that comes later is nobody's
                return CallError("timeout", "The server did not answer in time.")
            self._take(message)
        return _outcome(self._waiting.pop(number) or {})

    def tools(self) -> list[JSON]:
        """What the server lists, asked again once it says that the list has changed (CONV-9, CONV-10)."""
        if not self._is_listed:
            self._is_listed = True
            self._tools = [tool for page in self._pages() for tool in page]
        return self._tools

    def _pages(self) -> Iterator[list[JSON]]:
        """The pages of the list, until they end, break or come again (CONV-12 to CONV-14)."""
        cursor, seen = None, set[JSON]()
        while cursor not in seen and len(seen) < _MOST_PAGES:
            seen.add(cursor)
            page = self.outcome(self.ask("tools/list", {"cursor": cursor} if cursor else {}))
            if isinstance(page, CallError) or not isinstance(page.get("tools"), list):
                return
            yield page["tools"]
            cursor = page.get("nextCursor")

    def _take(self, message: Object) -> None:
        number, method = message.get("id"), message.get("method")
        if method == "notifications/tools/list_changed":
            self._is_listed = False
        elif method is not None and number is not None:
            # A request of the server's; its ids are its own, so it is never taken for an answer.
            answer = {"result": {}} if method == "ping" else {"error": {"code": -32601, "message": "not offered"}}
            self._send({"jsonrpc": "2.0", "id": number, **answer})
        elif method is None and number in self._waiting:
            self._waiting[number] = message

    def _send(self, message: Object) -> None:
        with contextlib.suppress(OSError):  # that the connection is gone is noticed where an answer is waited for
            self._session.send(message)


def _outcome(message: Object) -> Outcome:
    result, error = message.get("result"), message.get("error")
    if isinstance(result, dict):
        return result
    return CallError("protocol", str(error.get("message", "")) if isinstance(error, dict) else "")


def _final(outcome: Outcome) -> Outcome:
    """The outcome of a call if it is final: neither a task that goes on nor a question to the user (CONV-20)."""
    if isinstance(outcome, CallError):
        return outcome
    kind = outcome.get("resultType", "complete")
    if kind != "complete" or not isinstance(outcome.get("content"), list):
        return CallError("protocol", f"The server gave no result, but something of the type {kind!r:.50}.")
    return outcome


def converse(
    prompt: str, model: Callable[[Object], JSON], sessions: Iterable[Session], *, name: str = "", stream: bool = False
) -> list[Object]:
    """Hold the conversation that begins with the user's ``prompt``; returns its messages.

    ``name``: the model's. Each request repeats all that was said, with the same definitions at its head, so that the
    prompt cache holds (CONV-7, CONV-8).
    """
    clients = [Client(session) for session in sessions]
    messages: list[Object] = [{"role": "user", "content": prompt}]
    while True:
        toolset, _ = build((client.id, client.tools()) for client in clients)
        body = request(toolset, name, messages, cache_control="last") | {"max_tokens": 8192, "stream": stream}
        answer = model(body)
        reply = assembled(answer) if stream else answer
        if reply is None or reply["stop_reason"] in _CUT_SHORT:
            return messages  # what may be half a call is neither made nor remembered (CONV-15, CONV-19)
        messages.append({"role": "assistant", "content": copied(reply["content"])})
        if reply["stop_reason"] == "tool_use":
            messages.append(_results(reply, toolset, clients))
        elif reply["stop_reason"] != "pause_turn":
            return messages


def _results(reply: Object, toolset: ToolSet, clients: list[Client]) -> Object:
    """The next user message: an answer for each call, whatever became of it (CONV-1, CONV-2, CONV-4)."""
    by_id = {client.id: client for client in clients}
    calls, rejected = tool_calls(reply, toolset)
    numbers = [by_id[call.server].ask("tools/call", {"name": call.tool, "arguments": call.arguments}) for call in calls]
    outcomes = [_final(by_id[call.server].outcome(number)) for call, number in zip(calls, numbers, strict=True)]
    results = [tool_result(call.call_id, outcome) for call, outcome in zip(calls, outcomes, strict=True)]
    return user_turn(rejected, results, [])


def assembled(events: Iterable[Object]) -> Object | None:
    """The message that a stream of events makes up, or None where it breaks off or holds half an input (CONV-18)."""
    message: Object = {}
    blocks: list[Block] = []
    inputs: dict[int, str] = {}
    try:
        for event in events:
            match event:
                case {"type": "message_start", "message": started}:
                    message = copied(started)
                case {"type": "content_block_start", "content_block": block}:
                    blocks.append(copied(block))
                case {"type": "content_block_delta", "index": index, "delta": delta}:
                    _grow(blocks[index], delta, inputs, index)
                case {"type": "message_delta", "delta": delta}:
                    message |= delta
                case {"type": "error"}:
                    return None
                case {"type": "message_stop"}:
                    for index, text in inputs.items():
                        blocks[index]["input"] = json.loads(text or "{}")
                    return message | {"content": blocks}
    except (OSError, ValueError):
        pass
    return None


def _grow(block: Block, delta: Object, inputs: dict[int, str], index: int) -> None:
    match delta:
        case {"type": "input_json_delta", "partial_json": piece}:
            inputs[index] = inputs.get(index, "") + piece
        case {"type": "text_delta", "text": piece}:
            block["text"] += piece
        case {"type": "thinking_delta", "thinking": piece}:
            block["thinking"] += piece
        case {"type": "signature_delta", "signature": signature}:
            block["signature"] = signature
        case {"type": "citations_delta", "citation": citation}:
            block["citations"] = [*(block.get("citations") or []), citation]

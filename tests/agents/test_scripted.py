"""The scripted model and servers: they answer as the script says, and no time is slept."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_conformance.agents.scripted import KeptAsking, ScriptedConversation, ScriptedSession

JSON = Any
READ = {"name": "read", "inputSchema": {"type": "object"}}
WRITE = {"name": "write", "inputSchema": {"type": "object"}}
MILK = {"content": [{"type": "text", "text": "milk"}]}


def session(**server: JSON) -> ScriptedSession:
    """A session with one server."""
    plain = {"id": "files", "pages": [[READ, WRITE]], **server}
    return ScriptedConversation("Read.", [plain], []).sessions[0]


def call(number: int, tool: str) -> JSON:
    """A request for a call."""
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": {}}}


def listing(number: int, cursor: str | None = None) -> JSON:
    """A request for a page of the list."""
    return {"jsonrpc": "2.0", "id": number, "method": "tools/list", "params": {"cursor": cursor} if cursor else {}}


def test_pages_follow_their_cursors() -> None:
    files = session(pages=[[READ], [WRITE]])
    files.send(listing(1))
    first = (files.receive() or {})["result"]
    files.send(listing(2, first["nextCursor"]))
    assert (first["tools"], files.receive()) == ([READ], {"jsonrpc": "2.0", "id": 2, "result": {"tools": [WRITE]}})


def test_a_late_answer_comes_after_the_time_is_over() -> None:
    files = session(reactions={"read": [{"value": MILK, "delay": 45}]})
    files.send(call(1, "read"))
    assert files.receive() is None
    assert (files.receive() or {})["id"] == 1
    assert files.receive() is None


def test_an_answer_behind_another_comes_second() -> None:
    files = session(reactions={"read": [{"value": MILK, "behind": 1}]})
    files.send(call(1, "read"))
    files.send(call(2, "write"))
    assert [(files.receive() or {})["id"] for _ in range(2)] == [2, 1]


def test_a_dead_server_gives_what_it_had_sent_and_no_more() -> None:
    files = session(reactions={"write": [{"kind": "dies"}]})
    files.send(call(1, "read"))
    files.send(call(2, "write"))
    assert (files.receive() or {})["id"] == 1
    with pytest.raises(ConnectionError):
        files.receive()
    with pytest.raises(ConnectionError):
        files.send(call(3, "read"))


def test_a_change_is_told_before_the_answer() -> None:
    files = session(reactions={"read": [{"value": MILK, "then_pages": [[READ]]}]})
    files.send(call(1, "read"))
    assert (files.receive() or {})["method"] == "notifications/tools/list_changed"
    assert (files.receive() or {})["result"] == MILK
    files.send(call(2, "write"))
    assert (files.receive() or {})["error"]["code"] == -32602


def test_a_loop_that_does_not_end_is_ended_and_judged() -> None:
    with ScriptedConversation("Read.", [], []) as scripted:
        while True:
            scripted.model({"messages": []})
    assert len(scripted.answer()["requests"]) == 8
    files = session(fault="list_endless")
    with pytest.raises(KeptAsking):
        for number in range(4000):
            files.send(listing(number))


def test_a_stream_that_breaks_raises() -> None:
    line = {"content": [{"type": "text", "text": "Hi."}], "stop_reason": "end_turn", "streaming": {"break_after": 2}}
    scripted = ScriptedConversation("Read.", [], [line])
    events = scripted.model({"messages": [], "stream": True})
    assert [next(events)["type"] for _ in range(2)] == ["message_start", "content_block_start"]
    with pytest.raises(ConnectionError):
        next(events)

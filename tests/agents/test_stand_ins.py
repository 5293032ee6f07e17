"""The stand-ins do what a conversation says: streams cut anywhere, servers that fail, HTTP as it may come."""

from __future__ import annotations

import dataclasses
import http.client
import json
import socket
import urllib.parse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anthropic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toolset_conformance.agents.conversation import (
    REVISIONS,
    Conversation,
    Message,
    Observation,
    Reaction,
    Refusal,
    Server,
    Streaming,
    text_result,
)
from toolset_conformance.agents.stand_ins import streams
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.stand_ins.stage import Stage
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.agents.starting.profile import Profile

from agents.small_agent import assembled
from agents.starting import END, calls_all, small_agent, tool, two_servers, use

pytestmark = pytest.mark.slow

JSON = Any
PROMPT = "Please do the thing called 42."


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    loop = Background()
    yield loop
    loop.close()


def stage(background: Background, *script: Any, **more: Any) -> Stage:
    return Stage(background, Conversation(PROMPT, (), script), "http", key="right-key", **more)


def posted(url: str, body: JSON, path: str = "/v1/messages", **headers: str) -> tuple[int, JSON]:
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    connection.request("POST", path, body if isinstance(body, bytes) else json.dumps(body), headers)
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def body(prompt: str = PROMPT, **more: JSON) -> JSON:
    return {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": prompt}], **more}


# Streams.

TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS, lambda v: st.lists(v) | st.dictionaries(TEXTS, v)
)
BLOCKS = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, TEXTS.filter(bool)),
    st.builds(lambda value: use("toolu_1", "read", **value), st.dictionaries(TEXTS, VALUES)),
    st.builds(lambda text: {"type": "thinking", "thinking": text, "signature": "c2ln"}, TEXTS.filter(bool)),
    st.just({"type": "redacted_thinking", "data": "ZGF0YQ=="}),
    st.just({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}),
)
ENVELOPE = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "usage": {"output_tokens": 3}}


def events(parts: list[bytes]) -> Iterator[JSON]:
    for event in b"".join(parts).split(b"\n\n"):
        if event:
            yield json.loads(event.split(b"data:", 1)[1].decode("utf-8"))


@given(st.lists(BLOCKS, max_size=4), st.sampled_from(["whole", "even", "unkind"]))
@settings(deadline=None, max_examples=80)
def test_a_stream_however_cut_is_the_message(blocks: list[JSON], cut: Any) -> None:
    message = Message(tuple(blocks), "tool_use", Streaming(cut))
    made = streams.events(message, dict(ENVELOPE))
    parts = streams.parts(message, made)
    assert list(events(parts)) == made
    whole = assembled(events(parts))
    assert whole["content"] == blocks
    assert whole["stop_reason"] == "tool_use"


def test_unkind_parts_end_inside_characters_and_pieces_inside_escapes() -> None:
    block = use("toolu_1", "read", q='\u00e9\u00e9\u00e9 "quoted" \U0001f600\U0001f600')
    message = Message((block, {"type": "text", "text": "\u00e9\u00e8\u00ea"}), "tool_use", Streaming("unkind"))
    made = streams.events(message, dict(ENVELOPE))
    ends = [part[-1] for part in streams.parts(message, made)]
    assert any(byte & 0xC0 in (0xC0, 0x80) for byte in ends), "no part ends inside a character"
    pieces = [
        event["delta"]["partial_json"] for event in made if event.get("delta", {}).get("partial_json") is not None
    ]
    assert any(piece.endswith("\\") for piece in pieces)
    assert any(piece.startswith("u") for piece in pieces)
    assert "" in pieces
    assert [event for event in made if event["type"] == "ping"]


def test_an_empty_input_is_one_empty_delta() -> None:
    made = streams.events(Message((use("toolu_1", "read"),)), dict(ENVELOPE))
    deltas = [event["delta"] for event in made if event["type"] == "content_block_delta"]
    assert deltas == [{"type": "input_json_delta", "partial_json": ""}]


@pytest.mark.parametrize("cut", ["whole", "even", "unkind"])
def test_the_sdk_reads_the_stream(background: Background, cut: Any) -> None:
    block = use("toolu_1", "read", q='\u00e9\U0001f600\\ \n"', n=[1, 2.5, None, True], o={})
    thinking = {"type": "thinking", "thinking": "hm \u00e9", "signature": "c2ln"}
    message = Message((thinking, {"type": "text", "text": "\u00e9\U0001f600" * 50}, block), "tool_use", Streaming(cut))
    with stage(background, message) as up:
        api = anthropic.Anthropic(base_url=up.api.url, api_key="right-key", max_retries=0)
        with api.messages.stream(model="m", max_tokens=9, messages=[{"role": "user", "content": PROMPT}]) as stream:
            final = stream.get_final_message()
    assert [{k: v for k, v in b.to_dict().items() if v is not None} for b in final.content] == list(message.content)
    assert final.stop_reason == "tool_use"


def test_a_stream_with_an_error_and_one_that_breaks(background: Background) -> None:
    text = {"type": "text", "text": "x" * 100}
    failing = Message((text,), "end_turn", Streaming(error_after=4))
    breaking = Message((text,), "end_turn", Streaming(break_after=4))
    with stage(background, failing, breaking) as up:
        api = anthropic.Anthropic(base_url=up.api.url, api_key="right-key", max_retries=0)
        asked: JSON = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": PROMPT}]}
        with pytest.raises(anthropic.APIError, match="verloaded"), api.messages.stream(**asked) as stream:
            stream.get_final_message()
        with pytest.raises(Exception, match=r"incomplete|closed"), api.messages.stream(**asked) as stream:
            stream.get_final_message()


# The Messages API.


def test_main_and_side_requests_are_told_apart(background: Background) -> None:
    said = Message((use("toolu_77", "read"),))
    with stage(background, said, END) as up:
        tools = [{"name": "read", "input_schema": {"type": "object"}}]
        side = [
            body("Hello"),
            body(f"Write a title for: {PROMPT}"),
            body(system="You summarize conversations."),
            body(system=[{"type": "text", "text": "Is this a new topic?"}]),
        ]
        for request in side:
            assert posted(up.api.url, request)[1]["content"][0]["text"] == "A plain conversation"
        assert posted(up.api.url, body(system="You write titles.", tools=tools))[1]["content"] == list(said.content)
        answered = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_77", "content": "x"}]}
        assert posted(up.api.url, {"messages": [answered]})[1]["content"] == list(END.content)
        assert posted(up.api.url, body())[1]["content"] == [{"type": "text", "text": "Done."}]
        kinds = [request.kind for request in up.observation().requests]
    assert kinds == ["side"] * len(side) + ["main"] * 3


def test_the_other_paths(background: Background) -> None:
    with stage(background) as up:
        assert posted(up.api.url, body(), "/v1/messages/count_tokens")[1]["input_tokens"] > 0
        assert posted(up.api.url, body(), "/v1/messages?beta=true")[0] == 200
        status, answer = posted(up.api.url, body(), "/v1/complete")
        assert (status, answer["type"], answer["error"]["type"]) == (404, "error", "not_found_error")
        status, answer = posted(up.api.url, b"{")
        assert (status, answer["error"]["type"]) == (400, "invalid_request_error")
        api = anthropic.Anthropic(base_url=up.api.url, api_key="right-key", max_retries=0)
        assert api.models.list().data
        assert up.observation().oddities == ("a request to /v1/messages whose body is not JSON",)


def test_a_key_that_is_not_the_made_up_one_is_odd(background: Background) -> None:
    with stage(background) as up:
        posted(up.api.url, body(), **{"x-api-key": "right-key"})
        posted(up.api.url, body(), authorization="Bearer right-key")
        assert not up.observation().oddities
        posted(up.api.url, body(), **{"x-api-key": "of-the-user"})
        seen = up.observation()
    assert seen.oddities == ("the agent sent the Messages API a key that it was not given",)
    assert "of-the-user" not in json.dumps(seen.wire)
    assert "right-key" not in json.dumps(seen.wire)


def test_what_the_api_would_refuse_is_written_down_and_by_choice_answered(background: Background) -> None:
    tools = [{"name": "read", "input_schema": {"type": "object"}}] * 2
    wrong = body(tools=tools)
    with stage(background, END) as up:
        assert posted(up.api.url, wrong)[0] == 200
        posted(up.api.url, body())
        first, second = up.observation().requests
        assert "tools: Tool names must be unique." in first.refused[0]
        assert "https://" in first.refused[0]
        assert second.refused == ()
    with stage(background, END, strict=True) as up:
        status, answer = posted(up.api.url, wrong)
        assert (status, answer["error"]["type"]) == (400, "invalid_request_error")
        assert answer["error"]["message"] == "tools: Tool names must be unique."
        assert posted(up.api.url, body())[1]["content"] == list(END.content)


def test_a_refusal_of_the_script(background: Background) -> None:
    with stage(background, Refusal(529, "overloaded_error", "Overloaded", {"retry-after": "1"}), END) as up:
        status, answer = posted(up.api.url, body())
        assert (status, answer["error"]) == (529, {"type": "overloaded_error", "message": "Overloaded"})
        assert posted(up.api.url, body())[0] == 200


def test_an_exception_of_a_stand_in_is_a_fault_of_ours(background: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: JSON) -> list[str]:
        raise LookupError("x")

    monkeypatch.setattr("toolset_conformance.agents.stand_ins.api_stand_in.refusals", broken)
    with stage(background) as up:
        with pytest.raises(http.client.RemoteDisconnected):
            posted(up.api.url, body())
        assert up.observation().faults == ("the stand-in of the Messages API raised LookupError: x",)


# HTTP.


def test_chunked_bodies_continue_and_kept_connections(background: Background) -> None:
    text = json.dumps(body()).encode()
    with stage(background) as up:
        parts = urllib.parse.urlsplit(up.api.url)
        with socket.create_connection((parts.hostname or "", parts.port or 0), 10) as wire:
            file = wire.makefile("rb")
            head = (
                b"POST /v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            )
            wire.sendall(head)
            assert file.readline() == b"HTTP/1.1 100 Continue\r\n"
            file.readline()
            for place in range(0, len(text), 7):
                piece = text[place : place + 7]
                wire.sendall(f"{len(piece):X};x=1\r\n".encode() + piece + b"\r\n")
            wire.sendall(b"0\r\nTrailer: x\r\n\r\n")
            for _ in range(2):
                response = http.client.HTTPResponse(wire)
                response.begin()
                assert json.loads(response.read())["type"] == "message"
                plain = f"POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: {len(text)}\r\n\r\n"
                wire.sendall(plain.encode() + text)
        assert not up.observation().oddities


@pytest.mark.parametrize(
    ("sent", "odd"),
    [
        (b"GET /v1/mod", "half a request to the Messages API ('GET /v1/mod', 11 bytes), then the connection ended"),
        (b"\x16\x03\x01\x02\x00\x01\n", "a request to the Messages API that is not HTTP/1.1: "),
        (b"POST /v1/messages HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "not HTTP/1.1: Content-Length '-1'"),
        (b"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "a chunk without a size"),
    ],
)
def test_what_is_no_request_is_odd_and_harms_nobody(background: Background, sent: bytes, odd: str) -> None:
    with stage(background) as up:
        parts = urllib.parse.urlsplit(up.api.url)
        with socket.create_connection((parts.hostname or "", parts.port or 0), 10) as wire:
            wire.sendall(sent)
            wire.shutdown(socket.SHUT_WR)
            wire.recv(4096)
        assert posted(up.api.url, body())[0] == 200
        assert odd in up.observation().oddities[0]


def test_a_hundred_connections_at_once_are_all_answered(background: Background) -> None:
    with stage(background) as up, ThreadPoolExecutor(100) as pool:
        answers = list(pool.map(lambda _: posted(up.api.url, body())[0], range(100)))
    assert answers == [200] * 100


# Servers, as an agent sees them.


def results(seen: Observation) -> list[JSON]:
    return [(block.get("is_error", False), block.get("content")) for block in seen.main[-1].results]


def converse(server: Server, *words: str, profile: Profile | None = None, script: Any = None) -> Observation:
    conversation = Conversation(PROMPT, (server, Server("web", ([tool("fetch")],))), script or (calls_all, END), 20.0)
    with Agent(profile or small_agent("--seconds", "1.5", *words)) as agent:
        seen = agent.converse(conversation)
    assert (seen.end, seen.faults) == ("ended", ()), (seen.detail, seen.stderr)
    return seen


@pytest.mark.parametrize("transport", ["http", "stdio"])
@pytest.mark.parametrize("revision", [REVISIONS[0], REVISIONS[-1]])
def test_each_reaction(revision: str, transport: Any) -> None:
    reactions = {
        "good": [text_result("fine")],
        "wrong": [Reaction("error", {"code": -32000, "message": "no luck"})],
        "silent": [Reaction("never")],
        "late": [Reaction(value={"content": [{"type": "text", "text": "late"}]}, delay=0.3)],
        "invalid": [Reaction(value={"content": "not a list"})],
    }
    server = Server("files", ([tool(name) for name in reactions],), reactions)
    profile = small_agent("--seconds", "5", "--revision", revision, transport=transport)
    seen = converse(server, profile=profile)
    wrong, texts = zip(*results(seen)[:4], strict=True)
    assert wrong == (False, True, True, False)
    assert "fine" in str(texts[0])
    assert "no luck" in str(texts[1])
    assert "late" in str(texts[3])
    by_tool = {call.tool: call for call in seen.calls}
    assert by_tool["silent"].answered is None
    late = by_tool["late"]
    assert late.answered is not None
    assert late.answered - late.at >= 0.3
    assert set(seen.connected.values()) == {revision}
    sent = [entry["body"].get("result") for entry in seen.wire if isinstance(entry.get("body"), dict)]
    extra = {"resultType": "complete"} if revision == REVISIONS[-1] else {}
    assert {"content": "not a list", **extra} in sent


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_a_servers_own_messages_go_out_ahead_of_its_answer(transport: Any) -> None:
    own = (
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "at work"}},
        {"jsonrpc": "2.0", "id": "own-1", "method": "ping"},
    )
    reactions = {
        "good": [Reaction(value={"content": [{"type": "text", "text": "fine"}]}, before=own)],
        "wrong": [Reaction("error", {"code": -32000, "message": "no luck"}, before=own)],
        "change": [Reaction(value={"content": []}, before=own)],
        "silent": [Reaction("never", before=own)],
        "kill": [Reaction("dies", before=own, delay=1.5)],
    }
    reactions["change"] = [
        dataclasses.replace(reactions["change"][0], then_pages=([tool(name) for name in reactions],))
    ]
    server = Server("files", ([tool(name) for name in reactions],), reactions)
    seen = converse(server, profile=small_agent("--seconds", "3", transport=transport))
    assert [wrong for wrong, _ in results(seen)] == [False, True, False, True, True, False]
    bodies = [entry.get("body") for entry in seen.wire if entry["from"] == "mcp:files"]
    for message in own:
        assert bodies.count(message) == len(reactions)
    said = [body for body in bodies if isinstance(body, dict)]
    fine = next(place for place, body in enumerate(said) if "fine" in str(body.get("result")))
    assert [body in own for body in said[:fine]].count(True) >= len(own)


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_a_server_that_dies_is_gone_alone(transport: Any) -> None:
    server = Server("files", ([tool("read"), tool("kill")],), {"kill": [Reaction("dies")], "read": [Reaction("never")]})
    seen = converse(server, profile=small_agent("--seconds", "3", transport=transport))
    assert [wrong for wrong, _ in results(seen)] == [True, True, False]


def test_answers_out_of_order_to_an_agent_that_calls_at_once_and_in_order_to_one_that_does_not() -> None:
    reactions = {"slow": [Reaction(value={"content": []}, behind=1)]}
    server = Server("files", ([tool("slow"), tool("quick")],), reactions)
    for words, out_of_order in (((), True), (("--wrong", "sequential"), False)):
        seen = converse(server, *words, profile=small_agent("--seconds", "5", *words))
        answered = {call.tool: call.answered or 0.0 for call in seen.calls}
        assert (answered["slow"] > answered["quick"]) is out_of_order


@pytest.mark.parametrize("transport", ["http", "stdio"])
@pytest.mark.parametrize("revision", [REVISIONS[-2], REVISIONS[-1]])
@pytest.mark.parametrize("kind", ["result", "never"])
def test_a_list_that_changes_is_told_of_ahead_of_the_answer(kind: Any, revision: str, transport: Any) -> None:
    changed = Reaction(kind, {"content": []}, then_pages=([tool("new")],))
    server = Server("files", ([tool("old"), tool("change")],), {"change": [changed]})
    names: list[list[str]] = []

    def again(seen: Observation) -> Message:
        names.append([offered["name"] for offered in seen.main[-1].tools])
        return Message((use("toolu_90", names[-1][0]), use("toolu_91", names[0][0])))

    profile = small_agent("--seconds", "3", "--revision", revision, transport=transport)
    seen = converse(server, profile=profile, script=(calls_all, again, END))
    assert [len(offered) for offered in names] == [2]
    assert "new" in names[0][0]
    assert [call.tool for call in seen.calls][-1] == "new"


@pytest.mark.parametrize("fault", ["unreachable", "list_error", "list_never", "list_endless"])
@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_a_faulty_server_costs_its_own_tools(fault: Any, transport: Any) -> None:
    server = Server("files", ([tool("read")],), fault=fault)
    seen = converse(server, profile=small_agent("--seconds", "1.5", transport=transport))
    assert "fetch" in {call.tool for call in seen.calls}
    assert ("files" in seen.listed) is (fault != "unreachable")
    if fault == "list_endless":
        assert seen.listed["files"] == 50


@pytest.mark.parametrize("revisions", [("2024-11-05",), ("2026-07-28",), ("2025-03-26", "2026-07-28")])
def test_a_server_speaks_its_revisions_alone(revisions: tuple[str, ...]) -> None:
    server = Server("files", ([tool("read")],), revisions=revisions)
    asked = "2025-11-25" if revisions[0] < REVISIONS[-1] else REVISIONS[-1]
    seen = converse(server, "--revision", asked)
    assert seen.connected["files"] == revisions[0]
    other = converse(server, "--revision", REVISIONS[-1])
    assert ("files" in other.connected) is (REVISIONS[-1] in revisions)


def test_wrong_on_purpose_is_seen() -> None:
    server = Server(
        "files", ([tool("read")], [tool("write")]), {"read": [Reaction("error", {"code": 1, "message": "x"})]}
    )
    assert len(converse(server).calls) == 3
    assert len(converse(server, "--wrong", "calls_twice").calls) == 6
    assert len(results(converse(server, "--wrong", "answers_twice"))) == 6
    assert len(results(converse(server, "--wrong", "loses_failures"))) == 2
    assert converse(server, "--wrong", "first_page").listed == {"files": 1, "web": 1}
    with Agent(small_agent("--wrong", "stops_early")) as agent:
        assert agent.converse(two_servers()).end == "early"


def test_a_wrong_layer_is_seen_through_the_wire() -> None:
    class_name = "toolset_reference.port:ReferencePort"
    profile = small_agent("--port", class_name, mode="loop")
    with Agent(profile) as agent, ThreadPoolExecutor(3) as pool:
        seen = list(pool.map(agent.converse, [two_servers()] * 6))
    assert {(one.end, len(one.calls), one.faults) for one in seen} == {("ended", 3, ())}


def test_the_wire_log_holds_both_sides() -> None:
    seen = converse(Server("files", ([tool("read")],)))
    lines = [(entry["from"], entry["to"], entry["what"]) for entry in seen.wire]
    for party in ("messages-api", "mcp:files", "mcp:web"):
        assert ("agent", party, "request") in lines
        assert (party, "agent", "answer") in lines
    assert [entry["at"] for entry in seen.wire] == sorted(entry["at"] for entry in seen.wire)
    json.dumps(list(seen.wire))
    assert dataclasses.replace(seen).main == seen.main

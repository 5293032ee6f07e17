"""A Python port served over the protocol, line by line."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from toolset_conformance import Port, Refused
from toolset_conformance.connections.serve import serve_lines
from toolset_conformance.connections.wire import BadMessage, read_answer, request_line
from toolset_conformance.core.messages import Error, Reply

pytestmark = pytest.mark.slow

JSON = Any


class Looking(Port):
    """Changes what it is given where the name asked for is a list."""

    name = "looking"

    def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
        if name == "no":
            raise Refused("not that")
        if isinstance(name, list):
            name.append("b")
        return {"server": "a", "tool": name}


def served(*lines: str, port: Port | None = None) -> list[JSON]:
    """The answers to these lines."""
    written = io.StringIO()
    serve_lines(port or Looking(), io.StringIO("".join(f"{line}\n" for line in lines)), written)
    assert written.getvalue().isascii()
    return [json.loads(line) for line in written.getvalue().splitlines()]


def resolve(name: JSON, observe: str | None = None) -> str:
    """A request for a name."""
    return request_line(1, "resolve", {"toolset": {"servers": []}, "name": name}, observe)


def test_each_line_has_one_answer() -> None:
    one, two = served(resolve("a"), "", "  ", resolve("no"))
    assert one == {"jsonrpc": "2.0", "id": 1, "result": {"server": "a", "tool": "a"}}
    assert two == {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "not that"}}


def test_it_says_who_it_is_and_what_it_sees() -> None:
    (answer,) = served(request_line(0, "describe", {}))
    assert answer["result"] == {
        "name": "looking", "version": "0", "language": "python", "protocol": 1, "observes": True,
    }  # fmt: skip


def test_a_port_that_cannot_say_who_it_is() -> None:
    class Broken(Port):
        def describe(self) -> JSON:
            raise KeyError("version")

    class Listing(Port):
        def describe(self) -> JSON:
            return ["a"]

    (answer,) = served(request_line(0, "describe", {}), port=Broken())
    assert answer["error"] == {"code": -32603, "message": "KeyError: 'version'"}

    class Deep(Port):
        def describe(self) -> JSON:
            deep: JSON = []
            for _ in range(300):
                deep = [deep]
            return deep

    (answer,) = served(request_line(0, "describe", {}), port=Deep())
    assert answer["error"]["message"].startswith("describe answers what is no plain JSON: nested more than")
    (answer,) = served(request_line(0, "describe", {}), port=Listing())
    assert answer["result"] == ["a"]


@pytest.mark.parametrize(("name", "seen"), [(["a"], True), ("a", False)], ids=["changed", "not changed"])
def test_what_it_saw_stands_in_the_answer(name: JSON, seen: bool) -> None:
    (answer,) = served(resolve(name, "input"))
    assert answer["observed"] is seen
    (answer,) = served(resolve(name))
    assert "observed" not in answer
    (answer,) = served(resolve(name, "network"))
    assert answer["observed"] is False


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700),
        ('{"id": 1, "id": 2}', -32700),
        ("[]", -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": 3}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "teach", "params": {}}', -32601),
        ('{"jsonrpc": "2.0", "id": 1, "method": "close", "params": {}}', -32601),
        ('{"jsonrpc": "2.0", "id": 1, "method": "resolve", "params": []}', -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "resolve", "params": {"name": "a"}}', -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "resolve", "params": {"toolset": {}, "name": 1, "more": 1}}', -32602),
        (request_line(1, "tools", {"toolset": {"servers": []}, "options": {}}), -32601),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_is_no_question_has_an_error_for_an_answer(line: str, code: int) -> None:
    after = served(line, resolve("a"))
    assert [answer.get("error", {}).get("code") for answer in after] == [code, None]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "not JSON"),
        ("[]", "no JSON-RPC 2.0 answer"),
        ('{"id": 1, "result": 1}', "no JSON-RPC 2.0 answer"),
        ('{"jsonrpc": "2.0", "result": 1}', "no JSON-RPC 2.0 answer"),
        ('{"jsonrpc": "2.0", "id": 1, "method": "resolve", "params": {}}', "no JSON-RPC 2.0 answer"),
        ('{"jsonrpc": "2.0", "id": 1, "result": 1, "error": {"code": 1, "message": ""}}', "both a result and an error"),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"message": "a"}}', "without a whole-number code"),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000.5}}', "without a whole-number code"),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": true}}', "without a whole-number code"),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": 2}}', "without a whole-number code"),
        ('{"jsonrpc": "2.0", "id": 1, "error": "a"}', "without a whole-number code"),
    ],
)
def test_what_is_no_answer(line: str, said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        read_answer(line)


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ('{"jsonrpc": "2.0", "id": 1}', Reply(None)),
        ('{"jsonrpc": "2.0", "id": 1, "result": 2, "error": null}', Reply(2)),
        ('{"jsonrpc": "2.0", "id": 1, "result": [], "more": 1}', Reply([])),
        ('{"jsonrpc": "2.0", "id": 1, "result": 1, "observed": true}', Reply(1, seen=True)),
        ('{"jsonrpc": "2.0", "id": 1, "result": 1, "observed": 1}', Reply(1)),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000.0}}', Reply(error=Error(-32000, ""))),
    ],
)
def test_answers_are_read_as_the_protocol_says(line: str, reply: Reply) -> None:
    assert read_answer(line) == (1, reply)

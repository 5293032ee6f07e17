"""A Python port in this process: what it raises, what it answers, what it does besides."""

from __future__ import annotations

import socket
import sys
import time
from typing import Any

import pytest
from toolset_conformance import DuplicateName, NotOffered, Port, Refused
from toolset_conformance.connections.connection import PortError
from toolset_conformance.connections.in_process import InProcess
from toolset_conformance.core.messages import Call, Error, Fault, Reply

JSON = Any
PARAMS = {"toolset": {"servers": []}, "name": ["a"]}


def ask(port: Port, *, watch: str | None = None, timeout: float = 10.0, params: JSON = PARAMS) -> Reply | Fault:
    """The reply to one question."""
    connection = InProcess(port, timeout)
    connection.send(7, Call("resolve", params, watch=watch))
    number, reply = connection.receive()
    assert number == 7
    return reply


class Raising(Port):
    """Raises what it was made with."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
        raise self.error


class Answering(Port):
    """Answers what it was made with."""

    def __init__(self, answer: JSON) -> None:
        self.answer = answer

    def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
        return self.answer


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (NotOffered("resolve"), Error(-32601, "resolve")),
        (NotOffered(), Error(-32601, "not offered")),
        (Refused("no text"), Error(-32602, "no text")),
        (Refused(), Error(-32602, "refused")),
        (DuplicateName("a twice"), Error(-32000, "a twice", {"kind": "duplicate_name"})),
        (DuplicateName(), Error(-32000, "a name stands twice", {"kind": "duplicate_name"})),
        (KeyError("name"), Error(-32603, "KeyError: 'name'")),
        (SystemExit(3), Error(-32603, "SystemExit: 3")),
        (RecursionError("deep"), Error(-32603, "RecursionError: deep")),
    ],
    ids=repr,
)
def test_what_it_raises_is_an_error_of_the_protocol(error: BaseException, expected: Error) -> None:
    reply = ask(Raising(error))
    assert isinstance(reply, Reply)
    assert (reply.result, reply.error) == (None, expected)


def test_ctrl_c_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(Raising(KeyboardInterrupt()))


def test_what_is_not_overridden_is_not_offered() -> None:
    reply = ask(Port())
    assert isinstance(reply, Reply) and reply.error is not None and reply.error.code == -32601


@pytest.mark.parametrize("answer", [float("nan"), {1}, object(), [b"a"]], ids=["nan", "set", "object", "bytes"])
def test_an_answer_that_json_cannot_hold_is_the_ports_failure(answer: object) -> None:
    reply = ask(Answering(answer))
    assert isinstance(reply, Reply) and reply.error is not None and reply.error.code == -32603


def test_an_answer_that_the_protocol_refuses_is_a_fault() -> None:
    deep: JSON = []
    for _ in range(300):
        deep = [deep]
    reply = ask(Answering(deep))
    assert isinstance(reply, Fault) and "nested more than 256 deep" in reply.what


def test_an_answer_is_what_would_come_over_a_pipe() -> None:
    assert ask(Answering((1, {2: "a"}))) == Reply([1, {"2": "a"}])


def test_a_port_that_takes_too_long_is_interrupted() -> None:
    class Slow(Port):
        def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
            try:
                while True:
                    time.sleep(0.01)
            except Exception:
                return "swallowed"

    reply = ask(Slow(), timeout=0.1)
    assert isinstance(reply, Fault) and reply.what == "no answer within 0.1 seconds"
    assert ask(Answering(1), timeout=0.5) == Reply(1)
    time.sleep(0.6)  # the clock of a question ends with its answer


def test_a_port_gets_a_copy() -> None:
    class Changing(Port):
        def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
            name.append("b")

    params: JSON = {"toolset": {}, "name": ["a"]}
    assert ask(Changing(), params=params) == Reply(None)
    assert params == {"toolset": {}, "name": ["a"]}
    assert ask(Changing(), params=params, watch="input") == Reply(None, seen=True)
    assert ask(Answering(None), params=params, watch="input") == Reply(None, seen=False)


def test_connections_are_seen_while_it_is_watched() -> None:
    class Connecting(Port):
        def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
                made.connect(("127.0.0.1", 9))

    class Trying(Port):
        def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
                made.bind(("127.0.0.1", 0))
            raise Refused("no network")

    assert ask(Connecting(), watch="network") == Reply(None, seen=True)
    assert ask(Answering(None), watch="network") == Reply(None, seen=False)
    assert ask(Connecting()) == Reply(None)
    assert ask(Trying(), watch="network") == Reply(error=Error(-32602, "no network"))


@pytest.mark.parametrize(
    ("description", "said"),
    [
        (None, "no object"),
        ({"version": "1", "language": "python", "protocol": 1}, "no text 'name'"),
        ({"name": "a", "version": 1, "language": "python", "protocol": 1}, "no text 'version'"),
        ({"name": "a", "version": "1", "language": "python", "protocol": 2}, "protocol 2"),
        ({"name": "a", "version": "1", "language": "python", "protocol": True}, "protocol True"),
        ({"name": "\ud83d", "version": "1", "language": "python", "protocol": 1}, "half a surrogate pair"),
        ({"name": "a", "version": "1", "language": "python", "protocol": float("nan")}, "describe fails"),
    ],
    ids=str,
)
def test_a_port_that_does_not_say_who_it_is_cannot_be_reached(description: JSON, said: str) -> None:
    class Strange(Port):
        def describe(self) -> JSON:
            return description

    with pytest.raises(PortError, match=said):
        InProcess(Strange()).open()


def test_a_port_that_crashes_when_asked_who_it_is_cannot_be_reached() -> None:
    class Exiting(Port):
        def describe(self) -> JSON:
            sys.exit("bye")

    with pytest.raises(PortError, match="describe fails: error -32603: SystemExit: bye"):
        InProcess(Exiting()).open()


class Slipping(Port):
    """Fails in code of its own, is async where it may not be, and prints."""

    def resolve(self, toolset: dict[str, JSON], name: JSON) -> JSON:
        print("looking up", name)
        return toolset["entries"]

    async def tools(self, toolset: dict[str, JSON], options: dict[str, JSON]) -> JSON:
        return []


def test_where_in_the_port_an_error_came_from() -> None:
    reply = ask(Slipping())
    assert isinstance(reply, Reply)
    assert reply.error == Error(-32603, "KeyError: 'entries'")
    assert "test_in_process.py" in reply.stderr
    assert 'return toolset["entries"]' in reply.stderr
    assert "toolset_conformance" not in reply.stderr


def test_an_answer_that_is_no_json_comes_from_no_line_of_the_port() -> None:
    reply = ask(Answering({"a", "b"}))
    assert isinstance(reply, Reply)
    assert (reply.error is not None, reply.stderr) == (True, "")


@pytest.mark.filterwarnings("error")
def test_an_async_method_is_told_so() -> None:
    connection = InProcess(Slipping())
    connection.send(1, Call("tools", {"toolset": {}, "options": {}}))
    _, reply = connection.receive()
    assert isinstance(reply, Reply)
    assert reply.error is not None
    assert reply.error.message.startswith("TypeError: tools is async: ")


def test_what_a_port_prints_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    ask(Slipping())
    assert capsys.readouterr() == ("", "looking up ['a']\n")

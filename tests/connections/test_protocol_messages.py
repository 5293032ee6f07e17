"""Every message of a whole run against the served reference is one that the protocol's JSON Schema describes."""

from __future__ import annotations

import io
import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from toolset_conformance.connections import wire as wire_module
from toolset_conformance.connections.connection import Connection
from toolset_conformance.connections.serve import serve_lines
from toolset_conformance.connections.target import Target
from toolset_conformance.core import json_values, methods
from toolset_conformance.core.messages import Call, Fault, Reply
from toolset_conformance.corpus import schemas
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.engine.session import Session
from toolset_reference.port import ReferencePort

pytestmark = pytest.mark.slow

JSON = Any
SCHEMA = schemas.schema("protocol")


def validator(part: str) -> Draft202012Validator:
    """A validator for one part of the schema."""
    return Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{part}"})


REQUEST, ANSWER = validator("request"), validator("answer")
# What a port answers to ``request`` is the Messages API's, and no schema of ours.
RESULTS = {method: validator(method) for method in ["describe", *methods.METHODS] if method != "request"}


class Wire:
    """A connection to the served reference that checks each line on its way there and back."""

    sees = True

    def __init__(self) -> None:
        self.checked = 0
        self._answers: deque[str] = deque()

    def open(self) -> dict[str, JSON]:
        """What the reference answers to ``describe``."""
        self._ask("describe", wire_module.request_line(0, "describe", {}))
        found: dict[str, JSON] = self.receive()[1].result  # type: ignore[union-attr]
        return found

    def send(self, number: int, call: Call) -> None:
        """Ask at once; the answer waits for ``receive``."""
        self._ask(call.method, wire_module.request_line(number, call.method, call.params, call.watch))

    def receive(self) -> tuple[int, Reply | Fault]:
        """The oldest answer."""
        return wire_module.read_answer(self._answers.popleft())

    def close(self) -> None:
        """Nothing to end."""

    def _ask(self, method: str, line: str) -> None:
        assert line.isascii() and "\n" not in line
        REQUEST.validate(json.loads(line))
        written = io.StringIO()
        serve_lines(ReferencePort(), io.StringIO(line + "\n"), written)
        (answer,) = written.getvalue().splitlines()
        message = json.loads(answer)
        ANSWER.validate(message)
        if "result" in message and method in RESULTS:
            RESULTS[method].validate(message["result"])
        self._answers.append(answer)
        self.checked += 1


@dataclass(frozen=True)
class Wired(Target):
    """The served reference, in this process."""

    wire: Wire = field(default_factory=Wire)

    def connect(self) -> Connection:
        """The connection that checks."""
        return self.wire


def test_every_message_of_a_run_fits_the_schema(whole_corpus: Corpus) -> None:
    cases = [case for case in whole_corpus.cases if not any(step.fresh for step in case.steps)]
    target = Wired()
    with Session(target) as session:
        session.probe(cases)
        wrong = [verdict.case.id for verdict in session.judge_all(cases) if verdict.outcome != "passed"]
    assert wrong == []
    assert target.wire.checked > len(cases)


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "resolve", "params": {"name": "read"}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools", "params": {"toolset": {"servers": []}, "options": {"a": 1}}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools", "params": {"toolset": {}, "options": {}}},
        {"jsonrpc": "2.0", "id": 1, "method": "describe", "params": {"a": 1}},
        {"jsonrpc": "2.0", "id": "1", "method": "describe", "params": {}},
        {"jsonrpc": "2.0", "id": 1, "method": "teach", "params": {}},
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_no_request(message: JSON) -> None:
    assert not REQUEST.is_valid(message)


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "result": None},
        {"jsonrpc": "1.0", "id": 1, "result": None},
        {"jsonrpc": "2.0", "id": 1, "error": {"message": "no code"}},
        {"jsonrpc": "2.0", "id": 1, "method": "resolve", "result": None},
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_no_answer(message: JSON) -> None:
    assert not ANSWER.is_valid(message)


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("describe", {"name": "a", "version": "1", "language": "go", "protocol": 2}),
        ("toolset", {"names": []}),
        ("toolset", {"entries": [{"name": "a", "server": "b"}]}),
        ("resolve", {"server": "files"}),
        ("exposed_name", 1),
        ("tools", [{"name": "a", "description": None, "input_schema": {}}]),
        ("tool_calls", {"calls": []}),
        ("tool_result", {"type": "tool_result", "tool_use_id": 1}),
        ("user_turn", {"role": "assistant", "content": []}),
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_no_result(method: str, result: JSON) -> None:
    assert not RESULTS[method].is_valid(result)


def test_no_request_nests_deeper_than_the_protocol_says(whole_corpus: Corpus) -> None:
    """.NET's reader stops at 64 by default, the request's own object and that of its params counted."""
    deep = [
        case.id
        for case in whole_corpus.cases
        for step in case.steps
        if json_values.deeper_than({"params": case.params(step)}, methods.MAX_DEPTH)
    ]
    assert (methods.MAX_DEPTH, deep) == (64, [])

"""A conversation is told in words that leave nothing out."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.text import case_words, conversation_words

JSON = Any
SIZES = {"limit": 200, "many": 8}
READ = {"name": "read", "inputSchema": {"type": "object"}}
CALL = {"type": "tool_use", "id": "toolu_1", "name": {"$exposed": ["files", "read"]}, "input": {"path": "a.txt"}}
PLAIN: dict[str, JSON] = {"prompt": "Read.", "servers": [], "script": []}


def told(**params: JSON) -> list[tuple[str, list[str]]]:
    """What is told of params beside the prompt."""
    return list(conversation_words.given({**PLAIN, **params}, 90, SIZES))[1:]


@pytest.mark.parametrize(
    ("reaction", "words"),
    [
        ({"value": {"content": [{"type": "text", "text": "milk"}]}}, ['answers: "milk"']),
        ({"value": {"content": []}, "delay": 45}, ['answers, after 45 seconds: {"content": []}']),
        ({"value": None, "behind": 1}, ["answers, behind 1 later: null"]),
        ({"kind": "error", "value": {"code": -1}}, ['fails: {"code": -1}']),
        (
            {"kind": "never", "then_pages": [[READ], []]},
            ["is never answered, and its server now lists read, then nothing"],
        ),
        ({"kind": "dies"}, ["ends the server"]),
        ({"kind": "never", "before": [{"method": "ping"}]}, ['sends {"method": "ping"}', "is never answered"]),
        ({"$varies": "A"}, ["<A>"]),
    ],
    ids=str,
)
def test_a_reaction(reaction: JSON, words: list[str]) -> None:
    server = {"id": "files", "pages": [[READ]], "reactions": {"read": [reaction]}}
    assert told(servers=[server]) == [("files", ["lists read"]), ("files, read", words)]


@pytest.mark.parametrize(
    ("server", "words"),
    [
        ({"pages": [[READ, {**READ, "title": "R"}]]}, [["lists read, "]]),
        ({"pages": [[]], "fault": "unreachable"}, [["lists nothing"], ["cannot be reached"]]),
        ({"pages": ["none"]}, [['lists "none"']]),
        ({"pages": {"$varies": "A"}}, [["lists <A>"]]),
    ],
    ids=str,
)
def test_a_server(server: JSON, words: list[list[str]]) -> None:
    found = told(servers=[{"id": "files", **server}])
    assert [name for name, _ in found] == ["files"] * len(words)
    assert all(line.startswith(start) for (_, [line]), [start] in zip(found, words, strict=True)), found


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"content": [CALL]}, ['calls read of files as toolu_1: {"path": "a.txt"}']),
        (
            {"content": [{"type": "text", "text": "Hi."}, CALL]},
            ['says "Hi."', 'calls read of files as toolu_1: {"path": "a.txt"}'],
        ),
        ({"content": [{**CALL, "caller": 1}]}, None),
        (
            {"content": [], "streaming": {"cut": "unkind", "error_after": 3}},
            ['streamed, cut "unkind"', "an error event after 3 events"],
        ),
        (
            {"content": [], "streaming": {"pieces": {"0": ["{"]}, "break_after": 3}},
            ['streamed in the pieces {"0": ["{"]}', "the connection breaks after 3 events"],
        ),
    ],
    ids=str,
)
def test_a_message(message: JSON, words: list[str] | None) -> None:
    ((label, lines),) = told(script=[{**message, "stop_reason": "tool_use"}])
    assert label == "model, tool_use"
    assert lines == words if words else "caller" in " ".join(lines)


def test_what_is_free_is_not_spoken_of() -> None:
    assert conversation_words.expected({"requests": {"$length": 1}, "calls": {"$any": True}}, 90, SIZES) == [
        "requests: <a list of 1 elements>"
    ]


def test_every_conversation_is_told(whole_corpus: Corpus) -> None:
    for case in whole_corpus.cases:
        if case.group == "conversation":
            lines = list(case_words.of(case).lines())
            assert len(lines) > 4, case.id
            assert max(map(len, lines)) < 400, case.id

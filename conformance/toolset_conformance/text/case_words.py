"""Cases in plain words: what is given, what is asked, what is right to answer; pages and ``explain`` show this."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from toolset_conformance.corpus.model import NOTHING, Case, Step
from toolset_conformance.text import conversation_words, notation, rendering

JSON = Any

ASKED = {
    "toolset": "Build the set",
    "resolve": "Look up a name",
    "exposed_name": "Ask for the exposed name of a tool",
    "tools": "Ask for the tool definitions",
    "tool_calls": "Read the tool calls from a response",
    "tool_result": "Turn an outcome into a tool_result block",
    "user_turn": "Put the next user turn together",
    "request": "Build a request",
    "conversation": "Hold a conversation",
}


@dataclass(frozen=True)
class PlainStep:
    """One question: ``asked`` in words, what is ``given`` by name, what is ``right`` in words, and the lines of it."""

    asked: str
    given: tuple[tuple[str, list[str]], ...]
    right: str
    expected: list[str]


@dataclass(frozen=True)
class PlainCase:
    """A case: the lines of its tool set, its steps, and its hidden characters by name."""

    toolset: list[str]
    steps: tuple[PlainStep, ...]
    hidden: list[str]

    def lines(self) -> Iterable[str]:
        """The case as text."""
        if self.toolset:
            yield from labelled("The set", self.toolset)
        for number, step in enumerate(self.steps, 1):
            yield f"{number}. {step.asked}"
            for name, lines in step.given:
                yield from labelled(f"   {name}", lines)
            yield from labelled(f"   {step.right}", step.expected)


def labelled(label: str, lines: list[str]) -> Iterable[str]:
    """A label with what it stands for: beside it where that is one line, else below."""
    if len(lines) < 2:
        yield ": ".join([label, *lines])
        return
    yield f"{label}:"
    indent = " " * (len(label) - len(label.lstrip()) + 2)
    yield from (indent + line for line in lines)


def of(case: Case, width: int = 92, *, limit: int = 200, many: int = 8) -> PlainCase:
    """A case in plain words, long values abridged."""
    sizes = {"limit": limit, "many": many}
    # The servers of a conversation say what their tools are.
    is_said = case.toolset is None or case.methods == {"conversation"}
    toolset = [] if is_said else notation.request(case.toolset, width, **sizes)
    steps = tuple(_step(case, step, width, sizes) for step in case.steps)
    return PlainCase(toolset, steps, hidden(case))


def hidden(case: Case) -> list[str]:
    """The hidden characters of a case, each once, by code point and name."""
    found: dict[str, None] = {}
    for text in _texts([case.toolset, *([step.given, step.expect] for step in case.steps)]):
        found.update(dict.fromkeys(rendering.names_of(text)))
    return sorted(found, key=lambda name: int(name[2:].split(" ")[0], 16))


def _texts(value: JSON) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _step(case: Case, step: Step, width: int, sizes: dict[str, int]) -> PlainStep:
    given = {key: value for key, value in case.params(step).items() if key != "toolset" or "toolset" in step.given}
    shown = tuple(
        (key, notation.request(value, width - 5, **sizes))
        for key, value in given.items()
        if key != "options" or value != {}
    )
    if step.ask == "conversation":
        shown = conversation_words.given(given, width - 5, sizes)
    asked = f"{ASKED[step.ask]} ({step.ask})"
    if step.fresh:
        asked += ", in a process of its own"
    if step.if_exposed:
        server, tool = (" ".join(notation.request(part)) for part in step.if_exposed)
        asked = f"If the set holds {tool} of {server}: {asked[0].lower()}{asked[1:]}"
    if step.refused:
        kind = " of the kind duplicate_name" if step.refused == "duplicate_name" else ""
        return PlainStep(asked, shown, f"Right is a refusal{kind}", [])
    right = "Right, unless it is refused" if step.or_refused else "Right"
    right += {"input": ", with the input left as it was", "network": ", with no connection opened", None: ""}[
        step.watch
    ]
    assert step.expect is not NOTHING
    if step.ask == "conversation":
        return PlainStep(asked, shown, right, conversation_words.expected(step.expect, width - 5, sizes))
    return PlainStep(asked, shown, right, notation.pattern(step.expect, width - 5, **sizes))

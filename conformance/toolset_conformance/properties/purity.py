"""Properties of purity: PURE-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.definitions import full_servers
from toolset_conformance.properties.names import CONTROL, Servers
from toolset_conformance.properties.property import SOMETHING, Cases, Plain, ask, exposed, plain, prop

JSON = Any
_LAST = {"cache_control": "last"}


@prop("PURE-1", "Nothing changes what it is given.")
def input_is_left_alone() -> Cases:
    return _watched("input")


@prop("PURE-3", "Nothing opens a connection.")
def no_connection_is_opened() -> Cases:
    return _watched("network")


_RESULT = {"$has": {"type": "tool_result"}}
_QUESTIONS = 9


@st.composite
def _question(draw: st.DrawFn, given: st.SearchStrategy[JSON], content: st.SearchStrategy[JSON]) -> dict[str, JSON]:
    """A question to any method, one a case: what a port does not offer must not hide the rest."""
    server, tool = CONTROL
    name = exposed(CONTROL)
    match draw(_NUMBERS):
        case 0:
            return ask("tools", SOMETHING)
        case 1:
            return ask("tools", SOMETHING, options=_LAST)
        case 2:
            return ask("toolset", {"entries": SOMETHING})
        case 3:
            return ask("resolve", {"server": server, "tool": tool}, name=name)
        case 4:
            return ask("exposed_name", name, server=server, tool=tool)
        case 5:
            good = {"type": "tool_use", "id": "toolu_1", "name": name, "input": draw(given)}
            unknown = {"type": "tool_use", "id": "toolu_2", "name": "unknown", "input": draw(given)}
            both = {"calls": {"$length": 1}, "rejected": {"$length": 1}}
            return ask("tool_calls", both, response={"role": "assistant", "content": [good, unknown]})
        case 6:
            result = {"content": draw(content), "structuredContent": {"a": [1]}, "isError": draw(_BOOLEANS)}
            options = {"structured": draw(_STRUCTURED)}
            return ask("tool_result", _RESULT, tool_use_id="toolu_1", outcome={"result": result}, options=options)
        case 7:
            error = {"error": {"kind": "timeout", "message": "timed out"}}
            return ask("tool_result", _RESULT, tool_use_id="toolu_1", outcome=error)
        case _:
            text = [{"type": "text", "text": "x"}]
            answer: JSON = {"type": "tool_result", "tool_use_id": "toolu_1", "content": text}
            rejected = {**answer, "tool_use_id": "toolu_2", "is_error": True}
            turn: dict[str, JSON] = {"rejected": [rejected], "results": [answer], "others": text}
            return ask("user_turn", {"$has": {"content": {"$length": 3}}}, **turn)


_NUMBERS = st.integers(0, _QUESTIONS - 1)
_BOOLEANS = st.booleans()
_STRUCTURED = st.sampled_from(["append", "prefer", "auto", "ignore"])


def _questions() -> st.SearchStrategy[dict[str, JSON]]:
    return _question(strategies.json_objects(), strategies.contents().map(lambda made: made[0]))


def _watched(watch: str) -> Cases:
    return st.tuples(full_servers(), _questions()).map(
        lambda drawn: plain({**drawn[1], "watch": watch}, servers=drawn[0])
    )


@prop("PURE-2", "The same question has the same answer, whatever was asked in between.")
def same_question_same_answer() -> Cases:
    def made(drawn: tuple[Servers, Servers, dict[str, JSON], dict[str, JSON]]) -> Plain:
        servers, others, question, between = drawn
        again = {**question, "expect": {"$answer": [1]}}
        # The same question about another set, or another question about the same one: either may leave a trace.
        other = ask("tools", SOMETHING, toolset={"servers": others}, options=_LAST)
        return plain(question, other, between, again, servers=servers)

    return st.tuples(full_servers(), full_servers(), _questions(), _questions()).map(made)

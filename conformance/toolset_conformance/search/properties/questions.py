"""Questions of every kind, for the properties that hold whatever is asked."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import CONTROL, Entries
from toolset_conformance.search.property import SOMETHING, ask, exposed

JSON = Any
Question = dict[str, JSON]
LAST = {"cache_control": "last"}
_PAIR: dict[str, JSON] = {"server": CONTROL[0], "tool": CONTROL[1]}


def _about_sets() -> st.SearchStrategy[Question]:
    return st.sampled_from(
        [
            ask("tools", SOMETHING),
            ask("tools", SOMETHING, options=LAST),
            ask("toolset", {"entries": SOMETHING}),
            ask("resolve", _PAIR, name=exposed(CONTROL)),
            ask("exposed_name", exposed(CONTROL), **_PAIR),
        ]
    )


def _about_given_names() -> st.SearchStrategy[Question]:
    def made(drawn: tuple[Entries, int]) -> Question:
        entries, kind = drawn
        last = entries[-1]
        pair = {"server": last["server"], "tool": last["tool"]["name"]}
        toolset = {"entries": entries}
        match kind:
            case 0:
                return ask("tools", SOMETHING, toolset=toolset)
            case 1:
                return ask("tools", SOMETHING, options=LAST, toolset=toolset)
            case 2:
                return ask("toolset", {"entries": SOMETHING}, toolset=toolset)
            case 3:
                return ask("resolve", pair, name=last["name"], toolset=toolset)
            case _:
                return ask("exposed_name", last["name"], **pair, toolset=toolset)

    return st.tuples(strategies.entries(), st.integers(0, 4)).map(made)


def _about_calls() -> st.SearchStrategy[Question]:
    both = {"calls": {"$length": 1}, "rejected": {"$length": 2}}

    def made(drawn: tuple[JSON, JSON, bool]) -> Question:
        given, wrong, wrapped = drawn
        good = {"type": "tool_use", "id": "toolu_1", "name": exposed(CONTROL), "input": given}
        unknown = {**good, "id": "toolu_2", "name": "unknown"}
        bad = {**good, "id": "toolu_3", "input": wrong}
        blocks = [good, unknown, {"type": "text", "text": "x"}, bad]
        return ask("tool_calls", both, response={"role": "assistant", "content": blocks} if wrapped else blocks)

    wrong: st.SearchStrategy[JSON] = st.sampled_from([None, "{}", [], 1])
    return st.tuples(strategies.json_objects(), wrong, st.booleans()).map(made)


def _about_results() -> st.SearchStrategy[Question]:
    expected = {"$has": {"type": "tool_result"}}
    kinds = ["timeout", "transport", "protocol", "rejected", "unknown_tool"]
    errors = [{"error": {"kind": kind, "message": said}} for kind in kinds for said in _MESSAGES]
    ways = [(option, failed) for option in ("append", "prefer", "auto", "ignore") for failed in (False, True)]

    def made(drawn: tuple[tuple[list[JSON], list[JSON]], tuple[str, bool]]) -> Question:
        (content, _), (option, failed) = drawn
        result = {"content": content, "structuredContent": {"a": [1]}, "isError": failed}
        options = {"structured": option}
        return ask("tool_result", expected, tool_use_id="toolu_1", outcome={"result": result}, options=options)

    results = st.tuples(strategies.contents(), st.sampled_from(ways)).map(made)
    failed = [ask("tool_result", expected, tool_use_id="toolu_1", outcome=error) for error in errors]
    return st.one_of(results, results, results, st.sampled_from(failed))


def _about_turns() -> st.SearchStrategy[Question]:
    text = [{"type": "text", "text": "x"}]
    image = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
    answer: JSON = {"type": "tool_result", "tool_use_id": "toolu_1", "content": text}

    def made(count: int) -> Question:
        rejected = [{**answer, "tool_use_id": f"toolu_r{n}", "is_error": True} for n in range(count)]
        turn: dict[str, JSON] = {"rejected": rejected, "results": [answer], "others": [*text, image]}
        return ask("user_turn", {"$has": {"content": {"$length": count + 3}}}, **turn)

    return st.integers(0, 12).map(made)


def _about_requests() -> st.SearchStrategy[Question]:
    options = [{}, LAST, {"tool_choice": {"type": "auto"}}]
    asked = [([{"role": "user", "content": said or "Hello."}], option) for said in _MESSAGES for option in options]
    return st.sampled_from(asked).map(
        lambda drawn: ask("request", {"$has": {"model": "m"}}, model="m", messages=drawn[0], options=drawn[1])
    )


_MESSAGES = ["timed out", "", "https://example.org"]

QUESTIONS = {
    "sets": _about_sets,
    "given names": _about_given_names,
    "calls": _about_calls,
    "results": _about_results,
    "turns": _about_turns,
    "requests": _about_requests,
}
"""Questions by what they are about. Those of a property are about one thing: a port need not offer the rest."""

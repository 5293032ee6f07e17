"""Properties of purity: PURE-*."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.definitions import full_servers
from toolset_conformance.properties.names import CONTROL, Servers
from toolset_conformance.properties.property import SOMETHING, Cases, Plain, ask, exposed, plain, prop

JSON = Any
_LAST = {"cache_control": "last"}


@st.composite
def _about_sets(draw: st.DrawFn) -> dict[str, JSON]:
    server, tool = CONTROL
    match draw(_FIVE):
        case 0:
            return ask("tools", SOMETHING)
        case 1:
            return ask("tools", SOMETHING, options=_LAST)
        case 2:
            return ask("toolset", {"entries": SOMETHING})
        case 3:
            return ask("resolve", {"server": server, "tool": tool}, name=exposed(CONTROL))
        case _:
            return ask("exposed_name", exposed(CONTROL), server=server, tool=tool)


@st.composite
def _about_given_names(draw: st.DrawFn, sets: st.SearchStrategy[list[dict[str, JSON]]]) -> dict[str, JSON]:
    entries = draw(sets)
    toolset = {"entries": entries}
    first = entries[-1]
    pair = {"server": first["server"], "tool": first["tool"]["name"]}
    match draw(_FIVE):
        case 0:
            return ask("tools", SOMETHING, toolset=toolset)
        case 1:
            return ask("tools", SOMETHING, options=_LAST, toolset=toolset)
        case 2:
            return ask("toolset", {"entries": SOMETHING}, toolset=toolset)
        case 3:
            return ask("resolve", draw(st.just(pair)), name=first["name"], toolset=toolset)
        case _:
            return ask("exposed_name", first["name"], **pair, toolset=toolset)


@st.composite
def _about_calls(draw: st.DrawFn, given: st.SearchStrategy[JSON]) -> dict[str, JSON]:
    good = {"type": "tool_use", "id": "toolu_1", "name": exposed(CONTROL), "input": draw(given)}
    unknown = {"type": "tool_use", "id": "toolu_2", "name": "unknown", "input": draw(given)}
    bad = {**good, "id": "toolu_3", "input": draw(_BAD)}
    both = {"calls": {"$length": 1}, "rejected": {"$length": 2}}
    blocks = [good, unknown, {"type": "text", "text": "x"}, bad]
    return ask("tool_calls", both, response=draw(st.sampled_from([blocks, {"role": "assistant", "content": blocks}])))


@st.composite
def _about_results(draw: st.DrawFn, content: st.SearchStrategy[JSON]) -> dict[str, JSON]:
    if draw(_FIVE) == 0:
        error = {"error": {"kind": draw(_KINDS), "message": draw(_MESSAGES)}}
        return ask("tool_result", _RESULT, tool_use_id="toolu_1", outcome=error)
    result = {"content": draw(content), "structuredContent": {"a": [1]}, "isError": draw(_BOOLEANS)}
    options = {"structured": draw(_STRUCTURED)}
    return ask("tool_result", _RESULT, tool_use_id="toolu_1", outcome={"result": result}, options=options)


@st.composite
def _about_turns(draw: st.DrawFn) -> dict[str, JSON]:
    text = [{"type": "text", "text": "x"}]
    answer: JSON = {"type": "tool_result", "tool_use_id": "toolu_1", "content": text}
    rejected = [{**answer, "tool_use_id": f"toolu_r{n}", "is_error": True} for n in range(draw(_FIVE))]
    image = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
    turn: dict[str, JSON] = {"rejected": rejected, "results": [answer], "others": [*text, image]}
    return ask("user_turn", {"$has": {"content": {"$length": len(rejected) + 3}}}, **turn)


@st.composite
def _about_requests(draw: st.DrawFn) -> dict[str, JSON]:
    messages = [{"role": "user", "content": draw(_MESSAGES) or "Hello."}]
    options = draw(st.sampled_from([{}, _LAST, {"tool_choice": {"type": "auto"}}]))
    return ask("request", {"$has": {"model": "m"}}, model="m", messages=messages, options=options)


_RESULT = {"$has": {"type": "tool_result"}}
_FIVE = st.integers(0, 4)
_BOOLEANS = st.booleans()
_BAD: st.SearchStrategy[JSON] = st.sampled_from([None, "{}", [], 1])
_KINDS = st.sampled_from(["timeout", "transport", "protocol", "rejected", "unknown_tool"])
_MESSAGES = st.sampled_from(["timed out", "", "https://example.org"])
_STRUCTURED = st.sampled_from(["append", "append", "prefer", "auto", "ignore"])

_QUESTIONS: dict[str, Callable[[], st.SearchStrategy[dict[str, JSON]]]] = {
    "sets": _about_sets,
    "given names": lambda: _about_given_names(strategies.entries()),
    "calls": lambda: _about_calls(strategies.json_objects()),
    "results": lambda: _about_results(strategies.contents().map(lambda made: made[0])),
    "turns": _about_turns,
    "requests": _about_requests,
}
"""Questions by what they are about. Those of a property are about one thing: a port need not offer the rest."""


def _watched(watch: str, about: str) -> Cases:
    def made(drawn: tuple[Servers, dict[str, JSON]]) -> Plain:
        servers, question = drawn
        servers = [*servers, {"id": "empty", "tools": []}]
        return plain({**question, "watch": watch}, servers=servers)

    return st.tuples(full_servers(), _QUESTIONS[about]()).map(made)


def _asked_again(about: str) -> Cases:
    def made(drawn: tuple[Servers, Servers, dict[str, JSON], dict[str, JSON]]) -> Plain:
        servers, others, question, between = drawn
        # The same question about another set, or another question about the same one: either may leave a trace.
        other = ask("tools", SOMETHING, toolset={"servers": others}, options=_LAST)
        return plain(question, other, between, {**question, "expect": {"$answer": [1]}}, servers=servers)

    questions = _QUESTIONS[about]()
    return st.tuples(full_servers(), strategies.plain_servers(), questions, questions).map(made)


@prop("PURE-1", "Nothing changes what it is given: sets.")
def sets_leave_their_input() -> Cases:
    return _watched("input", "sets")


@prop("PURE-2", "The same question has the same answer: sets.")
def sets_answer_alike() -> Cases:
    return _asked_again("sets")


@prop("PURE-3", "Nothing opens a connection: sets.")
def sets_stay_offline() -> Cases:
    return _watched("network", "sets")


@prop("PURE-1", "Nothing changes what it is given: given names.")
def given_names_leave_their_input() -> Cases:
    return _watched("input", "given names")


@prop("PURE-2", "The same question has the same answer: given names.")
def given_names_answer_alike() -> Cases:
    return _asked_again("given names")


@prop("PURE-3", "Nothing opens a connection: given names.")
def given_names_stay_offline() -> Cases:
    return _watched("network", "given names")


@prop("PURE-1", "Nothing changes what it is given: calls.")
def calls_leave_their_input() -> Cases:
    return _watched("input", "calls")


@prop("PURE-2", "The same question has the same answer: calls.")
def calls_answer_alike() -> Cases:
    return _asked_again("calls")


@prop("PURE-3", "Nothing opens a connection: calls.")
def calls_stay_offline() -> Cases:
    return _watched("network", "calls")


@prop("PURE-1", "Nothing changes what it is given: results.")
def results_leave_their_input() -> Cases:
    return _watched("input", "results")


@prop("PURE-2", "The same question has the same answer: results.")
def results_answer_alike() -> Cases:
    return _asked_again("results")


@prop("PURE-3", "Nothing opens a connection: results.")
def results_stay_offline() -> Cases:
    return _watched("network", "results")


@prop("PURE-1", "Nothing changes what it is given: turns.")
def turns_leave_their_input() -> Cases:
    return _watched("input", "turns")


@prop("PURE-2", "The same question has the same answer: turns.")
def turns_answer_alike() -> Cases:
    return _asked_again("turns")


@prop("PURE-3", "Nothing opens a connection: turns.")
def turns_stay_offline() -> Cases:
    return _watched("network", "turns")


@prop("PURE-1", "Nothing changes what it is given: requests.")
def requests_leave_their_input() -> Cases:
    return _watched("input", "requests")


@prop("PURE-2", "The same question has the same answer: requests.")
def requests_answer_alike() -> Cases:
    return _asked_again("requests")


@prop("PURE-3", "Nothing opens a connection: requests.")
def requests_stay_offline() -> Cases:
    return _watched("network", "requests")


@prop("PURE-2", "Sets that are alike are told apart.")
def sets_are_told_apart() -> Cases:
    def made(entries: list[dict[str, JSON]]) -> Plain:
        names = [entry["name"] for entry in entries]
        turned = [{**entry, "name": name} for entry, name in zip(entries, [*names[1:], names[0]], strict=True)]
        steps = []
        for number, listed in enumerate((entries, turned, entries)):
            toolset = {"entries": listed}
            for entry in listed:
                pair = {"server": entry["server"], "tool": entry["tool"]["name"]}
                block = {"type": "tool_use", "id": "toolu_1", "name": entry["name"], "input": {"n": number}}
                call = {"call_id": "toolu_1", **pair, "arguments": {"n": number}}
                steps += [
                    ask("resolve", pair, toolset=toolset, name=entry["name"]),
                    ask("exposed_name", entry["name"], toolset=toolset, **pair),
                    ask("tool_calls", {"calls": [call], "rejected": []}, toolset=toolset, response=[block]),
                ]
            schemas = {entry["name"]: {"type": "object", "title": entry["tool"]["name"]} for entry in listed}
            titled = [{**e, "tool": {**e["tool"], "inputSchema": schemas[e["name"]]}} for e in listed]
            kept = [{"$has": {"name": e["name"], "input_schema": schemas[e["name"]]}} for e in titled]
            steps.append(ask("tools", kept, toolset={"entries": titled}))
        missing = ask("resolve", None, toolset={"entries": entries[:1]}, name=names[-1])
        return plain(*steps, missing)

    return strategies.entries(min_size=2, max_size=3).map(made)


@prop("PURE-2", "Servers that list other tools than before have other tools.")
def servers_are_told_apart() -> Cases:
    def made(drawn: tuple[Servers, Servers]) -> Plain:
        one, other = drawn
        swapped = [{**server, "id": one[n % len(one)]["id"]} for n, server in enumerate(other[: len(one)])]
        steps = []
        for servers in (one, swapped, one):
            entries = [
                {"name": {"$type": "string"}, "server": server["id"], "tool": tool["name"]}
                for server in servers
                for tool in server["tools"]
            ]
            steps.append(ask("toolset", {"entries": entries}, toolset={"servers": servers}))
        return plain(*steps)

    return st.tuples(strategies.plain_servers(), strategies.plain_servers()).map(made)


@prop("PURE-2", "Results that have one id are told apart.")
def results_are_told_apart() -> Cases:
    def made(drawn: list[tuple[strategies.Pair, bool, str | None]]) -> Plain:
        steps = []
        for (item, block), failed, option in drawn:
            result = {"content": [item], **({"isError": True} if failed else {})}
            expected = {
                "type": "tool_result",
                "content": [block],
                "is_error": True if failed else {"$absent_or": False},
            }
            if option == "append":
                result["structuredContent"] = {"a": 1}
                expected["content"] = [block, {"type": "text", "text": {"$json": {"a": 1}}}]
            options = {"structured": option} if option else {}
            outcome = {"result": result}
            steps.append(
                ask("tool_result", {"$has": expected}, tool_use_id="toolu_1", outcome=outcome, options=options)
            )
        return plain(*steps)

    options = st.sampled_from([None, "append", "ignore", "prefer", "auto"])
    drawn = st.tuples(strategies.text_items(), st.booleans(), options)
    return st.lists(drawn, min_size=2, max_size=4).map(made)

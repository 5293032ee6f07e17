"""Properties of purity: PURE-*, each for every kind of question."""

from __future__ import annotations

import functools
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.definitions import full_servers
from toolset_conformance.search.properties.questions import LAST, QUESTIONS, Question
from toolset_conformance.search.properties.sets import Entries, Servers, entry_of, pairs
from toolset_conformance.search.property import SOMETHING, Cases, Plain, ask, plain, prop

JSON = Any


def _watched(watch: str, about: str) -> Cases:
    def made(drawn: tuple[Servers, Question]) -> Plain:
        servers, question = drawn
        return plain({**question, "watch": watch}, servers=[*servers, {"id": "empty", "tools": []}])

    return st.tuples(full_servers(), QUESTIONS[about]()).map(made)


def _asked_again(about: str) -> Cases:
    def made(drawn: tuple[Servers, Servers, Question, Question]) -> Plain:
        servers, others, question, between = drawn
        # The same question about another set, or another question about the same one: either may leave a trace.
        other = ask("tools", SOMETHING, toolset={"servers": others}, options=LAST)
        return plain(question, other, between, {**question, "expect": {"$answer": [1]}}, servers=servers)

    questions = QUESTIONS[about]()
    return st.tuples(full_servers(), strategies.plain_servers(), questions, questions).map(made)


for _about in QUESTIONS:
    _name = _about.replace(" ", "_")
    _inputs, _networks = functools.partial(_watched, "input", _about), functools.partial(_watched, "network", _about)
    prop("PURE-1", f"Nothing changes what it is given: {_about}.", name=f"{_name}_leave_their_input")(_inputs)
    prop("PURE-2", f"The same question has the same answer: {_about}.", name=f"{_name}_answer_alike")(
        functools.partial(_asked_again, _about)
    )
    prop("PURE-3", f"Nothing opens a connection: {_about}.", name=f"{_name}_stay_offline")(_networks)


@prop("PURE-2", "Sets that are alike are told apart.")
def sets_are_told_apart() -> Cases:
    def made(entries: Entries) -> Plain:
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
        steps = [
            ask("toolset", {"entries": [entry_of(pair) for pair in pairs(servers)]}, toolset={"servers": servers})
            for servers in (one, swapped, one)
        ]
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

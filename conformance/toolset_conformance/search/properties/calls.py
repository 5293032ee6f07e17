"""Properties of the calls that blocks become: CALLS-1, 2, 5 to 8 and 11."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus.model import Level
from toolset_conformance.search.properties.mixtures import (
    CONTROL_CALL,
    IDS,
    PAIRS,
    SERVERS,
    Mixture,
    asked,
    either_way,
    good,
    mixtures,
    numbered,
    use,
    with_ids,
)
from toolset_conformance.search.property import Cases, Plain, ask, plain, prop

JSON = Any
_RECOMMENDED: Level = "recommended"


@prop("CALLS-1", "Each good block becomes one call, its id, tool and arguments unchanged.")
def good_blocks_become_calls() -> Cases:
    return with_ids(mixtures("good", least=0))


@prop("CALLS-1", "An id may be any text.")
def ids_are_kept() -> Cases:
    def made(identifier: str) -> Plain:
        return asked([CONTROL_CALL, good(PAIRS[1], {})], [identifier, f"{identifier}_"])

    return (strategies.tool_use_ids() | strategies.texts(max_size=20).map(lambda text: f"a{text}")).map(made)


@prop("CALLS-1", "So it does with any names in the set.")
def calls_reach_their_tools() -> Cases:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        pairs = [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]
        return {**asked([good(pair, {}) for pair in pairs]), "toolset": {"servers": servers}}

    return strategies.plain_servers().map(made)


_NARROW = {
    "type": "object",
    "properties": {"path": {"type": "string", "default": "."}, "n": {"type": "integer"}, "on": {"type": "boolean"}},
    "required": ["path"],
    "additionalProperties": False,
}


def _given_names(entries: list[dict[str, JSON]], given: list[JSON], schema: JSON, extra: dict[str, JSON]) -> Plain:
    """A call to each entry of a set of given names."""
    tools = [{**entry["tool"], "inputSchema": schema} for entry in entries]
    entries = [{**entry, "tool": tool} for entry, tool in zip(entries, tools, strict=True)]
    blocks, calls = [], []
    for number, entry in enumerate(entries):
        arguments = given[number % len(given)]
        blocks.append({**use(entry["name"], arguments), "id": f"toolu_{number}", **extra})
        calls.append(
            {
                "call_id": f"toolu_{number}",
                "server": entry["server"],
                "tool": entry["tool"]["name"],
                "arguments": {"$literal": arguments},
            }
        )
    return plain(ask("tool_calls", either_way(calls, []), response=blocks), entries=entries)


_EXTRAS: st.SearchStrategy[dict[str, JSON]] = st.sampled_from(
    [
        {},
        {"caller": {"type": "direct"}},
        {"caller": {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}},
        {"cache_control": {"type": "ephemeral"}},
    ]
)
_LOOSE: list[JSON] = [
    {}, {"n": "12"}, {"path": 5, "more": True}, {"path": "a", "n": 1.5, "on": "true"}, {"on": None}, {"path": ["a"]},
]  # fmt: skip


@prop("CALLS-1", "So it does with any given names, whatever else a block holds and the tool's schema says.")
def calls_by_given_names() -> Cases:
    entries = strategies.entries()
    return st.tuples(entries, st.sampled_from(_LOOSE), _EXTRAS).map(
        lambda drawn: _given_names(drawn[0], [drawn[1]], _NARROW, drawn[2])
    )


@prop("CALLS-8", "What a schema says changes no argument, nor does another call.")
def schemas_change_no_argument() -> Cases:
    inputs = strategies.several(_LOOSE, min_size=1, max_size=3)
    return st.tuples(strategies.entries(), inputs).map(lambda drawn: _given_names(drawn[0], drawn[1], _NARROW, {}))


@prop("CALLS-2", "A response, a message, anything with a content list and the bare list say the same.")
def all_shapes_alike() -> Cases:
    wrappers: list[dict[str, JSON]] = [
        {"role": "assistant"},
        {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use", "usage": {}},
        {},
        {"stop_reason": "end_turn", "role": "assistant"},
        {"stop_reason": "refusal", "type": "message", "container": None},
        {"role": "user"},
        {"role": "model"},
        {"name": "x", "input": {}, "id": "toolu_9", "type": "tool_use"},
    ]

    def shaped(drawn: tuple[Mixture, dict[str, JSON]]) -> Plain:
        blocks, calls, rejections = numbered(drawn[0])
        expected = either_way(calls, rejections)
        wrapped = {**drawn[1], "content": blocks}
        return plain(
            ask("tool_calls", expected, response=blocks),
            ask("tool_calls", {"$answer": [1]}, response=wrapped),
            servers=SERVERS,
        )

    return st.tuples(mixtures("good", "unknown", "other"), st.sampled_from(wrappers)).map(shaped)


@prop("CALLS-5", "Blocks of every other type are passed over.")
def other_blocks_are_ignored() -> Cases:
    return mixtures("other").map(asked)


@prop("CALLS-6", "Calls and rejections keep the order of their blocks.", _RECOMMENDED)
def block_order_is_kept() -> Cases:
    def made(drawn: tuple[Mixture, Sequence[str]]) -> Plain:
        blocks, calls, rejections = numbered(*drawn)
        return plain(ask("tool_calls", {"calls": calls, "rejected": rejections}, response=blocks), servers=SERVERS)

    return st.tuples(mixtures("good", "unknown", "bad", "other", least=2), IDS).map(made)


@prop("CALLS-7", "Among any neighbours each block is answered exactly once.")
def each_block_once() -> Cases:
    def many(drawn: tuple[Mixture, Sequence[str], int]) -> Plain:
        mixture, ids, times = drawn
        return asked(mixture * times, ids)

    mixed = mixtures("good", "unknown", "bad", "other", least=2)
    return st.tuples(mixed, IDS, st.sampled_from([1, 1, 1, 1, 5, 20])).map(many)


@prop("CALLS-8", "Arguments are the input, whatever its keys and values are.")
def arguments_unchanged() -> Cases:
    return strategies.json_objects(min_size=1).map(lambda given: asked([good(PAIRS[0], given)]))


@prop("CALLS-8", "Integers of any length are kept.", _RECOMMENDED)
def long_integers_are_kept() -> Cases:
    numbers = st.integers(2**53, 2**70) | st.integers(-(2**70), -(2**53))
    return numbers.map(lambda number: asked([good(PAIRS[0], {"number": number})]))


@prop("CALLS-11", "A message whose content is a text has no calls.", _RECOMMENDED)
def nothing_from_texts() -> Cases:
    def made(drawn: tuple[Mixture, str]) -> Plain:
        case = asked(drawn[0])
        message = {"role": "assistant", "content": drawn[1]}
        case["steps"].append(ask("tool_calls", {"calls": [], "rejected": []}, response=message))
        return case

    return st.tuples(mixtures("good", least=0), st.sampled_from(strategies.TRICKY) | strategies.texts()).map(made)


@prop("CALLS-11", "No blocks, no calls.")
def nothing_from_nothing() -> Cases:
    empty: list[JSON] = [[], {"content": []}, {"role": "assistant", "content": []}, {"id": "msg_1", "content": []}]

    def made(drawn: tuple[Mixture, JSON]) -> Plain:
        case = asked(drawn[0])
        case["steps"].append(ask("tool_calls", {"calls": [], "rejected": []}, response=drawn[1]))
        return case

    return st.tuples(mixtures("good", least=0), st.sampled_from(empty)).map(made)

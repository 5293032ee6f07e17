"""Properties of tool calls: CALLS-*. A response is a mixture of blocks of which each has a known answer."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus import Level
from toolset_conformance.properties.property import SOMETHING, Cases, Plain, ask, exposed, plain, prop

JSON = Any
Pair = tuple[str, str]
_RECOMMENDED: Level = "recommended"
_TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("read", "write", "list-all")]
_SERVERS = [{"id": "files", "tools": _TOOLS[:2]}, {"id": "mail", "tools": _TOOLS[2:]}]
_PAIRS: list[Pair] = [("files", "read"), ("files", "write"), ("mail", "list-all")]
_UNKNOWN = [
    "files.read",
    "unknown",
    "",
    "files",
    "__proto__",
    "constructor",
    "toString",
    "FILES__READ",
    "files__read__",
]
_BAD_INPUTS: list[JSON] = ["", "{}", '{"a": 1}', [], [{}], None, 0, 1, False, True, 1.5, "text"]
_INPUTS: list[JSON] = [{}, {"path": "a"}, {"name": None, "input": {"id": [1]}}]

Answered = tuple[dict[str, JSON], str, JSON]
"""A block, without its id; whether it is a ``call``, ``rejected`` or ``nothing``; the call without its id."""
Mixture = list[Answered]


def _block(name: JSON, given: JSON) -> dict[str, JSON]:
    return {"type": "tool_use", "name": name, "input": given}


def _good(drawn: tuple[Pair, JSON]) -> Answered:
    pair, given = drawn
    call = {"server": pair[0], "tool": pair[1], "arguments": {"$literal": given}}
    return _block(exposed(pair), given), "call", call


def _rejected(drawn: tuple[JSON, JSON]) -> Answered:
    name, given = drawn
    return _block(name, given), "rejected", None


_CONTROL = _good((_PAIRS[0], {"path": "control"}))


def _blocks(kind: str) -> st.SearchStrategy[Answered]:
    pair, few = st.sampled_from(_PAIRS), st.sampled_from(_INPUTS)
    match kind:
        case "good":
            return st.tuples(pair, few | strategies.json_objects()).map(_good)
        case "unknown":
            return st.tuples(st.sampled_from(_UNKNOWN), st.sampled_from([*_INPUTS, *_BAD_INPUTS])).map(_rejected)
        case "bad":
            return st.tuples(pair.map(exposed), st.sampled_from(_BAD_INPUTS)).map(_rejected)
        case _:
            return strategies.other_blocks().map(lambda block: (block, "nothing", None))


def _mixtures(*kinds: str, least: int = 1) -> st.SearchStrategy[Mixture]:
    """Blocks of these kinds, and a good call among them, the positive control."""

    def made(drawn: tuple[Mixture, int]) -> Mixture:
        blocks, place = drawn
        return [*blocks[:place], _CONTROL, *blocks[place:]]

    block = st.one_of([_blocks(kind) for kind in kinds])
    return st.tuples(st.lists(block, min_size=least, max_size=6), st.integers(0, 6)).map(made)


def _numbered(mixture: Mixture) -> tuple[list[JSON], list[JSON], list[JSON]]:
    """The blocks with ids of their own, the calls and the rejections."""
    blocks: list[JSON] = []
    calls: list[JSON] = []
    rejections: list[JSON] = []
    for number, (block, kind, call) in enumerate(mixture):
        identifier = f"toolu_{number}"
        blocks.append(block if kind == "nothing" else {**block, "id": identifier})
        if kind == "call":
            calls.append({"call_id": identifier, **call})
        elif kind == "rejected":
            rejections.append({"$has": {"type": "tool_result", "tool_use_id": identifier, "is_error": True}})
    return blocks, calls, rejections


def _either_way(calls: list[JSON], rejections: list[JSON]) -> JSON:
    return {"calls": {"$in_any_order": calls}, "rejected": {"$in_any_order": rejections}}


def _asked(mixture: Mixture) -> Plain:
    blocks, calls, rejections = _numbered(mixture)
    return plain(ask("tool_calls", _either_way(calls, rejections), response=blocks), servers=_SERVERS)


@prop("CALLS-1", "Each good block becomes one call, its id, tool and arguments unchanged.")
def good_blocks_become_calls() -> Cases:
    def made(drawn: tuple[Mixture, str, Pair]) -> Plain:
        mixture, identifier, pair = drawn
        blocks, calls, _ = _numbered(mixture)
        # The ids of the mixture have no such beginning.
        last = {**_block(exposed(pair), {"last": True}), "id": f"x_{identifier}"}
        call = {"call_id": f"x_{identifier}", "server": pair[0], "tool": pair[1], "arguments": {"last": True}}
        return plain(ask("tool_calls", _either_way([*calls, call], []), response=[*blocks, last]), servers=_SERVERS)

    return st.tuples(_mixtures("good", least=0), strategies.tool_use_ids(), st.sampled_from(_PAIRS)).map(made)


@prop("CALLS-1", "So it does with any names in the set.")
def calls_reach_their_tools() -> Cases:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        pairs = [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]
        return _asked_of(servers, [_good((pair, {})) for pair in pairs])

    return strategies.plain_servers().map(made)


def _asked_of(servers: list[dict[str, JSON]], mixture: Mixture) -> Plain:
    return {**_asked(mixture), "toolset": {"servers": servers}}


@prop("CALLS-2", "A response, a message, anything with a content list and the bare list say the same.")
def all_shapes_alike() -> Cases:
    wrappers: list[dict[str, JSON]] = [
        {"role": "assistant"},
        {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use", "usage": {}},
        {},
        {"stop_reason": "end_turn", "role": "assistant"},
        {"type": "message", "container": None},
    ]

    def shaped(drawn: tuple[Mixture, dict[str, JSON]]) -> Plain:
        blocks, calls, rejections = _numbered(drawn[0])
        expected = _either_way(calls, rejections)
        shapes: list[JSON] = [blocks, {**drawn[1], "content": blocks}]
        return plain(*(ask("tool_calls", expected, response=shape) for shape in shapes), servers=_SERVERS)

    return st.tuples(_mixtures("good", "unknown", "other"), st.sampled_from(wrappers)).map(shaped)


@prop("CALLS-3", "A name that is not in the set makes no call and one rejection.")
def unknown_names_are_rejected() -> Cases:
    return _mixtures("unknown").map(_asked)


@prop("CALLS-3", "So does any text that is not in the set.")
def any_other_name_is_rejected() -> Cases:
    def made(drawn: tuple[list[dict[str, JSON]], list[str], JSON]) -> Plain:
        entries, texts, given = drawn
        known = {entry["name"] for entry in entries}
        near = [entries[0]["name"] + "_", entries[0]["name"].swapcase(), entries[0]["tool"]["name"], *texts]
        unknown = [_rejected((name, given)) for name in dict.fromkeys(near) if name not in known]
        blocks, _, rejections = _numbered(unknown)
        good = {**_block(entries[0]["name"], {}), "id": "good"}
        call = {
            "call_id": "good", "server": entries[0]["server"], "tool": entries[0]["tool"]["name"], "arguments": {},
        }  # fmt: skip
        expected = _either_way([call], rejections)
        return plain(ask("tool_calls", expected, response=[good, *blocks]), entries=entries)

    texts = st.lists(st.sampled_from(strategies.HOST_NAMES) | strategies.texts(max_size=20), max_size=3)
    return st.tuples(strategies.entries(max_size=3), texts, st.sampled_from([*_INPUTS, *_BAD_INPUTS])).map(made)


@prop("CALLS-4", "An input that is no object makes no call and one rejection.")
def bad_inputs_are_rejected() -> Cases:
    return _mixtures("bad").map(_asked)


@prop("CALLS-5", "Blocks of every other type are passed over.")
def other_blocks_are_ignored() -> Cases:
    return _mixtures("other").map(_asked)


@prop("CALLS-7", "Among any neighbours each block is answered exactly once.")
def each_block_once() -> Cases:
    return _mixtures("good", "unknown", "bad", "other", least=2).map(_asked)


@prop("CALLS-8", "Arguments are the input, whatever its keys and values are.")
def arguments_unchanged() -> Cases:
    return strategies.json_objects(min_size=1).map(lambda given: _asked([_good((_PAIRS[0], given))]))


@prop("CALLS-8", "Integers of any length are kept.", _RECOMMENDED)
def long_integers_are_kept() -> Cases:
    numbers = st.integers(2**53, 2**70) | st.integers(-(2**70), -(2**53))
    return numbers.map(lambda number: _asked([_good((_PAIRS[0], {"number": number}))]))


@prop("CALLS-6", "Calls and rejections keep the order of their blocks.", _RECOMMENDED)
def block_order_is_kept() -> Cases:
    def made(mixture: Mixture) -> Plain:
        blocks, calls, rejections = _numbered(mixture)
        return plain(ask("tool_calls", {"calls": calls, "rejected": rejections}, response=blocks), servers=_SERVERS)

    return _mixtures("good", "unknown", "bad", "other", least=2).map(made)


def _each_rejection(pattern: JSON) -> Cases:
    def made(mixture: Mixture) -> Plain:
        blocks, calls, rejections = _numbered(mixture)
        rejected = {"$all": [{"$length": len(rejections)}, {"$each": pattern}]}
        expected = {"calls": {"$in_any_order": calls}, "rejected": rejected}
        return plain(ask("tool_calls", expected, response=blocks), servers=_SERVERS)

    return _mixtures("unknown", "bad").map(made)


@prop("CALLS-9", "A rejection says what was wrong.", _RECOMMENDED)
def rejections_have_words() -> Cases:
    said = {"$text": {"blank": False}}
    return _each_rejection(
        {"$has": {"content": {"$one_of": [said, {"$all": [{"$each": {"type": "text", "text": said}}, SOMETHING]}]}}}
    )


@prop("CALLS-12", "A rejection has its four keys and no other.")
def rejections_have_four_keys() -> Cases:
    content = {"$one_of": [{"$type": "string"}, {"$each": {"type": "text", "text": {"$type": "string"}}}]}
    identifier = {"$type": "string"}
    return _each_rejection({"type": "tool_result", "tool_use_id": identifier, "is_error": True, "content": content})


@prop("CALLS-10", "An entry that is no block, or has no id, costs its neighbours nothing.", _RECOMMENDED)
def broken_entries_cost_nothing() -> Cases:
    broken: list[JSON] = [
        None, 1, "text", [], True, {"type": "tool_use", "name": "x", "input": {}}, {}, {"type": 5},
        {"type": "tool_use", "id": None, "name": "x", "input": {}},
    ]  # fmt: skip

    def made(drawn: tuple[Mixture, JSON, int]) -> Plain:
        mixture, odd, place = drawn
        blocks, calls, rejections = _numbered(mixture)
        # A block without an id may be answered or not: nobody can say by which id.
        rejected = {"$all": [{"$some": one} for one in rejections]} if rejections else {"$any": True}
        expected = {"calls": {"$in_any_order": calls}, "rejected": rejected}
        response = [*blocks[:place], odd, *blocks[place:]]
        return plain(ask("tool_calls", expected, response=response), servers=_SERVERS)

    return st.tuples(_mixtures("good", "unknown"), st.sampled_from(broken), st.integers(0, 7)).map(made)


@prop("CALLS-11", "No blocks, no calls.")
def nothing_from_nothing() -> Cases:
    empty: list[JSON] = [[], {"content": []}, {"role": "assistant", "content": []}, {"id": "msg_1", "content": []}]

    def made(drawn: tuple[Mixture, JSON]) -> Plain:
        case = _asked(drawn[0])
        case["steps"].append(ask("tool_calls", {"calls": [], "rejected": []}, response=drawn[1]))
        return case

    return st.tuples(_mixtures("good", least=0), st.sampled_from(empty)).map(made)

"""Properties of tool calls: CALLS-*. A response is a mixture of blocks of which each has a known answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus import Level
from toolset_conformance.properties.lookups import NEAR_TEXTS, near_texts
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
_BAD_INPUTS: list[JSON] = [
    "",
    "{}",
    '{"a": 1}',
    [],
    [{}],
    None,
    0,
    1,
    False,
    True,
    1.5,
    "text",
    [["a", 1]],
    [{"key": "a", "value": 1}],
]
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


def _numbered(mixture: Mixture, ids: Sequence[str] = ()) -> tuple[list[JSON], list[JSON], list[JSON]]:
    """The blocks with ids of their own, the calls and the rejections."""
    blocks: list[JSON] = []
    calls: list[JSON] = []
    rejections: list[JSON] = []
    for number, (block, kind, call) in enumerate(mixture):
        identifier = ids[number] if number < len(ids) else f"toolu_x{number}"
        blocks.append(block if kind == "nothing" else {**block, "id": identifier})
        if kind == "call":
            calls.append({"call_id": identifier, **call})
        elif kind == "rejected":
            rejections.append({"$has": {"type": "tool_result", "tool_use_id": identifier, "is_error": True}})
    return blocks, calls, rejections


def _either_way(calls: list[JSON], rejections: list[JSON]) -> JSON:
    return {"calls": {"$in_any_order": calls}, "rejected": {"$in_any_order": rejections}}


_IDS = st.sampled_from(strategies.ID_FAMILIES)


def _with_ids(mixtures: st.SearchStrategy[Mixture]) -> Cases:
    return st.tuples(mixtures, _IDS).map(lambda drawn: _asked(*drawn))


def _asked(mixture: Mixture, ids: Sequence[str] = ()) -> Plain:
    blocks, calls, rejections = _numbered(mixture, ids)
    return plain(ask("tool_calls", _either_way(calls, rejections), response=blocks), servers=_SERVERS)


@prop("CALLS-1", "Each good block becomes one call, its id, tool and arguments unchanged.")
def good_blocks_become_calls() -> Cases:
    return _with_ids(_mixtures("good", least=0))


@prop("CALLS-1", "An id may be any text.")
def ids_are_kept() -> Cases:
    def made(identifier: str) -> Plain:
        return _asked([_CONTROL, _good((_PAIRS[1], {}))], [identifier, f"{identifier}_"])

    return (strategies.tool_use_ids() | strategies.texts(max_size=20).map(lambda text: f"a{text}")).map(made)


@prop("CALLS-1", "So it does with any names in the set.")
def calls_reach_their_tools() -> Cases:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        pairs = [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]
        return {**_asked([_good((pair, {})) for pair in pairs]), "toolset": {"servers": servers}}

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
        blocks.append({**_block(entry["name"], arguments), "id": f"toolu_{number}", **extra})
        calls.append(
            {
                "call_id": f"toolu_{number}",
                "server": entry["server"],
                "tool": entry["tool"]["name"],
                "arguments": {"$literal": arguments},
            }
        )
    return plain(ask("tool_calls", _either_way(calls, []), response=blocks), entries=entries)


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
    inputs = st.lists(st.sampled_from(_LOOSE), min_size=1, max_size=3)
    return st.tuples(strategies.entries(), inputs).map(lambda drawn: _given_names(drawn[0], drawn[1], _NARROW, {}))


@prop("CALLS-3", "What is no text names no tool, and an empty set has none.")
def no_text_no_tool() -> Cases:
    words = ["None", "null", "True", "true", "0", "1", "NaN", "undefined", "read"]
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number, _ in enumerate(words)]
    entries = [{"name": word, "server": "s", "tool": tool} for word, tool in zip(words, tools, strict=True)]
    names: list[JSON] = [None, True, False, 0, 1, 1.5, [], ["read"], {"name": "read"}, {}, "unknown", "READ", "read "]

    def made(drawn: tuple[list[JSON], JSON, Sequence[str]]) -> Plain:
        blocks, _, rejections = _numbered([_rejected((name, drawn[1])) for name in drawn[0]], drawn[2])
        good = {**_block("read", {}), "id": "good"}
        call = {"call_id": "good", "server": "s", "tool": tools[-1]["name"], "arguments": {}}
        return plain(
            ask("tool_calls", _either_way([call], rejections), response=[good, *blocks]),
            ask("tool_calls", _either_way([], rejections), response=blocks, toolset={"entries": []}),
            entries=entries,
        )

    given = st.sampled_from([*_INPUTS, *_BAD_INPUTS])
    return st.tuples(st.lists(st.sampled_from(names), min_size=1, max_size=4), given, _IDS).map(made)


@prop("CALLS-2", "A response, a message, anything with a content list and the bare list say the same.")
def all_shapes_alike() -> Cases:
    wrappers: list[dict[str, JSON]] = [
        {"role": "assistant"},
        {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use", "usage": {}},
        {},
        {"stop_reason": "max_tokens", "role": "assistant"},
        {"stop_reason": "refusal", "type": "message", "container": None},
        {"role": "user"},
        {"role": "model"},
        {"name": "x", "input": {}, "id": "toolu_9", "type": "tool_use"},
    ]

    def shaped(drawn: tuple[Mixture, dict[str, JSON]]) -> Plain:
        blocks, calls, rejections = _numbered(drawn[0])
        expected = _either_way(calls, rejections)
        wrapped = {**drawn[1], "content": blocks}
        return plain(
            ask("tool_calls", expected, response=blocks),
            ask("tool_calls", {"$answer": [1]}, response=wrapped),
            servers=_SERVERS,
        )

    return st.tuples(_mixtures("good", "unknown", "other"), st.sampled_from(wrappers)).map(shaped)


@prop("CALLS-3", "A name that is not in the set makes no call and one rejection.")
def unknown_names_are_rejected() -> Cases:
    return _with_ids(_mixtures("unknown"))


@prop("CALLS-3", "So does any text that is not in the set.")
def any_other_name_is_rejected() -> Cases:
    def made(drawn: tuple[list[dict[str, JSON]], list[str], list[int], JSON]) -> Plain:
        entries, texts, places, given = drawn
        known = {entry["name"] for entry in entries}
        near = [near_texts(entries[0])[place] for place in places] + texts
        unknown = [_rejected((name, given)) for name in dict.fromkeys(near) if name not in known]
        blocks, _, rejections = _numbered(unknown)
        good = {**_block(entries[0]["name"], {}), "id": "good"}
        call = {
            "call_id": "good", "server": entries[0]["server"], "tool": entries[0]["tool"]["name"], "arguments": {},
        }  # fmt: skip
        expected = _either_way([call], rejections)
        return plain(ask("tool_calls", expected, response=[good, *blocks]), entries=entries)

    texts = st.lists(st.sampled_from(strategies.HOST_NAMES) | strategies.texts(max_size=20), max_size=3)
    places = st.lists(st.integers(0, NEAR_TEXTS - 1), min_size=1, max_size=6)
    return st.tuples(strategies.entries(max_size=3), texts, places, st.sampled_from([*_INPUTS, *_BAD_INPUTS])).map(made)


@prop("CALLS-4", "An input that is no object makes no call and one rejection.")
def bad_inputs_are_rejected() -> Cases:
    return _with_ids(_mixtures("bad"))


@prop("CALLS-5", "Blocks of every other type are passed over.")
def other_blocks_are_ignored() -> Cases:
    return _mixtures("other").map(_asked)


@prop("CALLS-7", "Among any neighbours each block is answered exactly once.")
def each_block_once() -> Cases:
    def many(drawn: tuple[Mixture, Sequence[str], int]) -> Plain:
        mixture, ids, times = drawn
        return _asked(mixture * times, ids)

    mixtures = _mixtures("good", "unknown", "bad", "other", least=2)
    return st.tuples(mixtures, _IDS, st.sampled_from([1, 1, 1, 1, 5, 40])).map(many)


@prop("CALLS-8", "Arguments are the input, whatever its keys and values are.")
def arguments_unchanged() -> Cases:
    return strategies.json_objects(min_size=1).map(lambda given: _asked([_good((_PAIRS[0], given))]))


@prop("CALLS-8", "Integers of any length are kept.", _RECOMMENDED)
def long_integers_are_kept() -> Cases:
    numbers = st.integers(2**53, 2**70) | st.integers(-(2**70), -(2**53))
    return numbers.map(lambda number: _asked([_good((_PAIRS[0], {"number": number}))]))


@prop("CALLS-6", "Calls and rejections keep the order of their blocks.", _RECOMMENDED)
def block_order_is_kept() -> Cases:
    def made(drawn: tuple[Mixture, Sequence[str]]) -> Plain:
        blocks, calls, rejections = _numbered(*drawn)
        return plain(ask("tool_calls", {"calls": calls, "rejected": rejections}, response=blocks), servers=_SERVERS)

    return st.tuples(_mixtures("good", "unknown", "bad", "other", least=2), _IDS).map(made)


def _each_rejection(pattern: JSON) -> Cases:
    def made(mixture: Mixture) -> Plain:
        blocks, calls, rejections = _numbered(mixture)
        rejected = {"$all": [{"$length": len(rejections)}, {"$each": pattern}]}
        expected = {"calls": {"$in_any_order": calls}, "rejected": rejected}
        return plain(ask("tool_calls", expected, response=blocks), servers=_SERVERS)

    return _mixtures("unknown", "bad").map(made)


@prop("CALLS-4", "So does a missing input.", _RECOMMENDED)
def missing_inputs_are_rejected() -> Cases:
    def made(drawn: tuple[Mixture, int]) -> Plain:
        case = _asked(drawn[0])
        blocks = case["steps"][0]["with"]["response"]
        rejected = case["steps"][0]["expect"]["rejected"]["$in_any_order"]
        blocks.insert(drawn[1], {"type": "tool_use", "id": "no_input", "name": exposed(_PAIRS[1])})
        rejected.append({"$has": {"type": "tool_result", "tool_use_id": "no_input", "is_error": True}})
        return case

    return st.tuples(_mixtures("good", "bad"), st.integers(0, 7)).map(made)


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
        {"type": "tool_use", "id": None, "name": "x", "input": {}}, {"type": "tool_use"},
        {"type": "tool_use", "name": {"$exposed": ["files", "read"]}, "input": {}},
        {"type": "tool_use", "id": "odd", "name": ["x"], "input": {}}, {"type": "tool_use", "id": "odd", "input": {}},
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


@prop("CALLS-11", "A message whose content is a text has no calls.", _RECOMMENDED)
def nothing_from_texts() -> Cases:
    def made(drawn: tuple[Mixture, str]) -> Plain:
        case = _asked(drawn[0])
        message = {"role": "assistant", "content": drawn[1]}
        case["steps"].append(ask("tool_calls", {"calls": [], "rejected": []}, response=message))
        return case

    return st.tuples(_mixtures("good", least=0), st.sampled_from(strategies.TRICKY) | strategies.texts()).map(made)


@prop("CALLS-11", "No blocks, no calls.")
def nothing_from_nothing() -> Cases:
    empty: list[JSON] = [[], {"content": []}, {"role": "assistant", "content": []}, {"id": "msg_1", "content": []}]

    def made(drawn: tuple[Mixture, JSON]) -> Plain:
        case = _asked(drawn[0])
        case["steps"].append(ask("tool_calls", {"calls": [], "rejected": []}, response=drawn[1]))
        return case

    return st.tuples(_mixtures("good", least=0), st.sampled_from(empty)).map(made)

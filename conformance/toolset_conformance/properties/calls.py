"""Properties of tool calls: CALLS-*. A response is a mixture of blocks of which each has a known answer."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus import Level
from toolset_conformance.properties.property import Plain, prop

JSON = Any
_TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("read", "write", "list-all")]
_SERVERS = [{"id": "files", "tools": _TOOLS[:2]}, {"id": "mail", "tools": _TOOLS[2:]}]
_PAIRS = [("files", "read"), ("files", "write"), ("mail", "list-all")]
_UNKNOWN = ["read", "unknown", "", "files", "__proto__", "constructor", "mail__read", "FILES__READ", "files__read__"]
_BAD_INPUTS = ["", "{}", '{"a": 1}', [], [{}], None, 0, 1, False, True, 1.5, "text"]

_Answer = tuple[str, JSON]
"""What a block is answered by: ``call`` or ``rejected`` with a pattern, or ``nothing``."""


def _call(number: int, name: JSON, given: JSON) -> dict[str, JSON]:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}


def _rejection(number: int, **more: JSON) -> JSON:
    return {"$has": {"type": "tool_result", "tool_use_id": f"toolu_{number}", "is_error": True, **more}}


@st.composite
def _good(draw: strategies.Draw, number: int) -> tuple[dict[str, JSON], _Answer]:
    server, tool = draw(st.sampled_from(_PAIRS))
    given = draw(strategies.json_objects())
    call = {"call_id": f"toolu_{number}", "server": server, "tool": tool, "arguments": {"$literal": given}}
    return _call(number, {"$exposed": [server, tool]}, given), ("call", call)


@st.composite
def _unknown(draw: strategies.Draw, number: int) -> tuple[dict[str, JSON], _Answer]:
    given = draw(strategies.json_objects() | st.sampled_from(_BAD_INPUTS))
    return _call(number, draw(st.sampled_from(_UNKNOWN)), given), ("rejected", _rejection(number))


@st.composite
def _bad_input(draw: strategies.Draw, number: int) -> tuple[dict[str, JSON], _Answer]:
    server, tool = draw(st.sampled_from(_PAIRS))
    bad = draw(st.sampled_from(_BAD_INPUTS))
    return _call(number, {"$exposed": [server, tool]}, bad), ("rejected", _rejection(number))


def _other(number: int) -> st.SearchStrategy[tuple[dict[str, JSON], _Answer]]:
    return strategies.other_blocks().map(lambda block: (block, ("nothing", None)))


_KINDS = {"good": _good, "unknown": _unknown, "bad": _bad_input, "other": _other}


@st.composite
def _mixtures(draw: strategies.Draw, *kinds: str, least: int = 1) -> tuple[list[JSON], list[_Answer]]:
    """Blocks of these kinds and their answers, in order; the first block is a good call, the positive control."""
    chosen = ["good", *draw(st.lists(st.sampled_from(kinds), min_size=least, max_size=6))]
    chosen = draw(st.permutations(chosen))
    made = [draw(_KINDS[kind](number)) for number, kind in enumerate(chosen)]
    return [block for block, _ in made], [answer for _, answer in made]


def _answered(answers: list[_Answer], kind: str) -> list[JSON]:
    return [pattern for answer, pattern in answers if answer == kind]


def _plain(made: tuple[list[JSON], list[_Answer]], *, ordered: bool = False) -> Plain:
    blocks, answers = made
    calls, rejected = _answered(answers, "call"), _answered(answers, "rejected")
    if ordered:
        expected: JSON = {"calls": calls, "rejected": rejected}
    else:
        expected = {"calls": {"$in_any_order": calls}, "rejected": {"$in_any_order": rejected}}
    return {
        "toolset": {"servers": _SERVERS},
        "steps": [{"ask": "tool_calls", "with": {"response": blocks}, "expect": expected}],
    }


@prop("CALLS-1", "Each good block becomes one call, its id, tool and arguments unchanged.")
def good_blocks_become_calls() -> st.SearchStrategy[Plain]:
    @st.composite
    def made(draw: strategies.Draw) -> Plain:
        plain = _plain(draw(_mixtures("good", least=0)))
        identifier = draw(strategies.tool_use_ids())
        (step,) = plain["steps"]
        step["with"]["response"].append(
            _call(0, {"$exposed": ["files", "read"]}, {"last": True}) | {"id": f"x_{identifier}"}
        )
        step["expect"]["calls"]["$in_any_order"].append(
            {"call_id": f"x_{identifier}", "server": "files", "tool": "read", "arguments": {"last": True}}
        )
        return plain

    return made()


@prop("CALLS-2", "A response, a message, anything with a content list and the bare list say the same.")
def all_shapes_alike() -> st.SearchStrategy[Plain]:
    wrappers: list[JSON] = [
        {"role": "assistant"},
        {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use", "usage": {}},
        {},
        {"stop_reason": "end_turn", "role": "assistant"},
    ]

    def shaped(made: tuple[tuple[list[JSON], list[_Answer]], JSON]) -> Plain:
        plain = _plain(made[0])
        wrapped = {**made[1], "content": made[0][0]}
        (step,) = plain["steps"]
        plain["steps"].append({**step, "with": {"response": wrapped}})
        return plain

    return st.tuples(_mixtures("good", "unknown", "other"), st.sampled_from(wrappers)).map(shaped)


@prop("CALLS-3", "A name that is not in the set makes no call and one rejection.")
def unknown_names_are_rejected() -> st.SearchStrategy[Plain]:
    return _mixtures("unknown").map(_plain)


@prop("CALLS-4", "An input that is no object makes no call and one rejection.")
def bad_inputs_are_rejected() -> st.SearchStrategy[Plain]:
    return _mixtures("bad").map(_plain)


@prop("CALLS-5", "Blocks of every other type are passed over.")
def other_blocks_are_ignored() -> st.SearchStrategy[Plain]:
    return _mixtures("other").map(_plain)


@prop("CALLS-7", "Among any neighbours each block is answered exactly once.")
def each_block_once() -> st.SearchStrategy[Plain]:
    return _mixtures("good", "unknown", "bad", "other", least=2).map(_plain)


@prop("CALLS-8", "Arguments are the input, whatever its keys and values are.")
def arguments_unchanged() -> st.SearchStrategy[Plain]:
    return strategies.json_objects(min_size=1).map(_one_call)


_RECOMMENDED: Level = "recommended"


@prop("CALLS-8", "Integers of any length are kept.", _RECOMMENDED)
def long_integers_are_kept() -> st.SearchStrategy[Plain]:
    numbers = st.integers(2**53, 2**70) | st.integers(-(2**70), -(2**53))
    return numbers.map(lambda number: _one_call({"number": number}))


def _one_call(given: dict[str, JSON]) -> Plain:
    call = {"call_id": "toolu_0", "server": "files", "tool": "read", "arguments": {"$literal": given}}
    return _plain(([_call(0, {"$exposed": ["files", "read"]}, given)], [("call", call)]))


@prop("CALLS-6", "Calls and rejections keep the order of their blocks.", _RECOMMENDED)
def block_order_is_kept() -> st.SearchStrategy[Plain]:
    return _mixtures("good", "unknown", "bad", "other", least=2).map(lambda made: _plain(made, ordered=True))


_SAID: JSON = {
    "$one_of": [
        {"$text": {"blank": False}},
        {"$all": [{"$each": {"type": "text", "text": {"$text": {"blank": False}}}}, {"$some": {"$any": True}}]},
    ]
}


@prop("CALLS-9", "A rejection says what was wrong.", _RECOMMENDED)
def rejections_have_words() -> st.SearchStrategy[Plain]:
    return _mixtures("unknown", "bad").map(lambda made: _each_rejection(made, {"$has": {"content": _SAID}}))


@prop("CALLS-12", "A rejection has its four keys and no other.")
def rejections_have_four_keys() -> st.SearchStrategy[Plain]:
    content = {"$one_of": [{"$type": "string"}, {"$each": {"type": "text", "text": {"$type": "string"}}}]}
    block = {"type": "tool_result", "tool_use_id": {"$type": "string"}, "is_error": True, "content": content}
    return _mixtures("unknown", "bad").map(lambda made: _each_rejection(made, block))


def _each_rejection(made: tuple[list[JSON], list[_Answer]], pattern: JSON) -> Plain:
    plain = _plain(made)
    number = len(_answered(made[1], "rejected"))
    plain["steps"][0]["expect"]["rejected"] = {"$all": [{"$length": number}, {"$each": pattern}]}
    return plain


@prop("CALLS-10", "An entry that is no block, or has no id, costs its neighbours nothing.", _RECOMMENDED)
def broken_entries_cost_nothing() -> st.SearchStrategy[Plain]:
    broken = st.sampled_from(
        [None, 1, "text", [], True, {"type": "tool_use", "name": "x", "input": {}}, {}, {"type": 5}]
    )

    @st.composite
    def made(draw: strategies.Draw) -> Plain:
        blocks, answers = draw(_mixtures("good", "unknown"))
        at = draw(st.integers(0, len(blocks)))
        plain = _plain(([*blocks[:at], draw(broken), *blocks[at:]], answers))
        rejected = plain["steps"][0]["expect"]["rejected"]["$in_any_order"]
        # A block without an id may be answered or not: nobody can say by which id.
        plain["steps"][0]["expect"]["rejected"] = (
            {"$all": [{"$some": one} for one in rejected]} if rejected else {"$any": True}
        )
        return plain

    return made()


@prop("CALLS-11", "No blocks, no calls.")
def nothing_from_nothing() -> st.SearchStrategy[Plain]:
    empty = st.sampled_from([[], {"content": []}, {"role": "assistant", "content": []}])

    def made(both: tuple[tuple[list[JSON], list[_Answer]], JSON]) -> Plain:
        plain = _plain(both[0])
        plain["steps"].append(
            {"ask": "tool_calls", "with": {"response": both[1]}, "expect": {"calls": [], "rejected": []}}
        )
        return plain

    return st.tuples(_mixtures("good"), empty).map(made)

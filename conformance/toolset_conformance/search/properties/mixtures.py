"""Mixtures of blocks of a response, of which each has a known answer."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.search.properties.sets import Pair
from toolset_conformance.search.property import Cases, Plain, ask, exposed, plain

JSON = Any
TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("read", "write", "list-all")]
SERVERS = [{"id": "files", "tools": TOOLS[:2]}, {"id": "mail", "tools": TOOLS[2:]}]
PAIRS: list[Pair] = [("files", "read"), ("files", "write"), ("mail", "list-all")]
_UNKNOWN = [
    "files.read", "unknown", "", "files", "__proto__", "constructor", "toString", "FILES__READ", "files__read__",
]  # fmt: skip
INPUTS: list[JSON] = [{}, {"path": "a"}, {"name": None, "input": {"id": [1]}}]
"""A few inputs that are right."""
BAD_INPUTS: list[JSON] = [
    "", "{}", '{"a": 1}', [], [{}], None, 0, 1, False, True, 1.5, "text", [["a", 1]], [{"key": "a", "value": 1}],
]  # fmt: skip
"""Inputs that are no object."""

Answered = tuple[dict[str, JSON], str, JSON]
"""A block, without its id; whether it is a ``call``, ``rejected`` or ``nothing``; the call without its id."""


Mixture = list[Answered]


def use(name: JSON, given: JSON) -> dict[str, JSON]:
    """A ``tool_use`` block, without its id."""
    return {"type": "tool_use", "name": name, "input": given}


def good(pair: Pair, given: JSON) -> Answered:
    """A block that becomes a call."""
    call = {"server": pair[0], "tool": pair[1], "arguments": {"$literal": given}}
    return use(exposed(pair), given), "call", call


def rejected(name: JSON, given: JSON) -> Answered:
    """A block that is rejected."""
    return use(name, given), "rejected", None


CONTROL_CALL = good(PAIRS[0], {"path": "control"})
"""The positive control: a call that every port has to make."""

_EACH = 60
"""How many blocks of a kind there are to choose from, so that each kind is chosen as often as another."""
_KINDS: dict[str, list[Answered]] = {
    "good": [good(pair, given) for given in INPUTS for pair in PAIRS],
    "unknown": [
        rejected(name, given)
        for _, name, given in zip(range(_EACH), itertools.cycle(_UNKNOWN), itertools.cycle([*INPUTS, *BAD_INPUTS]))
    ],
    "bad": [rejected(exposed(pair), given) for given in BAD_INPUTS for pair in PAIRS],
    "other": [(block, "nothing", None) for block in strategies.OTHER_BLOCKS],
}


def mixtures(*kinds: str, least: int = 1) -> st.SearchStrategy[Mixture]:
    """Blocks of these kinds, a good one with any input where good ones are wanted, and among them the control."""

    def made(drawn: tuple[Mixture, dict[str, JSON] | None, int]) -> Mixture:
        blocks, given, place = drawn
        called = [CONTROL_CALL] if given is None else [CONTROL_CALL, good(PAIRS[place % len(PAIRS)], given)]
        return [*blocks[:place], *called, *blocks[place:]]

    known = [block for kind in kinds for block in itertools.islice(itertools.cycle(_KINDS[kind]), _EACH)]
    given = st.none() | strategies.json_objects() if "good" in kinds else st.none()
    return st.tuples(strategies.several(known, min_size=least, max_size=6), given, st.integers(0, 6)).map(made)


def numbered(mixture: Mixture, ids: Sequence[str] = ()) -> tuple[list[JSON], list[JSON], list[JSON]]:
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


def either_way(calls: list[JSON], rejections: list[JSON]) -> JSON:
    """These calls and rejections, in any order."""
    return {"calls": {"$in_any_order": calls}, "rejected": {"$in_any_order": rejections}}


IDS = st.sampled_from(strategies.ID_FAMILIES)


def with_ids(mixtures: st.SearchStrategy[Mixture]) -> Cases:
    """Cases that ask about a mixture whose ids are much alike."""
    return st.tuples(mixtures, IDS).map(lambda drawn: asked(*drawn))


def asked(mixture: Mixture, ids: Sequence[str] = ()) -> Plain:
    """A case that asks about a mixture."""
    blocks, calls, rejections = numbered(mixture, ids)
    return plain(ask("tool_calls", either_way(calls, rejections), response=blocks), servers=SERVERS)

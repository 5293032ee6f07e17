"""Random walks through conversations, drawn by Hypothesis; each rule has one through what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from toolset_conformance.search.properties import happenings
from toolset_conformance.search.properties.happenings import Edit
from toolset_conformance.search.properties.walker import Call, Turn, Walk, Walker

JSON = Any
_PLAIN_TURN = Turn((), (), (Call(0, "result", None),), "", "given", "even", 0)


@dataclass(frozen=True)
class Terrain:
    """What a walk may meet.

    ``kinds``: what servers do about a call. ``edits``: what becomes of a list of tools after one. ``blocks``: what
    stands beside the calls of a message. ``ends``: how the last message ends. ``faults``: what is wrong with the
    servers beside the good ones; ``alone``: whether these may be all there are. ``given``: arguments. ``rivals``,
    ``strays``: as a :class:`Walker` has them. ``pages``: whether lists come in pages. ``copies``: how many more calls
    like the first one a message may hold, whose results cannot be told apart. ``turns``: how many there are at least,
    four being the most; ``rounds``: how many plain ones may go before. ``ids``: the first part of the ids of calls.
    ``stream``: whether messages are streamed.
    """

    kinds: tuple[str, ...] = ("result", "flagged", "error", "never", "late", "dies", "behind", "noted")
    edits: tuple[str, ...] = ("adds", "repeats")
    blocks: tuple[str, ...] = ("text", "thinking", "redacted")
    ends: tuple[str, ...] = ("end_turn",)
    faults: tuple[str, ...] = ("unreachable", "list_error", "list_never")
    alone: tuple[bool, ...] = (False,)
    given: tuple[JSON, ...] = ("", {"a": [1]}, "5")
    rivals: bool = False
    strays: bool = False
    pages: bool = False
    copies: tuple[int, ...] = (0,)
    turns: int = 1
    rounds: tuple[int, ...] = (0,)
    ids: tuple[str, ...] = ("toolu_",)
    stream: tuple[bool, ...] = (False, True)


def walks(terrain: Terrain) -> st.SearchStrategy[Walk]:
    """Walks through this terrain."""

    def walked(drawn: Any) -> Walk:
        (stream, prefix, alone), rounds, turns, last, (files, mail), faults = drawn
        walker = Walker(stream, prefix, rivals=terrain.rivals, strays=terrain.strays)
        for turn in () if alone else (*[_PLAIN_TURN] * rounds, *turns):
            walker.turn(turn)
        walker.finish(*last)
        walker.serve({"files": files, "mail": mail}, faults, alone=alone)
        return walker.walk

    about = st.tuples(*map(st.sampled_from, (terrain.stream, terrain.ids, terrain.alone)))
    # Lists of drawn lengths are short most of the time, and the faults are in what follows what.
    turns = st.integers(terrain.turns, 4).flatmap(lambda size: st.lists(_turns(terrain), min_size=size, max_size=size))
    half = st.tuples(st.booleans(), st.booleans(), st.integers(0, 40))
    last = st.tuples(st.sampled_from(terrain.ends), st.sampled_from(happenings.LAST_WORDS), half)
    cuts = st.integers(0, 14 if terrain.pages else 0).flatmap(_numbers)
    faults = st.lists(st.tuples(st.sampled_from(terrain.faults), st.booleans()), max_size=2)
    return st.tuples(about, st.sampled_from(terrain.rounds), turns, last, st.tuples(cuts, cuts), faults).map(walked)


def _numbers(size: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(0, 60)] * size)


def _turns(terrain: Terrain) -> st.SearchStrategy[Turn]:
    edits = st.builds(Edit, st.sampled_from(terrain.edits), st.integers(0, 5), st.integers(0, 2).flatmap(_numbers))
    calls = st.builds(Call, st.integers(0, 7), st.sampled_from(terrain.kinds), st.one_of(st.none(), edits))
    # One message in four is a pause.
    asked = st.sampled_from((1, 2, 3, 0)).flatmap(lambda size: st.tuples(*[calls] * size))
    odd = st.tuples(st.booleans(), st.integers(0, 6).flatmap(_numbers))
    return st.builds(
        Turn,
        lead=st.lists(st.sampled_from(terrain.blocks), max_size=3, unique=True).map(tuple),
        tail=st.sampled_from(((), ("text",))),
        calls=asked,
        given=st.sampled_from(terrain.given),
        key=st.sampled_from(("given", "input")),
        cut=st.one_of(st.sampled_from(("whole", "even", "unkind")), odd),
        copies=st.sampled_from(terrain.copies),
    )

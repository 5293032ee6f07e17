"""Properties of rejections, and of what cannot be answered: CALLS-3, 4, 9, 10 and 12."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus.model import Level
from toolset_conformance.search.properties.lookups import NEAR_TEXTS, any_texts, near, with_joined
from toolset_conformance.search.properties.mixtures import (
    BAD_INPUTS,
    IDS,
    INPUTS,
    PAIRS,
    SERVERS,
    Mixture,
    asked,
    either_way,
    mixtures,
    numbered,
    rejected,
    use,
    with_ids,
)
from toolset_conformance.search.property import SOMETHING, Cases, Plain, ask, exposed, plain, prop

JSON = Any
_RECOMMENDED: Level = "recommended"


@prop("CALLS-3", "What is no text names no tool, and an empty set has none.")
def no_text_no_tool() -> Cases:
    words = ["None", "null", "True", "true", "0", "1", "NaN", "undefined", "read"]
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number, _ in enumerate(words)]
    entries = [{"name": word, "server": "s", "tool": tool} for word, tool in zip(words, tools, strict=True)]
    names: list[JSON] = [None, True, False, 0, 1, 1.5, [], ["read"], {"name": "read"}, {}, "unknown", "READ", "read "]

    def made(drawn: tuple[list[JSON], JSON, Sequence[str]]) -> Plain:
        blocks, _, rejections = numbered([rejected(name, drawn[1]) for name in drawn[0]], drawn[2])
        good = {**use("read", {}), "id": "good"}
        call = {"call_id": "good", "server": "s", "tool": tools[-1]["name"], "arguments": {}}
        return plain(
            ask("tool_calls", either_way([call], rejections), response=[good, *blocks]),
            ask("tool_calls", either_way([], rejections), response=blocks, toolset={"entries": []}),
            entries=entries,
        )

    given = st.sampled_from([*INPUTS, *BAD_INPUTS])
    return st.tuples(strategies.several(names, min_size=1, max_size=4), given, IDS).map(made)


@prop("CALLS-3", "A name that is not in the set makes no call and one rejection.")
def unknown_names_are_rejected() -> Cases:
    return with_ids(mixtures("unknown"))


@prop("CALLS-3", "So does any text that is not in the set.")
def any_other_name_is_rejected() -> Cases:
    def made(drawn: tuple[list[dict[str, JSON]], list[str], list[int], JSON]) -> Plain:
        entries, texts, places, given = with_joined(drawn[0]), *drawn[1:]
        known = {entry["name"] for entry in entries}
        names = dict.fromkeys([*near(entries, places), *texts])
        unknown = [rejected(name, given) for name in names if name not in known]
        blocks, _, rejections = numbered(unknown)
        good = {**use(entries[0]["name"], {}), "id": "good"}
        call = {
            "call_id": "good", "server": entries[0]["server"], "tool": entries[0]["tool"]["name"], "arguments": {},
        }  # fmt: skip
        expected = either_way([call], rejections)
        return plain(ask("tool_calls", expected, response=[good, *blocks]), entries=entries)

    places = strategies.several(range(NEAR_TEXTS), min_size=4, max_size=16)
    return st.tuples(strategies.entries(max_size=3), any_texts(), places, st.sampled_from([*INPUTS, *BAD_INPUTS])).map(
        made
    )


@prop("CALLS-4", "An input that is no object makes no call and one rejection.")
def bad_inputs_are_rejected() -> Cases:
    return with_ids(mixtures("bad"))


@prop("CALLS-4", "So does a missing input.", _RECOMMENDED)
def missing_inputs_are_rejected() -> Cases:
    def made(drawn: tuple[Mixture, int]) -> Plain:
        case = asked(drawn[0])
        blocks = case["steps"][0]["with"]["response"]
        rejected = case["steps"][0]["expect"]["rejected"]["$in_any_order"]
        blocks.insert(drawn[1], {"type": "tool_use", "id": "no_input", "name": exposed(PAIRS[1])})
        rejected.append({"$has": {"type": "tool_result", "tool_use_id": "no_input", "is_error": True}})
        return case

    return st.tuples(mixtures("good", "bad"), st.integers(0, 7)).map(made)


def _each_rejection(pattern: JSON) -> Cases:
    def made(mixture: Mixture) -> Plain:
        blocks, calls, rejections = numbered(mixture)
        rejected = {"$all": [{"$length": len(rejections)}, {"$each": pattern}]}
        expected = {"calls": {"$in_any_order": calls}, "rejected": rejected}
        return plain(ask("tool_calls", expected, response=blocks), servers=SERVERS)

    return mixtures("unknown", "bad").map(made)


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
        blocks, calls, rejections = numbered(mixture)
        # A block without an id may be answered or not: nobody can say by which id.
        rejected = {"$all": [{"$some": one} for one in rejections]} if rejections else {"$any": True}
        expected = {"calls": {"$in_any_order": calls}, "rejected": rejected}
        response = [*blocks[:place], odd, *blocks[place:]]
        return plain(ask("tool_calls", expected, response=response), servers=SERVERS)

    return st.tuples(mixtures("good", "unknown"), st.sampled_from(broken), st.integers(0, 7)).map(made)

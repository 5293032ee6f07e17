"""Properties of whole conversations, CONV-*: one random walk, through what each rule is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolset_conformance.search.properties.happenings import BARE, HALF
from toolset_conformance.search.properties.walker import Walk
from toolset_conformance.search.properties.walks import Terrain, walks
from toolset_conformance.search.property import SOMETHING, Plain, exposed, prop

JSON = Any
Object = dict[str, JSON]

_GIVEN: tuple[JSON, ...] = (
    BARE, "", {}, [], None, False, 0, -7, 0.1, 2**53 + 1, ' a\n"\\ ', "Gr\u00fc\u00dfe \U0001f600",
    {"a": [{"b": [[]]}]}, "5", "{}", "All work and no play. " * 120,
)  # fmt: skip
_QUICK = ("result", "noted", "error")
_CHANGES = ("adds", "removes", "swaps", "rewords", "retypes", "empties", "reverses", "repeats")
_NOT_ANSWERED = {"$nowhere": {"$has": {"type": "tool_result", "tool_use_id": {"$text": {"starts": "srvtoolu_"}}}}}
_CUT_SHORT = ("max_tokens", "model_context_window_exceeded", "refusal")


def _walked(rule: str, name: str, why: str, terrain: Terrain, judged: Callable[[Walk], Plain]) -> None:
    prop(rule, why, "recommended", name=name)(lambda: walks(terrain).map(judged))


def _or_any(name: str, patterns: Object) -> JSON:
    return {name: patterns} if patterns else SOMETHING


def _all_of(calls: list[JSON]) -> JSON:
    return {"$all": [{"$some": call} for call in calls]} if calls else None


def _answers(walk: Walk) -> Plain:
    answered = _or_any("$answered", {call: {"$any": True} for call in walk.ids})
    return walk.case({"$all": [answered, _NOT_ANSWERED]})


def _results(walk: Walk) -> Plain:
    return walk.case(_or_any("$results", {**walk.failed, **walk.own}))


def _kept_apart(walk: Walk) -> Plain:
    def apart(call: str) -> JSON:
        others = [{"$nowhere": {"$text": {"contains": [word]}}} for other, word in walk.words.items() if other != call]
        own = [walk.own[call]] if call in walk.own else []
        return {"$all": [*own, *others]} if own or others else {"$any": True}

    return walk.case(_or_any("$results", {call: apart(call) for call in walk.words}))


def _first(walk: Walk) -> Plain:
    first = {"$has": {"content": {"$first": {"$has": {"type": "tool_result"}}}}}
    return walk.case({"$all": [SOMETHING, {"$each": {"$has": {"messages": {"$each": first}}}}]})


def _goes_back(walk: Walk) -> Plain:
    back = [{"role": "assistant", "content": message["content"]} for message in walk.script[: walk.whole]]
    among = {"$among": {"where": {"$has": {"role": "assistant"}}, "fits": back}}
    return walk.case({"$some": {"$has": {"messages": among}}})


def _inputs(walk: Walk) -> Plain:
    blocks = [{"$somewhere": {"$has": {"type": "tool_use", "id": call, "input": {"$literal": given}}}}
              for call, given in walk.inputs.items()]  # fmt: skip
    return walk.case({"$some": {"$all": blocks}} if blocks else SOMETHING, _all_of(walk.sent))


def _offered(walk: Walk) -> Plain:
    placed = [server["id"] for server in walk.servers]
    pairs = [
        (server["id"], tool["name"]) for server in walk.known for tool in server["tools"] if server["id"] in placed
    ]
    names = [{"$some": {"$has": {"name": exposed(pair)}}} for pair in pairs]
    return walk.case({"$some": {"$has": {"tools": {"$all": names}}}} if names else SOMETHING, _all_of(walk.sent))


def _listed(word: str) -> JSON:
    return {"$one_of": [{"$text": {"contains": [word]}}, {"$has": {word: {"$any": True}}}]}


def _new(walk: Walk) -> Plain:
    states = [{"$all": [{"$somewhere": _listed(word)} for word in on]} for on, _ in walk.lists if on]
    return walk.case({"$all": [SOMETHING, *({"$some": {"$has": {"tools": state}}} for state in states)]},
                     _all_of(walk.sent))  # fmt: skip


def _gone(walk: Walk) -> Plain:
    states = [{"$all": [{"$nowhere": _listed(word)} for word in off]} for _, off in walk.lists if off]
    offered = [{"$some": {"$has": {"tools": {"$absent_or": state}}}} for state in states]
    reached = [{"$nowhere": {"$has": {"call": word}}} for word in walk.unsent]
    results = [{"$results": walk.failed}] if walk.failed else []
    return walk.case({"$all": [SOMETHING, *offered, *results]},
                     {"$all": [*reached, *({"$some": call} for call in walk.sent), {"$any": True}]})  # fmt: skip


def _goes_on(walk: Walk) -> Plain:
    held = [{"$some": {"$all": [{"$somewhere": block} for block in content]}} for content in walk.paused]
    return walk.case({"$all": [SOMETHING, _NOT_ANSWERED, *held]})


def _ends(walk: Walk) -> Plain:
    if walk.end != "refusal":
        return walk.case({"$length": len(walk.script)})
    block = walk.script[walk.whole - 1]["content"][-1]
    last = {"$somewhere": {"$has": {"id": walk.ids[-1]}}} if walk.is_call_last else {"$somewhere": block}
    # Another model may be asked after a refusal, but none twice.
    return walk.case({"$all": [SOMETHING, {"$among": {"where": last, "fits": {"$unique": "model"}}}]})


def _half(walk: Walk) -> Plain:
    calls = [{"$nowhere": {"$has": {"tool": HALF}}}, *({"$some": call} for call in walk.sent)]
    return walk.case(SOMETHING, {"$all": calls})


def _steady(walk: Walk) -> Plain:
    there = {"$each": {"$has": {"tools": {"$some": {"$has": {"name": exposed(("mail", "send"))}}}}}}
    return walk.case({"$all": [SOMETHING, {"$same": "tools"}, there]})


_walked("CONV-1", "walk_answers_each_call", "Whatever becomes of a call, it is answered once, at once.",
        Terrain(blocks=("text", "search"), copies=(0, 0, 1, 20), ids=("toolu_", "call-", "TOOLU_")),
        _answers)  # fmt: skip
_walked("CONV-2", "walk_says_what_failed", "A call that fails is answered by an error, in whatever turn.",
        Terrain(kinds=("result", "flagged", "error", "wordless", "null", "never", "late", "dies", "behind")),
        _results)  # fmt: skip
_walked("CONV-3", "walk_keeps_results_apart", "Each result holds the word of its own call, and no other's.",
        Terrain(kinds=("result", "error", "never", "late", "behind", "noted", "reports", "pings", "samples")),
        _kept_apart)  # fmt: skip
_walked("CONV-4", "walk_puts_results_first", "The results stand first in their message, in whatever turn.",
        Terrain(kinds=("result", "picture", "flagged", "error", "never", "dies")), _first)  # fmt: skip
_walked("CONV-5", "walk_goes_back", "Each message of the assistant stands in the last request as it came.",
        Terrain(kinds=_QUICK, blocks=("text", "thinking", "redacted", "search", "silent", "twice", "container", "cited",
                                      "caller")), _goes_back)  # fmt: skip
_walked("CONV-6", "walk_sends_inputs", "Each input reaches its server, and the history, as the model gave it.",
        Terrain(kinds=_QUICK, given=_GIVEN), _inputs)  # fmt: skip
_walked("CONV-7", "walk_only_adds", "Each request begins with the messages of the one before.",
        Terrain(kinds=("result", "long", "picture", "error", "never", "dies"), blocks=("text", "thinking", "search"),
                rounds=(0, 0, 12)), lambda walk: walk.case({"$all": [SOMETHING, {"$grows": "messages"}]}))  # fmt: skip
_walked("CONV-8", "walk_keeps_definitions", "The definitions are the same in each request, whatever becomes of calls.",
        Terrain(edits=("repeats",), rounds=(0, 0, 12)), _steady)  # fmt: skip
_walked("CONV-9", "walk_offers_what_is_new", "After each change of a list all that is on it is offered, and is called.",
        Terrain(kinds=("result", "flagged", "error", "never"), edits=_CHANGES, strays=True, turns=3), _new)  # fmt: skip
_walked("CONV-10", "walk_leaves_what_is_gone", "What is off its list is not offered, and calls to it reach nobody.",
        Terrain(kinds=_QUICK, edits=("removes", "swaps", "empties", "adds"), strays=True, turns=3), _gone)  # fmt: skip
_walked("CONV-11", "walk_keeps_names", "Names of tools that stay lead to them, whatever comes and goes beside them.",
        Terrain(kinds=_QUICK, edits=("adds", "removes", "swaps", "empties", "reverses"), rivals=True, turns=3),
        lambda walk: walk.case(SOMETHING, _all_of(walk.sent)))  # fmt: skip
_walked("CONV-12", "walk_has_the_other_tools", "Broken servers beside them take no tool of the others.",
        Terrain(kinds=_QUICK, faults=("unreachable", "list_error", "list_never", "text", "null", "entries", "later"),
                alone=(False, False, True)), _offered)  # fmt: skip
_walked("CONV-13", "walk_reads_all_pages", "The tools of all pages are offered, however lists are cut.",
        Terrain(kinds=_QUICK, pages=True), _offered)  # fmt: skip
_walked("CONV-14", "walk_gives_endless_lists_up", "Lists that never end keep nobody from the others' tools.",
        Terrain(kinds=_QUICK, faults=("endless", "endless_empty", "endless_pages")), _offered)  # fmt: skip
_walked("CONV-15", "walk_makes_no_half_call", "A message that is cut short makes no call with half an input.",
        Terrain(kinds=_QUICK, ends=tuple(f"{reason}:half" for reason in _CUT_SHORT)), _half)  # fmt: skip
_walked("CONV-16", "walk_goes_on_after_pauses", "What came before a pause goes back, and the turn goes on.",
        Terrain(kinds=_QUICK, blocks=("text", "thinking", "search")), _goes_on)  # fmt: skip
_walked("CONV-17", "walk_ends", "No request follows the end.",
        Terrain(ends=("end_turn", "end_turn", "stop_sequence", "refusal")), _ends)  # fmt: skip
_walked("CONV-18", "walk_puts_inputs_together", "A streamed input is the JSON of all its pieces, wherever it is cut.",
        Terrain(kinds=("result",), given=_GIVEN, stream=(True,)), _inputs)  # fmt: skip
_walked("CONV-19", "walk_makes_no_call_of_broken_streams", "A stream that breaks off makes no call, wherever it does.",
        Terrain(kinds=_QUICK, ends=("tool_use:error", "tool_use:break"), stream=(True,)), _half)  # fmt: skip
_walked("CONV-20", "walk_shows_results_only", "What is no result yet is an error, and what is one is shown.",
        Terrain(kinds=("result", "complete", "speaks", "asks", "asks_in_words", "task", "older_task", "partial")),
        _results)  # fmt: skip

"""Properties of whole conversations, CONV-*: one random walk through turns, results, faults and ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from toolset_conformance.search.property import Plain, ask, exposed, plain, prop

JSON = Any
Object = dict[str, JSON]

_TOOLS = {server: [{"name": name, "description": name, "inputSchema": {"type": "object"}} for name in names]
          for server, names in (("files", ("read", "write")), ("mail", ("send",)))}  # fmt: skip
_PAIRS = [("files", "read"), ("files", "write"), ("mail", "send")]
_KINDS = ("result", "flagged", "error", "never", "late", "dies", "behind", "noted", "changes")
_FAILING = ("flagged", "error", "never", "late", "dies")
_SLOW = ("never", "late", "behind", "dies")
_LEADS: list[list[Object]] = [
    [], [{"type": "text", "text": "I look:\n "}],
    [{"type": "thinking", "thinking": "Which?", "signature": "RXJDa0FRPT0="}, {"type": "text", "text": "So."}],
    [{"type": "redacted_thinking", "data": "RW1jRGVudA=="}],
]  # fmt: skip
_FAULTS = (None, "unreachable", "list_error", "list_never")
_GIVEN: list[JSON] = [
    "",
    {},
    [],
    None,
    False,
    0,
    -7,
    0.1,
    2**53 - 1,
    ' a\n"\\',
    "Gr\u00fc\u00dfe \U0001f600",
    {"a": [{"b": [[]]}]},
    "5",
]
_ERROR: JSON = {"$has": {"is_error": True}}


@dataclass(frozen=True)
class Walk:
    """A conversation, and what is known of it: the patterns are keyed by the ids of calls.

    ``script``: all messages, the end among them. ``failed``, ``own``: what the results of calls that fail, and of those
    that do not, have to be. ``sent``: the arguments that reach a server.
    """

    servers: list[JSON]
    script: list[JSON]
    stream: bool
    failed: Object
    own: Object
    sent: list[JSON]

    @property
    def ids(self) -> list[str]:
        """The ids of the calls of whole messages, in order."""
        return [block["id"] for message in self.script[:-1] for block in message["content"] if "id" in block]

    @property
    def is_cut_short(self) -> bool:
        """Whether the last message ends within a call."""
        return bool(self.script[-1]["stop_reason"] == "max_tokens")

    def case(self, requests: JSON, calls: JSON = None) -> Plain:
        """The case that asks for this conversation."""
        expect = {"requests": requests, "calls": {"$any": True} if calls is None else calls}
        options = {"stream": self.stream}
        step = ask(
            "conversation", expect, prompt="Look after it.", servers=self.servers, script=self.script, options=options
        )
        return plain(step, servers=[{"id": server, "tools": tools} for server, tools in _TOOLS.items()])


Turn = tuple[list[Object], list[tuple[int, str]], JSON, str]


def _reaction(kind: str, word: str, server: str) -> Object:
    value: Object = {"content": [{"type": "text", "text": word}]}
    own = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "at work"}}
    search = {"name": "search", "inputSchema": {"type": "object"}}
    by_kind: dict[str, Object] = {
        "result": {"value": value},
        "flagged": {"value": {**value, "isError": True}},
        "error": {"kind": "error", "value": {"code": -32603, "message": word}},
        "never": {"kind": "never"},
        "late": {"value": value, "delay": 45},
        "dies": {"kind": "dies"},
        "behind": {"value": value, "behind": 1},
        "noted": {"value": value, "before": [own, {"jsonrpc": "2.0", "id": 1, "method": "ping"}]},
        "changes": {"value": value, "then_pages": [[*_TOOLS[server], search]]},
    }
    return by_kind[kind]


def _walk(drawn: tuple[list[Turn], bool, str, str | None]) -> Walk:
    turns, stream, end, fault = drawn
    reactions: dict[tuple[str, str], list[Object]] = {pair: [] for pair in _PAIRS}
    dead: set[str] = set()
    late: set[str] = set()
    script: list[JSON] = []
    failed, own, sent = {}, {}, []
    for number, (lead, calls, given, cut) in enumerate(turns):
        content = [*lead]
        # No tool is called twice in a message: which of two calls goes out first is the agent's choice.
        kinds = dict(calls)
        slow = [_PAIRS[place][0] for place, kind in kinds.items() if place < len(_PAIRS) and kind in _SLOW]
        dying = {_PAIRS[place][0] for place, kind in kinds.items() if place < len(_PAIRS) and kind == "dies"} - dead
        for place, kind in kinds.items():
            call, word = f"toolu_{number}_{place}", f"word-{number}-{place}."
            if place == len(_PAIRS):
                content.append({"type": "tool_use", "id": call, "name": "no_such_tool", "input": {}})
                failed[call] = _ERROR
                continue
            pair = _PAIRS[place]
            arguments = {"call": word, "given": given}
            content.append({"type": "tool_use", "id": call, "name": exposed(pair), "input": arguments})
            reactions[pair].append(_reaction(kind, word, pair[0]))
            if pair[0] in dead:
                failed[call] = _ERROR
            elif pair[0] not in dying:
                sent.append({"$has": {"server": pair[0], "tool": pair[1], "arguments": arguments}})
                # Where another answer comes meanwhile, how long the agent waits for this one is its own affair.
                is_alone = slow.count(pair[0]) == 1 and pair[0] not in late
                if kind in _FAILING and (kind != "late" or is_alone):
                    failed[call] = _ERROR
                elif kind not in _FAILING:
                    own[call] = {"$somewhere": {"$text": {"contains": [word]}}}
            elif kind == "dies":
                failed[call] = _ERROR
        dead |= dying
        late |= {_PAIRS[place][0] for place, kind in kinds.items() if place < len(_PAIRS) and kind == "late"}
        reason = "tool_use"
        if not kinds:
            content, reason = [*content, {"type": "text", "text": f"More: {number}."}], "pause_turn"
        script.append({"content": content, "stop_reason": reason, "streaming": {"cut": cut}})
    last: list[Object] = [{"type": "text", "text": "Done."}]
    if end == "max_tokens":
        last.append({"type": "tool_use", "id": "toolu_half", "name": exposed(_PAIRS[1]), "input": {"call": "half"}})
    script.append({"content": last, "stop_reason": end})
    servers: list[JSON] = [
        {"id": server, "pages": [tools], "reactions": {tool: reactions[server, tool] for name, tool in _PAIRS
         if name == server and reactions[server, tool]}}
        for server, tools in _TOOLS.items()
    ]  # fmt: skip
    if fault is not None:
        servers.insert(1, {"id": "broken", "pages": [[]], "fault": fault})
    return Walk(servers, script, stream, failed, own, sent)


def _walks() -> st.SearchStrategy[Walk]:
    call = st.tuples(st.integers(0, len(_PAIRS)), st.sampled_from(_KINDS))
    turn = st.tuples(
        st.sampled_from(_LEADS),
        st.lists(call, max_size=4),
        st.sampled_from(_GIVEN),
        st.sampled_from(["whole", "even", "unkind"]),
    )
    ends = st.sampled_from(["end_turn", "max_tokens"])
    return st.tuples(st.lists(turn, min_size=1, max_size=5), st.booleans(), ends, st.sampled_from(_FAULTS)).map(_walk)


def _walked(rule: str, name: str, why: str, judged: Callable[[Walk], Plain]) -> None:
    prop(rule, why, "recommended", name=name)(lambda: _walks().map(judged))


def _or_any(name: str, patterns: Object) -> JSON:
    return {name: patterns} if patterns else {"$some": {"$any": True}}


def _goes_back(walk: Walk) -> Plain:
    back = [{"role": "assistant", "content": message["content"]} for message in walk.script[:-1]]
    among = {"$among": {"where": {"$has": {"role": "assistant"}}, "fits": back}}
    return walk.case({"$some": {"$has": {"messages": among}}})


def _ends(walk: Walk) -> Plain:
    return walk.case({"$some": {"$any": True}} if walk.is_cut_short else {"$length": len(walk.script)})


def _offered(walk: Walk) -> Plain:
    names = [{"$some": {"$has": {"name": exposed(pair)}}} for pair in _PAIRS]
    return walk.case({"$some": {"$has": {"tools": {"$all": names}}}})


_RESULTS_FIRST = {"$has": {"content": {"$first": {"$has": {"type": "tool_result"}}}}}

_walked("CONV-1", "walk_answers_each_call", "Whatever becomes of a call, it is answered once, at once.",
        lambda walk: walk.case(_or_any("$answered", {call: {"$any": True} for call in walk.ids})))  # fmt: skip
_walked("CONV-2", "walk_says_what_failed", "A call that fails is answered by an error, in whatever turn.",
        lambda walk: walk.case(_or_any("$results", walk.failed)))  # fmt: skip
_walked("CONV-3", "walk_keeps_results_apart", "Each result holds the word of its own call.",
        lambda walk: walk.case(_or_any("$results", walk.own)))  # fmt: skip
_walked("CONV-4", "walk_puts_results_first", "The results stand first in their message, in whatever turn.",
        lambda walk: walk.case({"$each": {"$has": {"messages": {"$each": _RESULTS_FIRST}}}}))  # fmt: skip
_walked("CONV-5", "walk_goes_back", "Each message of the assistant stands in the last request as it came.", _goes_back)
_walked("CONV-6", "walk_sends_inputs", "Each input reaches its server as the model gave it.",
        lambda walk: walk.case({"$some": {"$any": True}}, {"$all": [{"$some": one} for one in walk.sent]}
                               if walk.sent else None))  # fmt: skip
_walked("CONV-7", "walk_only_adds", "Each request begins with the messages of the one before.",
        lambda walk: walk.case({"$grows": "messages"}))  # fmt: skip
_walked("CONV-12", "walk_has_the_other_tools", "A broken server beside them takes no tool of the others.", _offered)
_walked("CONV-15", "walk_makes_no_half_call", "A message that is cut short makes no call with half an input.",
        lambda walk: walk.case({"$some": {"$any": True}}, {"$nowhere": {"$has": {"call": "half"}}}))  # fmt: skip
_walked("CONV-17", "walk_ends", "No request follows the end.", _ends)

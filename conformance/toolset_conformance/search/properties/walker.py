"""A walk through a conversation, step by step: what the model says and the servers do, and what has to come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from toolset_conformance.search.properties import happenings
from toolset_conformance.search.properties.happenings import ERROR, FAILING, HALF, SLOW, Edit, Tool
from toolset_conformance.search.property import Plain, ask, exposed, plain

JSON = Any
Object = dict[str, JSON]
Pair = tuple[str, str]


@dataclass(frozen=True)
class Call:
    """One call as drawn: of which tool, what its server does about it, and what becomes of the list."""

    place: int
    kind: str
    edit: Edit | None


@dataclass(frozen=True)
class Turn:
    """One message as drawn: what stands before and behind its calls, their arguments, and how it is cut."""

    lead: tuple[str, ...]
    tail: tuple[str, ...]
    calls: tuple[Call, ...]
    given: JSON
    key: str
    cut: str | tuple[bool, tuple[int, ...]]
    copies: int


@dataclass
class Walk:
    """A conversation, and what is known of it; patterns stand under the ids of calls.

    ``script``: all messages; so many of them are ``whole``, and the next one ends as ``end`` says. ``failed``, ``own``:
    what has to be the result of calls that fail, and of those that do not. ``words``, ``inputs``: the word that stands
    in the result of each call, and its input. ``sent``, ``unsent``: calls that reach a server, and words in those that
    reach none. ``lists``: for each change of a list the words of the tools that are on the lists from then on, and of
    those of the first lists that are not. ``servers``: as they are given; ``known``: those that names are asked for.
    """

    stream: bool
    script: list[JSON] = field(default_factory=list)
    whole: int = 0
    end: str = ""
    failed: Object = field(default_factory=dict)
    own: Object = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    inputs: Object = field(default_factory=dict)
    sent: list[JSON] = field(default_factory=list)
    unsent: list[str] = field(default_factory=list)
    lists: list[tuple[list[str], list[str]]] = field(default_factory=list)
    servers: list[JSON] = field(default_factory=list)
    known: list[JSON] = field(default_factory=list)

    @property
    def ids(self) -> list[str]:
        """The ids of the calls of whole messages, in order."""
        blocks = [block for message in self.script[: self.whole] for block in message["content"]]
        return [block["id"] for block in blocks if block["type"] == "tool_use"]

    @property
    def is_call_last(self) -> bool:
        """Whether the last of the whole messages holds calls."""
        return bool(self.script[self.whole - 1]["stop_reason"] == "tool_use")

    @property
    def paused(self) -> list[list[Object]]:
        """The contents of the messages at which the model paused."""
        return [message["content"] for message in self.script if message["stop_reason"] == "pause_turn"]

    def case(self, requests: JSON, calls: JSON = None) -> Plain:
        """The case that asks for this conversation."""
        expect = {"requests": requests, "calls": {"$any": True} if calls is None else calls}
        options = {"stream": self.stream}
        step = ask(
            "conversation", expect, prompt="Look after it.", servers=self.servers, script=self.script, options=options
        )
        return plain(step, servers=self.known)


class Walker:
    """Walks, and remembers what the servers list, which of them are gone, and what they have still to answer.

    ``prefix``: of the ids of calls. ``rivals``: whether new tools have names that may be taken for those of others.
    ``strays``: whether calls go to tools, too, that are not on a list.
    """

    def __init__(self, stream: bool, prefix: str, *, rivals: bool, strays: bool) -> None:
        self.walk = Walk(stream)
        self._prefix, self._rivals = prefix, rivals
        begun, spare = happenings.names(rivals)
        self._names = {server: [*begun[server], *spare[server]] for server in begun}
        self._count = 0
        self.lists = {server: [self._tool(name) for name in begun[server]] for server in begun}
        self.begun = {server: list(tools) for server, tools in self.lists.items()}
        listed = [(server, name) for server in begun for name in begun[server] if name != HALF]
        self._pairs: list[Pair] = [*listed, *((server, name) for server in spare for name in spare[server] if strays)]
        self._once = set(listed)
        self._reactions: dict[Pair, list[Object]] = {}
        self._dead: set[str] = set()
        self._late: set[str] = set()
        self._left: set[Pair] = set()
        self._pending: list[Object] = []
        self.walk.known = [happenings.plain_server(server, begun[server] + spare[server] * strays) for server in begun]

    def _tool(self, name: str) -> Tool:
        self._count += 1
        return Tool(name, f"mark-{self._count}.")

    def turn(self, turn: Turn) -> None:
        """Take one turn: a message with calls, or a pause where it has none."""
        number = len(self.walk.script)
        asked = self._asked(turn)
        dying = {pair[0] for pair, call in asked if pair and call.kind == "dies"}
        edits = self._edits([one for one in asked if one[0] and one[0][0] not in dying])
        before = {server: {tool.name for tool in tools} for server, tools in self.lists.items()}
        self._apply(edits)
        content = [*self._pending, *happenings.blocks(turn.lead, number, open_search=not asked)]
        self._pending = happenings.found(turn.lead, number) if not asked else []
        pieces: dict[str, JSON] = {}
        slow = [pair[0] for pair, call in asked if pair and call.kind in SLOW]
        for place, (pair, call) in enumerate(asked):
            identifier, word = f"{self._prefix}{number}_{place}", f"word-{number}-{place}."
            arguments: Object = {"call": word, turn.key: turn.given} if turn.given is not happenings.BARE else {}
            block = {"type": "tool_use", "id": identifier, "name": exposed(pair) if pair else "no_such_tool"}
            if pair and self._is_free(pair, call, before, edits):
                continue
            content.append({**block, "input": arguments, **happenings.caller(turn.lead)})
            if isinstance(turn.cut, tuple):
                pieces[str(len(content) - 1)] = happenings.pieces(arguments, *turn.cut)
            self.walk.inputs[identifier] = arguments
            if pair is None or pair[0] in self._dead or pair[1] not in before[pair[0]]:
                self.walk.failed[identifier] = ERROR
                self.walk.unsent += [word] if pair in self._once and pair and pair[0] not in self._dead else []
                continue
            self._react(pair, call, word, edits.get(pair[0]))
            if pair[0] not in dying:
                self._expect(pair, call.kind, identifier, word, arguments, slow)
            elif call.kind == "dies":
                self.walk.failed[identifier] = ERROR
        first = [block for block in content if block["type"] == "tool_use"][:1]
        content += [
            {**block, "id": f"{self._prefix}{number}_copy_{copy}"} for block in first for copy in range(turn.copies)
        ]
        self._dead |= dying
        self._late |= {pair[0] for pair, call in asked if pair and call.kind == "late"}
        content += happenings.blocks(turn.tail, number + 100, open_search=False)
        is_call = any(block["type"] == "tool_use" for block in content)
        if not is_call:
            content.append({"type": "text", "text": f"More: {number}."})
        streaming = {"pieces": pieces} if isinstance(turn.cut, tuple) else {"cut": turn.cut}
        reason = "tool_use" if is_call else "pause_turn"
        self.walk.script.append({"content": content, "stop_reason": reason, "streaming": streaming})

    def _asked(self, turn: Turn) -> list[tuple[Pair | None, Call]]:
        """The calls of a message with their pairs; no tool twice, since which of two goes out first is free."""
        places = {call.place % (len(self._pairs) + 1): call for call in turn.calls}
        asked = [(self._pairs[place] if place < len(self._pairs) else None, call) for place, call in places.items()]
        if turn.copies and asked:
            pair, call = asked[0]
            asked[0] = pair, Call(call.place, "result", None)
        return asked

    def _on(self, server: str) -> set[str]:
        return {tool.name for tool in self.lists[server]}

    def _is_free(self, pair: Pair, call: Call, before: dict[str, set[str]], edits: dict[str, Call]) -> bool:
        """Whether it is the agent's affair if the call is made: as its list changes, or by a name that may be new."""
        is_in_between = (pair[1] in before[pair[0]]) != (pair[1] in self._on(pair[0]))
        was_away = self._rivals and pair in self._left
        return call is not edits.get(pair[0]) and (is_in_between or was_away)

    def _edits(self, asked: list[tuple[Pair | None, Call]]) -> dict[str, Call]:
        """The call after which each server changes its list: one at most, so that it is known which list is last."""
        edits: dict[str, Call] = {}
        for pair, call in asked:
            is_made = pair and pair[0] not in self._dead and pair[1] in self._on(pair[0])
            was_away = self._rivals and pair in self._left
            if pair and is_made and not was_away and call.edit and call.kind in happenings.EDITED:
                edits.setdefault(pair[0], call)
        return edits

    def _apply(self, edits: dict[str, Call]) -> None:
        for server, call in edits.items():
            assert call.edit is not None
            self.lists[server] = call.edit.made(self.lists[server], self._names[server], self._tool)
            self._once |= {(server, name) for name in self._on(server)}
            self._left |= {(server, tool.name) for tool in self.begun[server]} - {(server, n) for n in self._on(server)}
        if edits:
            living = [tool.word for server in self.lists if server not in self._dead for tool in self.lists[server]]
            every = [tool.word for server in self.begun for tool in self.begun[server]]
            now = {tool.word for tools in self.lists.values() for tool in tools}
            self.walk.lists.append((living, [word for word in every if word not in now]))

    def _react(self, pair: Pair, call: Call, word: str, edited: Call | None) -> None:
        reaction = happenings.reaction(call.kind, word)
        if call is edited:
            assert call.edit is not None
            reaction["then_pages"] = happenings.paged(self.lists[pair[0]], call.edit.cuts)
        self._reactions.setdefault(pair, []).append(reaction)

    def _expect(self, pair: Pair, kind: str, identifier: str, word: str, arguments: Object, slow: list[str]) -> None:
        fits: JSON = {"$literal": arguments} if arguments else {"$one_of": [{}, None]}
        self.walk.sent.append({"$has": {"server": pair[0], "tool": pair[1], "arguments": fits}})
        self.walk.words[identifier] = word
        # Where another answer comes meanwhile, how long the agent waits for this one is its own affair.
        is_alone = slow.count(pair[0]) == 1 and pair[0] not in self._late
        if kind in FAILING and (kind != "late" or is_alone):
            self.walk.failed[identifier] = ERROR
        elif kind not in FAILING:
            self.walk.own[identifier] = {"$somewhere": {"$text": {"contains": [word]}}}

    def finish(self, end: str, words: str, half: tuple[bool, bool, int]) -> None:
        """Take the last message: a plain end, one that is cut short within a call, or a stream that breaks."""
        reason, _, how = end.partition(":")
        content = [*self._pending, *happenings.blocks((words,), 900, open_search=False)]
        self.walk.whole, self.walk.end = len(self.walk.script), end
        content += happenings.half_calls(how, *half[:2])
        streaming = happenings.breaking(how, content, half[2])
        self.walk.script.append({"content": content, "stop_reason": reason, "streaming": streaming})
        if how in ("error", "break"):
            self.walk.script.append(
                {"content": happenings.blocks(("plain",), 0, open_search=False), "stop_reason": "end_turn"}
            )

    def serve(self, cuts: dict[str, tuple[int, ...]], faults: list[tuple[str, bool]], *, alone: bool) -> None:
        """Place the servers: the good ones, unless there are none, and those with faults before or between them."""
        good: list[Object] = []
        for server, tools in self.begun.items():
            reactions = {name: those for (of, name), those in self._reactions.items() if of == server}
            known: Object = {"reactions": reactions} if reactions else {}
            good.append({"id": server, "pages": happenings.paged(tools, cuts[server]), **known})
        broken = [(happenings.broken(fault, number), ahead) for number, (fault, ahead) in enumerate(faults)]
        first = [server for server, ahead in broken if ahead]
        later = [server for server, ahead in broken if not ahead]
        self.walk.servers = [*first, *later] if alone else [*first, good[0], *later[:1], good[1], *later[1:]]

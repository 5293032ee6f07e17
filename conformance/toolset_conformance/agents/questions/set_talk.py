"""A conversation about tool sets: the definitions, whose names they are, and what becomes of calls."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolset_conformance.agents.conversation import Answer, Call, Conversation, Message, Observation, Server
from toolset_conformance.agents.questions import askable, brought, receipts, sample
from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.identifiers import Identifiers
from toolset_conformance.agents.questions.names import Exposed, Pair, exposures
from toolset_conformance.agents.questions.talk import Talk

JSON = Any

MOST_MESSAGES = 25
"""How many messages one conversation has at most: some programs end after fifty."""
SECONDS_A_TOOL = 0.1
"""What a conversation may take longer for each tool."""
NAMES_AT_ONCE = 100
"""How many names are called in one message."""


@dataclass(eq=False)
class Part:
    """One tool set of the conversation. ``ids``: the set's name of each server, by the conversation's."""

    toolset: JSON
    ids: dict[str, str]

    def servers(self) -> list[dict[str, JSON]]:
        """Return the servers of the set."""
        servers: list[dict[str, JSON]] = self.toolset["servers"]
        return servers


@dataclass
class _Sent:
    """A message whose answer is awaited.

    ``calls``: how many calls had reached the servers before it. ``back``: the case's id of each id that was replaced.
    ``added``: the id of a call at the end that is none of the case's, where there is one.
    """

    content: list[JSON]
    calls: int
    asked: Asked | None
    back: dict[str, str]
    added: str | None = None


class SetTalk(Talk):
    """Questions on one set; or on several, each with servers of its own, where no question is about names.

    ``groups``: the questions of each set.
    """

    def __init__(self, groups: Sequence[Sequence[Asked]], brought: Brought) -> None:
        super().__init__([asked for group in groups for asked in group])
        self._brought = brought
        self._parts: list[Part] = []
        self._part_of: dict[Asked, Part] = {}
        taken: set[str] = set()
        for group in groups:
            toolset = group[0].call.params["toolset"]
            ids: dict[str, str] = {}
            for server in toolset["servers"]:
                name = server["id"]
                if name in taken:
                    name = next(f"{name}{number}" for number in itertools.count(2) if f"{name}{number}" not in taken)
                taken.add(name)
                ids[name] = server["id"]
            part = Part(toolset, ids)
            self._parts.append(part)
            self._part_of.update(dict.fromkeys(group, part))
        self._identifiers = Identifiers()
        self._receipts = receipts.FEW if len(self._pairs()) > receipts.MANY_TOOLS else receipts.MOST
        self._definitions: list[JSON] | None = None
        self._schemas: dict[str, JSON] = {}
        self._body: JSON = None
        self._sent: _Sent | None = None
        self._messages = self._calls = 0
        self._reached: dict[str, Pair] = {}
        self._to_call: list[str] = []
        self._named = False
        self._entries: list[Exposed] = []

    def conversation(self, prompt: str, seconds: float) -> Conversation:
        """Return the conversation to be held."""
        servers: list[Server] = []
        for part in self._parts:
            for name, server in zip(part.ids, part.servers(), strict=True):
                tools = server.get("tools", [])
                reactions = {
                    tool["name"]: receipts.reactions(f"{len(servers)}-{place}", self._receipts)
                    for place, tool in enumerate(tools if isinstance(tools, list) else [])
                    if isinstance(tool, dict) and isinstance(tool.get("name"), str)
                }
                servers.append(Server(name, (tools,), reactions))
        seconds += SECONDS_A_TOOL * len(self._pairs())
        return Conversation(prompt, tuple(servers), (self.line,) * (MOST_MESSAGES + 1), seconds)

    def play(self, seen: Observation) -> Answer:
        """Read the answer to the last message, and return the next one."""
        if self._definitions is None:
            if self._waits(seen):
                return self.close()
            self._body = seen.main[-1].body
            self._definitions = self._brought.left(self._body.get("tools"))
            self._schemas = {one["name"]: one.get("input_schema") for one in brought.named(self._definitions)}
        else:
            self._receive(seen)
        return self._next(seen)

    def _waits(self, seen: Observation) -> bool:
        """Whether the agent asked before it had the tools of its servers; then it is asked again, twice at most."""
        late = any(
            name not in seen.listed and server.get("tools")
            for part in self._parts
            for name, server in zip(part.ids, part.servers(), strict=True)
        )
        if not late or any(asked.waited == 2 for asked in self.open):
            return False
        for asked in self.open:
            asked.waited += 1
        return True

    def ended(self, seen: Observation) -> None:
        """Take an end right after a message that calls nothing for its answer."""
        if self._sent is not None and not _uses(self._sent.content):
            self._receive(seen)
            self.close()

    def _next(self, seen: Observation) -> Answer:
        wants_names = self._settle()
        if wants_names and not self._named:
            if not self._to_call:
                names = [one["name"] for one in brought.named(self._definitions)]
                self._to_call = list(dict.fromkeys(names))
            if self._to_call and self._messages < MOST_MESSAGES:
                return self._call_names(seen)
            self._named = True
            self._entries = exposures(self._definitions or [], self._reached, self._pairs())
            self._settle()
        last: Asked | None = None
        for asked in list(self.open):
            if self._messages >= MOST_MESSAGES:
                break
            if asked.call.method not in ("resolve", "tool_calls"):
                continue
            calls = sum(map(_is_use, _content(asked)))
            if not calls and not (_content(asked) and self._reached):
                last = last or asked
                continue
            if self._calls and self._calls + calls > self._receipts:
                continue
            if message := self._message(asked, seen):
                return message
        if last is not None and self._messages < MOST_MESSAGES and (message := self._message(last, seen)):
            return message
        return self.close()

    def _settle(self) -> bool:
        """Answer all that is known by now; return whether there are questions that the names would answer."""
        progress, wants_names = True, False
        while progress:
            progress, wants_names = False, False
            for asked in list(self.open):
                method = asked.call.method
                if method in ("resolve", "tool_calls"):
                    wants_names = wants_names or (bool(_content(asked)) and not _uses(_content(asked)))
                    continue
                if self._named or (method in ("tools", "request") and len(self._parts) == 1 and not self._sorts(asked)):
                    self._answer(asked)
                    progress = True
                else:
                    wants_names = True
        return wants_names

    def _answer(self, asked: Asked) -> None:
        part, call = self._part_of[asked], asked.call
        entries = self._of(part)
        if len(self._parts) > 1 and not self._is_apart(part, entries):
            asked.alone = True
            self.leave(asked)
            return
        definitions = self._definitions or []
        if self._sorts(asked):
            definitions, entries = self._in_order(definitions, entries)
        elif len(self._parts) > 1:
            places = {entry.place for entry in entries}
            definitions = [one for place, one in enumerate(definitions) if place in places]
        if not definitions and asked.may_be_refused and any(server.get("tools") for server in part.servers()):
            asked.refuse("nothing of it is offered")
        elif call.method == "tools":
            asked.answer(definitions)
        elif call.method == "request":
            body = {**self._body, "model": call.params["model"]}
            asked.answer({**body, "tools": definitions} if "tools" in body else body)
        elif call.method == "exposed_name":
            wanted = (call.params["server"], call.params["tool"])
            pairs = {(part.ids[entry.server], entry.tool): entry.name for entry in reversed(entries)}
            asked.answer(pairs.get(wanted))
        else:
            found = [{"name": one.name, "server": part.ids[one.server], "tool": one.tool} for one in entries]
            asked.answer({"entries": found})
        self.route(asked)

    def _sorts(self, asked: Asked) -> bool:
        """Whether the definitions are to be put in the set's order, for a rule that does not speak of it.

        Agents sort what they offer. That breaks ORDER-*, and no other rule.
        """
        tools = sum(len(server["tools"]) for server in self._part_of[asked].servers() if _is_list(server))
        return tools > 1 and not asked.case.rule.startswith("ORDER-")

    def _in_order(self, definitions: list[JSON], entries: list[Exposed]) -> tuple[list[JSON], list[Exposed]]:
        """Return the definitions and the entries of a part in its order; those that are no known tool's come last."""
        order = {(server, tool["name"]): place for place, (server, tool) in reversed(list(enumerate(self._pairs())))}
        wanted = sorted(entries, key=lambda entry: order[entry.server, entry.tool])
        if wanted != entries:
            self._brought.aside["definitions in another order than the set's, for rules that speak of none"] += 1
        known = {entry.place for entry in self._entries}
        left = [one for place, one in enumerate(definitions) if place not in known] if len(self._parts) == 1 else []
        return [definitions[entry.place] for entry in wanted] + left, wanted

    def _of(self, part: Part) -> list[Exposed]:
        return [entry for entry in self._entries if entry.server in part.ids]

    def _is_apart(self, part: Part, entries: Sequence[Exposed]) -> bool:
        """Whether the definitions of one of several sets can be told from all others."""
        names = [one["name"] for one in brought.named(self._definitions)]
        tools = sum(len(server["tools"]) for server in part.servers())
        return len(names) == len(set(names)) == len(self._entries) and len(entries) == tools

    def stays(self, asked: Asked) -> bool:
        """Whether a case's next question is on the same set."""
        call = asked.call
        part = self._part_of[asked]
        if call.fresh or call.method == "conversation" or "toolset" not in call.params:
            return False
        # Now that its parts are known, a question may turn out to be none.
        if askable.why_not_asked(call.method, call.params, self._brought.tools):
            return False
        return json.dumps(call.params["toolset"]) == json.dumps(part.toolset)

    def _pairs(self) -> list[tuple[str, JSON]]:
        return [
            (name, tool)
            for part in self._parts
            for name, server in zip(part.ids, part.servers(), strict=True)
            for tool in (server["tools"] if isinstance(server.get("tools"), list) else [])
            if isinstance(tool, dict) and isinstance(tool.get("name"), str)
        ]

    def _call_names(self, seen: Observation) -> Message:
        names, self._to_call = self._to_call[:NAMES_AT_ONCE], self._to_call[NAMES_AT_ONCE:]
        content = [
            {"type": "tool_use", "id": self._identifiers.new("name"), "name": name, "input": self._sample(name)}
            for name in names
        ]
        self._named = not self._to_call
        return self._send(content, None, {}, seen, "tool_use")

    def _sample(self, name: JSON) -> JSON:
        return sample.arguments(self._schemas.get(name) if isinstance(name, str) else None)

    def _message(self, asked: Asked, seen: Observation) -> Message | None:
        """Return the message that puts the question; ``None`` where its ids have been used in this conversation."""
        content = _content(asked)
        if asked.call.method == "resolve":
            name = asked.call.params["name"]
            content = [{**content[0], "id": self._identifiers.new("find"), "input": self._sample(name)}]
            return self._send(content, asked, {}, seen, "tool_use")
        fitted = self._identifiers.fit([block["id"] for block in content if _is_use(block)])
        if fitted is None:
            self.leave(asked)
            return None
        content = [{**block, "id": fitted[block["id"]]} if _is_use(block) else block for block in content]
        if content and not fitted and self._reached:
            # With a plain call behind it, a message that calls nothing does not end the conversation.
            name = next(iter(self._reached))
            added = {"type": "tool_use", "id": self._identifiers.new("more"), "name": name, "input": self._sample(name)}
            message = self._send([*content, added], asked, {}, seen, "tool_use")
            assert self._sent is not None
            self._sent.added = added["id"]
            return message
        back = {new: identifier for identifier, new in fitted.items()}
        response = asked.call.params["response"]
        stop = response.get("stop_reason") if isinstance(response, dict) else None
        stop = stop if isinstance(stop, str) else "tool_use" if fitted else "end_turn"
        return self._send(content, asked, back, seen, stop)

    def _send(
        self, content: list[JSON], asked: Asked | None, back: dict[str, str], seen: Observation, stop: str
    ) -> Message:
        self._sent = _Sent(content, len(seen.calls), asked, back)
        self._messages += 1
        self._calls += sum(map(_is_use, content)) if asked else 0
        self.in_flight = [asked] if asked else []
        return Message(tuple(content), stop)

    def _receive(self, seen: Observation) -> None:
        sent, self._sent = self._sent, None
        if sent is None:
            return
        self.in_flight = []
        new = len(seen.main) > 0 and seen.main[-1].answer is None
        turn = self._brought.turn(_messages(seen.main[-1].body)) if new else []
        ids = {block["id"] for block in sent.content if _is_use(block)}
        results = [one for one in brought.results(turn) if self._identifiers.is_new(one.get("tool_use_id"), ids)]
        calls = list(seen.calls[sent.calls :])
        wanted = {block["id"]: block.get("input") for block in sent.content if _is_use(block)}
        found = receipts.matched(results, calls, wanted)
        if sent.added is not None:
            place = next((n for n, one in enumerate(results) if one.get("tool_use_id") == sent.added), None)
            if place in found:
                calls.remove(found.pop(place))
                results = [one for n, one in enumerate(results) if n != place]
                found = {n - (n > place): call for n, call in found.items()}
        if sent.asked is None:
            names = {block["id"]: block["name"] for block in sent.content}
            there = {(server, tool["name"]) for server, tool in self._pairs()}
            for place, call in found.items():
                name = names.get(results[place].get("tool_use_id"))
                # A call of a tool that its server does not have arrived nowhere.
                if name is not None and (call.server, call.tool) in there:
                    self._reached[name] = (call.server, call.tool)
            if self._named:
                self._entries = exposures(self._definitions or [], self._reached, self._pairs())
            return
        if sent.asked.call.method == "resolve":
            part = self._part_of[sent.asked]
            sent.asked.answer({"server": part.ids[calls[0].server], "tool": calls[0].tool} if calls else None)
        else:
            sent.asked.answer(self._split(sent, results, calls, found))
        self.route(sent.asked)

    def _split(self, sent: _Sent, results: list[JSON], calls: Sequence[Call], found: dict[int, Call]) -> JSON:
        """Return the answer to ``tool_calls``: calls in the order of their blocks, and the other results."""
        assert sent.asked is not None
        ids = self._part_of[sent.asked].ids
        order = [block["id"] for block in sent.content if _is_use(block)]

        def plain(identifier: JSON, call: Call) -> JSON:
            given = receipts.arguments(call)
            known = sent.back.get(identifier, identifier) if isinstance(identifier, str) else identifier
            return {"call_id": known, "server": ids[call.server], "tool": call.tool, "arguments": given}

        matched = [(results[place].get("tool_use_id"), call) for place, call in found.items()]
        matched.sort(key=lambda one: order.index(one[0]) if one[0] in order else len(order))
        lost = [call for call in calls if call not in found.values()]
        rejected = [block for place, block in enumerate(results) if place not in found]
        return {
            "calls": [plain(*one) for one in matched] + [plain(None, call) for call in lost],
            "rejected": [
                {**block, "tool_use_id": sent.back.get(block["tool_use_id"], block["tool_use_id"])}
                if isinstance(block.get("tool_use_id"), str)
                else block
                for block in rejected
            ],
        }


def _is_list(server: JSON) -> bool:
    return isinstance(server.get("tools"), list)


def _content(asked: Asked) -> list[JSON]:
    params = asked.call.params
    if asked.call.method == "resolve":
        return [{"type": "tool_use", "id": "", "name": params["name"], "input": {}}]
    response = params["response"]
    content: list[JSON] = response if isinstance(response, list) else response["content"]
    return content


def _is_use(block: JSON) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_use"


def _uses(content: Sequence[JSON]) -> bool:
    return any(map(_is_use, content))


def _messages(body: JSON) -> list[JSON]:
    messages = body.get("messages") if isinstance(body, dict) else None
    return messages if isinstance(messages, list) else []

"""A conversation about results: each of its tools answers as one case wants it, and the next turn shows what became."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from toolset_conformance.agents.conversation import Answer, Conversation, Message, Observation, Reaction, Server
from toolset_conformance.agents.questions import brought
from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.identifiers import Identifiers
from toolset_conformance.agents.questions.talk import Talk
from toolset_conformance.core.messages import Fault

JSON = Any

SERVER = "suite"
NOBODY = "no_such_tool_anywhere"
"""A name that no tool has."""

_CODES = {"protocol": -32603, "unknown_tool": -32602}


class CannotBeGiven(Exception):
    """A block that no server's result could have become."""


@dataclass(eq=False)
class _Round:
    """One message. ``tools``: the tool of each call, by the id of its block; ``NOBODY`` for a name that there is not.

    ``asked``: the questions that it puts, each with the id that stands for its own: for ``user_turn`` the block of
    each id.
    """

    tools: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[Asked, dict[str, JSON]]] = field(default_factory=list)


class ResultTalk(Talk):
    """Questions ``tool_result``, all in one message, and ``user_turn``, a message each."""

    def __init__(self, asked: Sequence[Asked], brought: Brought) -> None:
        super().__init__(asked)
        self._brought = brought
        self._identifiers = Identifiers()
        self._tools: dict[str, Reaction] = {}
        self._names: dict[str, str] | None = None
        self._calls = 0
        results = _Round()
        turns: list[_Round] = []
        for one in list(asked):
            if one.call.method == "tool_result":
                self._add_result(one, results)
            else:
                turns += self._turn(one)
        # A plain call at the end, for what agents put on the last block of a turn.
        results.tools[self._identifiers.new("last")] = self._tool(Reaction(value=_text("done")))
        self._rounds = [*([results] if results.asked else []), *turns]
        self._sent: _Round | None = None

    def conversation(self, prompt: str, seconds: float) -> Conversation:
        """Return the conversation to be held."""
        tools = [
            {"name": name, "description": f"Does check {name}.", "inputSchema": {"type": "object"}}
            for name in self._tools
        ]
        server = Server(SERVER, (tools,), {name: (reaction,) for name, reaction in self._tools.items()})
        return Conversation(prompt, (server,), (self.line,) * (len(self._rounds) + 1), seconds)

    def play(self, seen: Observation) -> Answer:
        """Read the answers to the last message, and return the next one."""
        body = seen.main[-1].body
        if self._names is None:
            self._names = self._named(self._brought.left(body.get("tools")))
        if self._sent is not None:
            self._receive(seen, body)
        if not self._rounds:
            return self.close()
        self._sent = self._rounds.pop(0)
        self._calls = len(seen.calls)
        self.in_flight = [asked for asked, _ in self._sent.asked]
        content = [
            {"type": "tool_use", "id": identifier, "name": self._names.get(tool, NOBODY), "input": {}}
            for identifier, tool in self._sent.tools.items()
        ]
        return Message(tuple(content))

    def _tool(self, reaction: Reaction) -> str:
        name = f"check_{len(self._tools) + 1:03}"
        self._tools[name] = reaction
        return name

    def _add_result(self, asked: Asked, into: _Round) -> None:
        identifier, outcome = asked.call.params["tool_use_id"], asked.call.params["outcome"]
        fitted = self._identifiers.fit([identifier])
        if fitted is None:
            self.leave(asked)
            return
        if "result" in outcome:
            reaction = Reaction(value=outcome["result"])
        else:
            error = outcome["error"]
            value = {"code": _CODES[error["kind"]], "message": error.get("message", "")}
            reaction = Reaction("error", value)
        into.tools[fitted[identifier]] = self._tool(reaction)
        into.asked.append((asked, {fitted[identifier]: identifier}))

    def _turn(self, asked: Asked) -> list[_Round]:
        given = asked.call.params
        found = [(block, False) for block in given["rejected"]] + [(block, True) for block in given["results"]]
        fitted = self._identifiers.fit([block["tool_use_id"] for block, _ in found])
        if fitted is None:
            self.leave(asked)
            return []
        one = _Round()
        try:
            for block, is_result in found:
                reaction = Reaction(value=_outcome(block)) if is_result else None
                one.tools[fitted[block["tool_use_id"]]] = self._tool(reaction) if reaction else NOBODY
        except CannotBeGiven as error:
            self.open.remove(asked)
            asked.drop(str(error))
            self.done.append(asked)
            return []
        one.asked = [(asked, {fitted[block["tool_use_id"]]: block for block, _ in found})]
        return [one]

    def _named(self, definitions: list[JSON]) -> dict[str, str]:
        """Return the exposed name of each tool, by the name or else the description that it has."""
        names = {}
        for tool in self._tools:
            found = [one["name"] for one in brought.named(definitions) if tool in one["name"]]
            if len(found) != 1:
                found = [
                    one["name"] for one in brought.named(definitions) if f"check {tool}." in str(one.get("description"))
                ]
            if len(found) == 1:
                names[tool] = found[0]
        return names

    def _receive(self, seen: Observation, body: JSON) -> None:
        sent, self._sent = self._sent, None
        assert sent is not None and self._names is not None
        self.in_flight = []
        turn = self._brought.turn(body["messages"])
        found = brought.by_id(turn)
        reached = {call.tool for call in seen.calls[self._calls :]}
        for asked, ids in sent.asked:
            if asked.call.method == "user_turn":
                asked.answer(self._message(turn, ids))
            else:
                ((used, identifier),) = ids.items()
                self._answer(asked, found.get(used), used, identifier, sent.tools[used] in reached)
            self.route(asked)

    def _answer(self, asked: Asked, block: JSON, used: str, identifier: str, reached: bool) -> None:
        if not reached:
            said = "" if block is None else f"; instead it was answered: {str(block.get('content'))[:300]}"
            asked.reply(Fault(f"the call whose result was to be seen did not reach its server{said}"))
        elif block is None:
            asked.answer(None)
        elif asked.may_be_refused and block.get("is_error") is True:
            asked.refuse("answered as an error")
        else:
            asked.answer({**block, "tool_use_id": identifier} if block.get("tool_use_id") == used else block)

    def _message(self, turn: list[JSON], given: dict[str, JSON]) -> JSON:
        """Return the user message, with the blocks that the case speaks of in the place of those that were made.

        What the agent says after all results is its own, and set aside.
        """
        if not turn or not isinstance(turn[0], dict):
            return None
        content = turn[0].get("content")
        if not isinstance(content, list):
            return turn[0]
        kept = list(content)
        while kept and isinstance(kept[-1], dict) and kept[-1].get("type") == "text":
            kept.pop()
            self._brought.aside["text of the agent's after the results"] += 1
        shown = [
            given.get(str(block.get("tool_use_id")), block)
            if isinstance(block, dict) and block.get("type") == "tool_result"
            else block
            for block in kept
        ]
        return {**turn[0], "content": shown}


def _text(text: str) -> JSON:
    return {"content": [{"type": "text", "text": text}]}


def _outcome(block: JSON) -> JSON:
    """Return a result of MCP that becomes such a block."""
    content = block.get("content", [])
    items: list[JSON] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    made: list[JSON] = []
    for item in items:
        kind = item.get("type")
        if kind == "text":
            made.append({"type": "text", "text": item["text"]})
        elif kind == "image" and item.get("source", {}).get("type") == "base64":
            made.append({"type": "image", "data": item["source"]["data"], "mimeType": item["source"]["media_type"]})
        else:
            raise CannotBeGiven("no server's result becomes such a block")
    return {"content": made, **({"isError": True} if block.get("is_error") else {})}

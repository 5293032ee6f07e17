"""Two agent loops that are right and have made every free choice otherwise, from the reference and from each other.

Written from the rules alone. A rule of conversations that one of them breaks says more than it should.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from toolset_conformance import NotOffered, Port
from toolset_conformance.agents.scripted import ScriptedConversation, ScriptedSession

JSON = Any
Object = dict[str, JSON]
WHOLE = ("tool_use", "pause_turn", "end_turn", "stop_sequence")
"""The stop reasons of messages that are whole."""


class Gone(Exception):
    """There is no result; the text says why."""


class FairLoop(Port):
    """What the two have in common: the sets that they are asked about, and where they are asked."""

    version: ClassVar[str] = "1"

    def name_of(self, server: str, tool: str) -> str:
        """The exposed name of a tool: a matter of its own pair alone."""
        raise NotImplementedError

    def talk(self, scripted: ScriptedConversation, stream: bool) -> None:
        """Hold the conversation."""
        raise NotImplementedError

    def toolset(self, toolset: Object) -> JSON:
        if "servers" not in toolset:
            raise NotOffered("sets of given names")
        pairs = [(server["id"], tool["name"]) for server in toolset["servers"] for tool in server["tools"]]
        return {"entries": [{"name": self.name_of(*pair), "server": pair[0], "tool": pair[1]} for pair in pairs]}

    def conversation(self, prompt: str, servers: list[JSON], script: list[JSON], options: Object) -> JSON:
        with ScriptedConversation(prompt, servers, script) as scripted:
            self.talk(scripted, options.get("stream", False))
        return scripted.answer()


def clean(text: str) -> str:
    """The text with its odd characters written as numbers."""
    return re.sub(r"[^A-Za-z0-9-]", lambda odd: f"_{ord(odd[0]):x}_", text)


def is_tool(tool: JSON) -> bool:
    """Whether an entry of a list can be offered."""
    return isinstance(tool, dict) and isinstance(tool.get("name"), str)


class ParallelLoop(FairLoop):
    """Sends all calls at once and gathers what comes, whatever comes first.

    Content of results is one string; words of its own stand behind the results; the last definition and the last
    message bear cache markers; streams always; after a stream that broke, or a message that was cut short, it asks
    again; lists are read again as soon as they change; of a broken list the good tools stay.
    """

    name = "parallel-loop"

    def name_of(self, server: str, tool: str) -> str:
        return f"{clean(tool)}-at-{clean(server)}"

    def talk(self, scripted: ScriptedConversation, stream: bool) -> None:
        wires = [Wire(session) for session in scripted.sessions]
        messages: list[Object] = [{"role": "user", "content": [{"type": "text", "text": scripted.prompt}]}]
        for _ in range(40):
            known = {self.name_of(wire.id, tool["name"]): (wire, tool) for wire in wires for tool in wire.tools()}
            marked = json.loads(json.dumps(messages))
            marked[-1]["content"][-1]["cache_control"] = {"type": "ephemeral"}
            body = {"model": "m", "max_tokens": 99, "stream": True, "system": "Be brief.", "messages": marked}
            if known:
                body["tools"] = [self.definition(name, tool) for name, (_, tool) in known.items()]
                body["tools"][-1]["cache_control"] = {"type": "ephemeral", "ttl": "5m"}
            content, reason = self.read(scripted.model(body))
            if reason in ("broken", "max_tokens"):
                continue
            if reason in ("refusal", "model_context_window_exceeded"):
                return
            messages.append({"role": "assistant", "content": content})
            calls = [block for block in content if block["type"] == "tool_use"]
            if reason == "tool_use":
                messages.append({"role": "user", "content": self.answers(calls, known)})
            elif reason != "pause_turn":
                return

    def definition(self, name: str, tool: Object) -> Object:
        """One definition."""
        described = {"description": tool["description"]} if tool.get("description") else {}
        return {"input_schema": tool["inputSchema"], "name": name, **described}

    def answers(self, calls: list[Object], known: dict[str, tuple[Wire, Object]]) -> list[Object]:
        """The results, then words."""
        numbers: dict[str, tuple[Wire, int]] = {}
        said: dict[str, Object] = {}
        for call in calls:
            if call["name"] in known:
                wire, tool = known[call["name"]]
                arguments = {"arguments": call["input"]} if call["input"] else {}
                numbers[call["id"]] = wire, wire.ask("tools/call", {"name": tool["name"], **arguments})
            else:
                said[call["id"]] = {"content": f"{call['name']} is not to be had.", "is_error": True}
        for call_id in reversed(numbers):
            said[call_id] = self.answer(*numbers[call_id])
        results = [{"type": "tool_result", "tool_use_id": call["id"], **said[call["id"]]} for call in calls]
        return [*results, {"type": "text", "text": "Go on, please."}]

    def answer(self, wire: Wire, number: int) -> Object:
        """What came of one call, as a string."""
        try:
            result = finished(wire.result(number))
        except Gone as gone:
            return {"content": f"No result: {gone}.", "is_error": True}
        texts = [item.get("text") or f"({item['type']})" for item in result["content"]]
        return {"content": "\n".join(texts) or "(nothing)", "is_error": result.get("isError", False)}

    def read(self, events: Iterable[Object]) -> tuple[list[Object], str]:
        """The content and the stop reason of a stream; ``broken`` where it is not whole."""
        blocks: dict[int, Object] = {}
        inputs: dict[int, list[str]] = {}
        reason = "broken"
        try:
            for event in events:
                index, delta = event.get("index", -1), event.get("delta", {})
                if event["type"] == "content_block_start":
                    blocks[index] = dict(event["content_block"])
                elif event["type"] == "content_block_delta" and delta["type"] == "input_json_delta":
                    inputs.setdefault(index, []).append(delta["partial_json"])
                elif event["type"] == "content_block_delta" and delta["type"] == "citations_delta":
                    blocks[index].setdefault("citations", []).append(delta["citation"])
                elif event["type"] == "content_block_delta":
                    key = delta["type"].removesuffix("_delta")
                    blocks[index][key] += delta[key]
                elif event["type"] == "message_delta":
                    reason = delta["stop_reason"]
                elif event["type"] == "error":
                    return [], "broken"
        except ConnectionError:
            return [], "broken"
        for index, pieces in inputs.items():
            text = "".join(pieces)
            if reason in WHOLE and text:
                blocks[index]["input"] = json.loads(text)
        return list(blocks.values()), reason


def finished(result: JSON) -> Object:
    """A result that is one; raises :class:`Gone`."""
    if not isinstance(result, dict) or result.get("resultType", "complete") != "complete" or "content" not in result:
        raise Gone("the tool has not finished")
    return result


class Wire:
    """A connection of the parallel loop, on which many requests may be under way."""

    def __init__(self, session: ScriptedSession) -> None:
        self.id, self._session = session.id, session
        self._answers: dict[int, Object] = {}
        self._next, self._gave_up = 100, False
        self._tools: list[Object] | None = None

    def ask(self, method: str, params: Object) -> int:
        """Send a request."""
        self._next += 1
        try:
            self._session.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        except ConnectionError:
            self._gave_up = True
        return self._next

    def result(self, number: int) -> JSON:
        """The result of a request; raises :class:`Gone`."""
        while number not in self._answers:
            try:
                message = self._session.receive()
            except ConnectionError:
                raise Gone("the server is gone") from None
            if message is None:
                raise Gone("it took too long")
            if message.get("method") == "notifications/tools/list_changed":
                self._tools = None
            elif "method" not in message:
                self._answers[message["id"]] = message
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Gone(f"error {answer['error']['code']}")
        return answer["result"]

    def tools(self) -> list[Object]:
        """The tools that are listed now."""
        while self._tools is None:
            self._tools = []
            self._tools += [tool for page in self._pages() for tool in page if is_tool(tool)]
        return self._tools

    def _pages(self) -> Iterator[list[JSON]]:
        params: Object = {}
        for _ in range(200):
            try:
                page = self.result(self.ask("tools/list", params))
            except Gone:
                return
            if not isinstance(page["tools"], list):
                return
            yield page["tools"]
            if not page.get("nextCursor"):
                return
            params = {"cursor": page["nextCursor"]}


class SerialLoop(FairLoop):
    """Makes one call after the other, and asks for the tools before each turn only where they have changed.

    Content of results is a list of blocks, and the JSON of all else; no words of its own, no cache markers, no system
    prompt; messages come whole, unless streams are asked for; what was cut short ends the conversation; a server that
    fails to list its tools has none, and one whose list does not end has none.
    """

    name = "serial-loop"

    def name_of(self, server: str, tool: str) -> str:
        return f"mcp_{clean(server)}_{clean(tool)}"

    def talk(self, scripted: ScriptedConversation, stream: bool) -> None:
        lines = {session.id: Line(session) for session in scripted.sessions}
        messages: list[Object] = [{"role": "user", "content": scripted.prompt}]
        reason = ""
        while reason in ("", "pause_turn", "tool_use"):
            tools = [(line, tool) for line in lines.values() for tool in line.listed()]
            names = {self.name_of(line.session.id, tool["name"]): (line, tool["name"]) for line, tool in tools}
            definitions = [
                {"name": name, "description": tool.get("description", "No words."), "input_schema": tool["inputSchema"]}
                for name, (_, tool) in zip(names, tools, strict=True)
            ]
            body = {"model": "m", "messages": list(messages), "tools": definitions, "max_tokens": 99, "stream": stream}
            content, reason = self.heard(scripted.model(body), stream)
            if reason in ("max_tokens", "refusal", "model_context_window_exceeded", "broken"):
                return
            messages.append({"role": "assistant", "content": content})
            if reason == "tool_use":
                asked = [block for block in content if block["type"] == "tool_use"]
                messages.append({"role": "user", "content": [self.result(names, call) for call in asked]})

    def result(self, names: dict[str, tuple[Line, str]], call: Object) -> Object:
        """One call made and answered."""
        block = {"type": "tool_result", "tool_use_id": call["id"]}
        try:
            line, tool = names[call["name"]]
            result = finished(line.ask("tools/call", {"name": tool, "arguments": call["input"]}))
        except KeyError:
            return block | {"is_error": True, "content": [{"type": "text", "text": "No such tool now."}]}
        except Gone as gone:
            return block | {"is_error": True, "content": [{"type": "text", "text": f"It failed: {gone}"}]}
        content = [
            {"type": "text", "text": item["text"] if item["type"] == "text" else json.dumps(item)}
            for item in result["content"]
        ]
        return block | {"content": content} | ({"is_error": True} if result.get("isError") else {})

    def heard(self, answer: JSON, stream: bool) -> tuple[list[Object], str]:
        """The content and the stop reason of a message."""
        if not stream:
            return answer["content"], answer["stop_reason"]
        content: list[Object] = []
        text, reason = "", "broken"
        try:
            for event in answer:
                match event:
                    case {"type": "error"}:
                        return [], "broken"
                    case {"content_block": block}:
                        content.append(dict(block))
                        text = ""
                    case {"delta": {"partial_json": piece}}:
                        text += piece
                    case {"delta": {"text": piece}}:
                        content[-1]["text"] += piece
                    case {"delta": {"thinking": piece}}:
                        content[-1]["thinking"] += piece
                    case {"delta": {"signature": signature}}:
                        content[-1]["signature"] = signature
                    case {"delta": {"citation": citation}}:
                        content[-1]["citations"] = [*content[-1].get("citations", []), citation]
                    case {"type": "content_block_stop"} if text:
                        content[-1]["input"] = text
                    case {"delta": {"stop_reason": stop_reason}}:
                        reason = stop_reason
        except ConnectionError:
            return [], "broken"
        for block in content if reason in WHOLE else []:
            if isinstance(block.get("input"), str):
                block["input"] = json.loads(block["input"])
        return content, reason


class Line:
    """A connection of the serial loop, on which one request is under way at a time."""

    def __init__(self, session: ScriptedSession) -> None:
        self.session = session
        self._tools: list[Object] = []
        self._is_fresh = False
        self._count = 0

    def ask(self, method: str, params: Object) -> JSON:
        """Send a request and wait for its result; raises :class:`Gone`."""
        self._count += 1
        mine = f"{self.session.id}-{self._count}"
        try:
            self.session.send({"jsonrpc": "2.0", "id": mine, "method": method, "params": params})
            while (message := self.session.receive()) is not None:
                if message.get("method") == "notifications/tools/list_changed":
                    self._is_fresh = False
                elif "method" in message and "id" in message:
                    no = {"code": -32601, "message": "no"}
                    self.session.send({"jsonrpc": "2.0", "id": message["id"], "error": no})
                elif message.get("id") == mine and "error" in message:
                    raise Gone(message["error"]["message"] or "for no reason")
                elif message.get("id") == mine:
                    return message["result"]
        except ConnectionError:
            raise Gone("disconnected") from None
        raise Gone("timed out")

    def listed(self) -> list[Object]:
        """The tools that are listed now; none where that cannot be known."""
        while not self._is_fresh:
            self._is_fresh = True
            try:
                self._tools = self._list()
            except (Gone, TypeError, ValueError):
                self._tools = []
        return self._tools

    def _list(self) -> list[Object]:
        tools: list[Object] = []
        cursor = ""
        for _ in range(64):
            page = self.ask("tools/list", {"cursor": cursor} if cursor else {})
            if not isinstance(page["tools"], list) or not all(map(is_tool, page["tools"])):
                raise ValueError("no list of tools")
            tools += page["tools"]
            cursor = page.get("nextCursor", "")
            if not cursor:
                return tools
        raise ValueError("too many pages")

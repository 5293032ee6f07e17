"""What a walk through a conversation may meet: blocks of the model, reactions of servers, edits of lists, faults."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from toolset_conformance.agents.conversation import Message
from toolset_conformance.agents.stand_ins.streams import events
from toolset_conformance.language import images
from toolset_conformance.search.property import exposed

JSON = Any
Object = dict[str, JSON]

HALF = "erase"
"""The tool that half a call asks for, and nothing else."""
BARE = "\x00bare"
"""In the place of arguments: there are none."""
FAILING = frozenset(
    ["flagged", "error", "wordless", "null", "never", "late", "dies", "asks", "asks_in_words", "task", "older_task",
     "partial"]
)  # fmt: skip
"""The reactions of which nothing comes that is a result."""
SLOW = frozenset(["never", "late", "behind", "dies"])
EDITED = frozenset(["result", "flagged", "error", "never", "noted"])
"""The reactions with which a server may say that its list has changed."""
_SAYS = {"$text": {"blank": False}}
ERROR: JSON = {"$has": {"is_error": True, "content": {"$one_of": [_SAYS, {"$some": {"$has": {"text": _SAYS}}}]}}}
"""The result of a call that failed: it is an error and says something."""
LAST_WORDS = ("plain", "question", "colon", "text", "thinking", "search")
"""What may stand in the last message."""

_PNG = base64.b64encode(images.image("png", 67)).decode("ascii")
_BEGAN = "2025-11-30T10:00:00Z"


def names(rivals: bool) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The tools that each server begins with, and those that it may add, which may be ``rivals`` of the first."""
    if rivals:
        begun = {"files": ["read_all", "write", "erase"], "mail": ["send"]}
        return begun, {"files": ["read-all", "send"], "mail": ["write"]}
    return {"files": ["read", "write", "erase"], "mail": ["send"]}, {"files": ["search", "find"], "mail": ["post"]}


@dataclass(frozen=True)
class Tool:
    """A tool as it is listed: ``word`` is in its description, or is the name of its one argument."""

    name: str
    word: str
    is_argument: bool = False

    def plain(self) -> Object:
        """The tool as MCP has it."""
        properties = {"properties": {self.word: {"type": "string"}}} if self.is_argument else {}
        described = "Does it." if self.is_argument else f"Does it: {self.word}"
        return {"name": self.name, "description": described, "inputSchema": {"type": "object", **properties}}


@dataclass(frozen=True)
class Edit:
    """What becomes of a list: ``number`` says of which tool, or at which place; ``cuts`` says in which pages."""

    name: str
    number: int
    cuts: tuple[int, ...]

    def made(self, tools: Sequence[Tool], known: Sequence[str], fresh: Callable[[str], Tool]) -> list[Tool]:
        """Return the list after the edit, of the names ``known``; ``fresh`` gives a tool with a word of its own."""
        listed = [tool.name for tool in tools]
        free = [name for name in known if name not in listed]
        at = self.number % (len(tools) or 1)
        if self.name == "adds" and free:
            return [*tools[:at], fresh(free[self.number % len(free)]), *tools[at:]]
        if self.name == "removes":
            return [*tools[:at], *tools[at + 1 :]]
        if self.name == "swaps" and free and tools:
            return [*tools[:at], fresh(free[self.number % len(free)]), *tools[at + 1 :]]
        if self.name in ("rewords", "retypes") and tools:
            new = fresh(tools[at].name)
            return [*tools[:at], Tool(new.name, new.word, self.name == "retypes"), *tools[at + 1 :]]
        return {"empties": [], "reverses": [*tools[::-1]]}.get(self.name, [*tools])


def plain_server(name: str, tools: Sequence[str]) -> Object:
    """A server as a set of tools has it."""
    listed = [{"name": tool, "description": tool, "inputSchema": {"type": "object"}} for tool in tools]
    return {"id": name, "tools": listed}


def paged(tools: Sequence[Tool], cuts: Sequence[int]) -> list[JSON]:
    """The list in pages, cut at these places; some are empty where two cuts fall together."""
    places = sorted(cut % (len(tools) + 1) for cut in cuts)
    pages = zip([0, *places], [*places, len(tools)], strict=True)
    return [[tool.plain() for tool in tools[begin:end]] for begin, end in pages]


def broken(fault: str, number: int) -> Object:
    """A server beside the good ones with a fault of its own, or with pages that are no lists of tools."""
    tool = {"name": "odd", "inputSchema": {"type": "object"}}
    pages: dict[str, list[JSON]] = {
        "text": ["no tools"],
        "null": [None],
        "entries": [[None, {"inputSchema": {"type": "object"}}, tool]],
        "later": [[tool], "no more"],
        "endless_empty": [[]],
        "endless_pages": [[tool], [{**tool, "name": "odder"}], []],
    }
    server: Object = {"id": f"broken{number}", "pages": pages.get(fault, [[tool]])}
    is_endless = fault.startswith("endless")
    return server if fault in pages and not is_endless else {**server, "fault": "list_endless" if is_endless else fault}


def reaction(kind: str, word: str) -> Object:
    """What a server does about a call; the word is what it says of it."""
    content = [{"type": "text", "text": word}]
    own: list[JSON] = [
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "at work"}},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}},
    ]
    asking: list[JSON] = [{"jsonrpc": "2.0", "id": number, "method": "ping"} for number in range(1, 6)]
    sampling = {"jsonrpc": "2.0", "id": "s-1", "method": "sampling/createMessage"}
    task = {"taskId": "task-1", "status": "working", "createdAt": _BEGAN, "lastUpdatedAt": _BEGAN}
    made: dict[str, Object] = {
        "result": {"value": {"content": content}},
        "complete": {"value": {"content": content, "resultType": "complete"}},
        "speaks": {"value": {"content": [{"type": "text", "text": f"{word} input_required"}],
                             "structuredContent": {"text": word, "task": {"taskId": 1}}}},
        "picture": {"value": {"content": [{"type": "image", "data": _PNG, "mimeType": "image/png"}, *content]}},
        "long": {"value": {"content": [{"type": "text", "text": f"{word} {'on and ' * 200}on"}]}},
        "flagged": {"value": {"content": [{"type": "text", "text": f"{word} No such file."}], "isError": True}},
        "error": {"kind": "error", "value": {"code": -32603, "message": f"{word} The disk is full."}},
        "wordless": {"kind": "error", "value": {"code": -32603, "message": ""}},
        "null": {"value": None},
        "never": {"kind": "never"},
        "late": {"value": {"content": content}, "delay": 45},
        "dies": {"kind": "dies"},
        "behind": {"value": {"content": content}, "behind": 1},
        "noted": {"value": {"content": content}, "before": [own[0], asking[0]]},
        "reports": {"value": {"content": content}, "before": own},
        "pings": {"value": {"content": content}, "before": asking},
        "samples": {"value": {"content": content},
                    "before": [{**sampling, "params": {"messages": [], "maxTokens": 10}}]},
        "asks": {"value": {"resultType": "input_required", "inputRequests": {}, "requestState": word}},
        "asks_in_words": {"value": {"resultType": "input_required", "content": content}},
        "task": {"value": {"resultType": "task", **task, "ttlMs": 60000}},
        "older_task": {"value": {"task": {**task, "ttl": 60000}}},
        "partial": {"value": {"resultType": "partial", "content": content}},
    }  # fmt: skip
    return made[kind]


def blocks(kinds: Sequence[str], number: int, *, open_search: bool) -> list[Object]:
    """Blocks of the model of these kinds; of an ``open_search`` what it found is still to come."""
    made: list[Object] = []
    for kind in kinds:
        if kind == "search":
            query = {"query": "milk"}
            made.append({"type": "server_tool_use", "id": f"srvtoolu_{number}", "name": "web_search", "input": query})
        if kind == "search" and not open_search:
            made += found(kinds, number)
        if kind == "twice":
            made += [_BLOCKS["thinking"], {**_BLOCKS["thinking"], "thinking": "Or?"}]
        elif kind in _BLOCKS:
            made.append(_BLOCKS[kind])
    return made


def found(kinds: Sequence[str], number: int) -> list[Object]:
    """What the API's own search has found, if there is one."""
    result = {"type": "web_search_tool_result", "tool_use_id": f"srvtoolu_{number}", "content": []}
    return [result] if "search" in kinds else []


def caller(kinds: Sequence[str]) -> Object:
    """The key that says who made a call, where it has one."""
    return {"caller": {"type": "direct"}} if "caller" in kinds else {}


_CITED = {"type": "char_location", "document_index": 0, "document_title": None, "start_char_index": 0}
_BLOCKS: dict[str, Object] = {
    "plain": {"type": "text", "text": "Done."},
    "question": {"type": "text", "text": "Shall I go on?"},
    "colon": {"type": "text", "text": "Next I read it:"},
    "text": {"type": "text", "text": "I look:\n "},
    "thinking": {"type": "thinking", "thinking": "Which?", "signature": "RXJDa0FRPT0="},
    "silent": {"type": "thinking", "thinking": "", "signature": "RXJDa0FRPT0="},
    "redacted": {"type": "redacted_thinking", "data": "RW1jRGVudA=="},
    "container": {"type": "container_upload", "file_id": "file_1"},
    "cited": {
        "type": "text",
        "text": "White and wet.",
        "citations": [
            {**_CITED, "cited_text": "white", "end_char_index": 5},
            {**_CITED, "cited_text": "wet", "end_char_index": 3},
        ],
    },
}


def pieces(value: Object, ascii_only: bool, cuts: Sequence[int]) -> list[str]:
    """The deltas of an input, cut anywhere; of an empty one also none, or one with nothing in it."""
    if not value:
        return [[], [""], ["{", "}"]][len(cuts) % 3]
    text = json.dumps(value, ensure_ascii=ascii_only)
    places = sorted(cut % (len(text) + 1) for cut in cuts)
    return [text[begin:end] for begin, end in zip([0, *places], [*places, len(text)], strict=True)]


_PATH = {"path": "a.txt"}


def half_calls(how: str, is_bare: bool, is_second: bool) -> list[Object]:
    """The calls of a last message that is not whole: ``half`` a call, or a stream that ends by ``error`` or ``break``.

    ``is_bare``: whether nothing has come of the input. ``is_second``: whether a whole call stands before it, which may
    be made where the message ended in order.
    """
    if not how:
        return []
    call = {"type": "tool_use", "id": "toolu_half", "name": exposed(("files", HALF)), "input": {} if is_bare else _PATH}
    other = exposed(("mail", "send")) if how == "half" else call["name"]
    return [*([{**call, "id": "toolu_first", "name": other, "input": _PATH}] if is_second else []), call]


def breaking(how: str, content: Sequence[Object], place: int) -> Object:
    """How such a message is streamed: the place says how much of it comes."""
    if how == "half":
        text = json.dumps(_PATH)
        return {"pieces": {str(len(content) - 1): [text[: place % (len(text) + 1)]]}}
    last = len(events(Message(tuple(content)), {"usage": {"output_tokens": 1}})) - 1
    return {f"{how}_after": 1 + place % last} if how else {}

"""Mutants of what is sent again: the assistant's messages, inputs, the history and the definitions."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from toolset_reference import build, loop
from toolset_reference.loop import Client

from mutants.conversing import (
    JSON,
    Object,
    Send,
    calls_of,
    messages_of,
    per_block,
    per_content,
    remembering,
    results_of,
    sends,
    swapped,
    text,
    words_of,
)
from mutants.swapped import Swap, digest

# CONV-5: the assistant's message goes back as it came


def without(*kinds: str) -> Send:
    """Leaves blocks of some kinds out."""
    return per_block(lambda block: None if block["type"] in kinds else block)


def without_key(key: str) -> Send:
    """Leaves a key out of all blocks."""
    return per_block(lambda block: {name: block[name] for name in block if name != key})


def joined(kind: str, key: str) -> Callable[[list[Object]], list[Object]]:
    """Blocks of one kind in a row, put into one."""

    def change(content: list[Object]) -> list[Object]:
        made: list[Object] = []
        for block in content:
            if made and block["type"] == made[-1]["type"] == kind:
                made[-1] = {**made[-1], key: made[-1][key] + block[key]}
            else:
                made.append(block)
        return made

    return change


def one_of_kind(kind: str) -> Callable[[list[Object]], list[Object]]:
    """Of the blocks of a kind, only the last is kept."""

    def change(content: list[Object]) -> list[Object]:
        last = max((at for at, block in enumerate(content) if block["type"] == kind), default=None)
        return [block for at, block in enumerate(content) if block["type"] != kind or at == last]

    return change


KNOWN = ("text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "web_search_tool_result")
SENT_BACK: list[tuple[str, str, Send]] = [
    ("DropsText", "keeps the calls of a message only", without("text")),
    ("DropsThinking", "does not send thinking back", without("thinking")),
    ("DropsRedactedThinking", "does not send back what it cannot read", without("redacted_thinking")),
    ("DropsToolsOfTheApi", "keeps its own calls only", without("server_tool_use", "web_search_tool_result")),
    ("DropsSignatures", "sends thinking back without its signature", without_key("signature")),
    ("DropsCitations", "sends texts back without citations", without_key("citations")),
    ("DropsCallers", "sends calls back with the keys that it knows", without_key("caller")),
    (
        "DropsUnknownBlocks",
        "sends back the kinds of blocks that it knows",
        per_block(lambda b: b if b["type"] in KNOWN else None),
    ),
    (
        "DropsEmptyThinking",
        "drops thinking without words",
        per_block(lambda b: b if b.get("thinking", b["type"]) else None),
    ),
    (
        "StripsWhatWasSaid",
        "takes spaces off the ends of texts",
        per_block(lambda b: b | ({"text": b["text"].strip()} if "text" in b else {})),
    ),
    (
        "CallsLast",
        "puts the calls behind all else",
        per_content(lambda c: sorted(c, key=lambda b: b["type"] == "tool_use")),
    ),
    (
        "ThinkingFirst",
        "puts thinking before all else",
        per_content(lambda c: sorted(c, key=lambda b: b["type"] != "thinking")),
    ),
    ("JoinsWhatWasSaid", "puts texts in a row into one", per_content(joined("text", "text"))),
    ("JoinsThinking", "puts thinking in a row into one", per_content(joined("thinking", "thinking"))),
    ("KeepsOneThinking", "keeps the last block of thinking of a message", per_content(one_of_kind("thinking"))),
]
for _name, _wrong, _send in SENT_BACK:
    sends("CONV-5", _name, _wrong, _send)


def short_later(body: Object, before: list[Object]) -> Object:
    for message in messages_of(body, "assistant")[:-1]:
        message["content"] = [block for block in message["content"] if block["type"] == "tool_use"]
    return body


sends("CONV-5", "ShortensOlderMessages", "keeps the calls of all messages but the last", short_later)

grow = loop._grow


def growing(kind: str, change: Callable[[Object, Object], Object | None]) -> Swap:
    """Changes deltas of a kind, or leaves them out."""

    def changed(block: Object, delta: Object, inputs: dict[int, str], index: int) -> None:
        made = change(delta, block) if delta["type"] == kind else delta
        if made is not None:
            grow(block, made, inputs, index)

    return (loop, "_grow", changed)


GROWING: list[tuple[str, str, str, Callable[[Object, Object], Object | None]]] = [
    ("StripsTextDeltas", "strips the pieces of a text", "text_delta", lambda d, b: d | {"text": d["text"].strip()}),
    ("DropsSignatureDeltas", "reads no delta of a signature", "signature_delta", lambda d, b: None),
    ("DropsThinkingDeltas", "reads no delta of thinking", "thinking_delta", lambda d, b: None),
    (
        "KeepsOneCitation",
        "keeps the last citation",
        "citations_delta",
        lambda d, b: (b.pop("citations", None) and d) or d,
    ),
    (
        "ReadsOwnInputsOnly",
        "reads the inputs of its own tools only",
        "input_json_delta",
        lambda d, b: d if b["type"] == "tool_use" else None,
    ),
]
for _name, _wrong, _kind, _change in GROWING:
    swapped("CONV-5", _name, _wrong, growing(_kind, _change))


def blocks_with_deltas(events: Any) -> JSON:
    """The message without the blocks that come whole."""
    listed = list(events)
    grown = {event["index"] for event in listed if event["type"] == "content_block_delta"}
    message = assembled(listed)
    if message is not None:
        message["content"] = [block for at, block in enumerate(message["content"]) if at in grown]
    return message


assembled = loop.assembled
swapped(
    "CONV-5",
    "DropsWholeBlocks",
    "keeps the streamed blocks that came in deltas",
    (loop, "assembled", blocks_with_deltas),
)


# CONV-6: inputs as they were given


def everywhere(change: Callable[[JSON], JSON]) -> Callable[[JSON], JSON]:
    """Changes each value inside a value, from the inside out."""

    def changed(value: JSON) -> JSON:
        if isinstance(value, dict):
            value = {key: changed(item) for key, item in value.items()}
        elif isinstance(value, list):
            value = [changed(item) for item in value]
        return change(value)

    return changed


def on_texts(change: Callable[[str], JSON]) -> Callable[[JSON], JSON]:
    """Changes each text inside a value."""
    return everywhere(lambda value: change(value) if isinstance(value, str) else value)


def read_text(value: str) -> JSON:
    """What a text says, where it is JSON."""
    try:
        return json.loads(value)
    except ValueError:
        return value


def flat(value: JSON) -> JSON:
    """An object whose inner values are JSON texts."""
    return {k: json.dumps(v) if isinstance(v, (dict, list)) and v else v for k, v in value.items()}


def to_server(change: Callable[[JSON], JSON]) -> Swap:
    """Changes arguments on their way to the server."""
    ask = Client.ask

    def changed(self: Client, method: str, params: Object) -> int:
        if method == "tools/call":
            params = params | {"arguments": change(copy.deepcopy(params["arguments"]))}
        return ask(self, method, params)

    return (Client, "ask", changed)


def in_history(change: Callable[[JSON], JSON]) -> Send:
    """Changes inputs in the history."""
    return per_block(lambda block: block | {"input": change(block["input"])} if block["type"] == "tool_use" else block)


INPUTS: list[tuple[str, str, Callable[[JSON], JSON]]] = [
    ("NoNulls", "without nulls", lambda value: {k: v for k, v in value.items() if v is not None}),
    ("NoEmptyValues", "without empty values", lambda value: {k: v for k, v in value.items() if v or v == 0}),
    ("FloatsForIntegers", "with floats for integers", everywhere(lambda v: int(float(v)) if type(v) is int else v)),
    ("TextsForNumbers", "with texts for numbers", everywhere(lambda v: str(v) if type(v) in (int, float) else v)),
    ("ReadsTexts", "with texts read as JSON", on_texts(read_text)),
    ("StripsValues", "with texts stripped", on_texts(str.strip)),
    ("AsciiOnly", "without what is not ASCII", on_texts(lambda value: value.encode("ascii", "ignore").decode())),
    ("FlattensInputs", "with inner values as JSON texts", flat),
    ("CutsTexts", "with texts cut after 2,000 characters", on_texts(lambda value: value[:2000])),
]
for _name, _wrong, _input in INPUTS:
    swapped("CONV-6", f"{_name}ToTheServer", f"sends arguments {_wrong}", to_server(_input))
    sends("CONV-6", f"{_name}InTheHistory", f"sends inputs back {_wrong}", in_history(_input))
swapped(
    "CONV-6",
    "UnpacksInputs",
    "takes an argument called input for the arguments",
    to_server(lambda v: v.get("input", v)),
)
sends("CONV-6", "NullForEmptyInputs", "sends an empty input back as null", in_history(lambda value: value or None))


# CONV-7: history is only added to


def older(change: Callable[[Object], Object | None], keep: int = 2) -> Send:
    """Changes each block of all messages but the last ones, or leaves it out."""

    def send(body: Object, before: list[Object]) -> Object:
        for message in body["messages"][:-keep]:
            if isinstance(message["content"], list):
                message["content"] = [made for block in message["content"] if (made := change(block)) is not None]
        return body

    return send


def result_if(is_it: Callable[[Object], bool], made: Callable[[Object], Object]) -> Callable[[Object], Object | None]:
    """Changes the results of which something is so."""
    return lambda block: made(block) if block["type"] == "tool_result" and is_it(block) else block


def emptied(block: Object) -> Object:
    """A result with a word in the place of its content."""
    return block | {"content": [text("(left out)")]}


def without_failed_rounds(is_it: Callable[[Object], bool]) -> Send:
    """Leaves out what was called and answered where the answer is so."""

    def send(body: Object, before: list[Object]) -> Object:
        kept = body["messages"][:1]
        for asked, told in zip(body["messages"][1::2], body["messages"][2::2], strict=False):
            if told is body["messages"][-1] or not any(map(is_it, results_of(told))):
                kept += [asked, told]
        return body | {"messages": kept}

    return send


def in_first_message(words: Callable[[Object, list[Object]], str]) -> Send:
    """Puts something into the first message."""

    def send(body: Object, before: list[Object]) -> Object:
        body["messages"][0]["content"] += words(body, before)
        return body

    return send


def passing_reminder(body: Object, before: list[Object]) -> Object:
    last = body["messages"][-1]
    if isinstance(last["content"], list):
        last["content"] = [*last["content"], text("Mind the rules.")]
    return body


def window(body: Object, before: list[Object]) -> Object:
    return body | {"messages": [body["messages"][0], *body["messages"][1:][-16:]]}


def summary(body: Object, before: list[Object]) -> Object:
    told = body["messages"]
    if len(told) <= 20:
        return body
    return body | {"messages": [{"role": "user", "content": "So far: much."}, *told[-2:]]}


def parts_of_a_turn_in_one(body: Object, before: list[Object]) -> Object:
    made: list[Object] = []
    for message in body["messages"]:
        if made and message["role"] == made[-1]["role"] == "assistant":
            made[-1] = made[-1] | {"content": made[-1]["content"] + message["content"]}
        else:
            made.append(message)
    return body | {"messages": made}


def is_long(block: Object) -> bool:
    return len(words_of(block)) > 1000


def has_picture(block: Object) -> bool:
    return any(part["type"] == "image" for part in block.get("content", []))


HISTORY: list[tuple[str, str, Send]] = [
    (
        "CountsRequests",
        "writes the number of the request into the first message",
        in_first_message(lambda body, before: f" ({len(before)})"),
    ),
    (
        "SaysWhichTools",
        "writes the names of the tools into the first message",
        in_first_message(lambda body, before: ", ".join(tool["name"] for tool in body["tools"])),
    ),
    ("RemindsInPassing", "adds a reminder to the last message, and takes it out again", passing_reminder),
    (
        "ForgetsThinking",
        "drops the thinking of earlier turns",
        older(lambda block: None if block["type"] == "thinking" else block),
    ),
    (
        "ForgetsSearches",
        "drops what the API searched for in earlier turns",
        older(lambda block: None if "server" in block["type"] or "search" in block["type"] else block),
    ),
    ("ForgetsPictures", "drops pictures of earlier turns", older(result_if(has_picture, emptied))),
    ("ShortensResults", "shortens long results of earlier turns", older(result_if(is_long, emptied))),
    (
        "SmoothsErrors",
        "leaves errors of earlier turns unmarked",
        older(result_if(lambda block: "disk" in words_of(block), emptied)),
    ),
    (
        "ForgetsFailures",
        "drops rounds in which a call failed",
        without_failed_rounds(lambda block: "disk" in words_of(block)),
    ),
    (
        "ForgetsRejectedRounds",
        "drops rounds in which a call could not be made",
        without_failed_rounds(lambda block: "no tool named" in words_of(block)),
    ),
    (
        "FillsInLateAnswers",
        "puts the late answer in the place of the error",
        older(result_if(lambda block: "in time" in words_of(block), emptied)),
    ),
    ("KeepsAWindow", "keeps the last messages only", window),
    ("TellsInShort", "replaces what is long ago by a summary", summary),
    ("JoinsPartsOfATurn", "puts the parts of a paused turn into one message", parts_of_a_turn_in_one),
]
for _name, _wrong, _send in HISTORY:
    sends("CONV-7", _name, _wrong, _send)


# CONV-8: definitions stay


def defining(change: Callable[[list[Object], Object, list[Object]], list[Object]]) -> Send:
    """Changes the definitions."""
    return lambda body, before: body | {"tools": change(body["tools"], body, before)}


def said_of(words: str, change: Callable[[list[Object], str], list[Object]]) -> Send:
    """Changes the definitions once a result says something; the name of the tool that it is of stands beside them."""

    def made(tools: list[Object], body: Object, before: list[Object]) -> list[Object]:
        calls = calls_of(body)
        for message in messages_of(body, "user"):
            for block in results_of(message):
                if words in words_of(block):
                    tools = change(tools, calls[block["tool_use_id"]]["name"])
        return tools

    return defining(made)


def dropped(tools: list[Object], name: str) -> list[Object]:
    return [tool for tool in tools if tool["name"] != name]


def hinted(tools: list[Object], name: str) -> list[Object]:
    return [tool | {"description": tool["description"] + " Take care."} for tool in tools]


def used_first(tools: list[Object], body: Object, before: list[Object]) -> list[Object]:
    used = [call["name"] for call in calls_of(body).values()]
    return sorted(tools, key=lambda tool: tool["name"] not in used)


def used_last(tools: list[Object], body: Object, before: list[Object]) -> list[Object]:
    used = [call["name"] for call in calls_of(body).values()]
    return sorted(tools, key=lambda tool: used.index(tool["name"]) if tool["name"] in used else -1)


def counted(tools: list[Object], body: Object, before: list[Object]) -> list[Object]:
    used = [call["name"] for call in calls_of(body).values()]
    return [tool | {"description": f"{tool['description']} Used {used.count(tool['name'])} times."} for tool in tools]


def paused(body: Object) -> bool:
    return bool(body["messages"][-1]["role"] == "assistant")


DEFINING: list[tuple[str, str, Send]] = [
    (
        "ShufflesDefinitions",
        "puts definitions in another order each time",
        defining(lambda tools, body, before: sorted(tools, key=lambda tool: digest(f"{tool['name']}{len(before)}"))),
    ),
    ("UsedToolsFirst", "puts the tools that were used first", defining(used_first)),
    ("UsedToolsLast", "puts the tools that were used last", defining(used_last)),
    ("CountsCalls", "says in descriptions how often a tool was called", defining(counted)),
    ("DropsFailedTools", "takes away a tool that failed", said_of("The disk is full.", dropped)),
    ("DropsToolsWithErrors", "takes away a tool that said that it failed", said_of("No such file.", dropped)),
    ("DropsSlowTools", "takes away a tool that was too slow", said_of("in time", dropped)),
    (
        "HintsAfterRejections",
        "adds a hint to descriptions after a call that could not be made",
        said_of("no tool named", hinted),
    ),
    (
        "NoToolsInAPause",
        "sends no definitions to go on after a pause",
        lambda body, before: {k: v for k, v in body.items() if k != "tools" or not paused(body)},
    ),
    (
        "NoToolsAtTheEnd",
        "sends no definitions after ten requests, so that the model comes to an end",
        lambda body, before: {k: v for k, v in body.items() if k != "tools" or len(before) < 10},
    ),
]
for _name, _wrong, _send in DEFINING:
    sends("CONV-8", _name, _wrong, _send)


def listed_again_goes_last() -> list[Swap]:
    """A server whose list was read again stands behind the others."""
    client_pages = Client._pages
    times: dict[str, int] = {}

    def pages(self: Client) -> JSON:
        times[self.id] = times.get(self.id, 0) + 1
        return client_pages(self)

    def built(servers: JSON) -> JSON:
        listed = [(server, list(tools)) for server, tools in servers]
        return build(sorted(listed, key=lambda server: times[server[0]]))

    return [(Client, "_pages", pages), (loop, "build", built)]


def pages_from_the_end(self: Client) -> JSON:
    return reversed(list(all_pages(self)))


all_pages = Client._pages
remembering(
    "CONV-8",
    "ListedAgainGoesLast",
    "puts a server behind the others when its list is read again",
    listed_again_goes_last,
)
swapped("CONV-8", "PagesFromTheEnd", "puts later pages first", (Client, "_pages", pages_from_the_end))

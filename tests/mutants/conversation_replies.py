"""Mutants of how the model's messages are read: stop reasons, streams, and results that are none yet."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable
from typing import Any

from toolset_reference import CallError, loop
from toolset_reference.values import copied

from mutants import mutant
from mutants.conversing import JSON, Conversing, Object, sends, swapped, text
from mutants.swapped import Swap

assembled, final = loop.assembled, loop._final


def hearing(rule: str, name: str, wrong: str, hear: Callable[[Object], Object]) -> None:
    """Register a mutant that takes a message, streamed or not, for another one."""

    class Hearing(Conversing):
        def pieces(self) -> Iterable[Swap]:
            return [(loop, "assembled", lambda events: hear(made) if (made := assembled(events)) else None)]

        def heard(self, reply: JSON) -> JSON:
            return hear(reply) if isinstance(reply, dict) else reply

    mutant(rule, wrong, "recommended")(type(name, (Hearing,), {"__module__": __name__}))


def as_calls(*reasons: str, where: Callable[[Object], bool] = lambda reply: True) -> Callable[[Object], Object]:
    """Takes messages with other reasons for calls, where they hold any."""

    def hear(reply: Object) -> Object:
        holds_calls = any(block["type"] == "tool_use" for block in reply["content"])
        is_taken = reply["stop_reason"] in reasons and holds_calls and where(reply)
        return reply | {"stop_reason": "tool_use"} if is_taken else reply

    return hear


# CONV-15: no half calls


def has_input(reply: Object) -> bool:
    return all(bool(block["input"]) for block in reply["content"] if block["type"] == "tool_use")


def begins_with_text(reply: Object) -> bool:
    return bool(reply["content"][0]["type"] == "text")


def has_two_calls(reply: Object) -> bool:
    return len([block for block in reply["content"] if block["type"] == "tool_use"]) > 1


HALF: list[tuple[str, str, Callable[[Object], Object]]] = [
    ("CallsWhateverIsThere", "makes the calls of a message that reached max_tokens", as_calls("max_tokens")),
    ("CallsWhatHasInput", "makes calls of such a message that have an input", as_calls("max_tokens", where=has_input)),
    (
        "CallsWithoutInput",
        "makes calls of such a message that have none",
        as_calls("max_tokens", where=lambda r: not has_input(r)),
    ),
    (
        "CallsBehindWords",
        "makes calls of such a message that stand behind words",
        as_calls("max_tokens", where=begins_with_text),
    ),
    ("CallsOneOfTwo", "makes calls of such a message that has two", as_calls("max_tokens", where=has_two_calls)),
    (
        "CallsInAFullWindow",
        "makes the calls of a message that filled the window",
        as_calls("model_context_window_exceeded"),
    ),
    ("CallsInARefusal", "makes the calls of a message that ended in a refusal", as_calls("refusal")),
]
for _name, _wrong, _hear in HALF:
    hearing("CONV-15", _name, _wrong, _hear)


def repaired(piece: str) -> JSON:
    """An input of which the end is guessed."""
    for end in ("", '"', "}", '"}', "null}", '""}', '"":0}'):
        try:
            return json.loads(piece.rstrip(", ") + end if end.startswith("}") else piece + end)
        except ValueError:
            continue
    return {}


def streaming(
    read: Callable[[str], JSON], *, on_error: bool = False, on_break: bool = False, on_limit: bool = False,
    whole_only: bool = False,
) -> Swap:  # fmt: skip
    """Reads a stream with other inputs, and takes what has come for a message where it is so."""

    def made(events: Iterable[Object]) -> JSON:
        listed: list[Object] = []
        try:
            for event in events:
                listed.append(event)
        except OSError:
            if not on_break:
                return None
        if listed[-1]["type"] == "error" and not on_error:
            return None
        blocks: list[Object] = []
        inputs: dict[int, str] = {}
        whole = set()
        reason = "tool_use"
        for event in listed:
            if event["type"] == "content_block_start":
                blocks.append(copied(event["content_block"]))
            elif event["type"] == "content_block_delta":
                loop._grow(blocks[event["index"]], event["delta"], inputs, event["index"])
            elif event["type"] == "content_block_stop":
                whole.add(event["index"])
            elif event["type"] == "message_delta":
                reason = event["delta"]["stop_reason"]
        for index, piece in inputs.items():
            blocks[index]["input"] = read(piece)
        kept = [block for at, block in enumerate(blocks) if at in whole or not whole_only]
        if reason == "max_tokens" and on_limit:
            reason = "tool_use"
        holds_calls = any(block["type"] == "tool_use" for block in kept)
        return {"content": kept, "stop_reason": reason if holds_calls or reason != "tool_use" else "end_turn"}

    return (loop, "assembled", made)


def strictly(piece: str) -> JSON:
    return json.loads(piece or "{}")


def or_nothing(piece: str) -> JSON:
    try:
        return json.loads(piece)
    except ValueError:
        return {}


swapped("CONV-15", "RepairsInputs", "guesses the end of an input that was cut off", streaming(repaired, on_limit=True))
swapped(
    "CONV-15", "EmptiesInputs", "calls with nothing where an input was cut off", streaming(or_nothing, on_limit=True)
)


# CONV-16: pauses


def hear_pause(change: Callable[[Object], Object]) -> Callable[[Object], Object]:
    """Takes a paused message for another one."""
    return lambda reply: change(reply) if reply["stop_reason"] == "pause_turn" else reply


def ended(reply: Object) -> Object:
    return reply | {"stop_reason": "end_turn"}


def ended_without_search(reply: Object) -> Object:
    has_search = any(block["type"] == "server_tool_use" for block in reply["content"])
    return reply if has_search else ended(reply)


def ended_at_the_second(reply: Object) -> Object:
    return ended(reply) if any(block["type"] == "web_search_tool_result" for block in reply["content"]) else reply


def without_open_searches(body: Object, before: list[Object]) -> Object:
    last = body["messages"][-1]
    if last["role"] == "assistant":
        last["content"] = [b for b in last["content"] if b["type"] == "text"] or [text("...")]
    return body


def answered_by_us(body: Object, before: list[Object]) -> Object:
    last = body["messages"][-1]
    if last["role"] == "assistant":
        asked = [b["id"] for b in last["content"] if b["type"] == "server_tool_use"]
        results = [{"type": "tool_result", "tool_use_id": call, "content": [text("Go on.")]} for call in asked]
        body["messages"].append({"role": "user", "content": results or [text("Go on.")]})
    return body


def asks_again(body: Object, before: list[Object]) -> Object:
    return body | {"messages": body["messages"][:-1]} if body["messages"][-1]["role"] == "assistant" else body


def without_thinking(body: Object, before: list[Object]) -> Object:
    last = body["messages"][-1]
    if last["role"] == "assistant":
        last["content"] = [b for b in last["content"] if b["type"] != "thinking"]
    return body


hearing("CONV-16", "EndsAtAPause", "takes a pause for the end", hear_pause(ended))
hearing(
    "CONV-16",
    "EndsAtAPauseWithoutASearch",
    "goes on only where the API was searching",
    hear_pause(ended_without_search),
)
hearing("CONV-16", "EndsAtTheSecondPause", "goes on once", hear_pause(ended_at_the_second))
sends("CONV-16", "DropsWhatIsOpen", "goes on without the search that the API had begun", without_open_searches)
sends("CONV-16", "AnswersThePause", "answers the tool of the API itself", answered_by_us)
sends("CONV-16", "AsksAgain", "asks again instead of going on", asks_again)
sends("CONV-16", "PausesWithoutThinking", "goes on without the thinking of the part that has come", without_thinking)
swapped(
    "CONV-16",
    "PausedStreamsEnd",
    "does not see a pause in a stream",
    (loop, "assembled", lambda events: hear_pause(ended)(made) if (made := assembled(events)) else None),
)


# CONV-17: the end


def going_on(where: Callable[[Object], bool], reason: str = "end_turn") -> Callable[[Object], Object]:
    """Takes the end of some messages for a pause."""
    return lambda reply: (
        reply | {"stop_reason": "pause_turn"} if reply["stop_reason"] == reason and where(reply) else reply
    )


def ends_with(mark: str) -> Callable[[Object], bool]:
    """Whether the last words of a message end so."""
    return lambda reply: str(reply["content"][-1].get("text", "")).endswith(mark)


def holds(kind: str) -> Callable[[Object], bool]:
    """Whether a message holds a block of a kind."""
    return lambda reply: any(block["type"] == kind for block in reply["content"])


END: list[tuple[str, str, Callable[[Object], Object]]] = [
    ("AsksForMore", "asks for more after the end", going_on(lambda reply: True)),
    ("GoesOnAtAQuestion", "answers the model's question with another request", going_on(ends_with("?"))),
    ("GoesOnAtAColon", "goes on where more seems to come", going_on(ends_with(":"))),
    ("GoesOnAfterASearch", "goes on where the API ran a tool", going_on(holds("server_tool_use"))),
    ("GoesOnAfterThinking", "goes on where the model thought", going_on(holds("thinking"))),
    ("GoesOnAtAStopSequence", "goes on after a stop sequence", going_on(lambda reply: True, "stop_sequence")),
    ("GoesOnAtARefusal", "asks again after a refusal", going_on(lambda reply: True, "refusal")),
    (
        "GoesOnAtShortMessages",
        "goes on after a short message",
        going_on(lambda reply: len(json.dumps(reply["content"])) < 60),
    ),
]
for _name, _wrong, _hear in END:
    hearing("CONV-17", _name, _wrong, _hear)


swapped(
    "CONV-17",
    "StreamsGoOn",
    "does not see the end in a stream",
    (loop, "assembled", lambda events: going_on(lambda reply: True)(made) if (made := assembled(events)) else None),
)


# CONV-18: streamed inputs

grow = loop._grow


def piece_by_piece(change: Callable[[str, str], str]) -> Swap:
    """Puts inputs together otherwise, from what there is and the next piece."""

    def changed(block: Object, delta: Object, inputs: dict[int, str], index: int) -> None:
        if delta["type"] == "input_json_delta":
            inputs[index] = change(inputs.get(index, ""), delta["partial_json"])
        else:
            grow(block, delta, inputs, index)

    return (loop, "_grow", changed)


def decoded(piece: str) -> str:
    """A piece with its escapes read."""
    return piece.encode("ascii", "backslashreplace").decode("unicode_escape", "ignore") if "\\" in piece else piece


def in_the_last_block(events: Iterable[Object]) -> JSON:
    """All inputs belong to the last block that began with one."""
    listed = list(events)
    last = max(
        (e["index"] for e in listed if e["type"] == "content_block_start" and "input" in e["content_block"]), default=0
    )
    return assembled(
        e | {"index": last} if e["type"] == "content_block_delta" and e["delta"]["type"] == "input_json_delta" else e
        for e in listed
    )


def by_number_of_call(events: Iterable[Object]) -> JSON:
    """The index counts the calls only."""
    made = assembled(list(events))
    if made is not None and made["content"] and made["content"][0]["type"] != "tool_use":
        for block in made["content"]:
            if block["type"] == "tool_use":
                block["input"] = {}
    return made


def whole_or_nothing(before: str, piece: str) -> str:
    """Pieces that are JSON by themselves are taken; of the others the last."""
    try:
        json.loads(piece)
    except ValueError:
        return before + piece if not before or before.startswith("{") else piece
    return piece


def merged(before: str, piece: str) -> str:
    """Each piece is put in brackets and merged."""
    try:
        known = json.loads(before or "{}")
        return json.dumps(known | json.loads("{" + piece.strip("{}, ") + "}"))
    except (ValueError, TypeError):
        return before + piece


def without_input(events: Iterable[Object], input_: Any, where: Callable[[int], bool]) -> JSON:
    listed = list(events)
    count = sum(e["type"] == "content_block_delta" for e in listed)
    made = assembled(listed)
    if made is not None and where(count):
        for block in made["content"]:
            if block["type"] == "tool_use" and block["input"] == {}:
                block["input"] = input_
    return made


def to_a_ping(events: Iterable[Object]) -> JSON:
    """The message of what has come before the first ping."""
    return assembled(itertools.takewhile(lambda event: event["type"] != "ping", events))


PIECES: list[tuple[str, str, Callable[[str, str], str]]] = [
    ("KeepsTheLastPiece", "keeps the last piece of an input", lambda before, piece: piece or before),
    ("KeepsTheFirstPiece", "keeps the first piece of an input", lambda before, piece: before or piece),
    ("StripsPieces", "strips the pieces of an input", lambda before, piece: before + piece.strip()),
    (
        "StopsAtEmptyPieces",
        "ends an input at an empty piece",
        lambda before, piece: before + (piece if before or piece else "{}"),
    ),
    ("DecodesPieces", "reads the escapes of each piece by itself", lambda before, piece: before + decoded(piece)),
    (
        "DropsBackslashes",
        "drops a backslash at the end of a piece",
        lambda before, piece: before + piece.removesuffix("\\"),
    ),
    ("TakesWholePieces", "takes a piece that is JSON for the input", whole_or_nothing),
    ("MergesPieces", "puts brackets around each piece and merges them", merged),
    ("SpacesPieces", "puts a space between pieces", lambda before, piece: f"{before} {piece}" if before else piece),
]
for _name, _wrong, _piece in PIECES:
    swapped("CONV-18", _name, _wrong, piece_by_piece(_piece))
STREAMS: list[tuple[str, str, Callable[[Iterable[Object]], JSON]]] = [
    ("IgnoresIndexes", "puts all pieces into the last call", in_the_last_block),
    ("CountsCallsOnly", "takes the index of a block for the number of the call", by_number_of_call),
    (
        "NullWithoutPieces",
        "has null for an input without pieces",
        lambda events: without_input(events, None, lambda count: count == 0),
    ),
    (
        "TextWithoutInput",
        "has an empty text for an empty input",
        lambda events: without_input(events, "", lambda count: count > 0),
    ),
    ("EndsAtAPing", "takes a ping for the end of the stream", to_a_ping),
]
for _name, _wrong, _stream in STREAMS:
    swapped("CONV-18", _name, _wrong, (loop, "assembled", _stream))


# CONV-19: broken streams

BROKEN: list[tuple[str, str, Swap]] = [
    ("CallsAtAnError", "makes the calls that have come before an error", streaming(or_nothing, on_error=True)),
    ("CallsAtABreak", "makes the calls that have come before a break", streaming(or_nothing, on_break=True)),
    (
        "CallsWholeBlocksAtAnError",
        "makes the calls that are whole at an error",
        streaming(or_nothing, on_error=True, whole_only=True),
    ),
    (
        "CallsWholeBlocksAtABreak",
        "makes the calls that are whole at a break",
        streaming(or_nothing, on_break=True, whole_only=True),
    ),
    ("RepairsAtAnError", "guesses the end of an input at an error", streaming(repaired, on_error=True)),
]
for _name, _wrong, _swap in BROKEN:
    swapped("CONV-19", _name, _wrong, _swap)


# CONV-20: no result yet


def shown(result: Object) -> Object:
    """A result with itself as its content, as text."""
    return {"content": [text(json.dumps(result))]}


def finals(change: Callable[[Object], JSON]) -> Swap:
    """Takes the results of calls for something else."""
    return (loop, "_final", lambda outcome: outcome if isinstance(outcome, CallError) else change(outcome))


def showing(where: Callable[[Object], bool]) -> Swap:
    """Shows what a server answered as its result, where it is so."""
    return finals(lambda result: (result if "content" in result else shown(result)) if where(result) else final(result))


UNFINISHED: list[tuple[str, str, Swap]] = [
    ("ShowsAnything", "shows whatever a server answers", showing(lambda result: True)),
    (
        "ShowsQuestions",
        "shows a question of the server's as the result",
        showing(lambda r: r.get("resultType") == "input_required"),
    ),
    ("ShowsTasks", "shows a task as the result", showing(lambda r: r.get("resultType") == "task")),
    ("ShowsTasksOf2025", "shows a task of the version before as the result", showing(lambda r: "task" in r)),
    ("ShowsContent", "shows content, of whatever type the result is", showing(lambda r: "content" in r)),
    (
        "ShowsNothing",
        "takes what is no result for an empty one",
        finals(lambda r: r if "content" in r else {"content": []}),
    ),
    (
        "NeedsNoType",
        "takes a result with a type for none",
        finals(lambda r: final(r) if "resultType" not in r else CallError("protocol", "Unknown.")),
    ),
    (
        "NeedsAType",
        "takes a result without a type for none",
        finals(lambda r: final(r) if "resultType" in r else CallError("protocol", "Unknown.")),
    ),
    (
        "ReadsTheWords",
        "takes a result that speaks of tasks for one",
        finals(lambda r: CallError("protocol", "Unknown.") if '"task"' in json.dumps(r) else final(r)),
    ),
]
for _name, _wrong, _swap in UNFINISHED:
    swapped("CONV-20", _name, _wrong, _swap)

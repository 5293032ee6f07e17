"""Mutants of how calls are answered: once, in the next message, as what they are, to the right call, at its head."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolset_reference import CallError, loop, tool_calls, tool_result
from toolset_reference.loop import Client

from mutants.conversing import (
    JSON,
    Object,
    Send,
    messages_of,
    per_result,
    per_turn,
    remembering,
    results_of,
    sends,
    swapped,
    text,
    words_of,
)
from mutants.swapped import Swap

loop_final, loop_outcome = loop._final, loop._outcome
Turn = Callable[[list[Object], Object], list[Object]]


# CONV-1: each call answered once, in the next message


def kept(number_of: Callable[[Object, Object], JSON]) -> Turn:
    """Of the results whose calls have one number, only the last is kept."""

    def change(content: list[Object], last: Object) -> list[Object]:
        calls = {block["id"]: block for block in last["content"] if block["type"] == "tool_use"}
        by_number = {str(number_of(calls[block["tool_use_id"]], block)): block for block in content}
        return list(by_number.values())

    return change


def before_text(content: list[Object], last: Object) -> list[Object]:
    kinds = [block["type"] for block in last["content"]]
    asked = last["content"][: kinds.index("text")] if "text" in kinds[1:] else last["content"]
    ids = {block.get("id") for block in asked}
    return [block for block in content if block["tool_use_id"] in ids]


def one_server(content: list[Object], last: Object) -> list[Object]:
    names = {block["id"]: block["name"] for block in last["content"] if block["type"] == "tool_use"}
    first = names[content[0]["tool_use_id"]].partition("__")[0]
    return [block for block in content if names[block["tool_use_id"]].partition("__")[0] == first]


def server_tools_too(content: list[Object], last: Object) -> list[Object]:
    ran = [block["id"] for block in last["content"] if block["type"] == "server_tool_use"]
    return content + [{"type": "tool_result", "tool_use_id": call, "content": [text("ok")]} for call in ran]


TURNS: list[tuple[str, str, Turn]] = [
    ("AnswersTheFirst", "answers the first call of a message only", lambda content, last: content[:1]),
    ("AnswersTheLast", "answers the last call of a message only", lambda content, last: content[-1:]),
    ("AnswersTwice", "answers each call twice", lambda content, last: content + content),
    ("AnswersTen", "answers ten calls at most", lambda content, last: content[:10]),
    ("AnswersSixteen", "answers sixteen calls at most", lambda content, last: content[:16]),
    ("KeepsResultsByTool", "keeps results by the tool's name", kept(lambda call, block: call["name"])),
    ("KeepsResultsByCall", "keeps results by name and input", kept(lambda call, block: [call["name"], call["input"]])),
    ("AnswersOneServer", "answers the calls of the first server only", one_server),
    ("ReadsCallsToTheText", "reads the calls of a message up to the first text behind one", before_text),
    (
        "ReadsTheLastBlock",
        "takes a message for one with calls only if it ends with one",
        lambda content, last: content if last["content"][-1]["type"] == "tool_use" else [],
    ),
    (
        "OneRejectionForAll",
        "where one call cannot be made, answers that one alone",
        lambda content, last: [b for b in content if "no tool named" in words_of(b)] or content,
    ),
    ("AnswersToolsOfTheApi", "answers the calls that the API ran itself", server_tools_too),
    ("AnswersInWords", "tells results as text", lambda content, last: [text(words_of(block)) for block in content]),
]
for _name, _wrong, _turn in TURNS:
    sends("CONV-1", _name, _wrong, per_turn(_turn))


def a_message_each(body: Object, before: list[Object]) -> Object:
    made: list[Object] = []
    for message in body["messages"]:
        blocks = message["content"] if isinstance(message["content"], list) else [message["content"]]
        made += [{**message, "content": [b]} for b in blocks] if message["role"] == "user" and blocks[1:] else [message]
    return body | {"messages": made}


def words_between(body: Object, before: list[Object]) -> Object:
    made: list[Object] = []
    for message in body["messages"]:
        if isinstance(message["content"], list) and message["role"] == "user" and results_of(message):
            made.append({"role": "user", "content": "Here is what came of it."})
        made.append(message)
    return body | {"messages": made}


def all_again(body: Object, before: list[Object]) -> Object:
    turns = [message for message in messages_of(body, "user") if results_of(message)]
    if turns:
        turns[-1]["content"] = [block for message in turns for block in message["content"]]
    return body


sends("CONV-1", "AMessageEach", "sends each result in a message of its own", a_message_each)
sends("CONV-1", "WordsBeforeResults", "says something in a message before that of the results", words_between)
sends("CONV-1", "AllAgain", "answers the calls of earlier turns again", all_again)
sends(
    "CONV-1",
    "LowersIdsOfResults",
    "writes ids in small letters",
    per_result(lambda b: b | {"tool_use_id": b["tool_use_id"].lower()}),
)
sends(
    "CONV-1",
    "MendsIds",
    "gives ids the API's own prefix",
    per_result(lambda b: b | {"tool_use_id": "toolu_" + b["tool_use_id"].removeprefix("toolu_")}),
)
swapped(
    "CONV-1",
    "NoRejections",
    "does not answer calls that cannot be made",
    (loop, "tool_calls", lambda r, s: (tool_calls(r, s)[0], [])),
)


# CONV-2: failures are answered, as errors


def escaping(kind: str) -> Swap:
    """Failures of a kind are raised."""

    def final(outcome: JSON) -> JSON:
        if isinstance(outcome, CallError) and outcome.kind == kind:
            raise RuntimeError(outcome.message)
        return loop_final(outcome)

    return (loop, "_final", final)


def unmarked(is_it: Callable[[JSON], bool]) -> Swap:
    """Results of some outcomes are not marked as errors."""

    def result(call_id: str, outcome: JSON) -> Object:
        block = tool_result(call_id, outcome)
        return {key: block[key] for key in block if key != "is_error"} if is_it(outcome) else block

    return (loop, "tool_result", result)


def of_kind(kind: str) -> Callable[[JSON], bool]:
    """Whether an outcome is a failure of a kind."""
    return lambda outcome: isinstance(outcome, CallError) and outcome.kind == kind


def all_failed(content: list[Object], last: Object) -> list[Object]:
    failed = [block for block in content if block.get("is_error")]
    return [failed[0] | {"tool_use_id": block["tool_use_id"]} for block in content] if failed else content


for _kind, _words in (("transport", "a lost server"), ("timeout", "a time-out"), ("protocol", "a JSON-RPC error")):
    swapped("CONV-2", f"Raises{_kind.capitalize()}", f"lets {_words} end the loop", escaping(_kind))
    swapped(
        "CONV-2", f"Hides{_kind.capitalize()}", f"tells of {_words} as if it were a result", unmarked(of_kind(_kind))
    )
swapped("CONV-2", "HidesToolErrors", "drops a tool's isError", unmarked(lambda outcome: isinstance(outcome, dict)))
swapped(
    "CONV-2",
    "RaisesFromSending",
    "lets a lost server end the loop when it is asked again",
    (Client, "_send", lambda self, message: self._session.send(message)),
)
swapped(
    "CONV-2",
    "NullIsFine",
    "takes a result of null for an empty one",
    (loop, "_outcome", lambda m: {"content": []} if m.get("result", 0) is None else loop_outcome(m)),
)
sends(
    "CONV-2",
    "HidesRejections",
    "does not mark rejections as errors",
    per_result(lambda b: {k: b[k] for k in b if k != "is_error"} if "no tool named" in words_of(b) else b),
)
sends("CONV-2", "OneFailureForAll", "where one call fails, tells it of all", per_turn(all_failed))
sends(
    "CONV-2",
    "LeavesOutTimeOuts",
    "does not answer calls that timed out",
    per_result(lambda b: None if "in time" in words_of(b) else b),
)
sends(
    "CONV-2",
    "LeavesOutTheRestOfALostServer",
    "answers one of the calls to a lost server",
    per_turn(kept(lambda call, b: "closed" if "closed" in words_of(b) else b["tool_use_id"])),
)
sends(
    "CONV-2",
    "PassesEmptyErrorsOn",
    "sends the server's message as it is, also where it is empty",
    per_result(lambda b: b | {"content": []} if "call failed" in words_of(b) else b),
)


def patient(self: Client, number: int) -> JSON:
    """Wait for the answer, however often the time is over."""
    for _ in range(3):
        outcome = client_outcome(self, number)
        if not (isinstance(outcome, CallError) and outcome.kind == "timeout"):
            return outcome
        self._waiting[number] = None
    return outcome


client_outcome = Client.outcome
swapped("CONV-2", "WaitsLonger", "begins to wait again when the time is over", (Client, "outcome", patient))


# CONV-3: results go to their own calls


def taking(is_answer: Callable[[Object, Client, int], bool]) -> Swap:
    """The first message that looks like an answer is the answer."""

    def outcome(self: Client, number: int) -> JSON:
        while self._waiting[number] is None:
            try:
                message = self._session.receive()
            except OSError:
                return CallError("transport", "The server closed the connection before it answered.")
            if message is None:
                return CallError("timeout", "The server did not answer in time.")
            if is_answer(message, self, number):
                self._waiting[number] = message
            else:
                self._take(message)
        return as_result(self._waiting.pop(number) or {})

    return (Client, "outcome", outcome)


def as_result(message: Object) -> JSON:
    """What a message is read as by a client that does not look what it is."""
    found = loop_outcome(message)
    params = message.get("params", {})
    said = params.get("message", params.get("data", ""))
    return {"content": [text(str(said))]} if "method" in message else found


def is_reply(message: Object) -> bool:
    """Whether a message is an answer to something."""
    return "method" not in message


swapped("CONV-3", "TakesTheNextAnswer", "takes the next answer for its own", taking(lambda m, client, n: is_reply(m)))
swapped(
    "CONV-3",
    "TakesLaterAnswers",
    "takes an answer with a higher number for its own",
    taking(lambda m, client, n: is_reply(m) and m["id"] > n),
)
swapped(
    "CONV-3",
    "TakesEarlierAnswers",
    "takes an answer with a lower number for its own",
    taking(lambda m, client, n: is_reply(m) and m["id"] < n),
)
swapped(
    "CONV-3",
    "TakesProgress",
    "takes a report of progress for the answer",
    taking(lambda m, client, n: m.get("method") == "notifications/progress"),
)
swapped(
    "CONV-3",
    "TakesLogMessages",
    "takes a log message for the answer",
    taking(lambda m, client, n: m.get("method") == "notifications/message"),
)
swapped(
    "CONV-3",
    "TakesAnyNumber",
    "takes a request of the server's with the number of its own for the answer",
    taking(lambda m, client, n: m.get("id") == n),
)


def choking(self: Client, message: Object) -> None:
    if "method" in message and "id" in message and message["method"] != "ping":
        raise RuntimeError(f"cannot do {message['method']}")
    client_take(self, message)


client_take = Client._take
swapped(
    "CONV-3",
    "ChokesOnRequests",
    "fails at a request of the server's that it does not offer",
    (Client, "_take", choking),
)


def one_table() -> Sequence[Swap]:
    """Outcomes of all servers in one table, by number."""
    table: dict[int, JSON] = {}

    def outcome(self: Client, number: int) -> JSON:
        found = client_outcome(self, number)
        is_list = isinstance(found, dict) and "tools" in found
        return found if is_list else table.setdefault(number, found)

    return [(Client, "outcome", outcome)]


remembering("CONV-3", "OneTable", "keeps the answers of all servers in one table, by number", one_table)


def shifted(order: Callable[[list[Object], Object], list[Object]]) -> Send:
    """Give the contents of results, in another order, to the ids as they stand."""

    def change(content: list[Object], last: Object) -> list[Object]:
        ids = [block["tool_use_id"] for block in content]
        return [block | {"tool_use_id": call} for block, call in zip(order(content, last), ids, strict=True)]

    return per_turn(change)


def in_order_of_calls(content: list[Object], last: Object) -> list[Object]:
    return sorted(content, key=lambda block: "no tool named" in words_of(block))


def good_first(content: list[Object], last: Object) -> list[Object]:
    return sorted(content, key=lambda block: block.get("is_error", False))


def quick_first(content: list[Object], last: Object) -> list[Object]:
    names = {block["id"]: block["name"] for block in last["content"] if block["type"] == "tool_use"}
    return sorted(content, key=lambda block: names[block["tool_use_id"]].startswith("files"))


sends("CONV-3", "TurnsResults", "puts results under ids from the end", shifted(lambda content, last: content[::-1]))
sends("CONV-3", "ShiftsBehindRejections", "counts results without the rejected calls", shifted(in_order_of_calls))
sends("CONV-3", "ShiftsBehindFailures", "counts results without the failed calls", shifted(good_first))
sends("CONV-3", "AsServersAnswer", "puts results under ids in the order in which servers answer", shifted(quick_first))


# CONV-4: results stand first


def telling(when: Callable[[Object, Object, list[Object]], bool]) -> Send:
    """Say something before the results of the last message, where there is a reason to."""

    def send(body: Object, before: list[Object]) -> Object:
        messages = body["messages"]
        for at, message in enumerate(messages[1:], 1):
            if message["role"] == "user" and results_of(message) and when(message, messages[at - 1], [*before, body]):
                message["content"] = [text("Mind this."), *message["content"]]
        return body

    return send


def saying(words: str) -> Callable[[Object, Object, list[Object]], bool]:
    """Whether a result of the message says this."""
    return lambda message, last, bodies: any(words in words_of(block) for block in results_of(message))


def with_tools_changed(message: Object, last: Object, bodies: list[Object]) -> bool:
    return any(body["tools"] != bodies[0]["tools"] for body in bodies)


TELLING: list[tuple[str, str, Callable[[Object, Object, list[Object]], bool]]] = [
    ("RemindsFirst", "begins the message with a reminder", lambda message, last, bodies: True),
    (
        "RepliesFirst",
        "replies to the model's words first",
        lambda message, last, bodies: last["content"][0]["type"] == "text",
    ),
    ("ExplainsFailuresFirst", "explains an error before the results", saying("The disk is full.")),
    ("ExplainsTimeOutsFirst", "explains a time-out before the results", saying("in time")),
    ("ExplainsLostServersFirst", "explains the loss of a server before the results", saying("closed")),
    ("ExplainsRejectionsFirst", "explains a rejection before the results", saying("no tool named")),
    ("TellsOfNewToolsFirst", "tells of a change of tools before the results", with_tools_changed),
]
for _name, _wrong, _when in TELLING:
    sends("CONV-4", _name, _wrong, telling(_when))


def pictures_first(content: list[Object], last: Object) -> list[Object]:
    parts = [part for block in content for part in block.get("content", []) if part["type"] == "image"]
    return parts + [
        b | {"content": [p if p["type"] == "text" else text("See above.") for p in b.get("content", [])]}
        for b in content
    ]


sends("CONV-4", "PicturesFirst", "takes pictures out of results and puts them first", per_turn(pictures_first))

"""Properties of results, errors and content that is missing: RESULT-*."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus.model import Level
from toolset_conformance.search.property import SOMETHING, Cases, Plain, ask, plain, prop

JSON = Any
Contents = tuple[list[JSON], list[JSON]]
_RECOMMENDED: Level = "recommended"
EACH_OPTION: list[dict[str, JSON]] = [
    {}, *({"structured": option} for option in ("auto", "prefer", "append", "ignore")),
]  # fmt: skip
OPTIONS = st.sampled_from(EACH_OPTION)
"""What may be asked for with a result."""
_STRUCTURED: st.SearchStrategy[dict[str, JSON]] = st.sampled_from(
    [
        {},
        {"structuredContent": {"a": 1}},
        {"structuredContent": {"isError": False, "error": None, "ok": True}},
        {"structuredContent": {"isError": True, "error": "no", "success": False, "status": 500}},
    ]
)
_ERRORS = st.sampled_from(["timeout", "transport", "protocol", "rejected", "unknown_tool"])
_NO_ERROR = {"$absent_or": False}
SAID: JSON = {"$text": {"blank": False}}
"""A text with something to read in it."""
TEXTS: JSON = {"$all": [{"$each": {"type": "text", "text": SAID}}, SOMETHING]}


def answered(outcome: JSON, expected: JSON, *, identifier: str = "toolu_1", **options: JSON) -> Plain:
    """A case that asks for one result block."""
    given: dict[str, Any] = {"options": options} if options else {}
    return plain(ask("tool_result", expected, tool_use_id=identifier, outcome=outcome, **given))


@prop("RESULT-1", "The block has the id that it was given and no key but the API's.")
def results_have_known_keys() -> Cases:
    def made(drawn: tuple[Contents, str, dict[str, JSON], dict[str, JSON], dict[str, JSON]]) -> Plain:
        (content, _), identifier, said, structured, option = drawn
        block = {
            "type": "tool_result",
            "tool_use_id": identifier,
            "content": {"$absent_or": {"$one_of": [{"$type": "string"}, {"$type": "array"}]}},
            "is_error": True if said.get("isError") else _NO_ERROR,
        }
        result = {"content": content, "_meta": {"x": 1}, "resultType": "x", **said, **structured}
        return answered({"result": result}, block, identifier=identifier, **option)

    contents, said = strategies.contents(max_size=3), st.sampled_from([{}, {"isError": True}, {"isError": False}])
    return st.tuples(contents, strategies.tool_use_ids(), said, _STRUCTURED, OPTIONS).map(made)


@prop("RESULT-1", "So has that of a client error.")
def client_errors_have_known_keys() -> Cases:
    def made(drawn: tuple[str, str, dict[str, JSON]]) -> Plain:
        kind, identifier, option = drawn
        content = {"$absent_or": {"$one_of": [{"$type": "string"}, {"$type": "array"}]}}
        block = {"type": "tool_result", "tool_use_id": identifier, "content": content, "is_error": True}
        return answered({"error": {"kind": kind, "message": "x"}}, block, identifier=identifier, **option)

    return st.tuples(_ERRORS, strategies.tool_use_ids(), OPTIONS).map(made)


@prop("RESULT-2", "A result that says it is an error is one, whatever it holds.")
def errors_say_so() -> Cases:
    def made(drawn: tuple[Contents, dict[str, JSON], dict[str, JSON]]) -> Plain:
        (content, _), structured, option = drawn
        result = {"content": content, "isError": True, **structured}
        return answered({"result": result}, {"$has": {"type": "tool_result", "is_error": True}}, **option)

    return st.tuples(strategies.contents(max_size=3), _STRUCTURED, OPTIONS).map(made)


@prop("RESULT-3", "Every client error is one.")
def client_errors_say_so() -> Cases:
    return _client_errors({"$has": {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True}})


@prop("RESULT-5", "A client error gives a text that is not empty.", _RECOMMENDED)
def client_errors_have_words() -> Cases:
    return _client_errors({"$has": {"is_error": True, "content": {"$one_of": [SAID, TEXTS]}}})


def _client_errors(expected: JSON) -> Cases:
    results = ['{"content": [], "isError": false}', '{"isError": false}', "OK", '{"ok": true}']
    # What is white to one language and not to another would be blank to some ports only.
    messages = st.sampled_from(["timed out", "", " ", *results]) | strategies.read_texts()
    return st.tuples(_ERRORS, messages, OPTIONS).map(
        lambda made: answered({"error": {"kind": made[0], "message": made[1]}}, expected, **made[2])
    )


_LIKE_ERRORS = [
    "Error: there is none", "error", "It failed.", "Traceback (most recent call last):\n  File", '{"error": "none"}',
    "404 Not Found", "500", "Exception: none", "fatal: none", '{"isError": true}', '{"status": "error"}', "ERROR",
]  # fmt: skip
_LIKE_FAILURES: list[JSON] = [
    {"status": "error"}, {"ok": False}, {"success": False}, {"error": "none"}, {"isError": True}, {"is_error": True},
    {"code": 500}, {"errors": ["none"]},
]  # fmt: skip


@prop("RESULT-4", "Every other result is none.")
def good_results_are_no_errors() -> Cases:
    def made(drawn: tuple[Contents, list[str], dict[str, JSON], dict[str, JSON], dict[str, JSON]]) -> Plain:
        (content, _), texts, said, structured, option = drawn
        result = {"content": [*content, *({"type": "text", "text": text} for text in texts)], **said, **structured}
        return answered({"result": result}, {"$has": {"type": "tool_result", "is_error": _NO_ERROR}}, **option)

    said = st.sampled_from([{}, {"isError": False}])
    texts = strategies.several(_LIKE_ERRORS, max_size=2)
    structured = _STRUCTURED | st.sampled_from([{"structuredContent": value} for value in _LIKE_FAILURES])
    return st.tuples(strategies.contents(max_size=2), texts, said, structured, OPTIONS).map(made)


@prop("RESULT-5", "A client error gives its message.", _RECOMMENDED)
def client_errors_tell_their_message() -> Cases:
    def made(drawn: tuple[str, str]) -> Plain:
        told = {"$text": {"contains": [drawn[1]]}}
        said = {"$one_of": [told, {"$some": {"type": "text", "text": told}}]}
        return answered({"error": {"kind": drawn[0], "message": drawn[1]}}, {"$has": {"content": said}})

    return st.tuples(_ERRORS, strategies.texts().map(lambda text: f"It said: {text}.")).map(made)


@prop("RESULT-5", "An error result is text, and not empty.", _RECOMMENDED)
def error_results_are_text() -> Cases:
    expected = {"$has": {"is_error": True, "content": {"$one_of": [SAID, TEXTS]}}}
    return strategies.contents().map(lambda made: answered({"result": {"content": made[0], "isError": True}}, expected))


@prop("RESULT-6", "No text block is empty, and an empty result has no content or a text.", _RECOMMENDED)
def nothing_is_sent_empty() -> Cases:
    filled = {"$one_of": [{"type": "text", "text": {"$text": {"min_bytes": 1}}}, {"$has": {"type": "image"}}]}
    content = {"$absent_or": {"$one_of": [SAID, {"$all": [{"$each": filled}, SOMETHING]}]}}
    expected = {"$has": {"type": "tool_result", "content": content}}

    def made(drawn: tuple[Contents, int, dict[str, JSON], list[JSON]]) -> Plain:
        (content, _), place, option, empty = drawn
        at = min(place, len(content))
        return answered({"result": {"content": [*content[:at], *empty, *content[at:]]}}, expected, **option)

    blank = {"type": "text", "text": ""}
    empty = st.sampled_from([[blank], [blank, blank], [{**blank, "annotations": {"priority": 1}}]])
    return st.tuples(strategies.contents(max_size=2), st.integers(0, 2), OPTIONS, empty).map(made)


@prop("RESULT-6", "A result without content has none, or a text.", _RECOMMENDED)
def nothing_is_no_empty_content() -> Cases:
    content = {"$absent_or": {"$one_of": [SAID, TEXTS]}}
    expected = {"$has": {"type": "tool_result", "content": content}}
    said: st.SearchStrategy[dict[str, JSON]] = st.sampled_from([{}, {"isError": False}, {"_meta": {"x": 1}}])
    return st.tuples(said, OPTIONS).map(
        lambda drawn: answered({"result": {"content": [], **drawn[0]}}, expected, **drawn[1])
    )


_BEGAN = "2025-11-25T10:30:00Z"
_TASK = {"taskId": "t1", "status": "working", "createdAt": _BEGAN, "lastUpdatedAt": _BEGAN, "ttl": 60000}
_READ_AS_RESULTS = {"content", "structuredContent", "isError", "_meta", "resultType", "toolResult"}


def _control() -> dict[str, JSON]:
    """The step with a good result, so that a port that refuses everything passes nothing."""
    good = {"content": [{"type": "text", "text": "done"}]}
    return ask(
        "tool_result", {"$has": {"type": "tool_result", **good}}, tool_use_id="toolu_1", outcome={"result": good}
    )


@prop("RESULT-7", "What is no result of a tool is told in words, or refused.", _RECOMMENDED)
def no_results_are_told() -> Cases:
    def made(drawn: tuple[dict[str, JSON], dict[str, JSON], dict[str, JSON]]) -> Plain:
        result, beside, options = drawn
        words = {"$has": {"type": "tool_result", "content": {"$one_of": [SAID, TEXTS]}}}
        given: dict[str, Any] = {"options": options} if options else {}
        outcome = {"result": {**result, **beside}}
        return plain(_control(), ask("tool_result", words, or_refused=True, tool_use_id="t", outcome=outcome, **given))

    others = strategies.json_objects(min_size=1).filter(lambda value: not _READ_AS_RESULTS & value.keys())
    known = st.sampled_from(
        [
            {"task": _TASK},
            {"resultType": "task", **_TASK},
            {"resultType": "input_required", "inputRequests": {}, "requestState": "c2Vjb25k"},
            {"resultType": "partial", "parts": 3},
            {"error": {"code": 404, "message": "no such key"}},
        ]
    )
    beside: st.SearchStrategy[dict[str, JSON]] = st.sampled_from([{}, {"_meta": {"x": 1}}, {"isError": True}])
    return st.tuples(st.one_of(known, others), beside, OPTIONS).map(made)


@prop("RESULT-7", "A result of the oldest form is told as the result, and as an error where it is one.", _RECOMMENDED)
def oldest_results_are_told() -> Cases:
    def made(drawn: tuple[str, str, bool, dict[str, JSON]]) -> Plain:
        word, form, failed, beside = drawn
        content = {"content": [{"type": "text", "text": word}], **({"isError": True} if failed else {})}
        forms: dict[str, JSON] = {"content": content, "text": word, "object": {"answer": word}}
        told = {"$somewhere": {"$text": {"contains": [word]}}}
        flag = {"is_error": True} if failed and form == "content" else {}
        outcome = {"result": {"toolResult": forms[form], **beside}}
        expected = {"$has": {"type": "tool_result", "content": told, **flag}}
        return plain(_control(), ask("tool_result", expected, or_refused=True, tool_use_id="t", outcome=outcome))

    words = st.integers(100, 9999).map(lambda number: f"milk {number}")
    beside = st.sampled_from([{}, {"_meta": {"x": 1}}])
    return st.tuples(words, st.sampled_from(["content", "text", "object"]), st.booleans(), beside).map(made)

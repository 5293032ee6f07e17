"""What the model of the Messages API refuses: an input for each check, beside the source that its words come from."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.messages_api import (
    CHECKS,
    Refusal,
    of_answer,
    of_definitions,
    of_tool_result,
    of_user_message,
    refusals,
)

JSON = Any

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n and more").decode()
JPEG = base64.b64encode(b"\xff\xd8\xff\xe0 and more").decode()
TOOL: dict[str, JSON] = {"name": "files__read", "description": "", "input_schema": {"type": "object"}}
TEXT = {"type": "text", "text": "done"}
HELLO = {"role": "user", "content": "hello"}
MARKER = {"cache_control": {"type": "ephemeral"}}


def tool(**keys: JSON) -> list[JSON]:
    """A list of one definition with these keys in place of its own."""
    return [{**TOOL, **keys}]


def schema(**keys: JSON) -> list[JSON]:
    """A list of one definition whose schema has these keys besides its type."""
    return tool(input_schema={"type": "object", **keys})


def result(**keys: JSON) -> JSON:
    """A tool_result block with these keys besides."""
    return {"type": "tool_result", "tool_use_id": "toolu_1", **keys}


def image(data: JSON, media_type: JSON = "image/png") -> JSON:
    """An image block."""
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def call(call_id: str = "toolu_1") -> JSON:
    """A tool_use block."""
    return {"type": "tool_use", "id": call_id, "name": "files__read", "input": {}}


def request(*messages: JSON, **keys: JSON) -> JSON:
    """The body of a request with these messages, or one plain message."""
    return {"model": "claude-opus-5", "max_tokens": 1024, "messages": list(messages) or [HELLO], **keys}


def conversation(*turns: list[JSON]) -> JSON:
    """A request in which a user speaks, and these turns follow, the assistant's first."""
    roles = ["assistant", "user"] * len(turns)
    return request(HELLO, *({"role": role, "content": turn} for role, turn in zip(roles, turns, strict=False)))


Judge = Callable[[JSON], list[Refusal]]
REFUSED: dict[str, list[tuple[Judge, JSON, str]]] = {
    # https://github.com/anthropics/claude-code/issues/60394
    "invalid-json": [
        (of_definitions, tool(description="half a pair \ud83d"), "not valid JSON: no low surrogate in string"),
        (of_definitions, schema(properties={"\ude00": {}}), "not valid JSON: no low surrogate in string"),
    ],
    # https://github.com/anthropics/claude-code/issues/31033, https://github.com/langchain-ai/langchain/issues/40483
    "unknown-key": [
        (of_definitions, tool(title="Read"), "tools.0.custom.title: Extra inputs are not permitted"),
        (of_definitions, tool(inputSchema={}), "tools.0.custom.inputSchema: Extra inputs are not permitted"),
        (of_tool_result, result(isError=True), "tool_result.isError: Extra inputs are not permitted"),
        (
            of_tool_result,
            result(content=[{**TEXT, "id": "lc_1"}]),
            "tool_result.content.0.text.id: Extra inputs are not permitted",
        ),
        (of_user_message, {**HELLO, "name": "me"}, "name: Extra inputs are not permitted"),
        (refusals, request(toolset={}), "toolset: Extra inputs are not permitted"),
    ],
    # https://github.com/su-kaka/gcli2api/issues/392
    "missing-key": [
        (of_definitions, [{"name": "read"}], "tools.0.custom.input_schema: Field required"),
        (of_definitions, [{"input_schema": {"type": "object"}}], "tools.0.custom.name: Field required"),
        (of_tool_result, {"type": "tool_result", "content": "done"}, "tool_result.tool_use_id: Field required"),
        (refusals, {"model": "claude-opus-5", "messages": [HELLO]}, "max_tokens: Field required"),
    ],
    # https://github.com/simonw/llm-anthropic/issues/23
    "null-value": [
        (of_definitions, tool(description=None), "tools.0.custom.description: Input should be a valid string"),
        (of_definitions, tool(input_schema=None), "tools.0.custom.input_schema: Input should be a valid dictionary"),
        (of_definitions, None, "tools: Input should be a valid list"),
        (of_tool_result, result(content=None), "tool_result.content: Input should be a valid string or list"),
        (of_tool_result, result(is_error=None), "tool_result.is_error: Input should be a valid boolean"),
        (
            of_user_message,
            {"role": "user", "content": [TEXT, {"type": "text", "text": None}]},
            "content.1.text.text: Input should be a valid string",
        ),
        (refusals, request(tool_choice=None), "tool_choice: Input should be a valid dictionary"),
    ],
    # https://github.com/anthropics/claude-code/issues/6695
    "wrong-value": [
        (
            refusals,
            conversation([{**call(), "input": "{}"}], [result()]),
            "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
        ),
        (of_definitions, tool(cache_control={"type": "last"}), "cache_control.type: Input should be 'ephemeral'"),
        (of_user_message, {"role": "tool", "content": "x"}, "role: Input should be 'user', 'assistant' or 'system'"),
        (of_tool_result, result(is_error=[]), "tool_result.is_error: Input should be a valid boolean"),
        (of_user_message, "done", "Input should be a valid dictionary or object to extract fields from"),
    ],
    # https://github.com/code-yeongyu/senpi/pull/1212
    "unknown-type": [
        (
            of_tool_result,
            result(content=[{"type": "audio", "data": "AAAA"}]),
            "tool_result.content.0: Input tag 'audio' found using 'type' does not match any of the expected tags",
        ),
        (of_definitions, tool(type="function"), "tools.0: Input tag 'function' found using 'type' does not match"),
        (refusals, request(tool_choice={"type": "required"}), "tool_choice: Input tag 'required' found using 'type'"),
        (of_tool_result, result(content=[{"text": "done"}]), "tool_result.content.0: Unable to extract tag"),
        (of_tool_result, result(content=[result()]), "tool_result.content.0: Input tag 'tool_result' found"),
    ],
    # https://github.com/modelcontextprotocol/modelcontextprotocol/issues/1345
    "tool-name": [
        (of_definitions, tool(name=name), "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
        for name in ("Dockerfile problems scanner", "files.read", "files/read", "", "a" * 129, "read\n", "é")
    ],
    # https://github.com/anthropics/claude-code/issues/10687
    "tool-name-twice": [(of_definitions, [TOOL, TOOL], "tools: Tool names must be unique.")],
    # https://github.com/Kilo-Org/kilocode/issues/12238
    "schema-type": [
        (of_definitions, tool(input_schema={}), "tools.0.custom.input_schema.type: Field required"),
        (of_definitions, schema(type="array"), "tools.0.custom.input_schema.type: Input should be 'object'"),
        (of_definitions, schema(type=["object", "null"]), "input_schema.type: Input should be 'object'"),
    ],
    # https://github.com/anthropics/claude-code/issues/5973
    "schema-combinator": [
        (of_definitions, schema(**{key: [{}]}), "tools.0.custom.input_schema: input_schema does not support oneOf,")
        for key in ("oneOf", "allOf", "anyOf")
    ],
    # https://github.com/anthropics/claude-code/issues/79418
    "property-key": [
        (of_definitions, schema(properties={key: {}}), "input_schema.properties: Property keys should match pattern")
        for key in ("filter[name]", "Account Number", "@id", "", "a" * 65, "größe", "name\n")
    ],
    # https://github.com/anthropics/claude-code/issues/8900
    "schema-draft": [
        (of_definitions, schema(properties={"a": value}), "input_schema: JSON schema is invalid. It must match")
        for value in (
            {"type": "any"},
            {"type": "array", "items": [{"type": "string"}]},
            {"exclusiveMinimum": True},
            {"required": True},
            {"enum": "a"},
            None,
        )
    ],
    # https://github.com/anthropics/claude-code/issues/6774
    "empty-message": [
        (refusals, request({"role": "user", "content": ""}), "messages.0: all messages must have non-empty content"),
        (of_user_message, {"role": "user", "content": []}, "all messages must have non-empty content"),
        (
            refusals,
            request(HELLO, {"role": "assistant", "content": []}, HELLO),
            "messages.1: all messages must have non-empty content except for the optional final assistant message",
        ),
    ],
    # https://github.com/anthropics/claude-code/issues/59812
    "empty-text": [
        (of_user_message, {"role": "user", "content": [TEXT, {"type": "text", "text": ""}]}, "must be non-empty")
    ],
    # https://github.com/anthropics/claude-code/issues/23440
    "blank-text": [
        (of_user_message, {"role": "user", "content": [{"type": "text", "text": " \n"}]}, "non-whitespace text"),
        (of_user_message, {"role": "user", "content": "\n"}, "text content blocks must contain non-whitespace text"),
    ],
    # https://github.com/bytedance/trae-agent/issues/230
    "empty-error": [
        (of_tool_result, value, "tool_result: content cannot be empty if `is_error` is true")
        for value in (
            result(is_error=True),
            result(is_error=True, content=""),
            result(is_error=True, content=[]),
            result(is_error=True, content=" \n"),
            result(is_error=True, content=[{"type": "text", "text": ""}]),
        )
    ],
    # https://github.com/vellum-ai/vellum-assistant/pull/18387
    "error-not-text": [
        (of_tool_result, result(is_error=True, content=[TEXT, image(PNG)]), "all content must be type 'text' if")
    ],
    # https://github.com/anthropics/claude-code/issues/5955
    "image-type": [
        (
            of_tool_result,
            result(content=[image(PNG, media_type)]),
            "tool_result.content.0.image.source.base64.media_type: "
            "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
        )
        for media_type in ("image/svg+xml", "image/jpg", "IMAGE/PNG", "image/png; q=1", "")
    ],
    # https://github.com/vybestack/llxprt-code/issues/2130
    "image-mismatch": [
        (
            of_tool_result,
            result(content=[image(PNG, "image/jpeg")]),
            "The image was specified using the image/jpeg media type, but the image appears to be a image/png image",
        ),
        (of_tool_result, result(content=[image(JPEG)]), "but the image appears to be a image/jpeg image"),
    ],
    # https://github.com/anthropics/claude-code/issues/12750
    "image-empty": [
        (
            of_tool_result,
            result(content=[image("")]),
            "tool_result.content.0.image.source.base64: image cannot be empty",
        )
    ],
    # https://github.com/anthropics/anthropic-sdk-typescript/issues/603
    "not-base64": [
        (of_tool_result, result(content=[image(data)]), "image.source.base64: invalid base64 data")
        for data in ("A", "not base64!", "data:image/png;base64," + PNG, "_-_-")
    ],
    # https://github.com/BlockRunAI/ClawRouter/issues/17
    "tool-id": [
        (of_tool_result, {**result(), "tool_use_id": "functions.Bash:0"}, "tool_use_id: String should match pattern"),
        (of_tool_result, {**result(), "tool_use_id": ""}, "tool_use_id: String should match pattern"),
        (
            refusals,
            conversation([call("a b")], [{**result(), "tool_use_id": "a b"}]),
            "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        ),
    ],
    # https://github.com/anthropics/claude-code/issues/20901
    "tool-id-twice": [
        (
            refusals,
            conversation([call()], [result()], [call()], [result()]),
            "messages.3.content.0: `tool_use` ids must be unique",
        ),
        (refusals, conversation([call(), call()], [result()]), "messages.1.content.1: `tool_use` ids must be unique"),
    ],
    # https://github.com/anthropics/claude-code/issues/7929
    "unanswered": [
        (
            refusals,
            conversation([call(), call("toolu_2")], [result()]),
            "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2. "
            "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
        ),
        (refusals, conversation([TEXT, call()], [TEXT]), "messages.1: `tool_use` ids were found without"),
    ],
    # https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
    "result-not-first": [
        (of_user_message, {"role": "user", "content": [TEXT, result()]}, "without `tool_result` blocks immediately"),
        (refusals, conversation([call()], [TEXT, result()]), "messages.2.content.1: `tool_use` ids were found"),
    ],
    # https://github.com/anthropics/claude-code/issues/13460
    "unexpected-result": [
        (
            refusals,
            request({"role": "user", "content": [result()]}),
            "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. "
            "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
        ),
        (
            lambda block: of_tool_result(block, "toolu_2"),
            result(),
            "tool_result: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.",
        ),
    ],
    # https://github.com/anthropics/claude-code/issues/14110
    "result-twice": [
        (
            refusals,
            conversation([call()], [result(), result()]),
            "messages.2.content.1: each tool_use must have a single result. "
            "Found multiple `tool_result` blocks with id: toolu_1",
        ),
        (of_user_message, {"role": "user", "content": [result(), result()]}, "must have a single result"),
    ],
    # https://github.com/can1357/oh-my-pi/issues/12939
    "forced-choice": [
        (
            refusals,
            request(model=model, tools=[TOOL], tool_choice=choice),
            'tool_choice: type "tool" and "any" are not supported for this model.',
        )
        for model, choice in (
            ("claude-opus-5-5", {"type": "any"}),
            ("claude-sonnet-5-5", {"type": "tool", "name": "files__read"}),
            ("claude-fable-5-1", {"type": "any", "disable_parallel_tool_use": True}),
            ("anthropic.claude-mythos-5-1-v1:0", {"type": "any"}),
        )
    ],
    # https://github.com/mastra-ai/mastra/issues/7507
    "forced-with-thinking": [
        (
            refusals,
            request(tools=[TOOL], tool_choice={"type": "any"}, thinking={"type": "enabled", "budget_tokens": 1024}),
            "Thinking may not be enabled when tool_choice forces tool use.",
        )
    ],
    # https://github.com/tghamm/Anthropic.SDK/issues/50
    "too-many-markers": [
        (
            refusals,
            request(
                {"role": "user", "content": [{**TEXT, **MARKER}]},
                system=[{**TEXT, **MARKER}],
                tools=[{**TOOL, **MARKER, "name": f"t{number}"} for number in range(3)],
            ),
            "A maximum of 4 blocks with cache_control may be provided. Found 5.",
        ),
        (
            of_definitions,
            [{**TOOL, **MARKER, "name": f"t{number}"} for number in range(5)],
            "A maximum of 4 blocks with cache_control may be provided. Found 5.",
        ),
    ],
    # https://github.com/cnighswonger/claude-code-cache-fix/issues/44
    "marker-order": [
        (
            refusals,
            request(
                {"role": "user", "content": [{**TEXT, "cache_control": {"type": "ephemeral", "ttl": "1h"}}]},
                tools=[{**TOOL, **MARKER}],
            ),
            "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m'",
        )
    ],
    # https://github.com/anthropics/claude-code/issues/55302
    "marker-on-empty-text": [
        (
            of_user_message,
            {"role": "user", "content": [TEXT, {"type": "text", "text": "", **MARKER}]},
            "content.1.text: cache_control cannot be set for empty text blocks",
        )
    ],
}
"""For each check, what is refused: how it is judged, what it is, and words of the refusal."""


INPUTS = [
    pytest.param(check, *row, id=f"{check}-{number}")
    for check, rows in REFUSED.items()
    for number, row in enumerate(rows, 1)
]


@pytest.mark.parametrize(("check", "judge", "value", "words"), INPUTS)
def test_what_a_check_is_about_is_refused_in_the_words_of_its_source(
    check: str, judge: Judge, value: JSON, words: str
) -> None:
    found = [refusal for refusal in judge(value) if refusal.check.id == check]
    assert any(words in refusal.words for refusal in found), judge(value)
    assert found[0].source in CHECKS[check].sources
    assert str(found[0]).startswith(f"the API answers 400: {found[0].words}")
    assert CHECKS[check].sources[0].url in str(found[0])


def test_each_check_has_an_input() -> None:
    assert REFUSED.keys() == CHECKS.keys()


def test_each_check_has_its_source_written_beside_it() -> None:
    lines = Path(__file__).read_text("utf-8").splitlines()
    for check in CHECKS.values():
        at = next(number for number, line in enumerate(lines) if line.startswith(f'    "{check.id}": ['))
        assert check.source.url in lines[at - 1], check.id


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.id)
def test_each_source_is_a_public_page_with_a_date(check: Any) -> None:
    for source in check.sources:
        assert source.url.startswith(("https://github.com/", "https://platform.claude.com/docs/"))
        assert len(source.date.split("-")) == 3
        assert "2024-01-01" < source.date < "2026-12-01"


TAKEN: dict[str, tuple[Judge, JSON]] = {
    "plain definitions": (of_definitions, [TOOL, {**TOOL, "name": "b" * 128, **MARKER}]),
    "no definitions": (of_definitions, []),
    "no description": (of_definitions, [{"name": "read", "input_schema": {"type": "object"}}]),
    "a type of one's own": (of_definitions, [*tool(type="custom"), *tool(type=None, name="b")]),
    "a name with a digit first": (of_definitions, tool(name="1-a")),
    "a tool of the API": (of_definitions, [{"type": "web_search_20250305", "name": "web_search", "max_uses": 5}]),
    "a combinator below the root": (of_definitions, schema(properties={"a": {"oneOf": [{"type": "string"}]}})),
    "odd keys below the first level": (
        of_definitions,
        schema(properties={"a": {"type": "object", "properties": {"Account Number": {}}}}),
    ),
    "a schema that says to be of an older draft": (
        of_definitions,
        schema(**{"$schema": "http://json-schema.org/draft-07/schema#"}, definitions={"a": {"type": "string"}}),
    ),
    "keywords that nobody knows": (of_definitions, schema(**{"x-order": 1}, properties={"a": {"nullable": True}})),
    "a result without content": (of_tool_result, result()),
    "an empty text in a result": (of_tool_result, result(content=[{"type": "text", "text": ""}])),
    "an empty string for a result": (of_tool_result, result(content="")),
    "white space in a result": (of_tool_result, result(content=" ")),
    "an error with words": (of_tool_result, result(content=[TEXT], is_error=True)),
    "an image beside a text": (of_tool_result, result(content=[image(PNG), TEXT])),
    "base64 with line breaks": (of_tool_result, result(content=[image(PNG[:8] + "\n" + PNG[8:])])),
    "base64 without padding": (of_tool_result, result(content=[image(PNG.rstrip("="))])),
    "an image of unknown bytes": (of_tool_result, result(content=[image("AAAA")])),
    "an image by its address": (
        of_tool_result,
        result(content=[{"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}]),
    ),
    "null for a marker": (of_tool_result, result(content=[{**TEXT, "cache_control": None}])),
    "white space beside words": (of_user_message, {"role": "user", "content": [{"type": "text", "text": " "}, TEXT]}),
    "white space beside a result": (
        of_user_message,
        {"role": "user", "content": [result(), {"type": "text", "text": " "}]},
    ),
    "a plain request": (refusals, request(tools=[TOOL], tool_choice={"type": "auto"}, system="You help.")),
    "a forced choice for an older model": (refusals, request(tools=[TOOL], tool_choice={"type": "any"})),
    "a forced choice for another model": (
        refusals,
        request(model="claude-opus-5-50", tools=[TOOL], tool_choice={"type": "any"}),
    ),
    "a conversation": (refusals, conversation([TEXT, call()], [result(), TEXT], [TEXT])),
    "results in two messages in a row": (
        refusals,
        request(
            HELLO,
            {"role": "assistant", "content": [call(), call("b")]},
            {"role": "user", "content": [result()]},
            {"role": "user", "content": [{**result(), "tool_use_id": "b"}]},
        ),
    ),
    "a call at the end": (refusals, conversation([call()])),
    "a beginning for the assistant": (refusals, request(HELLO, {"role": "assistant", "content": ""})),
    "what the API's own tools leave": (
        refusals,
        conversation([{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}, TEXT]),
    ),
    "an hour before five minutes": (
        refusals,
        request(
            {"role": "user", "content": [{**TEXT, **MARKER}]},
            tools=tool(cache_control={"type": "ephemeral", "ttl": "1h"}),
        ),
    ),
}


@pytest.mark.parametrize("what", TAKEN)
def test_what_the_api_takes_or_nobody_knows_of_is_let_through(what: str) -> None:
    judge, value = TAKEN[what]
    assert list(map(str, judge(value))) == []


def test_a_refusal_names_the_place_in_the_value() -> None:
    (refusal,) = refusals(conversation([call()], [result(content=[image(PNG, "image/bmp")])]))
    assert refusal.at == ("messages", 2, "content", 0, "content", 0, "source", "media_type")
    assert refusal.words.startswith("messages.2.content.0.tool_result.content.0.image.source.base64.media_type: ")


CALLS = {"response": {"content": [call("a"), TEXT, call("b")]}, "toolset": {"servers": []}}
ANSWERS: dict[str, tuple[str, JSON, JSON, str | None]] = {
    "names that clash": ("toolset", CALLS, {"names": ["x", "x"]}, "tool-name-twice"),
    "a name that is none": ("toolset", CALLS, {"names": ["a.b"]}, "tool-name"),
    "names that were given": ("toolset", {"toolset": {"entries": []}}, {"names": ["a.b", "a.b"]}, None),
    "definitions": ("tools", CALLS, tool(title="A"), "unknown-key"),
    "a call and a rejection": (
        "tool_calls",
        CALLS,
        {"calls": [{"call_id": "a"}], "rejected": [{**result(content="no", is_error=True), "tool_use_id": "b"}]},
        None,
    ),
    "a call left out": ("tool_calls", CALLS, {"calls": [{"call_id": "a"}], "rejected": []}, "unanswered"),
    "a call answered twice": (
        "tool_calls",
        CALLS,
        {"calls": [{"call_id": "a"}, {"call_id": "b"}, {"call_id": "b"}], "rejected": []},
        "result-twice",
    ),
    "a call of nobody": (
        "tool_calls",
        CALLS,
        {"calls": [{"call_id": "a"}, {"call_id": "b"}, {"call_id": "c"}], "rejected": []},
        "unexpected-result",
    ),
    "a rejection without words": (
        "tool_calls",
        {"response": [call()]},
        {"calls": [], "rejected": [result(is_error=True)]},
        "empty-error",
    ),
    "one id for two calls": (
        "tool_calls",
        {"response": [call(), call()]},
        {"calls": [{"call_id": "toolu_1"}], "rejected": []},
        None,
    ),
    "a result under another id": ("tool_result", {"tool_use_id": "a"}, result(), "unexpected-result"),
    "a turn of nothing": (
        "user_turn",
        {"rejected": [], "results": [], "others": []},
        {"role": "user", "content": []},
        None,
    ),
    "a turn that lost everything": (
        "user_turn",
        {"rejected": [], "results": [result()], "others": []},
        {"role": "user", "content": []},
        "empty-message",
    ),
    "the turn of another": (
        "user_turn",
        {"rejected": [], "results": [result()], "others": []},
        {"role": "assistant", "content": [result()]},
        "wrong-value",
    ),
    "a request to which the limit is added": ("request", {}, {"model": "m", "messages": [HELLO]}, None),
    "a forced choice for some model": (
        "request",
        {},
        {"model": "some-model", "messages": [HELLO], "tool_choice": {"type": "any"}},
        "forced-choice",
    ),
    "a conversation whose history is sent again": (
        "conversation",
        {},
        {"requests": [{"model": "m", "messages": [HELLO], "tools": tool(name="a.b")}] * 3, "calls": []},
        "tool-name",
    ),
    "a conversation of nothing": ("conversation", {}, {"requests": [], "calls": []}, None),
    "what does not go to the API": ("resolve", {}, {"server": "a.b", "tool": "c"}, None),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_an_answer_of_a_port_is_refused_as_the_part_of_a_request_that_it_makes(what: str) -> None:
    method, params, answer, check = ANSWERS[what]
    found = [refusal.check.id for refusal in of_answer(method, params, answer)]
    assert found[:1] == ([] if check is None else [check])
    assert len(found) <= 2, "the same said twice"


def test_a_request_of_a_thousand_tools_is_judged_in_a_moment() -> None:
    properties = {f"p{number}": {"type": "string", "description": "A text."} for number in range(10)}
    tools = [
        {**TOOL, "name": f"t{number}", "input_schema": {"type": "object", "properties": properties}}
        for number in range(1000)
    ]
    body = json.loads(json.dumps(request(tools=tools)))
    began = time.process_time()
    assert refusals(body) == []
    assert time.process_time() - began < 0.5

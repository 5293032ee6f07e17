"""What the Messages API is known to refuse: each check with the API's words, where they are quoted, and when.

The words are those of public error reports and documentation pages; nothing here was tried against the API itself.
"""

from __future__ import annotations

from dataclasses import dataclass

_ISSUES = "https://github.com/"
_DOCS = "https://platform.claude.com/docs/en/"


@dataclass(frozen=True)
class Source:
    """A public page that quotes the API's words or says the same. ``date``: of the report, or of the copy read."""

    url: str
    date: str

    @property
    def name(self) -> str:
        """The source as people cite it: ``owner/name#1`` for an issue, the end of the address for a page."""
        if not self.url.startswith(_ISSUES):
            return self.url.removeprefix(_DOCS)
        owner, repository, _, number = self.url.removeprefix(_ISSUES).split("/")
        return f"{owner}/{repository}#{number}"


@dataclass(frozen=True)
class Check:
    """One thing that the API refuses. ``refuses`` says it in plain words; ``words``: the API's own, as quoted."""

    id: str
    refuses: str
    words: str
    sources: tuple[Source, ...]

    @property
    def source(self) -> Source:
        """The source that quotes the words."""
        return self.sources[0]


_CHECKS: list[Check] = []


def _check(check_id: str, refuses: str, words: str, *sources: tuple[str, str]) -> Check:
    check = Check(check_id, refuses, words, tuple(Source(url, date) for url, date in sources))
    _CHECKS.append(check)
    return check


INVALID_JSON = _check(
    "invalid-json",
    "half a surrogate pair in a text",
    "The request body is not valid JSON: no low surrogate in string: line 1 column 195621 (char 195620)",
    (_ISSUES + "anthropics/claude-code/issues/60394", "2026-05-19"),
)
UNKNOWN_KEY = _check(
    "unknown-key",
    "a key that a tool, a block, a message or the request may not have",
    "tools.0.custom.defer_loading: Extra inputs are not permitted",
    (_ISSUES + "anthropics/claude-code/issues/31033", "2026-03-05"),
    (_ISSUES + "langchain-ai/langchain/issues/40483", "2025-12-17"),
)
MISSING_KEY = _check(
    "missing-key",
    "a key that must be there and is not",
    "tools.0.custom.input_schema: Field required",
    (_ISSUES + "su-kaka/gcli2api/issues/392", "2026-07-11"),
)
NULL_VALUE = _check(
    "null-value",
    "null where a value must be",
    "messages.0.content.1.text.text: Input should be a valid string",
    (_ISSUES + "simonw/llm-anthropic/issues/23", "2025-02-27"),
)
WRONG_VALUE = _check(
    "wrong-value",
    "a value of another type than the key takes, or none of the values that it takes",
    "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
    (_ISSUES + "anthropics/claude-code/issues/6695", "2025-08-28"),
)
UNKNOWN_TYPE = _check(
    "unknown-type",
    "a block, a source, a tool or a tool choice of a type that the API does not know",
    "messages.253.content.0: Input tag 'fallback' found using 'type' does not match any of the expected tags: ...",
    (_ISSUES + "code-yeongyu/senpi/pull/1212", "2026-08-30"),
    (_ISSUES + "openclaw/openclaw/issues/90710", "2026-06-05"),
)
TOOL_NAME = _check(
    "tool-name",
    "a tool name with other characters than A-Z, a-z, 0-9, _ and -, or not 1 to 128 of them",
    "tools.16.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    (_ISSUES + "modelcontextprotocol/modelcontextprotocol/issues/1345", "2025-08-14"),
    (_ISSUES + "jedisct1/openapi-mcp/issues/9", "2025-06-29"),
)
TOOL_NAME_TWICE = _check(
    "tool-name-twice",
    "two tools of one name",
    "tools: Tool names must be unique.",
    (_ISSUES + "anthropics/claude-code/issues/10687", "2025-10-31"),
)
SCHEMA_TYPE = _check(
    "schema-type",
    "an input_schema that is not of type object",
    "tools.0.custom.input_schema.type: Field required",
    (_ISSUES + "Kilo-Org/kilocode/issues/12238", "2026-07-15"),
)
SCHEMA_COMBINATOR = _check(
    "schema-combinator",
    "oneOf, allOf or anyOf at the root of an input_schema",
    "tools.21.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
    (_ISSUES + "anthropics/claude-code/issues/5973", "2025-08-17"),
    (_ISSUES + "kenn-io/kata/pull/365", "2026-09-14"),
)
PROPERTY_KEY = _check(
    "property-key",
    "a key of an input_schema's own properties with other characters than A-Z, a-z, 0-9, _, . and -, or not 1 to 64",
    "tools.14.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    (_ISSUES + "anthropics/claude-code/issues/79418", "2026-07-20"),
    (_ISSUES
     + "aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709", "2026-08-31"),
)  # fmt: skip
SCHEMA_DRAFT = _check(
    "schema-draft",
    "an input_schema that is no valid JSON Schema of draft 2020-12",
    "tools.25.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12).",
    (_ISSUES + "anthropics/claude-code/issues/8900", "2025-10-04"),
    (_ISSUES + "mapbox/mcp-server/issues/22", "2025-07-08"),
)
EMPTY_MESSAGE = _check(
    "empty-message",
    "a message without content, the last one of the assistant apart",
    "messages.0: all messages must have non-empty content except for the optional final assistant message",
    (_ISSUES + "anthropics/claude-code/issues/6774", "2025-08-28"),
)
EMPTY_TEXT = _check(
    "empty-text",
    "an empty text block in a message",
    "messages: text content blocks must be non-empty",
    (_ISSUES + "anthropics/claude-code/issues/59812", "2026-05-16"),
    (_ISSUES + "LibreChat-AI/agents/pull/124", "2026-04-30"),
)
BLANK_TEXT = _check(
    "blank-text",
    "a message that holds white space alone",
    "messages: text content blocks must contain non-whitespace text",
    (_ISSUES + "anthropics/claude-code/issues/23440", "2026-02-05"),
    (_ISSUES + "LibreChat-AI/agents/pull/124", "2026-04-30"),
)
EMPTY_ERROR = _check(
    "empty-error",
    "a tool_result that is an error and has no content, or only white space",
    "messages.52.content.0.tool_result: content cannot be empty if `is_error` is true",
    (_ISSUES + "bytedance/trae-agent/issues/230", "2025-07-30"),
    (_ISSUES + "can1357/oh-my-pi/pull/2250", "2026-06-10"),
)
ERROR_NOT_TEXT = _check(
    "error-not-text",
    "a tool_result that is an error and holds an image or anything else but text",
    "all content must be type 'text' if 'is_error' is true",
    (_ISSUES + "vellum-ai/vellum-assistant/pull/18387", "2026-03-17"),
    (_ISSUES + "caozhiyuan/copilot-api/pull/196", "2026-04-18"),
)
IMAGE_TYPE = _check(
    "image-type",
    "an image of another media type than JPEG, PNG, GIF and WebP, or one of these written otherwise",
    "messages.62.content.0.tool_result.content.0.image.source.base64.media_type: "
    "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    (_ISSUES + "anthropics/claude-code/issues/5955", "2025-08-17"),
)
IMAGE_MISMATCH = _check(
    "image-mismatch",
    "an image whose bytes begin as those of another media type do",
    "messages.83.content.0.tool_result.content.1.image.source.base64: The image was specified using the image/jpeg "
    "media type, but the image appears to be a image/png image",
    (_ISSUES + "vybestack/llxprt-code/issues/2130", "2026-06-23"),
)
IMAGE_EMPTY = _check(
    "image-empty",
    "an image without data",
    "messages.118.content.4.image.source.base64: image cannot be empty",
    (_ISSUES + "anthropics/claude-code/issues/12750", "2025-11-30"),
)
NOT_BASE64 = _check(
    "not-base64",
    "image data that is no base64",
    "messages.2.content.0.tool_result.content.0.image.source.base64: invalid base64 data",
    (_ISSUES + "anthropics/anthropic-sdk-typescript/issues/603", "2024-11-11"),
)
TOOL_ID = _check(
    "tool-id",
    "an id of a tool_use, or in a tool_result, with other characters than A-Z, a-z, 0-9, _ and -, or none at all",
    "messages.92.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    (_ISSUES + "BlockRunAI/ClawRouter/issues/17", "2026-02-10"),
    (_ISSUES + "maximhq/bifrost/issues/5097", "2026-07-10"),
)
TOOL_ID_TWICE = _check(
    "tool-id-twice",
    "two tool_use blocks of one id in a conversation",
    "messages.1.content.1: `tool_use` ids must be unique",
    (_ISSUES + "anthropics/claude-code/issues/20901", "2026-01-26"),
)
UNANSWERED = _check(
    "unanswered",
    "a tool_use without its tool_result in the next message",
    "messages.125: `tool_use` ids were found without `tool_result` blocks immediately after: "
    "toolu_0149kv381HwhRc32JpgU6y4Y. Each `tool_use` block must have a corresponding `tool_result` block "
    "in the next message.",
    (_ISSUES + "anthropics/claude-code/issues/7929", "2025-09-20"),
)
RESULT_NOT_FIRST = _check(
    "result-not-first",
    "a tool_result after a block of another type",
    "tool_use ids were found without tool_result blocks immediately after",
    (_DOCS + "agents-and-tools/tool-use/handle-tool-calls", "2026-05-29"),
)
UNEXPECTED_RESULT = _check(
    "unexpected-result",
    "a tool_result whose tool_use is not in the message before",
    "messages.48.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_019ETtGZEhTBXgWPVsdVnXMh. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    (_ISSUES + "anthropics/claude-code/issues/13460", "2025-12-09"),
)
RESULT_TWICE = _check(
    "result-twice",
    "two tool_result blocks for one tool_use",
    "messages.10.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: "
    "toolu_vrtx_01WjbYafn5hwELEqiDQ4n2wv",
    (_ISSUES + "anthropics/claude-code/issues/14110", "2025-12-16"),
)
FORCED_CHOICE = _check(
    "forced-choice",
    "a tool_choice of type any or tool, for Opus 5.5, Sonnet 5.5, Fable 5.1 and Mythos 5.1",
    'tool_choice: type "tool" and "any" are not supported for this model.',
    (_ISSUES + "can1357/oh-my-pi/issues/12939", "2026-09-23"),
    (_DOCS + "models/opus-5-5/whats-new-opus-5-5", "2026-09-22"),
)
FORCED_WITH_THINKING = _check(
    "forced-with-thinking",
    "a tool_choice of type any or tool beside thinking of type enabled",
    "Thinking may not be enabled when tool_choice forces tool use.",
    (_ISSUES + "mastra-ai/mastra/issues/7507", "2025-09-05"),
)
TOO_MANY_MARKERS = _check(
    "too-many-markers",
    "more than four cache markers in a request",
    "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    (_ISSUES + "tghamm/Anthropic.SDK/issues/50", "2024-09-26"),
)
MARKER_ORDER = _check(
    "marker-order",
    "a cache marker of one hour after one of five minutes",
    "messages.0.content.4.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
    "cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
    (_ISSUES + "cnighswonger/claude-code-cache-fix/issues/44", "2026-04-19"),
)
MARKER_ON_EMPTY_TEXT = _check(
    "marker-on-empty-text",
    "a cache marker on an empty text block of a message",
    "messages.87.content.1.text: cache_control cannot be set for empty text blocks",
    (_ISSUES + "anthropics/claude-code/issues/55302", "2026-05-01"),
)

CHECKS: dict[str, Check] = {check.id: check for check in _CHECKS}
"""All checks by their ids."""

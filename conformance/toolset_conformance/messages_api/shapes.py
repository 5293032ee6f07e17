"""The keys that tools, blocks, messages and requests may have, and what may stand under them.

They are those of the types of the API's Python SDK, beta features included; the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks
from toolset_conformance.messages_api.refusal import Refusals, Segments, refuse


@dataclass(frozen=True)
class Kind:
    """What may stand under a key. ``words``: what the API says of anything else."""

    words: str
    accepts: Callable[[JSON], bool]
    nullable: bool = False
    check: checks.Check = checks.WRONG_VALUE


@dataclass(frozen=True)
class Shape:
    """The keys of an object: those that must be there, and those that may."""

    required: Mapping[str, Kind]
    optional: Mapping[str, Kind] = field(default_factory=dict)


_NOT_AN_OBJECT = "Input should be a valid dictionary or object to extract fields from"
_BOOLEANS = ("true", "false", "yes", "no", "on", "off", "t", "f", "y", "n", "1", "0")

ANYTHING = Kind("", lambda value: True, nullable=True)
TEXT = Kind("Input should be a valid string", lambda value: isinstance(value, str))
OBJECT = Kind("Input should be a valid dictionary", lambda value: isinstance(value, dict))
LIST = Kind("Input should be a valid list", lambda value: isinstance(value, list))
TEXT_OR_LIST = Kind("Input should be a valid string or list", lambda value: isinstance(value, (str, list)))
NUMBER = Kind("Input should be a valid integer", lambda value: isinstance(value, (int, float)))
BOOLEAN = Kind(
    "Input should be a valid boolean",
    # What reads the requests may take these for booleans, so they are not held against anyone.
    lambda value: (isinstance(value, (int, float)) and value in (0, 1)) or str(value).lower() in _BOOLEANS,
)


def literal(*values: str) -> Kind:
    """Return the kind that takes these texts alone."""
    *head, last = map(repr, values)
    listed = f"{', '.join(head)} or {last}" if head else last
    return Kind(f"Input should be {listed}", lambda value: isinstance(value, str) and value in values)


def nullable(kind: Kind) -> Kind:
    """Return the kind that takes null besides."""
    return replace(kind, nullable=True)


_MARKER = {"cache_control": nullable(OBJECT)}

CACHE_CONTROL = Shape({"type": literal("ephemeral")}, {"ttl": literal("5m", "1h"), "scope": ANYTHING})
TOOL = Shape(
    {"name": TEXT, "input_schema": OBJECT},
    {
        **_MARKER,
        "description": TEXT,
        "type": nullable(literal("custom")),
        "strict": BOOLEAN,
        "defer_loading": BOOLEAN,
        "eager_input_streaming": nullable(BOOLEAN),
        "allowed_callers": LIST,
        "input_examples": LIST,
    },
)
BLOCKS: dict[str, Shape] = {
    "text": Shape({"type": TEXT, "text": TEXT}, {**_MARKER, "citations": nullable(LIST)}),
    "image": Shape({"type": TEXT, "source": OBJECT}, {**_MARKER, "transformations": nullable(OBJECT)}),
    "document": Shape(
        {"type": TEXT, "source": OBJECT},
        {**_MARKER, "citations": nullable(OBJECT), "context": nullable(TEXT), "title": nullable(TEXT)},
    ),
    "search_result": Shape(
        {"type": TEXT, "content": LIST, "source": TEXT, "title": TEXT}, {**_MARKER, "citations": OBJECT}
    ),
    "tool_reference": Shape({"type": TEXT, "tool_name": TEXT}, _MARKER),
    "tool_use": Shape(
        {"type": TEXT, "id": TEXT, "name": TEXT, "input": OBJECT},
        {**_MARKER, "caller": OBJECT, "toolset_name": nullable(TEXT)},
    ),
    "tool_result": Shape(
        {"type": TEXT, "tool_use_id": TEXT},
        {**_MARKER, "content": TEXT_OR_LIST, "is_error": BOOLEAN, "toolset_name": nullable(TEXT)},
    ),
    "thinking": Shape({"type": TEXT, "thinking": TEXT, "signature": TEXT}),
    "redacted_thinking": Shape({"type": TEXT, "data": TEXT}),
}
"""The blocks whose keys are known, by their types."""

OTHER_BLOCKS = frozenset((
    "advisor_tool_result", "bash_code_execution_tool_result", "code_execution_tool_result", "compaction",
    "container_upload", "fallback", "mcp_tool_listing", "mcp_tool_result", "mcp_tool_use", "server_tool_use",
    "text_editor_code_execution_tool_result", "tool_addition", "tool_removal", "tool_search_tool_result",
    "web_fetch_tool_result", "web_search_tool_result",
))  # fmt: skip
"""The types of blocks that a message may hold besides, for features of the API itself: nothing else is said of them."""

MESSAGE_BLOCKS = (BLOCKS.keys() - {"tool_reference"}) | OTHER_BLOCKS
RESULT_BLOCKS = frozenset(("text", "image", "document", "search_result", "tool_reference", "browser_state"))

IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")
IMAGE_SOURCES: dict[str, Shape] = {
    "base64": Shape(
        {"type": TEXT, "media_type": replace(literal(*IMAGE_TYPES), check=checks.IMAGE_TYPE), "data": TEXT}
    ),
    "url": Shape({"type": TEXT, "url": TEXT}),
    "file": Shape({"type": TEXT, "file_id": TEXT}),
}
DOCUMENT_SOURCES: dict[str, Shape] = {
    "base64": Shape({"type": TEXT, "media_type": literal("application/pdf"), "data": TEXT}),
    "text": Shape({"type": TEXT, "media_type": literal("text/plain"), "data": TEXT}),
    "content": Shape({"type": TEXT, "content": TEXT_OR_LIST}),
    "url": Shape({"type": TEXT, "url": TEXT}),
    "file": Shape({"type": TEXT, "file_id": TEXT}),
}
MESSAGE = Shape({"role": literal("user", "assistant", "system"), "content": TEXT_OR_LIST})
TOOL_CHOICES: dict[str, Shape] = {
    "auto": Shape({"type": TEXT}, {"disable_parallel_tool_use": BOOLEAN}),
    "any": Shape({"type": TEXT}, {"disable_parallel_tool_use": BOOLEAN}),
    "tool": Shape({"type": TEXT, "name": TEXT}, {"disable_parallel_tool_use": BOOLEAN}),
    "none": Shape({"type": TEXT}),
}
REQUEST = Shape(
    {"model": TEXT, "max_tokens": NUMBER, "messages": LIST},
    {
        "system": TEXT_OR_LIST,
        "tools": LIST,
        "tool_choice": OBJECT,
        **dict.fromkeys(
            (
                "betas", "billing_policy", "cache_control", "compaction", "container", "context_management",
                "diagnostics", "fallback_credit_token", "fallbacks", "inference_geo", "mcp_servers", "metadata",
                "output_config", "service_tier", "speed", "stop_sequences", "stream", "temperature", "thinking",
                "thread", "top_k", "top_p", "user_profile_id", "workspace_id",
            ),
            ANYTHING,
        ),
    },
)  # fmt: skip


def keys(value: JSON, shape: Shape, at: Segments) -> Refusals:
    """Yield what is wrong with an object's keys and with the kinds of their values."""
    if not isinstance(value, dict):
        yield refuse(checks.NULL_VALUE if value is None else checks.WRONG_VALUE, at, _NOT_AN_OBJECT)
        return
    for key in shape.required:
        if key not in value:
            yield refuse(checks.MISSING_KEY, (*at, key), "Field required")
    for key, item in value.items():
        kind = shape.required.get(key) or shape.optional.get(key)
        if kind is None:
            yield refuse(checks.UNKNOWN_KEY, (*at, key), "Extra inputs are not permitted")
        elif item is None:
            if not kind.nullable:
                yield refuse(checks.NULL_VALUE, (*at, key), kind.words)
        elif not kind.accepts(item):
            yield refuse(kind.check, (*at, key), kind.words)


def unknown_type(value: JSON, at: Segments) -> Refusals:
    """Yield what is wrong with an object that is told by its ``type``, where the type is none of the known."""
    if not isinstance(value, dict):
        yield refuse(checks.NULL_VALUE if value is None else checks.WRONG_VALUE, at, _NOT_AN_OBJECT)
    elif "type" not in value:
        yield refuse(checks.UNKNOWN_TYPE, at, "Unable to extract tag using discriminator 'type'")
    else:
        words = f"Input tag {value['type']!r:.80} found using 'type' does not match any of the expected tags"
        yield refuse(checks.UNKNOWN_TYPE, at, words)

"""The model of the Messages API against the types of its Python SDK: the same keys, and no value that they refuse.

The SDK is imported late, since it takes seconds to load.
"""

from __future__ import annotations

import base64
import copy
import functools
import typing
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toolset_conformance.messages_api import CHECKS, input_schemas, of_answer, refusals, shapes

JSON = Any

BEYOND = {
    "cache_control": {"scope"},  # sent by an agent of Anthropic's own, with a beta header
    "request": {"stream", "temperature", "top_k", "top_p"},  # parameters of older models, and of another call
    "request_beta": {"betas"},  # sent as a header
}
"""Keys that the model lets pass and the types do not name."""

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n and more").decode()
WHOLE: dict[str, JSON] = {
    "model": "claude-opus-5",
    "max_tokens": 1024,
    "system": [{"type": "text", "text": "You help."}],
    "tools": [
        {
            "name": "files__read",
            "description": "Reads.",
            "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}},
            "type": "custom",
            "strict": False,
            "cache_control": {"type": "ephemeral", "ttl": "1h"},
        }
    ],
    "tool_choice": {"type": "auto", "disable_parallel_tool_use": True},
    "messages": [
        {"role": "user", "content": "Hello."},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "toolu_1", "name": "files__read", "input": {"path": "a"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_1",
                    "content": [
                        {"type": "text", "text": "done"},
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
                        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}},
                    ],
                    "is_error": False,
                },
                {"type": "text", "text": "Go on.", "cache_control": {"type": "ephemeral"}},
            ],
        },
    ],
}
"""A request with most of what the model knows."""


def _shapes() -> Iterator[tuple[str, shapes.Shape, type]]:
    """Each shape of the model with the type that describes the same."""
    import anthropic.types as sdk

    yield "cache_control", shapes.CACHE_CONTROL, sdk.CacheControlEphemeralParam
    yield "tool", shapes.TOOL, sdk.ToolParam
    blocks = {
        "text": sdk.TextBlockParam,
        "image": sdk.ImageBlockParam,
        "document": sdk.DocumentBlockParam,
        "search_result": sdk.SearchResultBlockParam,
        "tool_reference": sdk.ToolReferenceBlockParam,
        "tool_use": sdk.ToolUseBlockParam,
        "tool_result": sdk.ToolResultBlockParam,
        "thinking": sdk.ThinkingBlockParam,
        "redacted_thinking": sdk.RedactedThinkingBlockParam,
    }
    assert blocks.keys() == shapes.BLOCKS.keys()
    for name, described in blocks.items():
        yield name, shapes.BLOCKS[name], described
    for union, known in (
        (sdk.image_block_param.Source, shapes.IMAGE_SOURCES),
        (sdk.document_block_param.Source, shapes.DOCUMENT_SOURCES),
        (sdk.ToolChoiceParam, shapes.TOOL_CHOICES),
    ):
        members = {_tag(member): member for member in typing.get_args(union)}
        assert members.keys() == known.keys()
        for tag, member in members.items():
            yield tag, known[tag], member


def _annotations(described: type) -> dict[str, str]:
    return {
        key: str(getattr(kind, "__forward_arg__", kind))
        for base in reversed(described.__mro__)
        for key, kind in getattr(base, "__annotations__", {}).items()
    }


def _tag(described: type) -> str:
    return _annotations(described)["type"].split("'")[1]


def test_the_keys_are_those_of_the_types() -> None:
    compared = 0
    for name, shape, described in _shapes():
        named = _annotations(described)
        required = {key for key, kind in named.items() if kind.startswith("Required")}
        beyond = BEYOND.get(name, set())
        assert shape.required.keys() == required, name
        assert shape.optional.keys() - beyond == named.keys() - required, name
        for key, kind in {**shape.required, **shape.optional}.items():
            if key not in beyond:
                assert kind.nullable == named[key].startswith("Optional"), (name, key)
        compared += 1
    assert compared > 20


def test_the_keys_of_a_request_are_those_of_the_types_beta_ones_included() -> None:
    from anthropic.types import message_create_params as stable
    from anthropic.types.beta import message_create_params as beta

    plain = stable.MessageCreateParamsBase.__annotations__.keys()
    with_beta = plain | beta.MessageCreateParamsBase.__annotations__.keys()
    assert shapes.REQUEST.required.keys() == {"model", "max_tokens", "messages"}
    known = shapes.REQUEST.required.keys() | shapes.REQUEST.optional.keys()
    assert known - BEYOND["request"] == with_beta


def test_the_types_of_blocks_are_those_of_the_types_beta_ones_included() -> None:
    from anthropic.types.beta.beta_content_block_param import BetaContentBlockParam
    from anthropic.types.tool_result_block_param import Content

    def tags(union: Any) -> set[str]:
        found: set[str] = set()
        for member in typing.get_args(union):
            inner = typing.get_args(member)[0] if typing.get_origin(member) is typing.Annotated else member
            found |= tags(inner) if typing.get_origin(inner) is typing.Union else {_tag(inner)}
        return found

    assert tags(BetaContentBlockParam) == shapes.MESSAGE_BLOCKS
    assert tags(Content) == shapes.RESULT_BLOCKS


def _changed(value: JSON, path: tuple[Any, ...] = ()) -> Iterator[tuple[str, JSON]]:
    """A value with one thing in it changed: a key left out, added or null, a value of another type."""
    if isinstance(value, dict) and (not path or path[-1] not in ("properties", "input_schema", "input")):
        for key in value:
            yield f"{path}: without {key}", {name: item for name, item in value.items() if name != key}
            for other in (None, [], {}, "odd", 7, True, [None], ["odd"], {"type": "odd"}):
                yield f"{path}: {key} is {other!r}", {**value, key: other}
            for what, changed in _changed(value[key], (*path, key)):
                yield what, {**value, key: changed}
        yield f"{path}: one key more", {**value, "annotations": {}}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for what, changed in _changed(item, (*path, index)):
                yield what, [*value[:index], changed, *value[index + 1 :]]


CHANGED = dict(_changed(WHOLE))

BY_TYPES = {"unknown-key", "missing-key", "null-value", "wrong-value", "unknown-type", "image-type"}
"""The checks of what the types describe. All others look at what they cannot say."""


@functools.cache
def _adapter() -> Any:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from pydantic import TypeAdapter

    return TypeAdapter(MessageCreateParamsNonStreaming)


def _refused_by_the_types(value: JSON) -> bool:
    from pydantic import ValidationError

    try:
        _consume(_adapter().validate_python(value, extra="forbid"))
    except ValidationError:
        return True
    return False


def _consume(value: Any) -> None:
    # Lists are declared as iterables, whose items are looked at only when they are taken.
    if isinstance(value, dict):
        value = value.values()
    if not isinstance(value, (str, int, float, type(None))):
        for item in value:
            _consume(item)


@pytest.fixture(scope="module")
def refused_by_the_types() -> set[str]:
    """The changes of a good request that the types refuse."""
    assert not _refused_by_the_types(WHOLE)
    return {what for what, value in CHANGED.items() if _refused_by_the_types(value)}


def test_what_the_types_refuse_is_refused(refused_by_the_types: set[str]) -> None:
    assert refusals(WHOLE) == []
    assert len(refused_by_the_types) > 300
    assert [what for what in refused_by_the_types if not refusals(CHANGED[what])] == []


def test_what_is_refused_though_the_types_take_it_is_by_a_check_of_its_own(refused_by_the_types: set[str]) -> None:
    odd = {}
    for what in CHANGED.keys() - refused_by_the_types:
        by = {refusal.check.id for refusal in refusals(CHANGED[what])}
        if by and by <= BY_TYPES:
            odd[what] = by
    # To Python an empty object is an iterable like an empty list.
    assert [what for what in odd if not what.endswith("is {}")] == []
    assert CHECKS.keys() > BY_TYPES


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
METHODS = ("toolset", "tools", "tool_calls", "tool_result", "user_turn", "request", "conversation", "resolve")


@st.composite
def almost_requests(draw: st.DrawFn) -> JSON:
    """A request with some value in place of one of its parts."""
    body = copy.deepcopy(WHOLE)
    place: JSON = body
    while True:
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], (dict, list)) or not place[key] or draw(st.booleans()):
            place[key] = draw(JSON_VALUES)
            return body
        place = place[key]


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(almost_requests(), st.sampled_from(METHODS), JSON_VALUES)
def test_no_value_breaks_the_model(body: JSON, method: str, answer: JSON) -> None:
    refusals(body)
    of_answer(method, {"response": answer, "toolset": {"servers": []}, "rejected": answer}, body)
    of_answer(method, {"response": body["messages"], "toolset": {}, "tool_use_id": "a"}, answer)
    of_answer(method, {"response": body, "toolset": {}}, {"calls": [answer], "rejected": [answer], "requests": [body]})


KEYWORDS = st.sampled_from((*input_schemas.KEYWORDS, "multipleOf", "$id", "$anchor", "dependentRequired", "x-own"))
SCHEMAS = st.recursive(
    JSON_VALUES | st.sampled_from(("object", "string", "array")) | st.lists(st.text(max_size=2), max_size=3),
    lambda inner: (
        st.dictionaries(KEYWORDS, inner, max_size=3)
        | st.dictionaries(st.just("properties"), st.dictionaries(st.text(max_size=3), inner, max_size=2))
        | st.lists(inner, max_size=2)
    ),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(SCHEMAS)
def test_a_schema_is_valid_where_the_library_for_schemas_says_so(schema: JSON) -> None:
    from jsonschema import Draft202012Validator

    assert input_schemas.is_valid(schema) == Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)


@pytest.mark.parametrize("size", [0, 3, -1, 2.0, True, "3", None])
def test_sizes_of_schemas_are_whole_and_not_negative(size: JSON) -> None:
    from jsonschema import Draft202012Validator

    schema = {"type": "string", "maxLength": size}
    assert input_schemas.is_valid(schema) == Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)

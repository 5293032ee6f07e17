"""The ``input_schema`` of a tool: what the Messages API refuses in it."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks
from toolset_conformance.messages_api.refusal import Refusals, Segments, refuse

_PROPERTY_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_COMBINATORS = ("oneOf", "allOf", "anyOf")


def refusals(schema: dict[str, JSON], at: Segments) -> Refusals:
    """Yield what the API refuses in an input schema."""
    if "type" not in schema:
        yield refuse(checks.SCHEMA_TYPE, (*at, "type"), "Field required")
    elif schema["type"] != "object":
        yield refuse(checks.SCHEMA_TYPE, (*at, "type"), "Input should be 'object'")
    if any(key in schema for key in _COMBINATORS):
        words = "input_schema does not support oneOf, allOf, or anyOf at the top level"
        yield refuse(checks.SCHEMA_COMBINATOR, at, words)
    properties = schema.get("properties")
    if isinstance(properties, dict) and not all(map(_PROPERTY_KEY.fullmatch, properties)):
        words = "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
        yield refuse(checks.PROPERTY_KEY, (*at, "properties"), words)
    if not is_valid(schema):
        words = (
            "JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12)."
        )
        yield refuse(checks.SCHEMA_DRAFT, at, words)


def is_valid(schema: JSON) -> bool:
    """Return whether a value is a JSON Schema of draft 2020-12, whatever draft it says to be of."""
    return _is_plain(schema) or _is_valid(json.dumps(schema))


@functools.lru_cache(maxsize=4096)
def _is_valid(text: str) -> bool:
    # Imported late: most schemas are plain, and the library takes longer to load than the rest of a run.
    from jsonschema import Draft202012Validator

    try:
        return bool(_meta(Draft202012Validator).is_valid(json.loads(text)))
    except RecursionError:
        return True  # Nested too deep for the library to tell.


@functools.cache
def _meta(validator: type) -> JSON:
    return validator(validator.META_SCHEMA)  # type: ignore[attr-defined]


def _is_plain(schema: JSON) -> bool:
    """Return whether a schema has nothing but keywords and values that are valid at a glance."""
    if not isinstance(schema, dict):
        return isinstance(schema, bool)
    for key, value in schema.items():
        accepts = KEYWORDS.get(key)
        if accepts is None or not accepts(value):
            return False
    return True


def _is_text(value: JSON) -> bool:
    return isinstance(value, str)


def _is_number(value: JSON) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_size(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_plain(value: JSON) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_plain, value))


def _are_plain_by_name(value: JSON) -> bool:
    return isinstance(value, dict) and all(map(_is_plain, value.values()))


def _are_names(value: JSON) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
KEYWORDS: dict[str, Callable[[JSON], bool]] = {
    "type": lambda value: isinstance(value, str) and value in _TYPES,
    "properties": _are_plain_by_name,
    "$defs": _are_plain_by_name,
    "items": _is_plain,
    "additionalProperties": _is_plain,
    "anyOf": _are_plain,
    "oneOf": _are_plain,
    "allOf": _are_plain,
    "required": _are_names,
    "enum": lambda value: isinstance(value, list),
    "const": lambda value: True,
    "default": lambda value: True,
    "uniqueItems": lambda value: isinstance(value, bool),
    "examples": lambda value: isinstance(value, list),
    "prefixItems": _are_plain,
    "definitions": _are_plain_by_name,
    "patternProperties": _are_plain_by_name,
    **dict.fromkeys(("not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties"), _is_plain),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly"), lambda value: isinstance(value, bool)),
    **dict.fromkeys(("$schema", "$ref", "$comment", "title", "description", "format", "pattern"), _is_text),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _is_number),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _is_size),
}
"""The common keywords, each with a test that lets nothing pass that the meta-schema refuses."""

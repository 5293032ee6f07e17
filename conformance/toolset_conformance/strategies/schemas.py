"""Input schemas that the Messages API takes."""

from __future__ import annotations

from hypothesis import strategies as st

from toolset_conformance.strategies.drawing import Object, once, several

_KEYS = [
    "path", "type", "name", "required", "properties", "__proto__", "id", "a-b", "items", "title", "description",
    "camelCase", "snake_case", "model", "messages", "x" * 50, "format",
]  # fmt: skip


def _deep() -> Object:
    deep: Object = {"type": "string"}
    for _ in range(11):
        deep = {"type": "object", "properties": {"a": deep}}
    return deep


_LEAVES: list[Object] = [
    {"type": "string"},
    {"type": "integer", "minimum": 0, "default": 0},
    {"type": ["string", "null"], "default": None},
    {"enum": ["a", 1, None, True, {}]},
    {"$ref": "#/$defs/item"},
    {"type": "array", "items": {}},
    {"type": "object", "properties": {}},
    {"const": False, "x-order": 2},
    {"anyOf": [{"type": "string"}, {"type": "number"}]},
    {"type": "string", "description": "A path. <b> e\u0301", "examples": ["a/b", ""]},
    {"title": "A title", "type": "object", "properties": {"title": {"type": "string"}}},
    {"$ref": "#/$defs/item", "description": "beside", "default": 1},
    {"enum": list(range(150))},
    {"type": "number", "multipleOf": 0.0123456789, "maximum": 1e300, "minimum": -3},
    {"oneOf": [{"type": "string"}]},
    {"allOf": [{"type": "object"}]},
    _deep(),
]
_NESTED: list[Object] = [
    {"type": "object", "properties": {key: leaf, "b": leaf}} for key, leaf in zip(_KEYS, _LEAVES, strict=True)
]
_TURNING = [*_LEAVES, *_NESTED] * 2
SCHEMA_PARTS: list[Object] = [
    {"required": []},
    {"required": ["path"]},
    {"required": ["type", "name"]},
    {"properties": {}},
    {"additionalProperties": False},
    {"additionalProperties": True},
    {"title": "Arguments"},
    {"$schema": "https://json-schema.org/draft/2020-12/schema"},
    {"x-unknown": None},
    {"x-unknown": {}},
    {"x-unknown": []},
    {"x-unknown": 1},
    *({"$defs": {"item": leaf}} for leaf in _LEAVES),
    *({"definitions": {"other": leaf}} for leaf in _LEAVES[::3]),
    *(
        {"properties": {key: leaf}}
        for shift in range(0, 30, 3)
        for key, leaf in zip(_KEYS, _TURNING[shift:], strict=False)
    ),
]
"""What a schema has beside its type; the properties of all parts come together."""


@once
def schemas() -> st.SearchStrategy[Object]:
    """Input schemas that the Messages API takes: an object with properties, keywords known and unknown (TOOLS-3)."""
    return several(SCHEMA_PARTS, max_size=8).map(schema_of)


def schema_of(parts: list[Object]) -> Object:
    """The schema that has these parts."""
    made: Object = {"type": "object"}
    for part in parts:
        for key, value in part.items():
            made[key] = {**made.get(key, {}), **value} if key == "properties" else value
    return made

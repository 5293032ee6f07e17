"""Arguments for a call that is only to reach its server: the least that a tool's schema asks for."""

from __future__ import annotations

from typing import Any

JSON = Any

_PLAIN: dict[str, JSON] = {"string": "a", "integer": 1, "number": 1, "boolean": True, "array": [], "null": None}
_DEEPEST = 8


def arguments(schema: JSON) -> dict[str, JSON]:
    """Return arguments with a plain value for each required property; nothing where the schema asks for nothing."""
    found = _value(schema, 0) if isinstance(schema, dict) else {}
    return found if isinstance(found, dict) else {}


def _value(schema: JSON, depth: int) -> JSON:
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return "a"
    if "const" in schema:
        return schema["const"]
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if kind == "object" or (kind is None and "properties" in schema) or depth == 0:
        properties = schema.get("properties")
        required = schema.get("required")
        if not isinstance(required, list):
            return {}
        held = properties if isinstance(properties, dict) else {}
        return {name: _value(held.get(name), depth + 1) for name in required if isinstance(name, str)}
    if kind == "string":
        return "a" * max(1, schema["minLength"] if isinstance(schema.get("minLength"), int) else 1)
    if kind in ("integer", "number"):
        least = schema.get("minimum")
        return least if isinstance(least, (int, float)) and not isinstance(least, bool) else 1
    return _PLAIN.get(kind, "a") if isinstance(kind, str) else "a"

"""Other ways to write the same JSON value."""

from __future__ import annotations

import json
from typing import Any, Literal

MAX_SAFE = 2**53 - 1

Numbers = Literal["kept", "floats", "strings"]
"""How integers are written: as they are; as floats, as JavaScript has them; as strings where a float would not do."""

Style = Literal["spread out", "compact", "plain"]
"""How JSON text is written: sorted, indented and with every escape; short and with none; Python's own way."""


def recast(value: Any, numbers: Numbers) -> Any:
    """The very ``value`` for "kept"; else with its keys in reverse order, and no integer beyond 2^53-1 as it was."""
    if numbers == "kept":
        return value
    if isinstance(value, dict):
        return {k: recast(v, numbers) for k, v in reversed(value.items())}
    if isinstance(value, list):
        return [recast(item, numbers) for item in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if numbers == "floats":
        return float(max(-MAX_SAFE, min(MAX_SAFE, value)))
    return value if abs(value) <= MAX_SAFE else str(value)


def written(value: Any, style: Style) -> str:
    """``value`` as JSON text."""
    if style == "spread out":
        return " " + json.dumps(value, indent="\t", sort_keys=True).replace("/", "\\/") + "\n"
    if style == "compact":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(value)

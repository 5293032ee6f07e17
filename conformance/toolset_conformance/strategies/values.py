"""JSON values and objects, with what a careless hand unwraps, cuts or takes for its own."""

from __future__ import annotations

from hypothesis import strategies as st

from toolset_conformance.strategies.drawing import JSON, Object, once, row_bytes, rows, several
from toolset_conformance.strategies.names import HOST_NAMES
from toolset_conformance.strategies.text import TRICKY, texts

LARGEST = 2**53 - 1
"""The largest integer that every JSON reader keeps; the smallest is its negative."""

_ODD: list[JSON] = [
    [1, 1, "a", "a"], [None, 1], {"a": None}, {"arguments": {"a": 1}}, {"0": "a", "1": "b"}, {"1": "a"},
    {"a.b": {"c": 1}}, {"result": "text"}, {"result": 1}, {"text": "x"}, {"value": 1}, {"a": {}, "b": []},
    {"type": "text", "text": "x"}, {"input": {"a": 1}}, {"content": [], "isError": False}, {"a": [None]},
    {"content": [{"type": "text", "text": "x"}]}, {"long": list(range(300))}, {"long": "x" * 5000},
    ["2025-06-18", "12", "yes"], {"data": {"type": "image"}}, [[], [{}]], {"type": "string"},
    {"yes": True, "no": False}, {"structuredContent": {}}, {"list": [1, None, 1]},
    {"a": {"b": {"c": {"d": {"e": {"f": {"g": 1}}}}}}}, {"error": {"kind": "x", "message": "y"}},
    {"cache_control": {"type": "ephemeral"}}, {f"key{number}": number for number in range(150)},
    {"long": "y" * 120_000},
    {"tiny": 1.25e-7, "fine": 0.123456789012}, {"home": "~/a", "user": "$HOME", "space": "a+b%20c", "gone": "\ufffd"},
    {"lines": "a\r\nb", "date": "2025-06-18T00:00:00Z", "escape": "\\u0041\\n"}, {"signs": "a\u200bb\u00ad"},
]  # fmt: skip
"""Values that a careless hand unwraps, cuts, reads as something else or takes for its own."""


def _samples() -> list[JSON]:
    deep_list: JSON = []
    deep_object: JSON = None
    for _ in range(20):
        deep_list, deep_object = [deep_list], {"a": deep_object}
    plain = [None, False, True, 0, 1, -1, 0.5, LARGEST, -LARGEST, "", "{}", "null", [], {}, deep_list, deep_object]
    return [*plain, *_ODD]


_KEYS = ["name", "self", "config", "runtime", "id", "type", "arguments", "$ref", "$where", "_a", *HOST_NAMES]


@once
def json_values() -> st.SearchStrategy[JSON]:
    """Any JSON value, with integers that every reader keeps."""
    flat = _leaves() | several(_samples(), max_size=4) | _flat_objects(0)
    return flat | st.lists(flat, max_size=3) | st.dictionaries(_keys(), flat, max_size=2)


@once
def json_objects(*, min_size: int = 0) -> st.SearchStrategy[Object]:
    """Any JSON object, with keys that name something in a host language among them (CALLS-8)."""
    flat = _flat_objects(min_size)
    tricky = several(TRICKY, min_size=1, max_size=5).map(lambda texts: {"texts": texts, texts[0]: {"text": texts[-1]}})
    odd = st.sampled_from([value for value in _ODD if isinstance(value, dict)])
    return st.one_of(flat, flat, odd, tricky, st.dictionaries(_keys(), json_values(), min_size=min_size, max_size=3))


@once
def _leaves() -> st.SearchStrategy[JSON]:
    # JSON does not tell 1.0 from 1, so whole numbers are integers here.
    floats = st.floats(-1e6, 1e6, width=32).map(lambda number: int(number) if number.is_integer() else number)
    return st.one_of(st.sampled_from(_samples()), st.integers(-LARGEST, LARGEST), floats, texts(max_size=12))


@once
def _flat_objects(min_size: int) -> st.SearchStrategy[Object]:
    samples = _samples()
    return row_bytes(2, min_size=min_size, max_size=4).map(lambda places: dict(rows(places, _KEYS, samples)))


@once
def _keys() -> st.SearchStrategy[str]:
    # Alone in an object, a key such as $exposed would be read as a value that only a run knows.
    return st.sampled_from(_KEYS) | texts(max_size=6).map(lambda text: text.lstrip("$"))

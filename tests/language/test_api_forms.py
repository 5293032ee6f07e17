"""What the Messages API reads alike fits the same patterns, and what it reads otherwise does not."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_conformance.language.matchers import fits

JSON = Any

DONE = [{"type": "text", "text": "done"}]
MARKED = {"name": "a", "input_schema": {}, "cache_control": {"type": "ephemeral"}}


def result(**keys: JSON) -> dict[str, JSON]:
    """A tool_result block with these keys besides."""
    return {"type": "tool_result", "tool_use_id": "toolu_1", **keys}


def tool(**keys: JSON) -> dict[str, JSON]:
    """A tool definition with these keys besides."""
    return {"name": "a", "input_schema": {"type": "object"}, **keys}


ALIKE = [
    (result(content="done"), result(content=DONE)),
    (result(content=DONE), result(content=DONE, is_error=False)),
    ({"role": "user", "content": "done"}, {"role": "user", "content": DONE}),
    ({"role": "assistant", "content": "done"}, {"role": "assistant", "content": DONE}),
]


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=str)
def test_either_form_fits_either(one: JSON, other: JSON) -> None:
    assert fits(one, other) and fits(other, one)
    assert fits({"a": [one]}, {"a": [other]}) and fits({"$in_any_order": [other]}, [one])


@pytest.mark.parametrize(
    ("pattern", "got"),
    [
        (tool(), tool(type="custom")),
        (tool(), tool(type=None, cache_control=None, eager_input_streaming=None)),
        (MARKED, {**MARKED, "cache_control": {"type": "ephemeral", "ttl": "5m"}}),
        (result(content=DONE), result(content=[{**DONE[0], "citations": None}], cache_control=None)),
        (DONE[0], {**DONE[0], "cache_control": None}),
        ({"type": "image", "source": {}}, {"type": "image", "source": {}, "cache_control": None}),
        ({"$has": {"content": {"$text": {"starts": "do"}}}}, result(content=DONE)),
        ({"$has": {"content": [{"type": "text", "text": {"$json": {"a": 1}}}]}}, result(content='{"a": 1}')),
    ],
    ids=str,
)
def test_a_default_that_is_written_out_fits(pattern: JSON, got: JSON) -> None:
    assert fits(pattern, got)


@pytest.mark.parametrize(
    ("pattern", "got"),
    [
        (result(content="done"), result(content=[{**DONE[0], "cache_control": {"type": "ephemeral"}}])),
        (result(content="done"), result(content=DONE * 2)),
        (result(content=[]), result(content="")),
        (result(content=[{"type": "text", "text": ""}]), result(content="")),
        (result(content="done"), result(content=["done"])),
        (result(content=DONE), result(content=DONE, is_error=True)),
        (result(content=DONE), result(content=DONE, is_error=None)),
        (result(content=DONE, is_error=True), result(content=DONE)),
        ({"type": "note", "content": "done"}, {"type": "note", "content": DONE}),
        ({"type": "mcp_tool_result", "content": "done"}, {"type": "mcp_tool_result", "content": DONE}),
        (tool(), tool(type="function")),
        (tool(), tool(title=None)),
        (tool(description="a"), tool(description=None)),
        ({"$has": {"cache_control": {"type": "ephemeral"}}}, tool(cache_control=None)),
        (MARKED, {**MARKED, "cache_control": {"type": "ephemeral", "ttl": "1h"}}),
        ({"name": "a"}, {"name": "a", "type": "custom"}),
        (DONE[0], {**DONE[0], "annotations": None}),
        ({"$not": {"$has": {"type": {"$any": True}}}}, tool(type="custom")),
    ],
    ids=str,
)
def test_what_the_api_reads_otherwise_does_not_fit(pattern: JSON, got: JSON) -> None:
    assert not fits(pattern, got)

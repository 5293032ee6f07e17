"""What the cases give is valid MCP, and what they expect is valid for the Messages API, but where a case says why not.

The checks are in modules of their own, which are imported late: the two SDKs take seconds to load.
"""

from __future__ import annotations

from typing import Any

import pytest
from judging import all_verdicts
from toolset_conformance.corpus.model import NOTHING, Case, Corpus
from toolset_reference.port import ReferencePort

pytestmark = pytest.mark.slow

JSON = Any
TEXT = {"type": "text", "text": "done"}
SVG: dict[str, JSON] = {"type": "image", "source": {"type": "base64", "media_type": "image/svg+xml", "data": "AAAA"}}
PNG: dict[str, JSON] = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
TOOL = {"name": "files__read", "description": "", "input_schema": {"type": "object"}}


def result(**keys: JSON) -> JSON:
    """A tool_result block with these keys besides."""
    return {"type": "tool_result", "tool_use_id": "toolu_1", **keys}


def test_input_is_valid_mcp_where_the_case_makes_no_exception(whole_corpus: Corpus) -> None:
    from valid_mcp import problems

    broken = {case.id: found[0] for case in whole_corpus.cases if (found := problems(case))}
    excepted = {case.id for case in whole_corpus.cases if "mcp" in case.exceptions}
    assert {name: said for name, said in broken.items() if name not in excepted} == {}
    assert excepted - broken.keys() == set(), "exceptions whose input is valid all the same"


def test_no_required_case_gives_what_is_not_valid_mcp(whole_corpus: Corpus) -> None:
    required = [case for case in whole_corpus.cases if case.level == "required"]
    assert [case.id for case in required if "mcp" in case.exceptions] == []


def _answered(case: Case) -> list[str]:
    """What the API would refuse in the answers of the reference to a case, and in what the case expects."""
    from valid_messages import problems, problems_of_pattern

    found: list[str] = []
    for step, answer in zip(case.steps, all_verdicts(ReferencePort)[case.id].answers, strict=True):
        refused = isinstance(answer, dict) and answer.keys() == {"error"}
        if not refused and (step.if_exposed is None or answer is not None):
            found += problems(step.ask, answer)
        if step.expect is not NOTHING:
            found += problems_of_pattern(step.expect)
    return found


def test_answers_are_valid_for_the_api_where_the_case_makes_no_exception(whole_corpus: Corpus) -> None:
    broken = {case.id: found[0] for case in whole_corpus.cases if (found := _answered(case))}
    excepted = {case.id for case in whole_corpus.cases if "api" in case.exceptions}
    assert {name: said for name, said in broken.items() if name not in excepted} == {}
    assert excepted - broken.keys() == set(), "exceptions whose answers are valid all the same"


BAD_ANSWERS = {
    "a key too many": ("tools", [{**TOOL, "title": "Read"}]),
    "a null description": ("tools", [{**TOOL, "description": None}]),
    "no schema": ("tools", [{"name": "read", "description": ""}]),
    "a schema without a type": ("tools", [{**TOOL, "input_schema": {}}]),
    "a combinator at the top": ("tools", [{**TOOL, "input_schema": {"type": "object", "oneOf": [{}]}}]),
    "a dot in a name": ("tools", [{**TOOL, "name": "files.read"}]),
    "a line break after a name": ("tools", [{**TOOL, "name": "read\n"}]),
    "an empty name": ("tools", [{**TOOL, "name": ""}]),
    "one name twice": ("tools", [TOOL, TOOL]),
    "another marker": ("tools", [{**TOOL, "cache_control": {"type": "last"}}]),
    "five breakpoints": (
        "tools",
        [{**TOOL, "name": f"t{n}", "cache_control": {"type": "ephemeral"}} for n in range(5)],
    ),
    "annotations in a content block": ("tool_result", result(content=[{**TEXT, "annotations": {}}])),
    "an image of a type that is not taken": ("tool_result", result(content=[SVG])),
    "no base64": ("tool_result", result(content=[{**PNG, "source": {**PNG["source"], "data": "A"}}])),
    "an unknown block": ("tool_result", result(content=[{"type": "audio", "data": "AAAA"}])),
    "a blank text": ("tool_result", result(content=[{"type": "text", "text": " \n"}])),
    "an error without content": ("tool_result", result(is_error=True)),
    "an error with an image": ("tool_result", result(content=[PNG], is_error=True)),
    "an error that is not true but 1": ("tool_result", result(content=[TEXT], is_error=1)),
    "an id with a dot": ("tool_result", result(content=[TEXT]) | {"tool_use_id": "a.b"}),
    "a rejection without words": ("tool_calls", {"calls": [], "rejected": [result(content="", is_error=True)]}),
    "the role of a tool": ("user_turn", {"role": "tool", "content": [result(content=[TEXT])]}),
    "a key beside the content": ("user_turn", {"role": "user", "content": [TEXT], "name": "me"}),
    "a choice of another API": ("request", {"model": "m", "messages": [], "tool_choice": {"type": "required"}}),
}


@pytest.mark.parametrize("what", BAD_ANSWERS)
def test_what_the_api_refuses_is_seen(what: str) -> None:
    from valid_messages import problems, problems_of_pattern

    method, answer = BAD_ANSWERS[what]
    assert problems(method, answer) != []
    if method == "tool_result":
        assert problems_of_pattern([{"$one_of": [result(content=[TEXT]), answer]}]) != []


def test_what_the_api_takes_is_let_through() -> None:
    from valid_messages import problems

    assert problems("tools", [TOOL, {**TOOL, "name": "last", "cache_control": {"type": "ephemeral"}}]) == []
    for block in (result(), result(content="done"), result(content=[PNG, TEXT]), result(content=[TEXT], is_error=True)):
        assert problems("tool_result", block) == []


@pytest.mark.parametrize(
    "given",
    [
        {"content": [{"type": "text"}]},
        {"content": [{"type": "image", "data": "AAAA"}]},
        {"content": [{"type": "hologram"}]},
        {"content": [{"type": "resource", "resource": {"uri": "file:///a"}}]},
        {"content": [], "isError": "true"},
        {"content": [], "isError": None},
        {"content": [], "structuredContent": [1]},
        {"structuredContent": {"a": 1}},
    ],
    ids=str,
)
def test_what_is_not_valid_mcp_is_seen(given: JSON) -> None:
    from toolset_conformance.corpus.model import Step
    from valid_mcp import problems

    step = Step("tool_result", {"tool_use_id": "toolu_1", "outcome": {"result": given}}, {"$any": True})
    assert problems(Case("a/b", "MAP-1", "required", "", "1.0", (step,))) != []


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"inputSchema": {}},
        {"inputSchema": {"type": "string"}},
        {"inputSchema": {"type": "object", "properties": {"p": True}}},
        {"inputSchema": {"type": "object"}, "description": None},
    ],
    ids=str,
)
def test_what_is_no_valid_tool_is_seen(keys: JSON) -> None:
    from valid_mcp import problems

    toolset = {"servers": [{"id": "files", "tools": [{"name": "read", **keys}]}]}
    assert problems(Case("a/b", "TOOLS-1", "required", "", "1.0", (), toolset)) != []

"""MCP input as the 2025-06-18 protocol has it, by the types of the MCP Python SDK."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from typing import Any

from jsonschema import Draft202012Validator
from mcp_types.methods import SERVER_RESULTS
from toolset_conformance.corpus.model import Case
from toolset_conformance.language.placeholders import fill

JSON = Any
VERSION = "2025-06-18"


def problems(case: Case) -> list[str]:
    """What is not valid MCP in what a case gives to a port: tools of its sets, and results of calls."""
    found = [_problem("tools/list", {"tools": [tool]}) for tool in _tools(case)]
    found += [_problem("tools/list", {"tools": page}) for page in _pages(case)]
    found += [_problem("tools/call", result) for result in _results(case)]
    return [problem for problem in found if problem]


def _given(case: Case) -> Iterable[dict[str, JSON]]:
    """The params of each step, with a name in the place of those that only a run can know."""
    names = dict.fromkeys(case.pairs, "files__read")
    for step in case.steps:
        yield fill(step.given, names, [None] * len(case.steps), compared=False) if case.dynamic else step.given


def _tools(case: Case) -> Iterable[JSON]:
    for toolset in [case.toolset, *(given.get("toolset") for given in _given(case))]:
        for server in (toolset or {}).get("servers", []):
            yield from server["tools"]
        for entry in (toolset or {}).get("entries", []):
            yield entry["tool"]


def _pages(case: Case) -> Iterable[JSON]:
    for given in _given(case):
        for server in given.get("servers", []):
            yield from server["pages"]
            for reaction in _reactions(server):
                yield from reaction.get("then_pages", [])


def _results(case: Case) -> Iterable[JSON]:
    for given in _given(case):
        if "result" in given.get("outcome", {}):
            yield given["outcome"]["result"]
        for reaction in (one for server in given.get("servers", []) for one in _reactions(server)):
            if reaction.get("kind", "result") == "result":
                yield reaction["value"]


def _reactions(server: dict[str, JSON]) -> Iterable[dict[str, JSON]]:
    return (one for those in server.get("reactions", {}).values() for one in those)


def _problem(method: str, result: JSON) -> str:
    # Many cases share their tools, and a thousand tools of one set differ only in their names.
    return _problem_of_text(method, json.dumps(result))


@functools.cache
def _problem_of_text(method: str, text: str) -> str:
    error = next(_validator(method).iter_errors(json.loads(text)), None)
    return f"{method}: {error.message:.200}" if error else ""


@functools.cache
def _validator(method: str) -> Draft202012Validator:
    schema = SERVER_RESULTS[method, VERSION].model_json_schema(by_alias=True)
    return Draft202012Validator(_narrowed(schema))


def _narrowed(schema: JSON) -> JSON:
    """The schema of the SDK's types without what they allow beyond the protocol's own schema.

    They take a null for a missing key, which it is not, and let the schema of a property be a boolean, which came
    with a later version.
    """
    if isinstance(schema, list):
        return [_narrowed(item) for item in schema if item != _NULL and not (item == _BOOLEAN and _OBJECT in schema)]
    if isinstance(schema, dict):
        return {key: _narrowed(item) for key, item in schema.items()}
    return schema


_NULL, _BOOLEAN = {"type": "null"}, {"type": "boolean"}
_OBJECT = {"type": "object", "additionalProperties": True}

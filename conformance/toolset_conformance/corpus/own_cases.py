"""Somebody's own cases: ``*.toolset.yaml`` files in their repository, in the format of the fixtures."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from toolset_conformance.core import json_values, methods
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import fixtures, model, schemas
from toolset_conformance.corpus.model import Case, Corpus, Rule
from toolset_conformance.language import syntax
from toolset_conformance.language.syntax import special

JSON = Any

SUFFIX = ".toolset.yaml"
"""How the name of a file with somebody's own cases ends."""


def find(corpus: Corpus, paths: Sequence[Path]) -> list[Case]:
    """The cases in these files and folders; raises :class:`FileError`."""
    taken = {case.id: case.rule for case in corpus.cases}
    cases: list[Case] = []
    for path in paths:
        files = sorted(path.rglob("*" + SUFFIX)) if path.is_dir() else [path]
        if not files:
            raise FileError(path, None, f"holds no file whose name ends in {SUFFIX}")
        for file in files:
            found = read(file, corpus.rules, taken)
            taken |= {case.id: case.rule for case in found}
            cases += found
    return cases


def read(path: Path, rules: Mapping[str, Rule], taken: Mapping[str, str]) -> list[Case]:
    """The cases of one file, whose ids begin with a name that no group of ours has; raises :class:`FileError`.

    ``taken``: the ids that there are, each with its rule. What the cases ask has to be a request of the protocol: a
    slip in it would look like a port that does not offer it.
    """

    groups = {rule.group for rule in rules.values()} | {model.PROPERTIES}
    cases: list[Case] = []
    seen = dict(taken)
    for case, line in fixtures.read_cases(path, rules):
        if case.group in groups:
            raise FileError(
                path, line, f"the id '{case.id}' is in our part of the names: begin it with one of your own"
            )
        if case.id in seen:
            raise FileError(path, line, f"the id '{case.id}' is taken already")
        problem = next(_problems(case), None)
        if problem is not None:
            raise FileError(path, line, f"'{case.id}', {problem}")
        seen[case.id] = case.rule
        cases.append(dataclasses.replace(case, place=(str(path), line)))
    rule_of = {rule: rule for rule in rules} | seen
    for case in cases:
        for name in sorted(set(case.rests_on) - set(rules[case.rule].rests_on)):
            if problem := fixtures.foundation_problem(name, case.rule, rule_of):
                raise FileError(path, case.place[1] if case.place else None, f"'{case.id}': {problem}")
    return cases


def _problems(case: Case) -> Iterator[str]:
    from jsonschema.exceptions import best_match

    for number, step in enumerate(case.steps, 1):
        for key, value in case.params(step).items():
            if any(name == "$answer" for name, _ in syntax.run_time([value])):
                continue
            if json_values.deeper_than(value, methods.MAX_DEPTH - 2):
                yield f"step {number}, {key}: makes a request nested more than {methods.MAX_DEPTH} deep, which none is"
            error = best_match(_validator(step.ask, key).iter_errors(_with_names(value)))
            if error is not None:
                place = "/".join(map(str, (key, *error.absolute_path)))
                yield f"step {number}, {place}: {fixtures.said(error)}"


@functools.cache
def _validator(method: str, key: str) -> Any:
    from jsonschema import Draft202012Validator

    schema = schemas.schema("protocol")
    return Draft202012Validator({**schema["$defs"][f"{method}_params"]["properties"][key], "$defs": schema["$defs"]})


def _with_names(value: JSON) -> JSON:
    """The value as it may be asked, some text in place of each name that only a run knows."""
    if special(value) in ("$exposed", "$join"):
        return "name"
    if isinstance(value, dict):
        return {key: _with_names(item) for key, item in value.items()}
    return [_with_names(item) for item in value] if isinstance(value, list) else value

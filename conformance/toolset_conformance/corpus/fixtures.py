"""Fixtures: reads rules and cases from YAML, checks them, and expands them into the corpus."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from toolset_conformance.core import methods
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import model, schemas, yaml_reader
from toolset_conformance.corpus.model import Case, Corpus, Rule
from toolset_conformance.corpus.yaml_reader import Document, Where
from toolset_conformance.language import matchers, patterns
from toolset_conformance.language.constructors import ConstructorError, Scope, expand
from toolset_conformance.language.syntax import special

JSON = Any

_STEP_FLAGS = ("ask", "refused", "or_refused", "fresh", "watch")
_USUAL = ("rule", "since", "rests_on")
"""What a file may say once for all its cases."""
_MATCHERS = frozenset(matchers.MATCHERS) - {"$literal", "$not_exposed"} | patterns.LIST_ELEMENTS


def read_corpus(folder: Path) -> Corpus:
    """The corpus of a folder with ``rules.yaml`` and one folder a group; raises :class:`FileError`."""
    rules_file = folder / "rules.yaml"
    document = _checked(rules_file, "rules")
    version = document.value["version"]
    rules = {rule.id: rule for rule in _rules(document)}
    retired = retired_ids(folder / "retired.yaml")
    cases: list[Case] = []
    places: dict[str, tuple[Path, int | None]] = {}
    for path in sorted(folder.glob("*/*.yaml")):
        for case, where in read_cases(path, rules, version):
            if case.id in places:
                file, line = places[case.id]
                raise FileError(path, where, f"the id '{case.id}' is taken already, at {file}:{line}")
            if case.id in retired:
                raise FileError(path, where, f"the id '{case.id}' was retired: see retired.yaml, and choose another")
            if case.group != path.parent.name:
                raise FileError(path, where, f"the id '{case.id}' must begin with its folder, '{path.parent.name}/'")
            places[case.id] = path, where
            cases.append(case)
    tested = {case.rule for case in cases if case.level == rules[case.rule].level}
    for index, rule in enumerate(rules.values()):
        if rule.id not in tested:
            raise document.error(("rules", index), f"the rule {rule.id} has no case at its own level")
    rule_of = {**{rule: rule for rule in rules}, **{case.id: case.rule for case in cases}}
    for index, rule in enumerate(rules.values()):
        for name in rule.rests_on:
            if problem := foundation_problem(name, rule.id, rule_of):
                raise document.error(("rules", index, "rests_on"), problem)
    for case in cases:
        for name in case.rests_on:
            if problem := foundation_problem(name, case.rule, rule_of):
                raise FileError(*places[case.id], f"'{case.id}': {problem}")
    order = {rule: index for index, rule in enumerate(rules)}
    cases.sort(key=lambda case: order[case.rule])
    return _corpus(version, rules, cases)


def foundation_problem(name: str, rule: str, rule_of: Mapping[str, str]) -> str | None:
    """What is wrong with a name in a rule's or a case's ``rests_on``; ``rule_of``: the rule of each rule and case."""
    if name not in rule_of:
        return f"rests_on: there is no rule and no case {name}; `toolset-conformance explain` lists the rules"
    if rule_of[name] == rule:
        return f"rests_on: {name} is of {rule} itself: name rules and cases of other rules"
    return None


def _corpus(version: str, rules: dict[str, Rule], cases: list[Case]) -> Corpus:
    made = Corpus(version, "", rules, tuple(cases))
    plain = made.plain()
    return Corpus(version, model.digest(plain["rules"], plain["cases"]), rules, tuple(cases))


def _checked(path: Path, schema: str) -> Document:
    document = yaml_reader.read(path)
    check_schema(document, schema)
    return document


def check_schema(document: Document, schema: str) -> None:
    """Hold a document against one of our schemas; raises :class:`FileError` about its worst place."""
    from jsonschema.exceptions import best_match

    errors = list(_validator(schema).iter_errors(document.value))
    error = best_match(errors)
    if error is not None:
        # A key that is missing is most often there, in other letters.
        here = error.absolute_path
        error = next((one for one in errors if _unknown_keys(one) and one.absolute_path == here), error)
        where = tuple(error.absolute_path)
        place = "/".join(map(str, where)) or "the file"
        raise document.error((*where, *_unknown_keys(error)[:1]), f"{place}: {said(error)}")


@functools.cache
def _validator(schema: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schemas.schema(schema))


def _unknown_keys(error: Any) -> list[str]:
    if error.validator != "additionalProperties":
        return []
    return sorted(set(error.instance) - set(error.schema.get("properties", {})))


def said(error: Any) -> str:
    """What an error of jsonschema says, in short and with the keys that there are."""
    unknown = _unknown_keys(error)
    if unknown:
        known = sorted(error.schema.get("properties", {}))
        return f"unknown key {', '.join(map(repr, unknown))}; known are {', '.join(known)}"
    if error.validator == "pattern" and "description" in error.schema:
        return f"{error.instance!r} is not {error.schema['description']}"
    text = str(error.message)
    return text if len(text) < 300 else text[:200] + " ... " + text[-90:]


def _rules(document: Document) -> Iterable[Rule]:
    seen: set[str] = set()
    for index, plain in enumerate(document.value["rules"]):
        where: Where = ("rules", index)
        if plain["id"] in seen:
            raise document.error(where, f"the rule {plain['id']} stands twice")
        if plain["level"] == "recommended" and "reason" not in plain:
            raise document.error(where, f"the rule {plain['id']} is recommended and gives no 'reason'")
        if plain["breaks"]["kind"] == "refused" and plain["origin"] != "messages_api":
            message = f"breaking {plain['id']} is 'refused' by the Messages API, so its 'origin' is 'messages_api'"
            raise document.error((*where, "origin"), message)
        seen.add(plain["id"])
        yield model.rule_from(plain)


def retired_ids(path: Path) -> frozenset[str]:
    """The ids of the ledger of retired cases; none where there is no such file. Raises :class:`FileError`."""
    if not path.exists():
        return frozenset()
    return frozenset(entry["id"] for entry in _checked(path, "retired").value["retired"])


def read_cases(path: Path, rules: Mapping[str, Rule], version: str | None = None) -> Iterable[tuple[Case, int | None]]:
    """The cases of one file with their lines, none of them later than ``version``; raises :class:`FileError`."""
    document = _checked(path, "cases")
    named = document.value.get("let", {})
    usual = {key: document.value[key] for key in _USUAL if key in document.value}
    for index, own in enumerate(document.value["cases"]):
        where: Where = ("cases", index)
        plain = {**usual, **own}
        for key in ("rule", "since"):
            if key not in plain:
                raise document.error(where, f"'{key}' is a required property, here or at the top of the file")
        if plain["rule"] not in rules:
            message = f"there is no rule {plain['rule']}; `toolset-conformance explain` lists them"
            raise document.error((*where, "rule"), message)
        for row_number, row in enumerate(plain.get("each", [None])):
            at: Where = where if row is None else (*where, "each", row_number)
            why = plain.get("why", (row or {}).get("why"))
            if not isinstance(why, str):
                raise document.error(at, "'why' is a required property, here or in each row")
            case = _case(document, where, {**plain, "why": why}, named, row, rules[plain["rule"]])
            if version is not None and model.version_key(case.since) > model.version_key(version):
                raise document.error((*where, "since"), f"{case.since} is later than the corpus, which is {version}")
            yield case, document.line(at)


def _case(
    document: Document, where: Where, plain: dict[str, JSON], named: dict[str, JSON], row: JSON, rule: Rule
) -> Case:
    level = plain.get("level", rule.level)
    if rule.level == "recommended" and level == "required":
        raise document.error((*where, "level"), f"a case of {rule.id}, which is recommended, cannot be required")
    given = Scope(named, row)
    expected = Scope(named, row, _MATCHERS)

    def built(key_where: Where, value: JSON, scope: Scope) -> JSON:
        return _expand(document, key_where, value, scope)

    made: dict[str, JSON] = {
        "id": _fill_in(document, (*where, "id"), plain["id"], row),
        "rule": rule.id,
        "level": level,
        "why": _fill_in(document, (*where, "why"), plain["why"], row),
        "since": plain["since"],
        "exceptions": plain.get("exceptions", {}),
        "rests_on": list(dict.fromkeys([*rule.rests_on, *plain.get("rests_on", [])])),
        "steps": [],
    }
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)+", made["id"]):
        raise document.error((*where, "id"), f"'{made['id']}' is not an id like group/what-it-shows")
    if "breaks" in plain:
        made["breaks"] = plain["breaks"]
    if "toolset" in plain:
        made["toolset"] = built((*where, "toolset"), plain["toolset"], given)
    for index, step in enumerate(plain["steps"]):
        at: Where = (*where, "steps", index)
        new = {key: step[key] for key in _STEP_FLAGS if key in step}
        new["with"] = built((*at, "with"), step.get("with", {}), given)
        if "if_exposed" in step:
            new["if_exposed"] = built((*at, "if_exposed"), step["if_exposed"], given)
        if ("expect" in step) == ("refused" in step):
            raise document.error(at, "a step has either 'expect' or 'refused'")
        if "expect" in step:
            new["expect"] = built((*at, "expect"), step["expect"], expected)
            _check_pattern(document, (*at, "expect"), new["expect"])
        _check_step(document, at, new, made.get("toolset"), index)
        made["steps"].append(new)
    return model.case_from(made)


def _expand(document: Document, where: Where, value: JSON, scope: Scope) -> JSON:
    try:
        return expand(value, scope)
    except ConstructorError as error:
        place = "/".join(map(str, (*where, *error.where)[2:]))
        raise document.error((*where, *error.where), f"{place}: {error.message}") from error


def _fill_in(document: Document, where: Where, text: str, row: JSON) -> str:
    def value(found: re.Match[str]) -> str:
        if row is None or not isinstance(row.get(found[1]), (str, int)):
            raise document.error(where, f"'{found[0]}' stands for a text of a row in 'each', and there is none")
        return str(row[found[1]])

    return re.sub(r"\{([a-z_]+)\}", value, text) if row is not None else text


def _check_pattern(document: Document, where: Where, pattern: JSON) -> None:
    found = patterns.problem(pattern)
    if found:
        inside, message = found
        place = "/".join(map(str, (*where, *inside)[2:]))
        raise document.error((*where, *inside), f"{place}: {message}")


def _check_step(document: Document, where: Where, step: dict[str, JSON], toolset: JSON, index: int) -> None:
    names = methods.METHODS[step["ask"]]
    unknown = [name for name in step["with"] if name not in names]
    if unknown:
        message = f"'{step['ask']}' takes no '{unknown[0]}'; it takes {', '.join(names)}"
        raise document.error((*where, "with", unknown[0]), message)
    implied = {"options"} | ({"toolset"} if toolset is not None else set())
    missing = [name for name in names if name not in step["with"] and name not in implied]
    if missing:
        way_out = "give the case a 'toolset'" if missing[0] == "toolset" else "put it under 'with'"
        raise document.error(where, f"'{step['ask']}' needs '{missing[0]}': {way_out}")
    if step["ask"] == "toolset" and "expect" in step:
        expect = step["expect"]
        if not isinstance(expect, dict) or special(expect) not in (None, "$answer", "$one_of"):
            raise document.error((*where, "expect"), "an answer of 'toolset' is an object, $answer or $one_of")
    if "if_exposed" in step:
        _check_dynamic(document, (*where, "if_exposed"), toolset, index, "if_exposed", step["if_exposed"])
    _walk_dynamic(step["with"], functools.partial(_check_dynamic, document, where, toolset, index))
    _walk_dynamic(step.get("expect"), functools.partial(_check_dynamic, document, where, toolset, index))


def _walk_dynamic(value: JSON, check: Callable[[str, JSON], None]) -> None:
    name = special(value)
    if name in ("$exposed", "$answer", "$if_exposed"):
        check(name, value[name])
    if name == "$literal":
        return
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _walk_dynamic(item, check)


def _check_dynamic(document: Document, where: Where, toolset: JSON, index: int, name: str, argument: JSON) -> None:
    if name == "$answer":
        if not (isinstance(argument, list) and argument and isinstance(argument[0], int) and 1 <= argument[0] <= index):
            raise document.error(where, "$answer takes the number of an earlier step, and the way into its answer")
        return
    if toolset is None:
        raise document.error(where, f"{name} needs the case to have a 'toolset'")
    pair = argument["pair"] if name == "$if_exposed" else argument
    if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
        raise document.error(where, f"{name} takes a pair of texts, the server's id and the tool's name")

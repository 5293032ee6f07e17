"""The corpus: rules and cases as the engine reads them, whether they come from YAML or from the JSON export."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from toolset_conformance.core.methods import CORE, METHODS, Form, capabilities, form
from toolset_conformance.language.syntax import run_time

JSON = Any
Level = Literal["required", "recommended"]
LEVELS: tuple[Level, Level] = ("required", "recommended")
Origin = Literal["documents", "messages_api", "mcp"]
ORIGINS: dict[Origin, str] = {"documents": "the documents", "messages_api": "the Messages API", "mcp": "MCP"}
"""What can ask for a rule, each as people call it."""
ConsequenceKind = Literal["refused", "misrouted", "lost", "misled", "costly", "form"]
CONSEQUENCES: dict[ConsequenceKind, str] = {
    "refused": "the Messages API refuses the request; the session is stuck",
    "misrouted": "a call reaches another tool or server, or none",
    "lost": "content, data or a tool is lost or invented without a sign",
    "misled": "the model is shown what is not so",
    "costly": "it works, but caching or size suffers",
    "form": "it differs from the documents, and nothing else",
}
"""The consequences that breaking a rule can have, worst first, each with what it means."""

PROPERTIES = "properties"
"""The first part of the ids of properties, which are no cases of the corpus."""

NOTHING: Any = object()
"""Stands for an expectation that is not there: the step expects a refusal."""


@dataclass(frozen=True)
class Consequence:
    """What comes of a failure. ``meets``: what a person would meet, in one sentence.

    ``otherwise``: the consequence of a wrong answer that is not as bad: where ``kind`` is ``refused``, one that the
    Messages API takes all the same; else one that holds each text that the question has under the keys ``keeps``.
    """

    kind: ConsequenceKind
    meets: str
    otherwise: Consequence | None = None
    keeps: tuple[str, ...] = ()

    @property
    def spared(self) -> str:
        """What spares a wrong answer from this consequence, and leaves the other: a clause after "where"."""
        return f"the answer holds {' and '.join(self.keeps)}" if self.keeps else "the API takes it all the same"

    def of_answer(self, params: JSON, answer: JSON, *, refused: bool) -> Consequence:
        """Return the consequence of one wrong answer, by whether the Messages API refuses it and what it holds."""
        if refused:
            return self if self.kind == "refused" else REFUSED
        if self.otherwise and (self.kind == "refused" or _holds(answer, set(_texts(params, self.keeps)))):
            return self.otherwise
        return self

    def plain(self) -> dict[str, JSON]:
        """Return the consequence as JSON, as the fixtures write it."""
        plain: dict[str, JSON] = {"kind": self.kind, "meets": self.meets}
        if self.otherwise:
            plain["otherwise"] = self.otherwise.plain()
        if self.keeps:
            plain["keeps"] = list(self.keeps)
        return plain


def _texts(value: JSON, keys: tuple[str, ...] | None = None, *, wanted: bool = False) -> Iterable[str]:
    """The texts that stand somewhere in a value under one of the keys; all texts where no keys are given."""
    if isinstance(value, str):
        if wanted or keys is None:
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, keys, wanted=keys is not None and key in keys and isinstance(item, str))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, keys)


def _holds(answer: JSON, texts: set[str]) -> bool:
    return bool(texts) and all(any(text in held for held in _texts(answer)) for text in texts)


REFUSED = Consequence("refused", "The API answers 400 to the request, and to all that follow it and hold the same.")
"""The consequence of an answer that the Messages API refuses, where the rule speaks of something else."""


@dataclass(frozen=True)
class Rule:
    """One rule of ``fixtures/rules.yaml``. ``sources``: ``{"document", "section"}`` of each place it rests on,
    with a ``"url"`` where that is in neither of the two documents.

    ``origin``: what asks for the rule, the strongest of them; ``breaks``: what comes of breaking it; ``rests_on``: the
    rules and cases of other rules without which none of its cases can be judged.
    """

    id: str
    group: str
    level: Level
    title: str
    statement: str
    origin: Origin
    breaks: Consequence
    sources: tuple[dict[str, str], ...]
    reason: str | None = None
    notes: str | None = None
    rests_on: tuple[str, ...] = ()

    @property
    def page(self) -> str:
        """Where the rule stands among the pages of the specification: ``names.md#name-1``."""
        return f"{self.group}.md#{self.id.lower()}"


@dataclass(frozen=True)
class Step:
    """One question of a case and what is right to answer.

    ``given``: the params, without the tool set where it is the case's own; ``expect``: a pattern, or ``NOTHING``;
    ``refused``: the refusal expected instead, ``any`` or ``duplicate_name``; ``or_refused``: a refusal is right too;
    ``fresh`` and ``watch``: as of :class:`~toolset_conformance.protocol.Call`; ``if_exposed``: the step is left out
    where the port's set does not hold this (server, tool) pair.
    """

    ask: str
    given: dict[str, JSON]
    expect: JSON
    refused: str | None = None
    or_refused: bool = False
    fresh: bool = False
    watch: str | None = None
    if_exposed: tuple[str, str] | None = None

    def plain(self) -> dict[str, JSON]:
        """The step as JSON, as the export and the fixture format write it."""
        made: dict[str, JSON] = {"ask": self.ask}
        if self.given:
            made["with"] = self.given
        if self.expect is not NOTHING:
            made["expect"] = self.expect
        for key in ("refused", "or_refused", "fresh", "watch"):
            if getattr(self, key):
                made[key] = getattr(self, key)
        if self.if_exposed:
            made["if_exposed"] = list(self.if_exposed)
        return made


@dataclass(frozen=True)
class Case:
    """One case: the smallest thing that passes or fails. Its ``id`` never changes once published."""

    id: str
    rule: str
    level: Level
    why: str
    since: str
    steps: tuple[Step, ...]
    toolset: JSON = None
    exceptions: dict[str, str] = field(default_factory=dict)
    breaks: Consequence | None = None
    """What comes of failing the case, where it is not what comes of breaking the rule."""
    rests_on: tuple[str, ...] = ()
    """The rules and cases of other rules without which the case cannot be judged, by their ids."""
    place: tuple[str, int | None] | None = field(default=None, compare=False)
    """The file and the line of somebody's own case; none for a case of the corpus."""

    @property
    def group(self) -> str:
        """The folder of the case, the first part of its id."""
        return self.id.partition("/")[0]

    def params(self, step: Step) -> dict[str, JSON]:
        """All params of a step's question, in the protocol's order; ``$exposed`` and ``$answer`` not yet filled in."""
        given = dict(step.given)
        names = METHODS[step.ask]
        if "toolset" in names:
            given.setdefault("toolset", self.toolset)
        if "options" in names:
            given.setdefault("options", {})
        return {name: given[name] for name in names if name in given}

    @functools.cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The (server, tool) pairs whose exposed names the case needs to know."""
        conditions = [step.if_exposed for step in self.steps if step.if_exposed]
        used = [(pair[0], pair[1]) for name, pair in self._run_time if name == "$exposed"]
        return tuple(dict.fromkeys([*conditions, *used]))

    @property
    def dynamic(self) -> bool:
        """Whether a step holds something that only the run can fill in."""
        return bool(self.pairs or self._run_time)

    @functools.cached_property
    def _run_time(self) -> tuple[tuple[str, list[JSON]], ...]:
        return tuple(run_time([part for step in self.steps for part in (step.given, step.expect)]))

    @functools.cached_property
    def forms(self) -> tuple[Form, ...]:
        """What a port has to offer for the case to be tested, the look-up of names apart."""
        return tuple(dict.fromkeys(form(step.ask, self.params(step)) for step in self.steps))

    @functools.cached_property
    def capabilities(self) -> frozenset[str]:
        """The capabilities that a port has to name for the case to be tested."""
        return frozenset[str]().union(*(capabilities(step.given) for step in self.steps))

    @property
    def methods(self) -> frozenset[str]:
        """The methods that the steps ask."""
        return frozenset(step.ask for step in self.steps)

    @property
    def core(self) -> bool:
        """Whether every port can be tested by it: core methods alone, and nothing that only one process sees."""
        return bool(self.steps) and self.methods <= CORE and not any(step.watch for step in self.steps)

    def plain(self) -> dict[str, JSON]:
        """The case as JSON, constructors expanded, as the export and the fixture format write it."""
        made: dict[str, JSON] = {key: getattr(self, key) for key in ("id", "rule", "level", "why", "since")}
        if self.exceptions:
            made["exceptions"] = self.exceptions
        if self.breaks:
            made["breaks"] = self.breaks.plain()
        if self.rests_on:
            made["rests_on"] = list(self.rests_on)
        if self.toolset is not None:
            made["toolset"] = self.toolset
        made["steps"] = [step.plain() for step in self.steps]
        return made


@dataclass(frozen=True)
class Corpus:
    """All rules and cases of one version. ``digest`` changes with every change of what is tested."""

    version: str
    digest: str
    rules: dict[str, Rule]
    cases: tuple[Case, ...]

    def consequence(self, case: Case) -> Consequence:
        """Return what comes of failing a case: the case's own, or else its rule's."""
        return case.breaks or self.rules[case.rule].breaks

    def as_of(self, version: str) -> tuple[Case, ...]:
        """The cases that stood in the corpus at ``version``, as ``"1.0"``."""
        return tuple(case for case in self.cases if version_key(case.since) <= version_key(version))

    def plain(self) -> dict[str, JSON]:
        """The corpus as JSON: the export's form."""
        rules = []
        for rule in self.rules.values():
            made: dict[str, JSON] = {
                "id": rule.id, "group": rule.group, "level": rule.level, "title": rule.title,
                "statement": rule.statement, "origin": rule.origin, "breaks": rule.breaks.plain(),
                "sources": list(rule.sources),
            }  # fmt: skip
            made.update({key: value for key in ("reason", "notes") if (value := getattr(rule, key))})
            if rule.rests_on:
                made["rests_on"] = list(rule.rests_on)
            rules.append(made)
        cases = [case.plain() for case in self.cases]
        return {"format": 1, "version": self.version, "digest": self.digest, "rules": rules, "cases": cases}


def version_key(version: str) -> tuple[int, ...]:
    """A version as numbers, to be compared; raises ``ValueError`` where it is none."""
    return tuple(int(part) for part in version.split("."))


def digest(rules: list[JSON], cases: list[JSON]) -> str:
    """The digest of what is tested: the same for YAML and export."""
    import hashlib

    text = json.dumps([rules, cases], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def case_from(plain: dict[str, JSON]) -> Case:
    """A case from its JSON form, which has been checked already."""
    steps = tuple(
        Step(
            step["ask"],
            step.get("with", {}),
            step.get("expect", NOTHING),
            step.get("refused"),
            step.get("or_refused", False),
            step.get("fresh", False),
            step.get("watch"),
            tuple(step["if_exposed"]) if "if_exposed" in step else None,
        )
        for step in plain["steps"]
    )
    return Case(
        plain["id"],
        plain["rule"],
        plain["level"],
        plain["why"],
        plain["since"],
        steps,
        plain.get("toolset"),
        plain.get("exceptions", {}),
        _consequence_from(plain["breaks"]) if "breaks" in plain else None,
        tuple(plain.get("rests_on", ())),
    )


def rule_from(plain: dict[str, JSON]) -> Rule:
    """A rule from its JSON form, which has been checked already."""
    return Rule(
        plain["id"], plain["group"], plain["level"], plain["title"], plain["statement"], plain["origin"],
        _consequence_from(plain["breaks"]), tuple(plain["sources"]), plain.get("reason"), plain.get("notes"),
        tuple(plain.get("rests_on", ())),
    )  # fmt: skip


def _consequence_from(plain: dict[str, JSON]) -> Consequence:
    otherwise = plain.get("otherwise")
    return Consequence(
        plain["kind"],
        plain["meets"],
        _consequence_from(otherwise) if otherwise else None,
        tuple(plain.get("keeps", ())),
    )

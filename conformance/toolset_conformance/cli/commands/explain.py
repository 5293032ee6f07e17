"""The ``explain`` command: rules and cases in plain words."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Sequence

from toolset_conformance.cli import console
from toolset_conformance.corpus import loading, selection
from toolset_conformance.corpus.model import CONSEQUENCES, ORIGINS, Consequence, Corpus
from toolset_conformance.text import case_words, rendering

WIDTH = 100


def rules_lines(corpus: Corpus) -> Iterable[str]:
    """All rules, a line each, by group."""
    group = ""
    for rule in corpus.rules.values():
        if rule.group != group:
            group = rule.group
            yield f"\n{group}" if rule is not next(iter(corpus.rules.values())) else group
        number = sum(case.rule == rule.id for case in corpus.cases)
        cases = f"{number} case" + ("s" if number != 1 else "")
        yield f"  {rule.id:<10} {rule.level:<12} {rule.breaks.kind:<10} {rule.title} ({cases})"


def rule_lines(corpus: Corpus, rule_id: str) -> Iterable[str]:
    """One rule: what it asks, what comes of breaking it, what it rests on, and its cases."""
    found = corpus.rules[rule_id]
    yield f"{found.id} ({found.level}): {found.title}"
    yield ""
    yield from textwrap.wrap(found.statement, WIDTH)
    yield ""
    yield from _consequence(found.breaks)
    yield f"asked for by: {ORIGINS[found.origin]}"
    for source in found.sources:
        place = f" ({source['url']})" if "url" in source else ""
        yield f"source: {source['document']}, {source['section']}{place}"
    yield from _rests_on(found.rests_on)
    if found.reason:
        yield from textwrap.wrap(f"reason: {found.reason}", WIDTH)
    if found.notes:
        yield from textwrap.wrap(f"note: {found.notes}", WIDTH)
    yield f"page: docs/spec/{found.page}"
    yield ""
    for case in corpus.cases:
        if case.rule == rule_id:
            level = f" ({case.level})" if case.level != found.level else ""
            yield f"  {case.id}{level}: {rendering.escaped(case.why)}"


def case_lines(corpus: Corpus, case_id: str) -> Iterable[str]:
    """One case: why it is there, what it asks and what is right to answer."""
    found = next(case for case in corpus.cases if case.id == case_id)
    about = corpus.rules[found.rule]
    yield f"{found.id} ({found.rule}, {found.level}, since {found.since})"
    yield rendering.escaped(found.why)
    yield f"rule: {about.title}"
    yield f"page: docs/spec/{about.page}"
    yield from _consequence(corpus.consequence(found))
    yield from _rests_on(found.rests_on)
    for name, said in found.exceptions.items():
        yield f"exception ({name}): {said}"
    shown = case_words.of(found)
    yield ""
    yield from shown.lines()
    if shown.hidden:
        yield ""
        yield from textwrap.wrap(f"hidden characters: {'; '.join(shown.hidden)}", WIDTH)
    yield ""
    yield f"run it:       toolset-conformance run --command … --case {found.id}"
    yield f"its requests: toolset-conformance request {found.id}"


def _rests_on(names: Sequence[str]) -> Iterable[str]:
    if names:
        yield from textwrap.wrap(f"not judged where one of these fails: {', '.join(names)}", WIDTH)


def _consequence(consequence: Consequence) -> Iterable[str]:
    yield from textwrap.wrap(f"if broken: {consequence.kind}: {CONSEQUENCES[consequence.kind]}", WIDTH)
    yield from textwrap.wrap(f"what people meet: {consequence.meets}", WIDTH)
    if consequence.otherwise:
        other = consequence.otherwise
        yield from textwrap.wrap(f"where {consequence.spared}: {other.kind}: {other.meets}", WIDTH)


def execute(options: argparse.Namespace) -> int:
    """``explain``: all rules, one rule with its cases, or one case."""
    corpus = loading.load()
    subject = options.subject
    if subject is None:
        console.say(rules_lines(corpus))
    elif subject in corpus.rules:
        console.say(rule_lines(corpus, subject))
    elif any(case.id == subject for case in corpus.cases):
        console.say(case_lines(corpus, subject))
    else:
        near = selection.nearest(subject, corpus.cases)
        print(
            f"there is no rule or case {subject}{near}; `toolset-conformance explain` lists the rules", file=sys.stderr
        )
        return 2
    return 0

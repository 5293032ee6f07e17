"""Rules and cases in plain words, for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from toolset_conformance import plain_words, show
from toolset_conformance.corpus import CONSEQUENCES, ORIGINS, Consequence, Corpus

WIDTH = 100


def rules(corpus: Corpus) -> Iterable[str]:
    """All rules, a line each, by group."""
    group = ""
    for rule in corpus.rules.values():
        if rule.group != group:
            group = rule.group
            yield f"\n{group}" if rule is not next(iter(corpus.rules.values())) else group
        number = sum(case.rule == rule.id for case in corpus.cases)
        cases = f"{number} case" + ("s" if number != 1 else "")
        yield f"  {rule.id:<10} {rule.level:<12} {rule.breaks.kind:<10} {rule.title} ({cases})"


def rule(corpus: Corpus, rule_id: str) -> Iterable[str]:
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
    if found.reason:
        yield from textwrap.wrap(f"reason: {found.reason}", WIDTH)
    if found.notes:
        yield from textwrap.wrap(f"note: {found.notes}", WIDTH)
    yield ""
    for case in corpus.cases:
        if case.rule == rule_id:
            level = f" ({case.level})" if case.level != found.level else ""
            yield f"  {case.id}{level}: {show.escaped(case.why)}"


def case(corpus: Corpus, case_id: str) -> Iterable[str]:
    """One case: why it is there, what it asks and what is right to answer."""
    found = next(case for case in corpus.cases if case.id == case_id)
    about = corpus.rules[found.rule]
    yield f"{found.id} ({found.rule}, {found.level}, since {found.since})"
    yield show.escaped(found.why)
    yield f"rule: {about.title}"
    yield from _consequence(corpus.consequence(found))
    for name, said in found.exceptions.items():
        yield f"exception ({name}): {said}"
    shown = plain_words.of(found)
    yield ""
    yield from shown.lines()
    if shown.hidden:
        yield ""
        yield from textwrap.wrap(f"hidden characters: {'; '.join(shown.hidden)}", WIDTH)
    yield ""
    yield f"run it:       toolset-conformance run --command … --case {found.id}"
    yield f"its requests: toolset-conformance request {found.id}"


def _consequence(consequence: Consequence) -> Iterable[str]:
    yield from textwrap.wrap(f"if broken: {consequence.kind}: {CONSEQUENCES[consequence.kind]}", WIDTH)
    yield from textwrap.wrap(f"what people meet: {consequence.meets}", WIDTH)
    if consequence.otherwise:
        other = consequence.otherwise
        yield from textwrap.wrap(f"where the API takes it all the same: {other.kind}: {other.meets}", WIDTH)

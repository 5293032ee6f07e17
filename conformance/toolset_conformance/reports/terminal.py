"""What a run looks like on a terminal."""

from __future__ import annotations

import os
import shutil
import textwrap
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, TextIO

from toolset_conformance import __version__
from toolset_conformance.core import methods
from toolset_conformance.corpus.model import LEVELS, PROPERTIES, Corpus, Level, Rule
from toolset_conformance.engine import run
from toolset_conformance.engine.run import Run
from toolset_conformance.engine.verdict import Outcome, Verdict
from toolset_conformance.reports import json_report
from toolset_conformance.reports.consequences import APART, TITLE, of_verdict, summary
from toolset_conformance.text import capability_words, case_words, findings, rendering
from toolset_conformance.text.differences import Part
from toolset_conformance.text.findings import Place

# Magenta, since yellow cannot be read on a light ground.
_COLOURS = {"red": "31", "green": "32", "magenta": "35", "bold": "1", "dim": "2", "reverse": "7"}
_VERDICT_COLOUR = {run.CONFORMS: "green", run.IN_PART: "magenta", run.NOT_JUDGED: "magenta"}
_LABEL = 14
"""The columns before a value, its label among them."""


def width() -> int:
    """The columns to write in: the terminal's, within reason."""
    return max(60, min(120, shutil.get_terminal_size((100, 24)).columns))


class Style:
    """Colours, where the stream is a terminal and ``NO_COLOR`` does not forbid them."""

    def __init__(self, on: bool) -> None:
        self.on = on

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """The style that suits a stream."""
        if os.environ.get("NO_COLOR"):
            return cls(False)
        return cls(bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb"))

    def __call__(self, text: str, *names: str) -> str:
        if not self.on:
            return text
        return f"\x1b[{';'.join(_COLOURS[name] for name in names)}m{text}\x1b[0m"


def opening(this: Run) -> Iterable[str]:
    """Who the port says it is, and what it was seen to offer and not to offer."""

    if this.corpus is not None:
        yield f"toolset-conformance {__version__}, corpus {this.corpus.version} ({this.corpus.digest})"
    if this.port is not None:
        port = {
            key: rendering.escaped(rendering.abridged(str(this.port[key]), 60))
            for key in ("name", "version", "language")
        }
        yield f"port: {port['name']} {port['version']} ({port['language']})"
    if this.offered or this.lacking:
        yield from _listed("offers", capability_words.in_short(this.offered) or "nothing")
    if this.lacking:
        yield from _listed(
            "does not offer", capability_words.in_short(this.lacking, but_for={form[0] for form in this.offered})
        )


def _listed(label: str, text: str) -> list[str]:
    # A word longer than a line is not broken, so that it can be copied.
    return textwrap.wrap(
        f"{label}: {text}", width(), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def consequences(entries: Iterable[dict[str, Any]], style: Style) -> Iterable[str]:
    """What people would meet by the cases of a report, worst first, with an example of each kind; none where all is
    right."""
    met = summary(entries)
    if not met:
        return
    yield ""
    yield style(TITLE, "bold")
    for one in met:
        lead = f"  {style(f'{one.label:<10}', 'bold', 'magenta' if one.kind in APART else 'red')} "
        first, *rest = textwrap.wrap(f"{one.counted}: {one.meaning}", width() - 13)
        yield f"{lead}{first}"
        yield from (f"{'':13}{line}" for line in rest)
        example = (
            f"as {one.example}: {rendering.escaped(rendering.abridged(f'{one.meets} {one.refusal}'.strip(), 500))}"
        )
        yield from textwrap.wrap(example, width(), initial_indent=f"{'':13}", subsequent_indent=f"{'':13}")


def table(this: Run, style: Style) -> Iterable[str]:
    """One row a group of rules: passed, failed and unsupported at both levels."""
    groups = list(dict.fromkeys(verdict.case.group for verdict in this.verdicts))
    if not groups:
        return
    wide = max(12, *map(len, groups))
    yield style(f"{'':{wide}}  {'required':^26}  {'recommended':^26}".rstrip(), "dim")
    columns = f"{'passed':>8} {'failed':>6} {'untested':>10}"
    yield style(f"{'':{wide}}  {columns}  {columns}", "dim")
    counts: dict[tuple[str, Level], Counter[Outcome]] = defaultdict(Counter)
    for verdict in this.verdicts:
        counts[verdict.case.group, verdict.case.level][verdict.outcome] += 1
    for group in groups:
        cells = []
        for level in LEVELS:
            outcomes = counts[group, level]
            passed = outcomes["passed"]
            untested = outcomes["unsupported"] + outcomes["not_run"]
            failed = outcomes.total() - passed - untested
            colour = "red" if level in this.scope.deciding else "magenta"
            cells.append(
                f"{passed or '-':>8} "
                + (style(f"{failed:>6}", colour) if failed else f"{'-':>6}")
                + f" {untested or '-':>10}"
            )
        yield f"{group:{wide}}  {cells[0]}  {cells[1]}"


def failures(
    this: Run,
    rules: dict[str, Rule],
    style: Style,
    words: str,
    *,
    every: bool = False,
    level: str = "required",
    search: str = "",
    own: str = "",
) -> Iterable[str]:
    """The failures of one level by rule, one example of each (or ``every`` one), with what to run next.

    ``search`` and ``own``: as of :func:`failure`.
    """
    ours = {case.id for case in this.corpus.cases} if this.corpus else set()
    by_rule: dict[str, list[Verdict]] = {}
    for verdict in this.verdicts:
        if verdict.outcome in ("failed", "error") and verdict.case.level == level:
            by_rule.setdefault(verdict.case.rule, []).append(verdict)
    for rule, verdicts in by_rule.items():
        title = rules[rule].title if rule in rules else ""
        tested = sum(v.case.rule == rule and v.case.level == level and v.outcome in run.TESTED for v in this.verdicts)
        counted = f"{len(verdicts)} of {tested} cases fail" if tested > 1 else "its one case fails"
        yield ""
        colour = "red" if level in this.scope.deciding else "magenta"
        yield f"{style(rule, 'bold', colour)} {title} ({level}): {counted}"
        shown = verdicts if every else verdicts[:1]
        for verdict in shown:
            own_words = "" if verdict.case.id in ours else own
            yield from failure(verdict, style, words, search, own_words, corpus=this.corpus)
        others = [verdict.case.id for verdict in verdicts[len(shown) :]]
        if others:
            more = f" and {len(others) - 6} more" if len(others) > 6 else ""
            yield from _listed("  also", f"{', '.join(others[:6])}{more}")


def failure(
    verdict: Verdict, style: Style, words: str, search: str = "", own: str = "", *, corpus: Corpus | None = None
) -> Iterable[str]:
    """One failure: why the case is there, what comes of it, what was asked, wanted and got, and the two commands.

    ``search``: the options that repeat the search which found it, where it is one of a property; ``own``: those that
    name the files of somebody's own cases, where it is one of these.
    """
    own = f"{own} " if own else ""
    yield f"  {style(verdict.case.id, 'bold')}: {rendering.escaped(verdict.message or '')}"
    yield from _block("why", textwrap.wrap(rendering.escaped(verdict.case.why), width() - _LABEL), style)
    outlook = of_verdict(verdict, corpus)
    if outlook is not None:
        matters = f"{outlook.consequence.kind}: {outlook.consequence.meets}"
        yield from _block("matters", textwrap.wrap(rendering.escaped(matters), width() - _LABEL), style)
    for refusal in outlook.refusals[:1] if outlook else ():
        said = rendering.escaped(rendering.abridged(str(refusal), 400))
        yield from _block("refused", textwrap.wrap(said, width() - _LABEL, break_long_words=False), style)
    if verdict.evidence is not None:
        yield from evidence(verdict, style)
    if verdict.case.group == PROPERTIES:
        again = f"toolset-conformance run {words} {search} --case {verdict.case.id}"
        yield f"    {style('again', 'dim')}     {again}"
        return
    yield f"    {style('again', 'dim')}     toolset-conformance run {words} {own}--case {verdict.case.id}"
    yield f"    {style('requests', 'dim')}  toolset-conformance request {own}{verdict.case.id}"
    if corpus is not None and verdict.case.rule in corpus.rules:
        yield f"    {style('page', 'dim')}      docs/spec/{corpus.rules[verdict.case.rule].page}"


def evidence(verdict: Verdict, style: Style) -> Iterable[str]:
    """The question, the answer that was right and the answer that came, abridged and with all characters visible."""

    assert verdict.evidence is not None
    found = findings.of(json_report.evidence_entry(verdict.evidence), width() - _LABEL - 2, limit=160, most=10)
    yield from _block("asked", [f"step {found.step}: {found.asked}" if found.step else found.asked], style)
    for name, lines in found.given:
        yield from _block("", list(case_words.labelled(name, lines)), style)
    for place in found.places:
        yield from _place(place, style)
    if found.more:
        yield f"{'':{_LABEL}}… and {found.more} more place{'s' if found.more > 1 else ''}"
    if found.hidden:
        yield from _block("hidden", textwrap.wrap("; ".join(found.hidden), width() - _LABEL), style)
    if found.remedy:
        yield from _block("way out", textwrap.wrap(found.remedy, width() - _LABEL), style)
    if found.stderr:
        yield from _block("stderr", found.stderr, style)


def _place(place: Place, style: Style) -> Iterable[str]:
    if place.note:
        at = f"at {place.at}: " if place.at else ""
        yield from _block("wrong", textwrap.wrap(at + place.note, width() - _LABEL), style)
    if place.expected:
        yield from _compared("expected", place.expected, style, "green")
    yield from _compared("got", place.got, style, "red")


def _compared(label: str, lines: list[list[Part]], style: Style, colour: str) -> Iterable[str]:
    for number, line in enumerate(lines):
        lead = style(f"{label if number == 0 else '':<9}", "dim")
        # Where all of a line differs there is nothing to point out in it.
        marked = len(line) > 1
        shown = [style(part.text, colour, *(["reverse"] if part.differs and marked else [])) for part in line]
        yield f"    {lead} {''.join(shown)}"
        if marked and not style.on and any(part.differs for part in line):
            under = "".join(("^" if part.differs else " ") * _columns(part.text) for part in line)
            yield f"{'':{_LABEL}}{under.rstrip()}"


def _columns(text: str) -> int:
    """How wide a text is on a terminal."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def _block(label: str, lines: list[str], style: Style) -> Iterable[str]:
    for number, line in enumerate(lines):
        yield f"    {style(f'{label if number == 0 else chr(32):<9}', 'dim')} {line}"


def closing(this: Run, style: Style) -> Iterable[str]:
    """The verdict, its reason, and the way out where one is known."""
    verdict = this.verdict
    if this.problem is not None:
        yield f"{style(verdict, 'bold', 'red')}: {this.problem}"
        return
    required, recommended = (this.counts(level) for level in LEVELS)
    for level, counts in zip(LEVELS, (required, recommended), strict=True):
        named = [
            f"{number} {outcome.replace('_', ' ')}{_seen(this, level, outcome)}"
            for outcome, number in counts.items()
            if number
        ]
        if named:
            yield from _listed(level, ", ".join(named))
    yield from reasons(this, "not_run")
    not_judged = Counter(verdict.message or "" for verdict in this.verdicts if verdict.seen == "not_judged")
    for message, number in [*this.refusals().most_common(), *not_judged.most_common()]:
        yield from _listed(f"{number} untested", rendering.escaped(message))
    if this.agent is not None:
        own = len(this.agent["own_tools"])
        aside = [f"{own} tools of its own"] if own else []
        aside += [f"{what} ({number})" for what, number in this.agent["set_aside"].items()]
        if aside:
            yield from _listed("set aside as the agent's own", rendering.escaped("; ".join(aside)))
    untested = this.untested_rules()
    if untested and verdict in (run.IN_PART, run.DOES_NOT) and not this.scope.selected:
        yield from _listed("core rules without a tested case", "; ".join(rendering.rule_ranges(untested)))
    yield from this.stale_deviations
    yield from _hint(this)
    yield f"verdict: {style(verdict, 'bold', _VERDICT_COLOUR.get(verdict, 'red'))}"


def _seen(this: Run, level: Level, outcome: Outcome) -> str:
    """How often something else than an answer was seen in the cases of an outcome, as `` (3 raises)``, or nothing."""
    seen = Counter(v.seen for v in this.verdicts if v.case.level == level and v.outcome == outcome and v.seen)
    # A case without an answer is an error, whose count says so already.
    said = [f"{number} {what.replace('_', ' ')}" for what, number in seen.items() if what and what != "no_answer"]
    return f" ({', '.join(said)})" if said else ""


def reasons(this: Run, outcome: Outcome) -> Iterable[str]:
    """Why cases have an outcome, with how many have it for each reason."""
    counted = Counter(verdict.message or "" for verdict in this.verdicts if verdict.outcome == outcome)
    for message, number in counted.most_common():
        yield from _listed(f"{number} {outcome.replace('_', ' ')}", rendering.escaped(message))


def _hint(this: Run) -> Iterable[str]:
    untested = this.untested_claims()
    if not untested or this.scope.selected:
        return
    yield from _listed("claimed, but not tested", ", ".join(untested))
    claims = methods.CORE if this.scope.offers is None else this.scope.offers
    kept = [method for method in methods.METHODS if method in claims and method not in untested]
    # What a run that ended early has not reached may well be offered.
    if kept and not any(verdict.outcome == "not_run" for verdict in this.verdicts):
        yield f"way out: add --offers {','.join(kept)} if the port is to offer only these"

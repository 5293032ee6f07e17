"""What a run looks like on a terminal."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable
from typing import TextIO

from toolset_conformance import offers, protocol, run, show
from toolset_conformance.corpus import LEVELS, PROPERTIES, Rule
from toolset_conformance.matchers import MISSING
from toolset_conformance.run import Run
from toolset_conformance.verdict import Evidence, Verdict, path

_COLOURS = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
_VERDICT_COLOUR = {run.CONFORMS: "green", run.IN_PART: "yellow", run.NOT_JUDGED: "yellow"}
WIDTH = 100


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
    from toolset_conformance import __version__

    if this.corpus is not None:
        yield f"toolset-conformance {__version__}, corpus {this.corpus.version} ({this.corpus.digest})"
    if this.port is not None:
        port = {key: show.escaped(show.abridged(str(this.port[key]), 60)) for key in ("name", "version", "language")}
        yield f"port: {port['name']} {port['version']} ({port['language']})"
    if this.offered or this.lacking:
        yield from _listed("offers", offers.in_short(this.offered) or "nothing")
    if this.lacking:
        yield from _listed("does not offer", offers.in_short(this.lacking, but_for={form[0] for form in this.offered}))


def _listed(label: str, text: str) -> list[str]:
    return textwrap.wrap(f"{label}: {text}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def table(this: Run, style: Style) -> Iterable[str]:
    """One row a group of rules: passed, failed and unsupported at both levels."""
    groups = list(dict.fromkeys(verdict.case.group for verdict in this.verdicts))
    if not groups:
        return
    wide = max(12, *map(len, groups))
    yield style(f"{'':{wide}}  {'required':^26}  {'recommended':^26}".rstrip(), "dim")
    columns = f"{'passed':>8} {'failed':>6} {'untested':>10}"
    yield style(f"{'':{wide}}  {columns}  {columns}", "dim")
    for group in groups:
        cells = []
        for level in LEVELS:
            outcomes = [v.outcome for v in this.verdicts if v.case.group == group and v.case.level == level]
            passed = outcomes.count("passed")
            untested = outcomes.count("unsupported") + outcomes.count("not_run")
            failed = len(outcomes) - passed - untested
            colour = "red" if level in this.scope.deciding else "yellow"
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
) -> Iterable[str]:
    """The failures of one level by rule, one example of each (or ``every`` one), with what to run next."""
    by_rule: dict[str, list[Verdict]] = {}
    for verdict in this.verdicts:
        if verdict.outcome in ("failed", "error") and verdict.case.level == level:
            by_rule.setdefault(verdict.case.rule, []).append(verdict)
    for rule, verdicts in by_rule.items():
        title = rules[rule].title if rule in rules else ""
        total = sum(v.case.rule == rule and v.case.level == level for v in this.verdicts)
        counted = f"{len(verdicts)} of {total} cases fail"
        yield ""
        yield f"{style(rule, 'bold', 'red' if level in this.scope.deciding else 'yellow')} {title} ({level}): {counted}"
        shown = verdicts if every else verdicts[:1]
        for verdict in shown:
            yield from failure(verdict, style, words, search)
        others = [verdict.case.id for verdict in verdicts[len(shown) :]]
        if others:
            more = f" and {len(others) - 6} more" if len(others) > 6 else ""
            yield f"  also: {', '.join(others[:6])}{more}"


def failure(verdict: Verdict, style: Style, words: str, search: str = "") -> Iterable[str]:
    """One failure: why the case is there, what was asked, wanted and got, and the two commands.

    ``search``: the options that repeat the search which found it, where it is one of a property.
    """
    yield f"  {style(verdict.case.id, 'bold')}: {show.escaped(verdict.message or '')}"
    yield f"    {style('why', 'dim')}       {show.escaped(verdict.case.why)}"
    if verdict.evidence is not None:
        yield from evidence(verdict.evidence, style)
    if verdict.case.group == PROPERTIES:
        yield f"    {style('again', 'dim')}     toolset-conformance run {words} {search} --case {verdict.case.id}"
        return
    yield f"    {style('again', 'dim')}     toolset-conformance run {words} --case {verdict.case.id}"
    yield f"    {style('requests', 'dim')}  toolset-conformance request {verdict.case.id}"


def evidence(found: Evidence, style: Style) -> Iterable[str]:
    """The question, the answer that was right and the answer that came, abridged and with all characters visible."""
    yield from _block("asked", [f"{found.ask}, with", *show.lines(found.params, WIDTH)], style)
    if found.mismatches:
        for one in found.mismatches[:3]:
            at = path(one.where)
            yield f"    {style('wrong', 'dim')}     {f'at {show.escaped(at)}: ' if at else ''}{one.note}"
            yield from _block("expected", _expected(one.expected), style, "green")
            yield from _block("got", show.lines(one.got, WIDTH), style, "red")
        if len(found.mismatches) > 3:
            yield f"              … and {len(found.mismatches) - 3} more places"
    else:
        if not found.stderr and (found.expected is not MISSING or found.got is not MISSING):
            yield from _block("expected", _expected(found.expected), style, "green")
        got = [show.escaped(found.error)] if found.error else show.lines(found.got, WIDTH)
        yield from _block("got", got, style, "red")
    if found.remedy:
        yield f"    {style('way out', 'dim')}   {found.remedy}"
    if found.stderr:
        yield from _block("stderr", [show.escaped(line) for line in found.stderr.splitlines()], style)


def _expected(pattern: object) -> list[str]:
    words = show.expected_in_words(pattern) if pattern is not MISSING else "nothing there"
    return [words] if words else show.lines(pattern, WIDTH)


def _block(label: str, lines: list[str], style: Style, colour: str = "") -> Iterable[str]:
    for number, line in enumerate(lines[:40]):
        lead = style(f"{label if number == 0 else '':<9}", "dim")
        yield f"    {lead} {style(line, colour) if colour else line}"
    if len(lines) > 40:
        yield f"              … {len(lines) - 40} more lines"


def closing(this: Run, style: Style) -> Iterable[str]:
    """The verdict, its reason, and the way out where one is known."""
    verdict = this.verdict
    if this.problem is not None:
        yield f"{style(verdict, 'bold', 'red')}: {this.problem}"
        return
    required, recommended = (this.counts(level) for level in LEVELS)
    for level, counts in zip(LEVELS, (required, recommended), strict=True):
        named = [f"{number} {outcome.replace('_', ' ')}" for outcome, number in counts.items() if number]
        if named:
            yield f"{level}: {', '.join(named)}"
    untested = this.untested_rules()
    if untested and verdict in (run.IN_PART, run.DOES_NOT) and not this.scope.selected:
        yield f"core rules without a tested case: {', '.join(untested)}"
    yield from this.stale_deviations
    hint = _hint(this)
    if hint:
        yield hint
    yield f"verdict: {style(verdict, 'bold', _VERDICT_COLOUR.get(verdict, 'red'))}"


def _hint(this: Run) -> str | None:
    untested = this.untested_claims()
    if not untested or this.scope.selected:
        return None
    claims = protocol.CORE if this.scope.offers is None else this.scope.offers
    kept = [method for method in protocol.METHODS if method in claims and method not in untested]
    way_out = f"; way out: add --offers {','.join(kept)} if the port is to offer only these" if kept else ""
    return f"claimed, but not tested: {', '.join(untested)}{way_out}"


def say(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Write lines to a stream, as far as its encoding can."""
    out = sys.stdout if stream is None else stream
    for line in lines:
        try:
            print(line, file=out)
        except UnicodeEncodeError:
            encoding = out.encoding or "ascii"
            print(line.encode(encoding, "backslashreplace").decode(encoding), file=out)

"""Reports as Markdown, for a job's page or a repository; what comes from a port stands in code and cannot be markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from toolset_conformance.corpus.model import LEVELS
from toolset_conformance.reports.consequences import TITLE
from toolset_conformance.reports.matrix import Matrix
from toolset_conformance.reports.outcomes import OUTCOME_WORDS, CaseView, Result, RuleView
from toolset_conformance.reports.report_view import ReportView
from toolset_conformance.text import rendering
from toolset_conformance.text.differences import Part
from toolset_conformance.text.findings import Finding

MARKS = {
    "passed": "✅", "failed": "❌", "partly": "🟡", "deviation": "🟣", "unsupported": "➖", "none": "➖",
}  # fmt: skip
_EXAMPLES = 60
"""So many failing rules are shown with an example; a job's page takes only so much."""


def report(view: ReportView) -> Iterable[str]:
    """The lines of one report: the verdict, its scope, the groups, and an example of each failing rule."""
    port = view.port
    yield f"# {MARKS[view.kind]} {view.verdict}: {code(' '.join([port['name'], port['version']]).strip())}"
    yield ""
    yield f"{words(view.reason)} {words(' '.join(view.scope))}"
    yield from consequences(view)
    yield ""
    about = [f"Port: {code(port['name'])}", *(code(port[key]) for key in ("version", "language") if port[key])]
    yield ", ".join(about) + (f", <{view.url}>" if view.url else "") + f". Judged by {words(view.suite)}."
    if view.untested:
        yield ""
        yield f"Core rules without a tested case: {'; '.join(view.untested)}."
    if view.agent_facts:
        yield ""
        yield "Set aside, as the agent's own:"
        yield ""
        yield from (f"- {code(fact)}" for fact in view.agent_facts)
    if view.not_offered:
        yield ""
        yield f"Not offered: {', '.join(map(code, view.not_offered))}."
    if view.refusals:
        yield ""
        yield "Sets that it would not have, so that nothing is known of their cases:"
        yield ""
        yield from (f"- {code(said)}" for said in view.refusals)
    if not view.cases:
        return
    yield ""
    yield "| rules | " + " | ".join(LEVELS) + " |"
    yield "|---|" + "---|" * len(LEVELS)
    for group in view.groups:
        yield f"| {group.name} | " + " | ".join(_cell(group.result(level)) for level in LEVELS) + " |"
    yield "| **all** | " + " | ".join(_counts(view.result(level)) for level in LEVELS) + " |"
    failing = [rule for group in view.groups for rule in group.rules if any(case.wrong for case in rule.cases)]
    if failing:
        yield ""
        yield "## What went wrong"
    for number, rule in enumerate(failing):
        yield ""
        yield from failing_rule(rule, example=number < _EXAMPLES)


def consequences(view: ReportView) -> Iterable[str]:
    """What people would meet, worst first, with an example of each kind; none where all is right."""
    if not view.consequences:
        return
    yield ""
    yield f"## {TITLE}"
    yield ""
    yield "| | | cases | for example |"
    yield "|---|---|---|---|"
    for one in view.consequences:
        met, case = one.met, one.example
        meets = words(f"{one.meets} {case.refusal}".strip()) if case.meets else code(one.meets)
        example = f"{code(case.id)} ({case.rule}): {meets}"
        yield f"| **{met.label}** | {met.meaning} | {met.counted} | {example} |"


def failing_rule(rule: RuleView, *, example: bool = True, heading: str = "###") -> Iterable[str]:
    """A rule with what went wrong: each case with its message, and the evidence of the first."""
    wrong = [case for case in rule.cases if case.wrong]
    yield f"{heading} {rule.id}: {rule.title} ({rule.level})"
    yield ""
    for case in wrong[:8]:
        level = f", {case.level}" if case.level != rule.level else ""
        message = f": {code(case.message)}" if case.message else ""
        kind = f", {case.kind}" if case.meets else ""
        yield f"- {code(case.id)} ({case.words}{kind}{level}){message}"
    if len(wrong) > 8:
        yield f"- and {len(wrong) - 8} more of {len(rule.cases)} cases"
    first = next((case for case in wrong if case.finding), None)
    if example and first and first.finding:
        yield ""
        yield f"<details><summary>{html_code(first.id)}</summary>"
        yield ""
        for said in (first.why, first.meets and f"What people would meet: {first.meets}", first.refusal):
            if said:
                yield words(said)
                yield ""
        yield from block(_finding(first.finding))
        yield ""
        yield "</details>"


def _finding(found: Finding) -> Iterable[str]:
    yield f"asked     {found.asked}"
    for name, lines in found.given:
        yield from _under(f"  {name}", lines)
    for place in found.places:
        if place.note:
            yield f"wrong     {f'at {place.at}: ' if place.at else ''}{place.note}"
        if place.expected:
            yield from _under("expected", _joined(place.expected))
        yield from _under("got", _joined(place.got))
    if found.more:
        yield f"          and {found.more} more place{'s' if found.more > 1 else ''}"
    for line in found.hidden:
        yield f"hidden    {line}"
    if found.remedy:
        yield f"way out   {found.remedy}"
    yield from _under("stderr", found.stderr) if found.stderr else ()


def _joined(lines: list[list[Part]]) -> list[str]:
    return ["".join(part.text for part in line) for line in lines]


def _under(label: str, lines: list[str]) -> Iterable[str]:
    for number, line in enumerate(lines):
        yield f"{label if number == 0 else '':<9} {line}"


def matrix(made: Matrix) -> Iterable[str]:
    """The lines of the matrix: ports across; down it what people would meet, and then the rules.

    A failing cell leads to its case below.
    """
    yield f"# {TITLE}, port by port"
    yield ""
    yield "In how many cases, worst first; each cell leads to the shortest of them."
    yield ""
    yield from _heads("", made)
    yield "| version | " + " | ".join(code(c.view.port["version"]) for c in made.columns) + " |"
    yield "| day of the run | " + " | ".join(words(c.view.date) or "–" for c in made.columns) + " |"
    yield "| **verdict** | " + " | ".join(f"{MARKS[c.view.kind]} {c.view.verdict}" for c in made.columns) + " |"
    for met in made.consequences:
        said = [f"[{cell.found.met.cases}](#{cell.anchor})" if cell.found else "–" for cell in met.cells]
        yield f"| **{met.label}**: {met.meaning} | " + " | ".join(said) + " |"
    yield ""
    yield "## Rule by rule"
    yield ""
    yield "Beside a rule stands who asks for it: the Messages API, MCP, or the documents of one library, no law of MCP."
    yield ""
    legend = {"passed": "passed", "failed": "failed, of those tested", "partly": "passed as far as tested"}
    legend |= {"deviation": "known deviation", "unsupported": "not tested"}
    yield ", ".join(f"{MARKS[kind]} {what}" for kind, what in legend.items()) + "."
    yield ""
    rows = [row for _, _, asked in made.origins for row in asked]
    yield from _heads(" | asked for by | if broken", made)
    for row in rows:
        cells = []
        for cell in row.cells:
            text = short(cell.result)
            cells.append(f"[{text}](#{cell.anchor})" if cell.example else text)
        level = " (recommended)" if row.level == "recommended" else ""
        about = f"**{row.rule_id}** {words(row.title)}{level} | {row.origin} | {row.breaks}"
        yield f"| {about} | " + " | ".join(cells) + " |"
    for met in made.met:
        for one in met.cells:
            if one.found:
                lead = f"**{met.label}**, {code(one.column.label)}: {one.found.met.counted}"
                yield from _example(one.anchor, lead, one.found.example)
    for row in rows:
        for cell in row.cells:
            if cell.example:
                lead = f"**{row.rule_id}**, {code(cell.column.label)}: {cell.result.words}"
                yield from _example(cell.anchor, lead, cell.example)


def _heads(first: str, made: Matrix) -> Iterable[str]:
    yield f"| {first} | " + " | ".join(code(column.label) for column in made.columns) + " |"
    yield "|---|" + "---|" * (len(made.columns) + first.count("|"))


def _example(anchor: str, lead: str, case: CaseView) -> Iterable[str]:
    """One place below the matrix: what came, why it matters and how to see it alone."""
    yield ""
    yield f'<a id="{anchor}"></a>'
    yield ""
    yield f"{lead}, as {code(case.id)}: {code(case.message)}."
    if case.meets:
        yield f"Why it matters ({case.kind}): {words(f'{case.meets} {case.refusal}'.strip())}"
    yield f"To see it alone: {code(f'toolset-conformance request {case.id}')}"


def short(found: Result) -> str:
    """A result in the room of a cell."""
    if found.kind == "failed":
        return " ".join([f"{MARKS['failed']} {found.wrong}/{found.tested}", *found.notes])
    return " ".join([MARKS[found.kind], *filter(None, [str(found.counts["passed"] or "")]), *found.notes])


def _cell(found: Result) -> str:
    return f"{MARKS[found.kind]} {found.words}"


def _counts(found: Result) -> str:
    return (
        ", ".join(f"{found.counts[key]} {said}" for key, said in OUTCOME_WORDS.items() if found.counts[key]) or "none"
    )


def code(text: str) -> str:
    """A text as inline code, whatever it holds, also in a cell of a table."""
    if not text:
        return "(empty)"
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{space}{rendering.escaped(text)}{space}{fence}".replace("|", "\\|")


def html_code(text: str) -> str:
    """A text as HTML code."""
    import html

    return f"<code>{html.escape(rendering.escaped(text))}</code>"


def words(text: str) -> str:
    """A text as words: nothing in it is markup, apart from code between backticks."""
    pieces = rendering.escaped(text).split("`")
    if len(pieces) % 2 == 0:
        return "\\`".join(map(_plain, pieces))
    return "".join(code(piece) if number % 2 else _plain(piece) for number, piece in enumerate(pieces))


def _plain(text: str) -> str:
    return re.sub(r"([\\*_\[\]<>|#~!])", r"\\\1", text)


def block(lines: Iterable[str], language: str = "text") -> Iterable[str]:
    """A block of code whose fence is longer than any in it."""
    kept = list(lines)
    longest = max((len(run) for line in kept for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{language}", *kept, fence]

"""The matrix: several reports side by side, ports across and rules down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolset_conformance.corpus.model import LEVELS, ORIGINS, Corpus, Origin, Rule
from toolset_conformance.reports.consequences import KINDS, LABELS, weight
from toolset_conformance.reports.outcomes import CaseView, Result, result
from toolset_conformance.reports.report_view import MetView, ReportView

_LONGEST = 32
"""A longer name would make its column too wide; it stands in full below the table."""


@dataclass(frozen=True)
class Column:
    """One port: its report, and a label that no other column has."""

    number: int
    label: str
    view: ReportView


@dataclass(frozen=True)
class Cell:
    """How a port did on a rule at one level."""

    column: Column
    rule_id: str
    level: str
    cases: list[CaseView]

    @property
    def result(self) -> Result:
        """The result of its cases."""
        return result(self.cases)

    @property
    def example(self) -> CaseView | None:
        """The case that was answered wrongly and is read soonest."""
        wrong = [case for case in self.cases if case.wrong]
        return min(wrong, key=lambda case: weight(case.level, case.evidence)) if wrong else None

    @property
    def others(self) -> list[CaseView]:
        """The cases that were answered wrongly beside the example."""
        return [case for case in self.cases if case.wrong and case is not self.example]

    @property
    def anchor(self) -> str:
        """The name of the place below the table that shows more."""
        return f"{self.rule_id}-{self.level}-{self.column.number}"


@dataclass(frozen=True)
class Row:
    """A rule at one level: a required rule with recommended cases has two rows."""

    rule_id: str
    rule: Rule | None
    level: str
    cells: list[Cell]

    @property
    def title(self) -> str:
        """The rule in a few words."""
        title = self.rule.title if self.rule else "a rule that this version of the suite does not know"
        own = self.rule.level if self.rule else self.level
        return title if own == self.level else f"{title}: recommended part"

    @property
    def anchor(self) -> str:
        """The name of the row's section below the table."""
        return f"{self.rule_id}-{self.level}"

    @property
    def kinds(self) -> list[str]:
        """The kinds of result in the row, each once."""
        return list(dict.fromkeys(cell.result.kind for cell in self.cells if cell.result.total))

    @property
    def origin(self) -> str:
        """Who asks for the rule, as people call it."""
        return ORIGINS[self.rule.origin] if self.rule else "an unknown source"

    @property
    def met(self) -> list[str]:
        """What people would meet by the row's failures, worst first: some of :data:`consequences.KINDS`."""
        found = {case.kind for cell in self.cells for case in cell.cases if case.kind}
        return [kind for kind in KINDS if kind in found]

    @property
    def breaks(self) -> str:
        """What comes of breaking the rule."""
        return self.rule.breaks.kind if self.rule else ""

    @property
    def rank(self) -> int:
        """The place of the row where the worst comes first: what failed, then what did not."""
        order = list(KINDS)
        if self.met:
            return order.index(self.met[0])
        return len(order) + (order.index(self.breaks) if self.breaks else len(order))

    @property
    def wrong(self) -> int:
        """The number of failures in the row."""
        return sum(cell.result.wrong for cell in self.cells)

    @property
    def by_case(self) -> list[tuple[str, list[str]]]:
        """Each case of the row with its outcome at each port, ``""`` where the port's report has no such case."""
        outcomes = [{case.id: case.outcome for case in cell.cases} for cell in self.cells]
        ids = dict.fromkeys(case_id for found in outcomes for case_id in found)
        return [(case_id, [found.get(case_id, "") for found in outcomes]) for case_id in ids]


@dataclass(frozen=True)
class MetCell:
    """What people would meet of one kind with one port; ``found`` is ``None`` where they meet nothing of it."""

    column: Column
    kind: str
    found: MetView | None

    @property
    def anchor(self) -> str:
        """The name of the place below the table that shows more."""
        return f"met-{self.kind}-{self.column.number}"


@dataclass(frozen=True)
class MetRow:
    """One kind of consequence over all ports."""

    kind: str
    cells: list[MetCell]

    @property
    def label(self) -> str:
        """The kind, as people read it."""
        return LABELS.get(self.kind, self.kind)

    @property
    def meaning(self) -> str:
        """What the kind means."""
        return KINDS[self.kind]


@dataclass(frozen=True)
class Matrix:
    """All of it: what people would meet, and then the rules."""

    columns: list[Column]
    consequences: list[MetRow]
    rows: list[Row]

    @property
    def origins(self) -> list[tuple[Origin | None, str, list[Row]]]:
        """The rows by who asks for their rules: what the API refuses first, and what one library chose last."""
        order: list[Origin | None] = ["messages_api", "mcp", "documents", None]
        asked = [
            (origin, [row for row in self.rows if (row.rule.origin if row.rule else None) == origin])
            for origin in order
        ]
        return [(origin, ORIGINS[origin] if origin else "an unknown source", rows) for origin, rows in asked if rows]

    @property
    def met(self) -> list[MetRow]:
        """The consequences that some port has."""
        return [row for row in self.consequences if any(cell.found for cell in row.cells)]

    @property
    def kinds(self) -> set[str]:
        """All kinds of result that stand in it."""
        return {kind for row in self.rows for kind in row.kinds}

    @property
    def several_corpora(self) -> bool:
        """Whether the reports were made with different versions of the corpus."""
        return len({column.view.report["suite"]["corpus"] for column in self.columns}) > 1


def build(views: Iterable[ReportView], corpus: Corpus) -> Matrix:
    """The matrix of these reports, in their order."""
    columns: list[Column] = []
    for number, view in enumerate(views, 1):
        name = view.port["name"]
        label = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
        if any(column.label == label for column in columns):
            label = f"{label} {view.port['version']} ({number})"
        columns.append(Column(number, label, view))
    grouped: dict[tuple[str, str], dict[int, list[CaseView]]] = {}
    for column in columns:
        for case in column.view.cases:
            grouped.setdefault((case.rule, case.level), {}).setdefault(column.number, []).append(case)
    order = {rule: number for number, rule in enumerate(corpus.rules)}
    rows = []
    for rule_id, level in sorted(grouped, key=lambda key: (order.get(key[0], len(order)), LEVELS.index(key[1]))):
        found = grouped[rule_id, level]
        cells = [Cell(column, rule_id, level, found.get(column.number, [])) for column in columns]
        rows.append(Row(rule_id, corpus.rules.get(rule_id), level, cells))
    return Matrix(columns, [_met(kind, columns) for kind in KINDS], rows)


def _met(kind: str, columns: list[Column]) -> MetRow:
    found = [next((one for one in column.view.consequences if one.met.kind == kind), None) for column in columns]
    return MetRow(kind, [MetCell(column, kind, one) for column, one in zip(columns, found, strict=True)])

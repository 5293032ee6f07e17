"""The matrix: several reports side by side, ports across and rules down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolset_conformance.corpus.model import LEVELS, Corpus, Rule
from toolset_conformance.reports.outcomes import CaseView, Result, result
from toolset_conformance.reports.report_view import ReportView

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
    """How a port did on a rule at one level; ``example``: the first case that failed."""

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
        """The first case that was answered wrongly."""
        return next((case for case in self.cases if case.wrong), None)

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
    def by_case(self) -> list[tuple[str, list[str]]]:
        """Each case of the row with its outcome at each port, ``""`` where the port's report has no such case."""
        outcomes = [{case.id: case.outcome for case in cell.cases} for cell in self.cells]
        ids = dict.fromkeys(case_id for found in outcomes for case_id in found)
        return [(case_id, [found.get(case_id, "") for found in outcomes]) for case_id in ids]


@dataclass(frozen=True)
class Matrix:
    """All of it."""

    columns: list[Column]
    rows: list[Row]

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
    return Matrix(columns, rows)

"""A port that will not have some sets: what each report says of it, and that it conforms in part at best."""

from __future__ import annotations

from typing import Any

import pytest
from toolset_conformance import Refused, run
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.corpus.schemas import schema
from toolset_conformance.engine.run import IN_PART, Run
from toolset_conformance.reports import json_report, markdown, terminal
from toolset_conformance.reports.report_view import ReportView
from toolset_reference.port import ReferencePort

WORDS = "ids are letters, digits and hyphens"


class Strict(ReferencePort):
    """The reference, which will have no server whose id holds a space."""

    def _strict(self, toolset: dict[str, Any]) -> None:
        if any(" " in server["id"] for server in toolset.get("servers", [])):
            raise Refused(WORDS)

    def toolset(self, toolset: dict[str, Any]) -> Any:
        self._strict(toolset)
        return super().toolset(toolset)

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        self._strict(toolset)
        return super().tools(toolset, options)


@pytest.fixture(scope="module")
def refusing() -> Run:
    """A run against it."""
    return run(f"{__name__}:Strict")


def test_no_rule_at_required_is_broken_and_the_port_conforms_in_part(refusing: Run) -> None:
    assert (refusing.verdict, refusing.exit_status) == (IN_PART, 0)
    seen = [verdict for verdict in refusing.verdicts if verdict.seen == "refused_set"]
    assert {(verdict.outcome, verdict.message) for verdict in seen} == {("unsupported", f"refused the set: {WORDS}")}
    assert refusing.refusals().total() == sum(verdict.case.level == "required" for verdict in seen) > 1
    failed = {verdict.case.rule for verdict in refusing.verdicts if verdict.outcome == "failed"}
    assert failed == {"SET-7"}


def test_each_report_says_it_once(refusing: Run, whole_corpus: Corpus) -> None:
    from jsonschema import Draft202012Validator

    report = json_report.build(refusing)
    Draft202012Validator(schema("report")).validate(report)
    number = sum(verdict.seen == "refused_set" for verdict in refusing.verdicts)
    view = ReportView(report, whole_corpus)
    assert view.refusals == [f"{number} cases: refused the set: {WORDS}"]
    assert "the set was refused in" in view.reason
    closing = "\n".join(terminal.closing(refusing, terminal.Style(False)))
    assert closing.count(WORDS) == 1
    assert "refused set)" in closing
    assert sum(WORDS in line for line in markdown.report(view) if line.startswith("- `")) >= 1
    cell = next(view for group in view.groups for view in group.rules if view.id == "NAME-1").result
    assert "refused" in markdown.short(cell)

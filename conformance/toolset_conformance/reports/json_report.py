"""The JSON report of a run: what every other report, and somebody's script, is made from."""

from __future__ import annotations

import json
import os
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from toolset_conformance import __version__
from toolset_conformance.core import methods
from toolset_conformance.core.mismatch import MISSING, path
from toolset_conformance.corpus.model import LEVELS, Corpus
from toolset_conformance.engine.run import Run
from toolset_conformance.engine.verdict import Evidence, Verdict
from toolset_conformance.reports import consequences

JSON = Any


def build(run: Run, *, answers: bool = False, cases: list[dict[str, JSON]] | None = None) -> dict[str, JSON]:
    """The report, by ``report.schema.json``; with ``answers`` each case carries what the port answered to it.

    ``cases``: the entries of the cases, where they were made already, in other processes.
    """
    if cases is None:
        cases = [case_entry(verdict, run.corpus, answers=answers) for verdict in run.verdicts]
    offers = run.scope.offers
    made: dict[str, JSON] = {
        "format": 1,
        "suite": {
            "name": "toolset-conformance",
            "version": __version__,
            "corpus": run.corpus.digest if run.corpus else None,
            "corpus_version": run.corpus.version if run.corpus else None,
        },
        "date": datetime.now(timezone.utc).date().isoformat(),
        "port": _port(run),
        "scope": {
            "level": run.scope.level,
            "offers": sorted(offers) if offers is not None else None,
            "selected": run.scope.selected,
        },
        "verdict": run.verdict,
        "summary": {level: run.counts(level) for level in LEVELS},
        "untested": run.untested_rules(),
        "consequences": [met.plain() for met in consequences.summary(cases)],
        "cases": cases,
    }
    if run.agent is not None:
        made["agent"] = run.agent
    if run.lacking:
        made["not_offered"] = [methods.describe_form(form) for form in run.lacking]
    if run.problem is not None:
        made["problem"] = run.problem
    if run.stale_deviations:
        made["stale_deviations"] = run.stale_deviations
    return made


def _port(run: Run) -> JSON:
    if run.port is None:
        return None
    return {key: run.port[key] for key in ("name", "version", "language", "url") if isinstance(run.port.get(key), str)}


def case_entry(verdict: Verdict, corpus: Corpus | None, *, answers: bool) -> dict[str, JSON]:
    """One case of the report."""
    case = verdict.case
    made: dict[str, JSON] = {
        "id": case.id,
        "rule": case.rule,
        "level": case.level,
        "outcome": verdict.outcome,
        "message": verdict.message,
    }
    if verdict.seen is not None:
        made["seen"] = verdict.seen
    outlook = consequences.of_verdict(verdict, corpus)
    if outlook is not None:
        made["consequence"] = {"kind": outlook.consequence.kind, "meets": outlook.consequence.meets}
    for refusal in outlook.refusals[:1] if outlook else ():
        source = {"url": refusal.source.url, "date": refusal.source.date}
        made["refusal"] = {"check": refusal.check.id, "at": path(refusal.at), "words": refusal.words, "source": source}
    if verdict.evidence is not None:
        made["evidence"] = evidence_entry(verdict.evidence)
    if answers:
        made["answers"] = list(verdict.answers)
    if corpus is None or case.group not in {rule.group for rule in corpus.rules.values()}:
        # A case of somebody's own, or one that a search found: nobody else has its file.
        made["definition"] = case.plain()
    return made


def evidence_entry(evidence: Evidence) -> dict[str, JSON]:
    """What a verdict rests on, as the report holds it."""
    made: dict[str, JSON] = {"step": evidence.step, "ask": evidence.ask, "params": evidence.params}
    for key in ("expected", "got"):
        if (value := getattr(evidence, key)) is not MISSING:
            made[key] = value
    for key in ("error", "remedy", "stderr"):
        if value := getattr(evidence, key):
            made[key] = value
    if evidence.mismatches:
        made["mismatches"] = [
            {
                "at": path(one.where),
                "note": one.note,
                **({} if one.expected is MISSING else {"expected": one.expected}),
                **({} if one.got is MISSING else {"got": one.got}),
            }
            for one in evidence.mismatches
        ]
    return made


NOT_ENDED = "the run did not come to its end: its process was ended, from outside or by the port"


def begin(file: Path) -> None:
    """Write the report of a run that does not come to its end, as one does whose port ends our process.

    What is no file, as a pipe, has no old report that could be taken for new. Raises ``OSError``.
    """
    if file.is_file() or not file.exists():
        write(file, build(Run(None, problem=NOT_ENDED)))


def write(file: Path, report: dict[str, JSON]) -> None:
    """Write a report, whole or not at all; raises ``OSError``."""
    text = json.dumps(report, ensure_ascii=True, indent=1) + "\n"
    if file.exists() and not file.is_file():
        # What is no file, as /dev/stdout or a pipe, is written to and never replaced; a folder says here what it is.
        file.write_text(text, "utf-8")
        return
    file = Path(os.path.realpath(file))
    beside = file.with_name(file.name + ".part")
    beside.write_text(text, "utf-8")
    beside.replace(file)

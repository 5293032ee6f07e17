"""Reads JSON reports and makes them ready for pages: rules in groups, cases with what they ask, results in words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus.model import LEVELS, Case, Corpus, case_from
from toolset_conformance.corpus.schemas import schema
from toolset_conformance.reports import consequences
from toolset_conformance.reports.consequences import Met
from toolset_conformance.reports.outcomes import CaseView, GroupView, Result, RuleView, result
from toolset_conformance.text import rendering

JSON = Any

VERDICT_KINDS = {"conforms": "passed", "conforms in part": "partly", "not judged": "partly"}
"""The kind of a verdict, by which pages mark it; ``failed`` where it is none of these."""

_MANY_WRONG = 400
"""More failures than these are shown briefly, so that a page of a thousand still opens at once."""


def views(paths: Iterable[Path], corpus: Corpus) -> list[ReportView]:
    """Return the reports in these files as pages show them; raise :class:`FileError` where one is none."""
    return [ReportView(read(path), corpus) for path in paths]


def read(path: Path) -> dict[str, JSON]:
    """A report from its file; raises :class:`FileError` where it is none."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    try:
        report = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FileError(path, None, f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(path, None, f"is not JSON: {error}") from error
    wrong = best_match(Draft202012Validator(schema("report")).iter_errors(report))
    if wrong is not None:
        at = "/".join(map(str, wrong.absolute_path)) or "the file"
        raise FileError(path, None, f"is not a report of a run: {at}: {rendering.escaped(wrong.message[:200])}")
    assert isinstance(report, dict)
    return report


@dataclass(frozen=True)
class MetView:
    """What people would meet of one kind, with the case to show for it."""

    met: Met
    example: CaseView

    @property
    def meets(self) -> str:
        """What a person would meet in the example."""
        return rendering.escaped(rendering.abridged(self.met.meets, 300))


class ReportView:
    """A report, ready to be shown. ``corpus`` is the one at hand, which need not be the report's."""

    def __init__(self, report: dict[str, JSON], corpus: Corpus) -> None:
        self.report, self.corpus = report, corpus
        self.same_corpus: bool = report["suite"]["corpus"] == corpus.digest
        known = {case.id: case for case in corpus.cases} if self.same_corpus else {}
        wrong = sum(entry["outcome"] in ("failed", "error", "deviation") for entry in report["cases"])
        entries = [_with_consequence(entry, corpus, known) for entry in report["cases"]]
        self.cases = [_case(entry, known, wrong > _MANY_WRONG) for entry in entries]
        by_id = {case.id: case for case in self.cases}
        self.consequences = [MetView(met, by_id[met.example]) for met in consequences.summary(entries)]
        by_rule: dict[str, list[CaseView]] = {}
        for case in self.cases:
            by_rule.setdefault(case.rule, []).append(case)
        order = {rule: number for number, rule in enumerate(corpus.rules)}
        groups: dict[str, list[RuleView]] = {}
        for rule_id in sorted(by_rule, key=lambda rule_id: order.get(rule_id, len(order))):
            rule = corpus.rules.get(rule_id)
            view = RuleView(rule_id, rule, by_rule[rule_id])
            groups.setdefault(rule.group if rule else "other", []).append(view)
        self.groups = [GroupView(name, rules) for name, rules in groups.items()]

    @property
    def port(self) -> dict[str, str]:
        """What the port says of itself, abridged and visible: ``name``, ``version``, ``language``."""
        port = self.report["port"] or {"name": "no port reached", "version": "", "language": ""}
        return {key: rendering.escaped(rendering.abridged(port[key], 80)) for key in ("name", "version", "language")}

    @property
    def url(self) -> str | None:
        """The port's address, where it is one of the web: it becomes a link, and no other text may."""
        url = (self.report["port"] or {}).get("url", "")
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        plain = len(url) <= 500 and url.isascii() and url.isprintable() and " " not in url
        return url if parts.scheme in ("http", "https") and parts.netloc and plain else None

    @property
    def date(self) -> str:
        """The day of the run, or nothing where the report does not say it."""
        return rendering.escaped(str(self.report.get("date", "")))

    @property
    def verdict(self) -> str:
        """The verdict, in the protocol's words."""
        verdict: str = self.report["verdict"]
        return verdict

    @property
    def kind(self) -> str:
        """The kind of the verdict, as :data:`VERDICT_KINDS` has it."""
        return VERDICT_KINDS.get(self.verdict, "failed")

    @property
    def reason(self) -> str:
        """The verdict's reason, in one sentence."""
        deciding = [case for case in self.cases if case.level in LEVELS[: LEVELS.index(self.deciding) + 1]]
        wrong = [case for case in deciding if case.wrong]
        if self.verdict == "not run":
            return rendering.escaped(str(self.report.get("problem", "The run could not be done.")).replace("\n", " "))
        if self.verdict == "conforms":
            tested = result(deciding).tested
            return f"None of {tested} deciding cases failed, and every core rule was tested."
        if self.verdict == "does not conform":
            rules = len({case.rule for case in wrong})
            return (
                f"{len(wrong)} of {result(deciding).tested} deciding cases, of {rules} rules, were not answered right."
            )
        if self.verdict == "not judged":
            return "Only chosen cases were run, or the run ended early, so there is no verdict on the whole."
        but = []
        if untested := len(self.report.get("untested", [])):
            but.append(f"{untested} core rules have no tested case")
        if refused := sum(case.seen == "refused_set" for case in deciding):
            but.append(f"the set was refused in {refused} deciding cases")
        return f"Nothing failed, but {' and '.join(but)}."

    @property
    def refusals(self) -> list[str]:
        """What the port said of the sets that it would not have, each once, with the number of cases."""
        said = Counter(case.message for case in self.cases if case.seen == "refused_set")
        return [f"{number} cases: {message}" for message, number in said.most_common()]

    @property
    def deciding(self) -> str:
        """The level that decides."""
        level: str = self.report["scope"]["level"]
        return level

    @property
    def scope(self) -> list[str]:
        """What the run was about, in sentences."""
        offers = self.report["scope"]["offers"]
        said = [f"The {self.deciding} level decides."]
        said.append("The port claims to offer everything." if offers is None else f"Claimed: {', '.join(offers)}.")
        if self.report["scope"]["selected"]:
            said.append("Only chosen cases were run.")
        return said

    @property
    def suite(self) -> str:
        """Which suite and corpus made the report."""
        suite = self.report["suite"]
        corpus = f", corpus {suite.get('corpus_version') or ''} ({suite['corpus']})" if suite["corpus"] else ""
        return rendering.escaped(f"{suite['name']} {suite['version']}{corpus}")

    @property
    def untested(self) -> list[str]:
        """The core rules without a tested case, by group."""
        rules = self.report.get("untested", [])
        return rendering.rule_ranges(rule for rule in rules if re.fullmatch(r"[A-Z]+-[0-9]{1,6}", rule))

    @property
    def agent_facts(self) -> list[str]:
        """What is an agent's own and was set aside, and what else was seen of it; nothing for other ports."""
        agent = self.report.get("agent") or {}
        own = agent.get("own_tools", [])
        facts = [f"{len(own)} tools of its own: {', '.join(own)}"] if own else []
        facts += [f"{what}: {number}" for what, number in agent.get("set_aside", {}).items()]
        facts += [f"seen besides: {what} ({number})" for what, number in agent.get("oddities", {}).items()]
        facts += [f"note: {note}" for note in agent.get("notes", [])]
        return [rendering.escaped(fact) for fact in facts]

    @property
    def not_offered(self) -> list[str]:
        """The forms that the port was seen not to offer, by method."""
        return [rendering.escaped(form) for form in rendering.forms_by_method(self.report.get("not_offered", []))]

    def result(self, level: str) -> Result:
        """The result at one level."""
        return result(self.cases, level)


def _with_consequence(entry: dict[str, JSON], corpus: Corpus, known: dict[str, Case]) -> dict[str, JSON]:
    """A case of a report, which older ones do not say the consequence of, with that."""
    if entry["outcome"] not in consequences.WRONG or "consequence" in entry or "seen" in entry:
        return entry
    if entry["outcome"] == "error":
        return {**entry, "seen": "no_answer"}
    case, rule = known.get(entry["id"]), corpus.rules.get(entry["rule"])
    found = corpus.consequence(case) if case else rule.breaks if rule else None
    return {**entry, "consequence": {"kind": found.kind, "meets": found.meets}} if found else entry


def _case(entry: dict[str, JSON], known: dict[str, Case], dense: bool) -> CaseView:
    case = known.get(entry["id"])
    if case is None and "definition" in entry:
        try:
            case = case_from(entry["definition"])
        except (KeyError, TypeError, AttributeError):
            case = None
    return CaseView(
        entry["id"], entry["rule"], entry["level"], entry["outcome"],
        rendering.escaped(rendering.abridged(entry["message"] or "", 120 if dense else 300)), case,
        entry.get("evidence"), tuple(entry.get("answers", ())), dense, entry.get("seen"), consequences.kind_of(entry),
        rendering.escaped(entry.get("consequence", {}).get("meets", "")),
        rendering.escaped(rendering.abridged(consequences.refusal_words(entry), 400)),
    )  # fmt: skip

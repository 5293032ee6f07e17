"""What people would meet: in the JSON report, on a terminal, on the pages, and in the matrix."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
from judging import verdicts
from looks import PORTS, Looks, looks
from ports.faulty import FaultyPort
from ports.idle import CrashingPort
from toolset_conformance.cli.program import main
from toolset_conformance.core.messages import Fault
from toolset_conformance.corpus.model import CONSEQUENCES, REFUSED, Corpus
from toolset_conformance.engine.capabilities import Offers
from toolset_conformance.engine.judge import judge
from toolset_conformance.messages_api import CHECKS
from toolset_conformance.reports import consequences, html, json_report, markdown, matrix
from toolset_conformance.reports.report_view import ReportView, read

__all__ = ["looks"]

ALL = [*CONSEQUENCES, "raises"]


def test_a_report_says_what_comes_of_each_wrong_answer(looks: Looks, whole_corpus: Corpus) -> None:
    report = looks.read("faulty")
    cases = {case.id: case for case in whole_corpus.cases}
    wrong = [entry for entry in report["cases"] if entry["outcome"] == "failed"]
    assert {entry.get("seen") for entry in wrong} == {None, "raises"}
    for entry in wrong:
        if "seen" in entry:
            assert "consequence" not in entry
        else:
            own = whole_corpus.consequence(cases[entry["id"]])
            assert entry["consequence"] in (
                {"kind": one.kind, "meets": one.meets} for one in (own, own.otherwise, REFUSED) if one
            )
    assert all("consequence" not in entry for entry in report["cases"] if entry["outcome"] == "passed")


def test_a_report_counts_them_worst_first(looks: Looks) -> None:
    report = looks.read("faulty")
    assert [one["kind"] for one in report["consequences"]] == ALL
    wrong = {entry["id"]: entry for entry in report["cases"] if entry["outcome"] == "failed"}
    assert sum(one["cases"] for one in report["consequences"]) == len(wrong)
    for one in report["consequences"]:
        example = wrong[one["example"]]
        assert example["rule"] in one["rules"]
        assert one["kind"] == example.get("seen", example.get("consequence", {}).get("kind"))
    assert looks.read("reference")["consequences"] == []


def test_the_example_is_required_and_short() -> None:
    def entry(name: str, level: str, params: Any) -> dict[str, Any]:
        evidence = {"step": 1, "ask": "tools", "params": params}
        consequence = {"kind": "lost", "meets": f"The {name} one."}
        about = {"id": name, "rule": "R-1", "level": level, "outcome": "failed", "message": ""}
        return {**about, "evidence": evidence, "consequence": consequence}

    entries = [
        entry("long", "required", {"a": "b" * 99}),
        entry("low", "recommended", {}),
        entry("short", "required", {}),
    ]
    (met,) = consequences.summary(entries)
    assert (met.example, met.meets, met.counted) == ("short", "The short one.", "3 cases of 1 rule")


def test_an_error_where_the_case_is_about_none_is_raises(whole_corpus: Corpus) -> None:
    class Raising(FaultyPort):
        def tool_result(self, tool_use_id: str, outcome: Any, options: Any) -> Any:
            raise RuntimeError("no")

        def toolset(self, toolset: Any) -> Any:
            raise RuntimeError("no")

    cases = [case for case in whole_corpus.cases if case.rule == "MAP-1" and len(case.steps) == 1][:3]
    found = verdicts(Raising, cases).values()
    assert {(verdict.outcome, verdict.seen) for verdict in found} == {("failed", "raises")}
    # Where a refusal is asked for, any error is one.
    refusing = [(case, step) for case in whole_corpus.cases for step in case.steps if step.refused == "any"]
    cases = [dataclasses.replace(case, steps=(step,)) for case, step in refusing if step.ask == "toolset"]
    found = verdicts(Raising, cases).values()
    assert {(verdict.outcome, verdict.seen) for verdict in found} == {("passed", None)}


def test_no_usable_answer_stands_apart(whole_corpus: Corpus) -> None:
    case = next(case for case in whole_corpus.cases if case.rule == "SET-3")
    questions = judge(case, Offers())
    next(questions)
    with pytest.raises(StopIteration) as stop:
        questions.send(Fault("it died"))
    verdict = stop.value.value
    assert (verdict.outcome, verdict.seen) == ("error", "no_answer")
    entry = json_report.case_entry(verdict, whole_corpus, answers=False)
    assert [met.label for met in consequences.summary([entry])] == ["no answer"]


ANSWERS = "The API answers 400: "


def test_what_the_api_refuses_is_said_in_its_words_with_the_source(
    looks: Looks, capsys: pytest.CaptureFixture[str]
) -> None:
    report = looks.read("faulty")
    refused = [entry for entry in report["cases"] if "refusal" in entry]
    assert {entry["consequence"]["kind"] for entry in refused} == {"refused"}
    known = {check.id: {source.url for source in check.sources} for check in CHECKS.values()}
    for entry in refused:
        found = entry["refusal"]
        assert found["source"]["url"] in known[found["check"]]
    (empty,) = [entry for entry in refused if entry["id"] == "results/client-error-without-message-timeout"]
    assert "content cannot be empty" in empty["refusal"]["words"]
    main(["run", "-v", "--port", PORTS["faulty"], "--case", empty["id"]])
    assert capsys.readouterr().out.count("content cannot be empty") > 1
    for text in (looks.page("faulty").read_text("utf-8"), looks.page("reference", "faulty").read_text("utf-8")):
        assert ANSWERS in text
        assert refused[0]["refusal"]["source"]["url"] in text
    for text in (looks.markdown("faulty"), looks.markdown("reference", "faulty")):
        assert ANSWERS in text.replace("\\", "")


def test_what_the_api_takes_all_the_same_is_not_called_refused(whole_corpus: Corpus) -> None:
    """Names of 65 to 128 letters: the documents say 64, the API takes them."""

    class LongNames(FaultyPort):
        def toolset(self, toolset: Any) -> Any:
            made = super().toolset(toolset)
            entries = [{**entry, "name": entry["name"].ljust(70, "x")} for entry in made["entries"]]
            return {**made, "entries": entries, "names": [entry["name"] for entry in entries]}

    cases = [case for case in whole_corpus.cases if case.rule == "NAME-1" and case.methods == {"toolset"}][:5]
    for verdict in verdicts(LongNames, cases).values():
        assert verdict.outcome == "failed"
        outlook = consequences.of_verdict(verdict, whole_corpus)
        assert outlook
        assert (outlook.consequence.kind, outlook.refusals) == ("form", ())


def test_the_terminal_begins_with_it(looks: Looks, capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "--port", PORTS["faulty"]])
    out = capsys.readouterr().out
    top = out.partition(consequences.TITLE)[2].partition("\n\n")[0]
    assert re.findall(r"^  ([a-z]+) +\d+ cases? of \d+ rules?: ", top, re.MULTILINE) == ALL
    assert top.count(" as ") >= len(ALL)
    assert out.index(consequences.TITLE) < out.index("recommended") < out.index("SET-3")
    main(["run", "--port", PORTS["reference"]])
    assert consequences.TITLE not in capsys.readouterr().out


def test_a_page_begins_with_it(looks: Looks) -> None:
    text = looks.page("faulty").read_text("utf-8")
    top = text.partition('class="met"')[2].partition("</section>")[0]
    assert re.findall(r"<strong>([a-z]+)</strong>", top) == ALL
    assert text.index('class="met"') < text.index('id="overview"')
    ids = set(re.findall(r' id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', top)) <= ids
    assert 'class="met"' not in looks.page("reference").read_text("utf-8")


def test_markdown_begins_with_it(looks: Looks) -> None:
    text = looks.markdown("faulty")
    assert re.findall(r"^\| \*\*([a-z]+)\*\* \| ", text.partition("| rules |")[0], re.MULTILINE) == ALL
    assert text.index(consequences.TITLE) < text.index("| rules |") < text.index("What went wrong")
    assert "What people would meet: " in text
    assert consequences.TITLE not in looks.markdown("reference")


def test_the_matrix_begins_with_it(looks: Looks, whole_corpus: Corpus) -> None:
    views = [ReportView(looks.read(port), whole_corpus) for port in ("reference", "faulty", "partial")]
    made = matrix.build(views, whole_corpus)
    assert [row.kind for row in made.consequences] == list(consequences.KINDS)
    for number, view in enumerate(views):
        counted = {row.kind: row.cells[number].found for row in made.consequences}
        assert {kind: one.met.cases for kind, one in counted.items() if one} == {
            one["kind"]: one["cases"] for one in view.report["consequences"]
        }
    for text in (html.matrix_page(made), "\n".join(markdown.matrix(made))):
        assert text.index("met-refused-2") < text.index("Rule by rule") < text.index("NAME-1")
        assert looks.read("faulty")["date"] in text


def test_each_row_of_the_matrix_says_who_asks_for_it(looks: Looks, whole_corpus: Corpus) -> None:
    text = looks.page("reference", "faulty").read_text("utf-8")
    table = text.partition('<tbody class="origin"')[2].partition("</table>")[0]
    rows = re.findall(
        r'<tr data-outcome.*?>([A-Z]+-\d+)</a>.*?class="asked-by">(.*?); if broken: (\w+)<', table, re.DOTALL
    )
    assert len(rows) == table.count("data-outcome")
    words = {"documents": "the documents", "messages_api": "the Messages API", "mcp": "MCP"}
    for rule, asked_by, kind in rows:
        assert (asked_by, kind) == (words[whole_corpus.rules[rule].origin], whole_corpus.rules[rule].breaks.kind)


def test_cells_say_what_was_seen(looks: Looks) -> None:
    text = looks.page("reference", "faulty").read_text("utf-8")
    assert re.search(r"\d+/\d+<span class=\"unseen\"> fail</span> <small>\d+ raise", text)
    assert re.search(r"\[❌ \d+/\d+ \d+ raise", looks.markdown("reference", "faulty"))


def test_a_cell_leads_to_a_small_input_and_what_to_do(looks: Looks, whole_corpus: Corpus) -> None:
    views = [ReportView(looks.read(port), whole_corpus) for port in ("reference", "faulty")]
    made = matrix.build(views, whole_corpus)
    page = html.matrix_page(made)
    for row in made.rows:
        example = row.cells[1].example
        if example is not None:
            sizes = {
                case.id: consequences.weight(case.level, case.evidence) for case in row.cells[1].cases if case.wrong
            }
            assert sizes[example.id] == min(sizes.values())
            text = page.partition(f'id="{row.cells[1].anchor}"')[2].partition("</details>")[0]
            assert "Got" in text
            assert f"toolset-conformance request {example.id}" in text
            assert "Why it matters" in text or example.seen


def test_a_report_that_does_not_say_it_yet_is_read_with_it(looks: Looks, whole_corpus: Corpus, tmp_path: Path) -> None:
    report = looks.read("faulty")
    del report["consequences"]
    for entry in report["cases"]:
        entry.pop("consequence", None)
    (tmp_path / "old.json").write_text(json.dumps(report), "utf-8")
    view = ReportView(read(tmp_path / "old.json"), whole_corpus)
    assert [one.met.kind for one in view.consequences] == ALL


def test_a_case_of_a_rule_that_is_not_known_has_none(whole_corpus: Corpus) -> None:
    verdict = next(iter(verdicts(FaultyPort, [case for case in whole_corpus.cases if case.rule == "SET-3"]).values()))
    assert consequences.of_verdict(verdict, whole_corpus)
    stranger = dataclasses.replace(verdict, case=dataclasses.replace(verdict.case, rule="NONE-1"))
    assert consequences.of_verdict(stranger, whole_corpus) is None


def test_a_port_that_always_crashes_answers_nothing_wrong() -> None:
    seen = {verdict.seen for verdict in verdicts(CrashingPort).values() if verdict.outcome in ("failed", "error")}
    assert seen == {"raises"}

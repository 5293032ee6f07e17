"""The questions: thirty, each of cases that there are, on one page with what goes wrong and who gets it right."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from toolset_conformance.cli.program import main
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import schemas
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.specification import pages, questions

pytestmark = pytest.mark.slow


def test_there_are_thirty_and_each_stands_on_the_page_with_its_cases(whole_corpus: Corpus) -> None:
    page = pages.pages(whole_corpus)["questions.md"]
    found = questions.load(whole_corpus)
    assert len(found) >= 30
    anchors = re.findall(r'^<a id="([^"]+)"></a>$', page, re.M)
    parts = dict(zip(anchors, re.split(r"^<a id=.*$", page, flags=re.M)[1:], strict=True))
    assert list(parts) == [question.anchor for question in found]
    for question in found:
        part = parts[question.anchor]
        assert f"](#{question.anchor})" in page
        for case in question.cases:
            rule = whole_corpus.rules[case.rule]
            assert f"`{case.id}`" in part
            assert f"[{rule.id}](spec/{rule.group}.md#{rule.id.lower()})" in part
            assert f"Otherwise, **{whole_corpus.consequence(case).kind}**: " in part
            assert "Right:" in part


def _with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Have the questions read from another file."""
    data = schemas.data_folder()
    shutil.copytree(data / "schemas", tmp_path / "schemas")
    (tmp_path / "questions.yaml").write_text(text, "utf-8")
    monkeypatch.setattr(schemas, "data_folder", lambda: tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('  - {question: "A?", answer: "B.", cases: [mapping/no-such-case]}', "there is no case mapping/no-such-case"),
        ('  - {question: "A", answer: "B.", cases: [mapping/svg]}', "is not a question that begins with a capital"),
        ('  - {question: "A?", answer: "B.", cases: []}', "questions/0/cases"),
        ('  - {question: "A?", answer: "B.", cases: [mapping/svg]}\n' * 2, "this question stands twice"),
    ],
)
def test_a_slip_is_named_with_its_line(
    text: str, said: str, tmp_path: Path, whole_corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with(tmp_path, monkeypatch, f"questions:\n{text}\n")
    with pytest.raises(FileError, match=re.escape(said)) as caught:
        questions.load(whole_corpus)
    assert caught.value.line in (2, 3)


def test_reports_say_which_programs_get_it_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = tmp_path / "reports"
    reports.mkdir()
    ports = ("toolset_reference.port:ReferencePort", "ports.partial:DefinitionsOnly")
    for number, port in enumerate(ports):
        main(["run", "-q", "--port", port, "--case", "t*", "--report", str(reports / f"{number}.json")])
    assert main(["docs", str(tmp_path / "docs"), "--reports", str(reports)]) == 0
    page = (tmp_path / "docs" / "questions.md").read_text("utf-8")
    part = page.split("## A tool has no description", 1)[1].split("## ", 1)[0]
    assert re.search(r"^- \*\*Right\*\*: `toolset-reference [^`]+`$", part, re.M)
    part = page.split("## Where do results stand", 1)[1].split("## ", 1)[0]
    assert re.search(r"^- \*\*Not tested\*\*: `definitions-only [^`]*`$", part, re.M)
    part = page.split("## I got an SVG", 1)[1].split("## ", 1)[0]
    assert "**Right**" not in part
    capsys.readouterr()
    assert main(["docs", str(tmp_path / "docs"), "--reports", str(tmp_path / "docs")]) == 2
    assert "holds no report" in capsys.readouterr().err


def test_a_wrong_answer_counts_as_wrong(tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    reports.mkdir()
    words = ["--case", "descriptions/*", "--report", str(reports / "idle.json")]
    main(["run", "-q", "--port", "ports.idle:NullPort", *words])
    main(["docs", str(tmp_path), "--reports", str(reports)])
    page = (tmp_path / "questions.md").read_text("utf-8")
    part = page.split("## A description is very long", 1)[1].split("## ", 1)[0]
    assert "- **Wrong**: `" in part
    assert "**Right**" not in part

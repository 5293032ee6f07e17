"""The page, the matrix, the Markdown and the badge, as files; what a browser makes of them is in test_browser.py."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from looks import Looks, looks
from ports.hostile import HostileAddressPort, HostilePort
from toolset_conformance.cli.program import main
from toolset_conformance.corpus import model
from toolset_conformance.reports import html, markdown, matrix, report_view
from toolset_conformance.reports.report_view import ReportView

pytestmark = pytest.mark.slow

__all__ = ["looks"]

TAGS_OF_OURS = {
    "html", "head", "meta", "link", "title", "style", "body", "a", "header", "p", "h1", "h2", "h3", "h4", "h5", "small",
    "div", "b", "strong", "details", "summary", "ul", "li", "section", "table", "thead", "tbody", "tfoot", "tr", "th",
    "td", "span", "form", "input", "fieldset", "legend", "label", "em", "select", "option", "output", "button", "main",
    "article", "br", "code", "pre", "mark", "i", "wbr", "footer", "script",
}  # fmt: skip


class _Parsed(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))


def parsed(path: Path) -> list[tuple[str, dict[str, str | None]]]:
    return _Parsed(path.read_text("utf-8")).elements


@pytest.mark.parametrize("ports", [("partial",), ("hostile",), ("reference", "hostile", "partial")])
def test_a_page_needs_nothing_from_anywhere(ports: tuple[str, ...], looks: Looks) -> None:
    for tag, attributes in parsed(looks.page(*ports)):
        assert not {"src", "srcset", "action", "formaction", "style"} & set(attributes), tag
        if tag == "link":
            assert attributes == {"rel": "icon", "href": "data:,"}
        assert "url(" not in (attributes.get("style") or "")
    style = looks.page(*ports).read_text("utf-8").partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("ports", [("hostile",), ("reference", "hostile", "partial")])
def test_nothing_that_a_port_says_becomes_markup(
    ports: tuple[str, ...], looks: Looks, whole_corpus: model.Corpus
) -> None:
    elements = parsed(looks.page(*ports))
    sources = {source.get("url") for rule in whole_corpus.rules.values() for source in rule.sources}
    assert {tag for tag, _ in elements} <= TAGS_OF_OURS
    assert sum(tag == "script" for tag, _ in elements) == 1
    for tag, attributes in elements:
        assert not [name for name in attributes if name.startswith("on")], tag
        href = attributes.get("href") or "#"
        assert href.startswith(("#", "data:,")) or href in sources, href


def test_the_page_holds_what_the_hostile_port_said_as_text(looks: Looks) -> None:
    text = looks.page("hostile").read_text("utf-8")
    assert "&lt;script&gt;window.hacked=1" in text
    assert "<script>window.hacked" not in text
    assert "\\u{202E}" in text
    assert "\u202e" not in text
    assert "\u200b" not in text


@pytest.mark.parametrize("url", [HostilePort.url, HostileAddressPort.url, "ftp://x", "https:/x", "https://[", "http:x"])
def test_only_addresses_of_the_web_become_links(url: str, looks: Looks, whole_corpus: model.Corpus) -> None:
    report = looks.read("hostile")
    report["port"]["url"] = url
    view = ReportView(report, whole_corpus)
    page = _Parsed(html.report_page(view))
    assert [a["href"] for _, a in page.elements if (a.get("href") or "#")[0] not in "#d"] in ([], [url])
    if view.url:
        assert url.startswith("https://")
        assert "<script>window.hacked" not in html.report_page(view)


def test_an_address_of_the_web_becomes_a_link(looks: Looks, whole_corpus: model.Corpus) -> None:
    report = looks.read("partial")
    report["port"]["url"] = "https://example.invalid/port?a=1&b=2"
    text = html.report_page(ReportView(report, whole_corpus))
    assert 'href="https://example.invalid/port?a=1&amp;b=2" rel="noopener noreferrer nofollow"' in text


@pytest.mark.parametrize("port", ["reference", "hostile", "echo"])
def test_a_thousand_cases_stay_under_three_megabytes(port: str, looks: Looks, whole_corpus: model.Corpus) -> None:
    report = looks.read(port)
    step = len(report["cases"]) / 1000
    report["cases"] = [report["cases"][int(number * step)] for number in range(1000)]
    assert len(report["cases"]) == 1000
    assert len(html.report_page(ReportView(report, whole_corpus)).encode("utf-8", "backslashreplace")) < 3_000_000


def test_every_rule_and_every_case_has_its_place(looks: Looks, whole_corpus: model.Corpus) -> None:
    elements = parsed(looks.page("reference"))
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert set(ids) >= {case.id for case in whole_corpus.cases} | set(whole_corpus.rules)
    links = {
        (attributes.get("href") or "")[1:] for _, attributes in elements if str(attributes.get("href")).startswith("#")
    }
    assert links <= set(ids)
    assert len(links) > 10


def test_every_link_of_the_matrix_leads_somewhere(looks: Looks) -> None:
    elements = parsed(looks.page("reference", "hostile", "partial"))
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    addresses = {attributes.get("href") or "" for tag, attributes in elements if tag == "a"}
    assert {address[1:] for address in addresses if address.startswith("#")} <= set(ids)
    assert all(address.startswith(("#", "https://")) for address in addresses)


def test_a_failing_cell_of_the_matrix_leads_to_a_failing_case(looks: Looks) -> None:
    text = looks.page("reference", "hostile", "partial").read_text("utf-8")
    anchor = re.search(r'<td class="cell failed"><a href="#([^"]+)">', text)
    assert anchor
    target = text.partition(f'id="{anchor[1]}"')[2].partition("</details>")[0]
    assert "Expected" in target
    assert "Got" in target


def test_a_report_of_another_corpus_shows_only_what_it_holds(looks: Looks, whole_corpus: model.Corpus) -> None:
    report = looks.read("partial")
    report["suite"]["corpus"] = "0123456789abcdef"
    report["cases"].append(
        {"id": "names/gone", "rule": "NAME-99", "level": "required", "outcome": "passed", "message": None}
    )
    text = html.report_page(ReportView(report, whole_corpus))
    assert "made with another version of the corpus" in text
    assert "a rule that this version of the suite does not know" in text
    assert "<h4>The case</h4>" not in text


def test_a_case_of_ones_own_is_shown_in_full(tmp_path: Path, whole_corpus: model.Corpus) -> None:
    (tmp_path / "own.toolset.yaml").write_text(
        'cases:\n  - {id: mine/one, rule: LOOKUP-1, why: "Mine <b>alone</b>.", since: "1.0", steps: [{ask: tools, '
        "with: {toolset: {servers: []}}, expect: [1]}]}\n",
        "utf-8",
    )
    words = ["--port", "toolset_reference.port:ReferencePort", "--report", str(tmp_path / "r.json")]
    main(["run", "-q", *words, "--cases", str(tmp_path / "own.toolset.yaml"), "--case", "mine/*"])
    text = html.report_page(ReportView(report_view.read(tmp_path / "r.json"), whole_corpus))
    assert "Mine &lt;b&gt;alone&lt;/b&gt;." in text
    assert "Ask for the tool definitions" in text


def test_a_run_that_could_not_be_done_has_a_page_too(tmp_path: Path) -> None:
    main(["run", "-q", "--command", "no-such-program", "--report", str(tmp_path / "r.json")])
    outs = [str(tmp_path / name) for name in ("r.html", "r.md", "b.json")]
    assert main(["report", str(tmp_path / "r.json"), "--html", outs[0], "--markdown", outs[1], "--badge", outs[2]]) == 0
    assert "there is no program" in Path(outs[0]).read_text("utf-8")
    assert "No case was run" in Path(outs[0]).read_text("utf-8")
    assert "there is no program" in Path(outs[1]).read_text("utf-8")
    assert json.loads(Path(outs[2]).read_text("utf-8"))["isError"] is True


def test_the_badge_says_the_verdict(looks: Looks, tmp_path: Path) -> None:
    made: dict[str, Any] = {}
    for port in ("reference", "partial"):
        path = tmp_path / f"{port}.json"
        assert main(["report", str(looks.report(port)), "--badge", str(path)]) == 0
        made[port] = json.loads(path.read_text("utf-8"))
        assert set(made[port]) == {"schemaVersion", "label", "message", "color"}
        assert made[port]["schemaVersion"] == 1
    assert (made["reference"]["message"], made["reference"]["color"]) == ("conforms", "brightgreen")
    counts = looks.read("partial")["summary"]["required"]
    assert made["partial"]["message"] == f"{counts['passed']} of {counts['passed'] + counts['failed']} required"


def test_markdown_to_standard_output(looks: Looks, capsys: pytest.CaptureFixture[str]) -> None:
    report = looks.report("partial")
    capsys.readouterr()
    assert main(["report", str(report), "--markdown", "-"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# ❌ does not conform: `definitions-only 0`\n")
    failed = {case["rule"] for case in looks.read("partial")["cases"] if case["outcome"] == "failed"}
    assert failed
    assert all(f"\n### {rule}: " in out for rule in failed)


@pytest.mark.parametrize("ports", [("hostile",), ("reference", "hostile", "partial")])
def test_nothing_that_a_port_says_becomes_markdown(ports: tuple[str, ...], looks: Looks) -> None:
    markdown_it = pytest.importorskip("markdown_it", reason="markdown-it-py, of the dev extra, is not installed")
    made = markdown_it.MarkdownIt("commonmark", {"html": True}).enable("table").render(looks.markdown(*ports))
    elements = _Parsed(made).elements
    tags = {tag for tag, _ in elements}
    assert not tags & {"script", "img", "svg", "b", "style", "title"}
    for _, attributes in elements:
        assert not [name for name in attributes if name.startswith("on")]
        assert not (attributes.get("href") or "").startswith("javascript")
    # A matrix has room for the beginning of a name.
    assert ("window.hacked" if len(ports) == 1 else "hostile") in made


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["{partial}"], "nothing to write is named"),
        (["{partial}", "{reference}", "--badge", "x.json"], "a badge is of one report"),
        (["no-such.json", "--badge", "x.json"], "cannot be read"),
        (["{broken}", "--badge", "x.json"], "is not JSON"),
        (["{other}", "--badge", "x.json"], "is not a report of a run"),
        (["{partial}", "--badge", "{folder}/no/x.json"], "nothing could be written to"),
    ],
)
def test_what_cannot_be_made_is_one_clear_line(
    words: list[str], says: str, looks: Looks, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.json").write_text("{", "utf-8")
    (tmp_path / "other.json").write_text('{"format": 1}', "utf-8")
    places = {
        "partial": looks.report("partial"), "reference": looks.report("reference"), "folder": tmp_path,
        "broken": tmp_path / "broken.json", "other": tmp_path / "other.json",
    }  # fmt: skip
    capsys.readouterr()
    assert main(["report", *(word.format(**places) for word in words)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_two_ports_of_one_name_are_told_apart(looks: Looks, whole_corpus: model.Corpus) -> None:
    views = [ReportView(looks.read("reference"), whole_corpus) for _ in range(2)]
    first, second = (column.label for column in matrix.build(views, whole_corpus).columns)
    assert first == views[0].port["name"]
    assert second == f"{first} {views[1].port['version']} (2)"


def test_code_is_code_whatever_it_holds() -> None:
    assert markdown.words("a `b` c") == "a `b` c"
    assert markdown.words("a `b* c") == "a \\`b\\* c"
    assert markdown.code("") == "(empty)"
    assert markdown.code("`a`|") == "`` `a`\\| ``"

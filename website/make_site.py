"""Make the site from the docs, the fixtures and the reports: ``nox -s site``, or ``python website/make_site.py``.

It lies in ``build/site``: plain files for any static host, or to be opened from the folder.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import html_pages
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.reports import markdown, matrix, report_view
from toolset_conformance.reports.report_view import ReportView
from toolset_conformance.specification import pages

HERE = Path(__file__).parent
ROOT = HERE.parent
DOCS = ROOT / "docs"
REPORTS = ROOT / "conformance" / "ports" / ".reports"
"""Where `conformance/ports/run.py` leaves its reports."""
MENU = [
    ("index.md", "Start"), ("guide.md", "Guide"), ("spec/README.md", "Specification"), ("questions.md", "Questions"),
    ("protocol.md", "Protocol"), ("matrix.md", "Programs of today"), ("recipes.md", "Recipes"),
]  # fmt: skip
START = """\
# toolset-conformance

Programs that give MCP tools to Claude contain the same thin layer: name the tools, turn them into tool definitions,
read the model's `tool_use` blocks, turn MCP results into `tool_result` blocks. This suite says whether such a layer
does it right, in any language, and what people meet where it does not.

- [Thirty questions](questions.md), each with its answer: what do I send for an SVG, an empty result, an unknown tool?
- [The specification](spec/README.md): {rules} rules and {cases} cases.
- [From nothing to a port in CI](guide.md), in ten minutes; [a whole agent](agents.md), with no code.
- [Three lines](ci.md#three-lines) keep the verdict in CI.

"""
NO_REPORTS = """\
## The programs of today

**The verdicts come from the [matrix](matrix.md) that the repository keeps, which may be of an earlier version of the
suite.** {made} What people would meet with each program, and a page of each, come with reports:
`nox -s site -- --reports DIR` takes them from a folder.

"""


def main() -> int:
    """Make the site; exit status 2 where a report is none."""
    parser = argparse.ArgumentParser(description="Make the site from the docs, the fixtures and the reports.")
    parser.add_argument("--reports", type=Path, default=REPORTS, metavar="DIR", help="the folder of JSON reports")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site", metavar="DIR", help="where the site goes")
    options = parser.parse_args()
    corpus = loading.load()
    try:
        views = report_view.views(sorted(options.reports.glob("*.json")), corpus)
    except FileError as error:
        print(error, file=sys.stderr)
        return 2
    write(sources(corpus, views), options.to)
    print(f"made {options.to}/index.html")
    return 0


def sources(corpus: Corpus, views: Sequence[ReportView]) -> dict[str, str]:
    """Return the Markdown of all pages by their names below ``docs``."""
    found = {path.relative_to(DOCS).as_posix(): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
    found |= pages.pages(corpus, views=views)
    start = START.format(rules=len(corpus.rules), cases=len(corpus.cases))
    if views:
        lines = list(markdown.matrix(matrix.build(views, corpus)))
        top = "\n".join(lines[: lines.index("## Rule by rule")])
        programs = {f"programs/{number}.md": view for number, view in enumerate(views, 1)}
        listed = "\n".join(
            f"- [{markdown.code(view.port['name'])}]({name}): {view.verdict}" for name, view in programs.items()
        )
        found["matrix.md"] = _linked(corpus, "\n".join([*lines, "", "## Page by page", "", listed]), "")
        found |= {name: _linked(corpus, "\n".join(markdown.report(view)), "../") for name, view in programs.items()}
        start += re.sub(r"^# ", "## ", top, flags=re.MULTILINE).replace("](#", "](matrix.md#") + f"\n\n{listed}\n"
    else:
        start += "\n".join(_kept_verdicts(found["matrix.md"]))
        found["matrix.md"] = _linked(corpus, found["matrix.md"], "")
    found["index.md"] = start
    recipes = [name for name in found if "/" not in name and name not in {name for name, _ in MENU}]
    listed = "\n".join(f"- [{_title(found[name])}]({name})" for name in sorted(recipes))
    found["recipes.md"] = f"# Recipes\n\nHow to do one thing, and what there is to look up.\n\n{listed}\n"
    return found


def _kept_verdicts(text: str) -> Iterator[str]:
    """The verdicts of the matrix that the repository keeps, program by program."""
    made = re.search(r"^Made on [0-9-]+", text, re.MULTILINE)
    yield NO_REPORTS.format(made=f"It was {made[0].lower()}." if made else "")
    rows = [re.split(r"(?<!\\)\|", line)[2:-1] for line in text.splitlines() if line.startswith("|")]
    verdicts = next(line for line in text.splitlines() if line.startswith("| **verdict**"))
    yield "| program | verdict |"
    yield "|---|---|"
    for program, verdict in zip(rows[0], re.split(r"(?<!\\)\|", verdicts)[2:-1], strict=True):
        yield f"| {program.strip()} | {verdict.strip()} |"


def _linked(corpus: Corpus, text: str, root: str) -> str:
    """The text with each rule that it speaks of leading to the rule's place in the specification."""

    def link(found: re.Match[str]) -> str:
        rule = corpus.rules.get(found[2])
        return f"{found[1]}[{rule.id}]({root}spec/{rule.page}){found[3]}" if rule else found[0]

    text = text.replace("<details>", "\n<details>\n").replace("</summary>", "</summary>\n")
    return re.sub(r"(\*\*|^### )([A-Z]+-[0-9]+)(\*\*|:)", link, text, flags=re.MULTILINE)


def _title(text: str) -> str:
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1] if found else "Untitled"


def write(texts: dict[str, str], folder: Path) -> None:
    """Write the pages, and what they need, into a folder that is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    index: list[list[str]] = []
    for name, text in texts.items():
        page = html_pages.page(name, text, texts)
        index += html_pages.entries(name, page)
        path = folder / html_pages.address(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html_pages.whole(name, page, MENU), "utf-8")
    (folder / "search-index.js").write_text(f"window.searchIndex = {json.dumps(index, ensure_ascii=False)};\n", "utf-8")
    for name in ("site.css", "search.js"):
        shutil.copy(HERE / name, folder / name)


if __name__ == "__main__":
    sys.exit(main())

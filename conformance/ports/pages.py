"""Make the pages in ``docs`` from the JSON reports of ready ports, with the reference beside them.

python conformance/ports/run.py --all --reports DIR
python conformance/ports/pages.py DIR
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
SUITE = [sys.executable, "-m", "toolset_conformance"]
ABOUT = """\
# Reports

Made by `python conformance/ports/run.py --all --reports DIR`, which installs each port in an environment of its own
and runs the suite on it, and then `python conformance/ports/pages.py DIR`. The [matrix](../matrix.md) sets all side by
side, rule by rule; [matrix.html](../matrix.html) is a page to be opened in a browser, with the evidence of every
failing rule. `toolset-conformance report REPORT.json --html PAGE.html` makes a page of one port, such as
[the reference's](reference.html).

"""


def main() -> int:
    """Exit status 0 where all pages were made, else 2."""
    parser = argparse.ArgumentParser(description="Make the pages in docs from the JSON reports of ready ports.")
    parser.add_argument("reports", type=Path, metavar="DIR", help="where run.py put the reports")
    folder = parser.parse_args().reports
    reference = folder / "reference.json"
    asked = ["run", "-q", "--port", "toolset_reference.port:ReferencePort", "--report", str(reference)]
    subprocess.run([*SUITE, *asked], stdout=subprocess.DEVNULL)
    reports = [reference, *sorted(path for path in folder.glob("*.json") if path != reference and was_run(path))]
    pages = DOCS / "reports"
    pages.mkdir(parents=True, exist_ok=True)
    status = make(reports, "--html", DOCS / "matrix.html", "--markdown", DOCS / "matrix.md")
    status |= make([reference], "--html", pages / "reference.html")
    for path in reports:
        status |= make([path], "--markdown", pages / f"{path.stem}.md")
    (pages / "README.md").write_text("\n".join(index(reports)) + "\n", encoding="utf-8")
    return status


def was_run(report: Path) -> bool:
    """Whether the suite could run that port."""
    return bool(json.loads(report.read_text(encoding="utf-8"))["verdict"] != "not run")


def make(reports: list[Path], *outputs: str | Path) -> int:
    """Have the suite make pages of reports; its exit status."""
    return subprocess.run([*SUITE, "report", *map(str, reports), *map(str, outputs)]).returncode


def index(reports: list[Path]) -> Iterator[str]:
    """The lines of the page that leads to all reports."""
    yield from ABOUT.splitlines()
    yield "| port | verdict | required cases passed, of those tested | not offered |"
    yield "|---|---|---|---|"
    for path in reports:
        report = json.loads(path.read_text(encoding="utf-8"))
        required = report["summary"]["required"]
        tested = sum(required[outcome] for outcome in ("passed", "failed", "error", "deviation"))
        cells = [report["verdict"], f"{required['passed']} of {tested}", str(required["unsupported"])]
        yield f"| [{path.stem}]({path.stem}.md) | {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())

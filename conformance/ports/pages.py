"""The pages that ready ports make: the matrix in ``docs``, the rest in ``build``, and each port's page of evidence."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ready import SUITE, PortError, ReadyPort

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BUILD = ROOT / "build"
"""What is made and not kept: the matrix as a page, and the reports."""
COMMAND = "python conformance/ports/run.py"
REFERENCE = "reference"
COUNTED = ("passed", "failed", "error", "deviation")
ABOUT = """\
# Reports

{made}

The command installs each port in an environment of its own and runs the suite on it. The [matrix](../../docs/matrix.md)
sets all side by side, rule by rule; [matrix.html](../matrix.html) is a page to be opened in a browser, with the
evidence of every failing rule. `toolset-conformance report REPORT.json --html PAGE.html` makes a page of one port, such
as [the reference's](reference.html). *Evidence* shows failures of a bridge in lines that use the bridge alone.

The reference and `javascript` are this project's own. `elixir-conduit` runs a stand-in with the documented functions of
`ConduitMcp.Client`, not the library: its outcomes show that the shim works, and say nothing of the library.
"""


@dataclass(frozen=True)
class Outcome:
    """What came of a port by that name: its report, or why there is none."""

    name: str
    port: ReadyPort | None
    report: dict[str, Any] | None
    problem: str = ""

    @property
    def pinned(self) -> str:
        """The versions that were asked for, or the reference's own."""
        if self.port is not None:
            return self.port.pinned
        return self.report["port"]["version"] if self.report else ""

    @property
    def verdict(self) -> str:
        """The suite's verdict."""
        return self.report["verdict"] if self.report else "not run"

    @property
    def passed(self) -> str:
        """How many required cases passed of those tested, and how many are not offered; or the problem."""
        if self.report is None:
            return self.problem
        required = self.report["summary"]["required"]
        tested = sum(required[outcome] for outcome in COUNTED)
        return f"{required['passed']} of {tested}, {required['unsupported']} not offered"


def write(outcomes: Sequence[Outcome], folder: Path) -> None:
    """Judge the reference too, and make all the pages; ``folder`` is for the JSON reports they are made of.

    A port without a report stands there as *not run*. Raises :class:`PortError` where a page cannot be made.
    """
    reference = Outcome(REFERENCE, None, _judge_reference(folder / f"{REFERENCE}.json"))
    everything = [reference, *outcomes]
    files = [_report(outcome, folder, reference) for outcome in everything]
    pages = BUILD / "reports"
    for place in (DOCS, pages):
        place.mkdir(parents=True, exist_ok=True)
    for stale in pages.glob("*.md"):
        stale.unlink()
    _make(files, "--html", BUILD / "matrix.html", "--markdown", DOCS / "matrix.md")
    _make(files[:1], "--html", pages / "reference.html")
    for outcome, file in zip(everything, files, strict=True):
        _make([file], "--markdown", pages / f"{outcome.name}.md")
    made = f"Made on {date.today()} by `{COMMAND} --matrix`."
    matrix = DOCS / "matrix.md"
    title, rest = matrix.read_text(encoding="utf-8").split("\n", 1)
    beside = "It also makes `build/matrix.html`, with the evidence of every failing rule, and a report of each port."
    matrix.write_text(f"{title}\n\n{made} {beside}\n{rest}", encoding="utf-8")
    (pages / "README.md").write_text("\n".join(_index(everything, made)) + "\n", encoding="utf-8")


def _judge_reference(file: Path) -> dict[str, Any]:
    asked = ["run", "-q", "--port", "toolset_reference.port:ReferencePort", "--report", str(file)]
    subprocess.run([*SUITE, *asked], stdout=subprocess.DEVNULL)
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return report


def _report(outcome: Outcome, folder: Path, reference: Outcome) -> Path:
    """The file with the port's report; for a port that has none, one that says so."""
    file = folder / f"{outcome.name}.json"
    if outcome.report is None:
        assert reference.report is not None
        none = dict.fromkeys((*COUNTED, "unsupported", "not_run"), 0)
        language = outcome.port.language if outcome.port else ""
        said = {
            "format": 1,
            "suite": reference.report["suite"],
            "port": {"name": outcome.name, "version": outcome.pinned, "language": language},
            "scope": {"level": "required", "offers": None, "selected": False},
            "verdict": "not run",
            "problem": outcome.problem,
            "summary": {"required": none, "recommended": none},
            "cases": [],
        }
        file.write_text(json.dumps(said), encoding="utf-8")
    return file


def _make(reports: Sequence[Path], *outputs: str | Path) -> None:
    """Have the suite make pages of reports."""
    if subprocess.run([*SUITE, "report", *map(str, reports), *map(str, outputs)]).returncode:
        raise PortError(f"no page could be made: {' '.join(map(str, outputs))}")


def _index(outcomes: Sequence[Outcome], made: str) -> Iterator[str]:
    """The lines of the page that leads to all reports."""
    yield from ABOUT.format(made=made).splitlines()
    yield ""
    yield "| port | versions | verdict | required cases passed, of those tested | evidence |"
    yield "|---|---|---|---|---|"
    for outcome in outcomes:
        shown = f"../../conformance/ports/{outcome.name}/evidence.md"
        evidence = f"[evidence]({shown})" if (BUILD / "reports" / shown).resolve().exists() else ""
        cells = [f"[{outcome.name}]({outcome.name}.md)", outcome.pinned, outcome.verdict, outcome.passed, evidence]
        yield f"| {' | '.join(cells)} |"


def evidence(port: ReadyPort) -> None:
    """Run the port's ``evidence.py`` or ``evidence.mjs``, which uses the bridge alone; lines and output into a page.

    Raises :class:`PortError`.
    """
    script = next(port.folder.glob("evidence.[pm][yj]*"), None)
    if script is None:
        raise PortError("it has no lines of evidence")
    command = [*shlex.split(port.shim)[:-1], script.name]  # as the shim is started
    done = subprocess.run(command, cwd=port.folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise PortError(f"{script.name} ended with status {done.returncode}", done.stderr)
    page = f"""# Failures of {port.name}, seen with the bridge alone

With {port.pinned}. Made by `{COMMAND} --evidence {port.name}`.

```{port.language}
{script.read_text(encoding="utf-8").strip()}
```

It prints:

```text
{done.stdout.rstrip()}
```
"""
    (port.folder / "evidence.md").write_text(page, encoding="utf-8")

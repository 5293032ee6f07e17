"""A run as workflow commands of GitHub Actions, which shows them as annotations of a job and of a pull request.

What a command may hold, and how it is escaped, is described in GitHub's "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

from toolset_conformance.corpus.model import Level
from toolset_conformance.engine.run import TESTED, Run
from toolset_conformance.engine.verdict import WRONG, Verdict
from toolset_conformance.text import rendering

_MOST = 10
"""GitHub shows so many errors of a step, and so many warnings, and drops the rest."""
_LONGEST = 600


@dataclass(frozen=True)
class Annotation:
    """One annotation; ``file`` is seen from the root of the repository, and ``line`` counts from 1."""

    kind: Literal["error", "warning"]
    title: str
    message: str
    file: str | None = None
    line: int | None = None

    def command(self) -> str:
        """Return the annotation as a workflow command, on one line."""
        named = {"file": self.file, "line": self.line, "title": rendering.escaped(self.title)}
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in named.items() if value is not None)
        return f"::{self.kind} {properties}::{_data(self.message)}"


def lines(run: Run, root: Path) -> Iterable[str]:
    """Yield the commands for what failed: somebody's own cases first, each at its line, then one for each rule.

    ``root``: the folder of the repository's files.
    """
    found = list(_annotations(run, root))
    for kind in ("error", "warning"):
        of_kind = [one for one in found if one.kind == kind]
        kept = of_kind if len(of_kind) <= _MOST else of_kind[: _MOST - 1]
        yield from (one.command() for one in kept)
        more = len(of_kind) - len(kept)
        if more:
            yield Annotation(of_kind[-1].kind, f"and {more} more", "The report of the run has all of them.").command()


@contextmanager
def commands_stopped(stream: TextIO) -> Iterator[None]:
    """Keep GitHub from taking what is written meanwhile, which may be a port's words, for workflow commands."""
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", file=stream, flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", file=stream, flush=True)


def _annotations(run: Run, root: Path) -> Iterable[Annotation]:
    if run.problem is not None:
        yield Annotation("error", "The suite could not be run", _visible(run.problem))
        return
    wrong = [verdict for verdict in run.verdicts if verdict.outcome in WRONG]
    for verdict in wrong:
        if verdict.case.place is not None:
            file, line = verdict.case.place
            said = f"{verdict.message}\n{verdict.case.why}"
            yield Annotation(_kind(run, verdict), f"{verdict.case.id} fails", _visible(said), _seen(file, root), line)
    by_rule: dict[tuple[str, Level], list[Verdict]] = {}
    for verdict in wrong:
        if verdict.case.place is None:
            by_rule.setdefault((verdict.case.rule, verdict.case.level), []).append(verdict)
    tested = Counter((one.case.rule, one.case.level) for one in run.verdicts if one.outcome in TESTED)
    for (rule, level), verdicts in by_rule.items():
        title = run.corpus.rules[rule].title if run.corpus and rule in run.corpus.rules else ""
        first = verdicts[0]
        said = f"{len(verdicts)} of {tested[rule, level]} {level} cases fail, as {first.case.id}: {first.message}"
        yield Annotation(_kind(run, first), f"{rule} {title}".strip(), _visible(said))
    untested = run.untested_claims()
    if untested:
        yield Annotation("error", "Claimed, but not tested", ", ".join(untested))
    for line_of_list in run.stale_deviations:
        yield Annotation("error", "The list of known failures is out of date", _visible(line_of_list))


def _kind(run: Run, verdict: Verdict) -> Literal["error", "warning"]:
    return "error" if verdict.case.level in run.scope.deciding else "warning"


def _seen(file: str, root: Path) -> str:
    """A file as it is seen from the root; by the name that was given where it lies outside."""
    whole = Path(file).resolve()
    return whole.relative_to(root.resolve()).as_posix() if whole.is_relative_to(root.resolve()) else file


def _visible(text: str) -> str:
    """A text of several lines with its hidden characters visible, abridged."""
    return "\n".join(rendering.escaped(rendering.abridged(line, _LONGEST)) for line in text.splitlines())


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

"""Known deviations: a port's own list of failures that are not to fail its CI, each with its reason."""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolset_conformance import fixtures, yaml_files
from toolset_conformance.verdict import Verdict

_WRONG = ("failed", "error")
_NEW = "Not looked at yet."
_REMOVE = "remove the entry"


@dataclass(frozen=True)
class Deviation:
    """One entry: a ``case`` or a ``rule`` that fails, and why. ``line``: where it stands in its file, from 1 on."""

    line: int
    reason: str
    case: str | None = None
    rule: str | None = None
    url: str | None = None
    expires: datetime.date | None = None
    flaky: bool = False
    message: str | None = None

    @property
    def subject(self) -> str:
        """The case or the rule that it is about."""
        return self.case or self.rule or ""

    def about(self, verdict: Verdict) -> bool:
        """Whether a verdict is on its case, or on a case of its rule."""
        return self.case == verdict.case.id or self.rule == verdict.case.rule


class Deviations:
    """A list of known deviations. ``today``: the day by which they expire."""

    def __init__(self, path: Path, entries: Sequence[Deviation], today: datetime.date) -> None:
        self.path, self.entries, self.today = path, entries, today

    def judged(self, verdict: Verdict) -> Verdict:
        """The verdict, made a deviation where the list names its failure and still holds."""
        if verdict.outcome not in _WRONG:
            return verdict
        for entry in self.entries:
            if entry.about(verdict) and not self._expired(entry):
                if entry.message is None or entry.message in (verdict.message or ""):
                    reason = f"known: {entry.reason}" + (f" ({entry.url})" if entry.url else "")
                    return dataclasses.replace(verdict, outcome="deviation", message=f"{verdict.message}; {reason}")
                said = f"{verdict.message}; not the failure that {self.path}:{entry.line} knows"
                return dataclasses.replace(verdict, message=said)
        return verdict

    def _expired(self, entry: Deviation) -> bool:
        return entry.expires is not None and entry.expires < self.today

    def stale(self, verdicts: Iterable[Verdict], cases: Mapping[str, str]) -> list[str]:
        """What is wrong with the list itself after a run: a line for each entry that has to go or to change.

        ``cases``: the rule of every case that there is. Entries on cases that were not run are let be.
        """
        verdicts = list(verdicts)
        return [
            f"{self.path}:{entry.line}: {entry.subject} {wrong}"
            for entry in self.entries
            if (wrong := self.wrong(entry, verdicts, cases))
        ]

    def wrong(self, entry: Deviation, verdicts: Sequence[Verdict], cases: Mapping[str, str]) -> str | None:
        """What is wrong with one entry, and what to do; ``None`` where it holds, or where nothing about it was run."""
        if entry.subject not in (cases if entry.case else set(cases.values())):
            return f"is no {'case' if entry.case else 'rule'}: {_REMOVE}"
        outcomes = {verdict.outcome for verdict in verdicts if entry.about(verdict)}
        if not outcomes or "not_run" in outcomes:
            return None
        if self._expired(entry):
            return f"expired on {entry.expires}: mend the port, or give the entry another day"
        if outcomes & {"deviation"} or entry.flaky:
            return None
        if outcomes & set(_WRONG):
            return "fails in another way than the entry says: look at it, and change the entry"
        return f"{'passes' if 'passed' in outcomes else 'is not tested'}: {_REMOVE}"


def read(path: Path, today: datetime.date | None = None) -> Deviations:
    """Read a list; raises :class:`toolset_conformance.yaml_files.FileError`."""
    document = yaml_files.read(path)
    fixtures.check_schema(document, "deviations")
    entries = []
    for index, plain in enumerate(document.value["deviations"]):
        where = ("deviations", index)
        made = dict(plain)
        if "expires" in made:
            try:
                made["expires"] = datetime.date.fromisoformat(made["expires"])
            except ValueError:
                raise document.error((*where, "expires"), f"there is no day {made['expires']}") from None
        entries.append(Deviation(document.line(where) or 1, **made))
    return Deviations(path, entries, today or datetime.date.today())


def update(path: Path, verdicts: Sequence[Verdict], cases: Mapping[str, str]) -> str:
    """Rewrite the list so that it fits a run: stale entries go, new failures come; the rest stays to the letter.

    ``verdicts``: those that count, before the list was held against them. Returns what was done, in one line.
    Makes the file where there is none. Raises :class:`FileError` and ``OSError``.
    """
    held = read(path) if path.exists() else Deviations(path, [], datetime.date.today())
    judged = [held.judged(verdict) for verdict in verdicts]
    gone = [entry for entry in held.entries if (held.wrong(entry, judged, cases) or "").endswith(_REMOVE)]
    kept = [entry for entry in held.entries if entry not in gone]
    new = [v for v in verdicts if v.outcome in _WRONG and not any(entry.about(v) for entry in kept)]
    lines = path.read_text("utf-8").splitlines() if held.entries else ["deviations:"]
    lines = _without(lines, held.entries, gone)
    for verdict in new:
        lines += [f"  - case: {verdict.case.id}", f"    reason: {json.dumps(_NEW)}"]
    if not (kept or new):
        lines = [line if line.rstrip() != "deviations:" else "deviations: []" for line in lines]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return f"{path}: {len(new)} added, {len(gone)} removed, {len(kept)} kept"


def _without(lines: list[str], entries: Sequence[Deviation], gone: Sequence[Deviation]) -> list[str]:
    starts = [entry.line - 1 for entry in entries] + [len(lines)]
    dropped: set[int] = set()
    for entry, start, end in zip(entries, starts, starts[1:], strict=False):
        if entry in gone:
            # A comment above the next entry belongs to that one.
            while end - 1 > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
                end -= 1
            dropped.update(range(start, end))
    return [line for number, line in enumerate(lines) if number not in dropped]

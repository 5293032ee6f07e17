"""Known deviations: a port's own list of failures that are not to fail its CI, each with its reason."""

from __future__ import annotations

import dataclasses
import datetime
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import fixtures, model, yaml_reader
from toolset_conformance.engine.verdict import WRONG, Verdict

_NEW = "Not looked at yet."
_REMOVE = "remove the entry"
_HEAD = re.compile(r"^deviations:(?:\s*\[\s*\])?(\s+#.*)?\s*$")


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
        if verdict.outcome not in WRONG:
            return verdict
        held = [entry for entry in self.entries if entry.about(verdict) and not self._expired(entry)]
        for entry in held:
            if entry.message is None or entry.message in (verdict.message or ""):
                reason = f"known: {entry.reason}" + (f" ({entry.url})" if entry.url else "")
                return dataclasses.replace(verdict, outcome="deviation", message=f"{verdict.message}; {reason}")
        if held:
            said = f"{verdict.message}; not the failure that {self.path}:{held[0].line} knows"
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
            group = entry.subject.partition("/")[0]
            if group == model.PROPERTIES and not any(name.startswith(f"{group}/") for name in cases):
                return None  # Properties are there only where they are asked for.
            if entry.case and not any(name.startswith(f"{group}/") for name in cases):
                return f"is no case that was read: {_REMOVE}, or have its file read with the rest"
            return f"is no {'case' if entry.case else 'rule'}: {_REMOVE}"
        outcomes = {verdict.outcome for verdict in verdicts if entry.about(verdict)}
        if not outcomes or "not_run" in outcomes:
            return None
        if self._expired(entry):
            return f"expired on {entry.expires}: mend the port, or give the entry another day"
        if outcomes & {"deviation"} or entry.flaky:
            return None
        if outcomes & set(WRONG):
            return "fails in another way than the entry says: look at it, and change the entry"
        return f"{'passes' if 'passed' in outcomes else 'is not tested'}: {_REMOVE}"


def read(path: Path, today: datetime.date | None = None) -> Deviations:
    """Read a list; raises :class:`toolset_conformance.file_error.FileError`."""
    document = yaml_reader.read(path)
    fixtures.check_schema(document, "deviations")
    entries = []
    for index, plain in enumerate(document.value["deviations"]):
        where = ("deviations", index)
        if plain in document.value["deviations"][:index]:
            raise document.error(where, "the entry stands twice")
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
    Makes the file where there is none. Raises :class:`FileError`.
    """
    held = read(path) if path.exists() else Deviations(path, [], datetime.date.today())
    judged = [held.judged(verdict) for verdict in verdicts]
    gone = [entry for entry in held.entries if (held.wrong(entry, judged, cases) or "").endswith(_REMOVE)]
    kept = [entry for entry in held.entries if entry not in gone]
    new = [v for v in verdicts if v.outcome in WRONG and not any(entry.about(v) for entry in kept)]
    lines = path.read_text("utf-8").splitlines() if path.exists() else ["deviations:"]
    indent = _check_lines(path, lines, held.entries)
    lines = _without(lines, held.entries, gone)
    for verdict in new:
        lines += [f"{indent}- case: {verdict.case.id}", f"{indent}  reason: {json.dumps(_NEW)}"]
    empty = not (kept or new)
    lines = [_HEAD.sub(rf"deviations:{' []' if empty else ''}\1", line) for line in lines]
    _replace(path, "\n".join(lines) + "\n", [*(entry.subject for entry in kept), *(v.case.id for v in new)])
    return f"{path}: {len(new)} added, {len(gone)} removed, {len(kept)} kept"


def _replace(path: Path, text: str, subjects: Sequence[str]) -> None:
    """Give the list a new text, which has to read as entries on these cases and rules; else it stays as it is."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, "utf-8")
        try:
            read_back = [entry.subject for entry in read(beside).entries]
        except FileError:
            read_back = None
        if read_back == list(subjects):
            beside.replace(path)
            return
        beside.unlink()
    except OSError as error:
        raise FileError(path, None, f"cannot be written: {error.strerror}") from None
    said = "cannot be rewritten: write it as 'deviations:' with an entry on each '- case: lookup/known-name' below it"
    raise FileError(path, None, said)


def _check_lines(path: Path, lines: Sequence[str], entries: Sequence[Deviation]) -> str:
    """The indentation of the entries; raises where they do not stand in lines of their own, the list at the end."""
    for entry in entries:
        if not lines[entry.line - 1].lstrip().startswith("- "):
            said = "cannot be rewritten: begin each entry on a line of its own, as '- case: lookup/known-name'"
            raise FileError(path, entry.line, said)
    if not entries:
        return "  "
    first = lines[entries[0].line - 1]
    return first[: len(first) - len(first.lstrip())]


def _without(lines: list[str], entries: Sequence[Deviation], gone: Sequence[Deviation]) -> list[str]:
    # The comment right above an entry belongs to it.
    starts = []
    for entry in entries:
        start = entry.line - 1
        while lines[start - 1].lstrip().startswith("#"):
            start -= 1
        starts.append(start)
    dropped: set[int] = set()
    # What stands below the last entry is about the list, or about nothing.
    last = max((number for number, line in enumerate(lines) if _is_data(line)), default=-1)
    for entry, start, end in zip(entries, starts, [*starts, last + 1][1:], strict=True):
        if entry in gone:
            dropped.update(range(start, end))
    return [line for number, line in enumerate(lines) if number not in dropped]


def _is_data(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(("#", "..."))

"""Snapshots: a port's whole answers to the cases, one file a group, accepted and accounted for by syrupy.

Whatever process ran a case compares its answers; the one process that gathers all reports writes and removes.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import hashlib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.location import PyTestLocation
from syrupy.report import SnapshotReport
from syrupy.session import SnapshotSession

from toolset_conformance.core.errors import FileError
from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.text import rendering

JSON = Any

_HEAD = "# The port's answers, case by case. Made by pytest --toolset-snapshots; --snapshot-update accepts changes.\n"
_NAME = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)+\Z")
_COLOURS = re.compile("\x1b\\[[0-9;]*m")
_WIDTH = 112
_MANY = 12
_LONG = 80
_ALL = 2**63


def text_of(verdict: Verdict) -> str | None:
    """The answers to a case as a snapshot shows them, a wrong one included; ``None`` where none came to be compared."""
    if verdict.outcome not in ("passed", "failed", "deviation"):
        return None
    shown = [_lines(_abridged(_in_short(answer))) for answer in verdict.answers]
    found = verdict.evidence
    if found is not None and found.step > len(verdict.answers):
        shown.append(
            [rendering.escaped(found.error or "")] if found.got is MISSING else _lines(_abridged(_in_short(found.got)))
        )
    made = []
    for number, (step, (first, *rest)) in enumerate(zip(verdict.case.steps, shown, strict=False), 1):
        made += [f"{number} {step.ask}: {first}", *(f"  {line}" for line in rest)]
    return "\n".join(made) or None


def _lines(value: JSON) -> list[str]:
    return rendering.lines(value, _WIDTH, limit=_ALL, many=_ALL)


def _in_short(answer: JSON) -> JSON:
    """An answer; of a conversation the last request alone, which repeats the others, of which a digest stands there."""
    requests = answer.get("requests") if isinstance(answer, dict) else None
    if not isinstance(requests, list) or len(requests) < 2:
        return answer
    before = f"…[{len(requests) - 1} before, sha256 {_digest(requests[:-1])}]…"
    return {**answer, "requests": [before, requests[-1]]}


def _abridged(value: JSON) -> JSON:
    """The value with its keys in order, and with long texts, lists and objects cut to their ends and a digest."""
    if isinstance(value, str):
        return rendering.abridged(value, _LONG)
    if isinstance(value, list):
        kept = [_abridged(item) for item in value]
        if len(kept) > _MANY:
            cut = value[_MANY // 2 : -1]
            return [*kept[: _MANY // 2], f"…[{len(cut)} more, sha256 {_digest(cut)}]…", kept[-1]]
        return kept
    if isinstance(value, dict):
        keys = sorted(value)
        made = {rendering.abridged(key, _LONG): _abridged(value[key]) for key in keys[:_MANY]}
        if len(keys) > _MANY:
            rest = {key: value[key] for key in keys[_MANY:]}
            made["…"] = f"[{len(rest)} more, sha256 {_digest(rest)}]"
        return made
    return value


def _digest(value: JSON) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


def read(path: Path) -> dict[str, str]:
    """The snapshots of a file by the ids of their cases; raises :class:`FileError`."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return {}
    return _read(path, stat.st_mtime_ns, stat.st_size)


@functools.lru_cache(maxsize=64)
def _read(path: Path, _changed: int, _size: int) -> dict[str, str]:
    made: dict[str, list[str]] = {}
    body: list[str] | None = None
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if line.startswith("  ") and body is not None:
            body.append(line[2:])
        elif _NAME.match(line) and line not in made:
            body = made[line] = []
        elif line and not line.startswith("#"):
            way_out = "mend the line, or delete the file and make it anew with --snapshot-update"
            raise FileError(path, number, f"is no line of a snapshot, or its case stands twice: {way_out}")
    return {name: "\n".join(lines) for name, lines in made.items()}


def write(path: Path, snapshots: dict[str, str]) -> None:
    """Write a file of snapshots, sorted by the ids of their cases; no file where there are none."""
    if not snapshots:
        path.unlink(missing_ok=True)
        return
    parts = [_HEAD]
    for name, text in sorted(snapshots.items()):
        parts.append("\n".join(["", name, *(f"  {line}" for line in text.split("\n")), ""]))
    path.write_text("".join(parts), "utf-8", newline="\n")


class GroupFile(AbstractSyrupyExtension):
    """syrupy's view of our files: one a group, each with the snapshots of its cases."""

    file_extension = "snap"

    def serialize(self, data: Any, **_words: Any) -> str:
        """A snapshot is a text already."""
        return str(data)

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """The folder that the location names, not one below it."""
        return str(Path(test_location.filepath).parent)

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """All snapshots in the folder; files of others are none of ours."""
        found = SnapshotCollections()
        for path in sorted(Path(self.dirname(test_location=test_location)).glob(f"*.{self.file_extension}")):
            found.add(self.read_snapshot_collection(snapshot_location=str(path)))
        return found

    def read_snapshot_collection(self, *, snapshot_location: str) -> SnapshotCollection:
        """The snapshots of one file."""
        made = SnapshotCollection(location=snapshot_location)
        for name, text in read(Path(snapshot_location)).items():
            made.add(Snapshot(name=name, data=text))
        return made

    def read_snapshot_data_from_location(
        self, *, snapshot_location: str, snapshot_name: str, session_id: str
    ) -> str | None:
        """One snapshot."""
        return read(Path(snapshot_location)).get(snapshot_name)

    @classmethod
    def write_snapshot_collection(cls, *, snapshot_collection: SnapshotCollection, **_words: Any) -> None:
        """Put snapshots among those of their file."""
        path = Path(snapshot_collection.location)
        new = {snapshot.name: str(snapshot.data) for snapshot in snapshot_collection}
        write(path, read(path) | new)

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        """Take snapshots out of their file."""
        path = Path(snapshot_location)
        write(path, {name: text for name, text in read(path).items() if name not in snapshot_names})


@dataclass(frozen=True)
class _Subject:
    """Stands for an item: syrupy asks for more than ours have, and a process that gathers reports has none."""

    nodeid: str
    name: str
    path: Path
    obj: type = GroupFile
    stash: dict[Any, Any] = field(default_factory=dict, hash=False)


class Snapshots:
    """The snapshots of one pytest session. ``folder``: where they are; ``groups``: those of the corpus."""

    def __init__(self, folder: Path, options: argparse.Namespace, groups: Iterable[str]) -> None:
        self.folder, self.options, self.groups = folder, options, frozenset(groups)
        self.report: SnapshotReport | None = None
        self._session: SnapshotSession | None = None
        self._assertions: list[SnapshotAssertion] = []
        for path in sorted(folder.glob(f"*.{GroupFile.file_extension}")):
            read(path)

    def difference(self, name: str, text: str) -> str | None:
        """How an answer differs from what is stored, in lines to show; ``None`` where it does not, or is accepted."""
        path = self._path(name)
        stored = read(path).get(name)
        new_only = stored is None and getattr(self.options, "update_new_snapshots_only", False)
        if stored == text or self.options.update_snapshots or new_only:
            return None
        if stored is None:
            lines = [f"no snapshot in {path}; --snapshot-update takes this one in:", *text.split("\n")]
        else:
            changed = difflib.unified_diff(stored.split("\n"), text.split("\n"), lineterm="", n=3)
            lines = [f"differs from its snapshot in {path}; --snapshot-update accepts it:", *list(changed)[2:]]
        return "\n".join(lines)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name.partition('/')[0]}.{GroupFile.file_extension}"

    def record(self, session: pytest.Session, name: str, text: str) -> None:
        """Tell syrupy of one answer: to be stored, or counted."""
        if self._session is None:
            self._session = SnapshotSession(pytest_session=session)
        update = self.options.update_snapshots
        if getattr(self.options, "update_new_snapshots_only", False):
            update = update or name not in read(self._path(name))
        place: Any = _Subject(f"toolset::{name}", name, self._path(name).absolute())
        assertion = SnapshotAssertion(
            session=self._session,
            extension_class=GroupFile,
            test_location=PyTestLocation(place),
            update_snapshots=update,
        )
        self._assertions.append(assertion)
        bool(assertion == text)

    def finish(self, is_gone: Callable[[str], bool]) -> bool:
        """Write what was accepted and remove what is unused: snapshots of cases that ``is_gone`` says are no more.

        Returns whether unused ones are left that should not be.
        """
        if self._session is None:
            return False
        self._session.flush_snapshot_write_queue()
        # What syrupy knows of chosen tests is of Python tests; which of our cases are gone, we know ourselves.
        options = argparse.Namespace(**{**vars(self.options), "file_or_dir": [], "keyword": "", "pyargs": False})
        self.report = SnapshotReport(
            base_dir=self.folder.parent,
            collected_items=set(),
            selected_items={},
            assertions=self._assertions,
            options=options,
        )
        found = SnapshotCollections()
        for collection in self.report.discovered:
            gone = SnapshotCollection(location=collection.location)
            for snapshot in collection:
                if is_gone(snapshot.name):
                    gone.add(snapshot)
            if gone.has_snapshots:
                found.add(gone)
        self.report.discovered = found
        if getattr(options, "disable_unused_snapshots", False) or not self.report.num_unused:
            return False
        if options.update_snapshots and not getattr(options, "no_cleanup", False):
            for collection in self.report.unused:
                names = {snapshot.name for snapshot in collection}
                GroupFile().delete_snapshots(snapshot_location=collection.location, snapshot_names=names)
        return not (options.update_snapshots or options.warn_unused_snapshots)

    def lines(self) -> list[str]:
        """What syrupy says of its snapshots at the end."""
        if self.report is None:
            return []
        lines = list(self.report.lines)
        return [_COLOURS.sub("", line) for line in lines] if self.options.no_colors else lines

"""The console: lines written to a stream, and progress while cases run."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import TextIO

from toolset_conformance.engine.verdict import WRONG, Verdict
from toolset_conformance.reports.terminal import width


class Progress:
    """A line that counts the cases while they run: on a terminal alone, and gone at the end.

    It comes up only where a run takes longer than a moment, and changes ten times a second at most.
    """

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total, self.stream = total, stream
        self.on = stream.isatty() and os.environ.get("TERM") != "dumb"
        self.done = self.failed = 0
        self.next = time.monotonic() + 0.3
        self.shown = False
        self.began = time.monotonic()
        self.held = ""

    def conversations(self, done: int, coming: int) -> None:
        """Say how many conversations with an agent are done and to come, and how long that will take."""
        left = (time.monotonic() - self.began) / done * coming if done else 0.0
        self.held = f"  {done} conversations, {coming} to come" + (f", {_clock(left)} left" if done and coming else "")
        self._show("")

    def step(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.done += 1
        self.failed += verdict.outcome in WRONG
        self._show(f"  {verdict.case.group}")

    def _show(self, group: str) -> None:
        if self.on and (now := time.monotonic()) >= self.next:
            self.next = now + 0.1
            failed = f"  {self.failed} failed" if self.failed else ""
            said = f"  {self.done} of {self.total}{self.held or group}{failed}"
            self.stream.write(f"\r{said[: width() - 1]}\x1b[K")
            self.stream.flush()
            self.shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.shown = False


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def say(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Write lines to a stream, as far as its encoding can."""
    out = sys.stdout if stream is None else stream
    for line in lines:
        try:
            print(line, file=out)
        except UnicodeEncodeError:
            encoding = out.encoding or "ascii"
            print(line.encode(encoding, "backslashreplace").decode(encoding), file=out)

"""The console: lines written to a stream, and progress while cases run."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import TextIO

from toolset_conformance.engine.verdict import Verdict
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

    def step(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.done += 1
        self.failed += verdict.outcome in ("failed", "error")
        if self.on and (now := time.monotonic()) >= self.next:
            self.next = now + 0.1
            said = f"  {self.done} of {self.total}  {verdict.case.group}" + (
                f"  {self.failed} failed" if self.failed else ""
            )
            self.stream.write(f"\r{said[: width() - 1]}\x1b[K")
            self.stream.flush()
            self.shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.shown = False


def say(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Write lines to a stream, as far as its encoding can."""
    out = sys.stdout if stream is None else stream
    for line in lines:
        try:
            print(line, file=out)
        except UnicodeEncodeError:
            encoding = out.encoding or "ascii"
            print(line.encode(encoding, "backslashreplace").decode(encoding), file=out)

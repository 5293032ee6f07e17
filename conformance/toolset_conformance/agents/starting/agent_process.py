"""A running agent: its environment, its pipes, and its end together with all that it started."""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

KEEPER = Path(__file__).with_name("keeper.py")
MOST_OUTPUT = 16 * 2**20
"""Bytes that an agent may write in one conversation."""
_TAIL = 8192
_CHUNK = 2**18
_END_SECONDS = 10.0
_WRITE_SECONDS = 5.0


class AgentProcess:
    """An agent under its keeper, started at once. Not for several threads at the same time.

    ``words``: its command. ``environment``: all of its environment. ``folder``: where it runs, in its ``place``, which
    the keeper removes if this process is killed. ``talks``: lines are written to its standard input, else it is empty.

    ``status``: its exit status once it has ended (negative: the signal). ``error``: the system's error number where it
    could not be started. ``left``: command lines of what outlived it. ``stubborn``: SIGTERM did not end it.
    """

    def __init__(
        self, words: Sequence[str], environment: Mapping[str, str], folder: Path, place: Path, *, talks: bool = False
    ) -> None:
        control, self._control = os.pipe()
        self._status, status = os.pipe()
        try:
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(control), str(status), str(place), "--", *words],
                stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(control, status),
                env=dict(environment),
                cwd=folder,
                start_new_session=True,
            )
        finally:
            os.close(control)
            os.close(status)
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self.program = words[0]
        self.status: int | None = None
        self.error: int | None = None
        self.left: list[str] = []
        self.stubborn = False
        self.lines: deque[bytes] = deque(maxlen=10_000)
        """Whole lines of standard output that nobody has taken yet; kept only of one that ``talks``."""
        self._written = 0
        self._tails = {"stdout": bytearray(), "stderr": bytearray()}
        self._line = bytearray()
        self._said = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe, name in ((self._popen.stdout, "stdout"), (self._popen.stderr, "stderr")):
            self._selector.register(pipe.fileno(), selectors.EVENT_READ, name)
        self._selector.register(self._status, selectors.EVENT_READ, "status")

    @property
    def ended(self) -> bool:
        """Whether the agent itself has ended, or was never started."""
        return self.status is not None or self.error is not None

    @property
    def flooded(self) -> bool:
        """Whether it has written more output than :data:`MOST_OUTPUT`."""
        return self._written > MOST_OUTPUT

    def write(self, line: str) -> None:
        """Write one line of ASCII to its standard input; in vain where it does not read."""
        assert self._popen.stdin is not None
        pipe, left = self._popen.stdin.fileno(), line.encode("ascii") + b"\n"
        os.set_blocking(pipe, False)
        end = time.monotonic() + _WRITE_SECONDS
        with contextlib.suppress(OSError):
            while left and time.monotonic() < end:
                if select.select([], [pipe], [], 0.2)[1]:
                    left = left[os.write(pipe, left) :]

    def pump(self, seconds: float) -> None:
        """Read what it writes, waiting so long for the first of it."""
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, _CHUNK)
            if not data:
                self._selector.unregister(key.fd)
            elif key.data == "status":
                self._told(data)
            else:
                self._hear(key.data, data)

    def forget(self) -> None:
        """Begin anew with what is kept of its output: for the next conversation of a driver."""
        self._written = 0
        self.lines.clear()
        for tail in self._tails.values():
            tail.clear()

    def stop(self) -> None:
        """Ask the agent to end, and end it and all that it started."""
        with contextlib.suppress(OSError):
            os.write(self._control, b".")
        self.finish()

    def kill(self) -> None:
        """End the agent and all that it started at once, without asking."""
        with contextlib.suppress(OSError):
            os.write(self._control, b"!")
        self.finish()

    def finish(self) -> None:
        """Wait until the agent's end has been dealt with, and all that it started is gone."""
        end = time.monotonic() + _END_SECONDS
        while self._selector.get_map() and self._status in self._selector.get_map() and time.monotonic() < end:
            self.pump(0.2)
        self._close_control()
        try:
            self._popen.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        for _ in range(16):
            if not self._selector.select(0):
                break
            self.pump(0)
        self._selector.close()
        os.close(self._status)
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()

    def _close_control(self) -> None:
        if self._control >= 0:
            os.close(self._control)
            self._control = -1

    def tail(self, name: str) -> str:
        """Return the last lines of ``stdout`` or ``stderr``."""
        text = bytes(self._tails[name][-_TAIL:]).decode("utf-8", "replace").strip()
        return "\n".join(text.splitlines()[-20:])

    def _hear(self, name: str, data: bytes) -> None:
        self._written += len(data)
        tail = self._tails[name]
        tail += data
        if len(tail) > 16 * _TAIL:
            del tail[:-_TAIL]
        if name == "stdout" and self._popen.stdin is not None:
            *whole, rest = (bytes(self._line) + data).split(b"\n")
            self.lines.extend(whole)
            self._line = bytearray(rest[-MOST_OUTPUT:])

    def _told(self, data: bytes) -> None:
        self._said += data
        *lines, rest = self._said.split(b"\n")
        self._said = bytearray(rest)
        for line in lines:
            message = json.loads(line)
            self.status = message.get("exited", self.status)
            self.error = message.get("error", self.error)
            self.left = message.get("left", self.left)
            self.stubborn = message.get("stubborn", self.stubborn)


def environment(named: Mapping[str, str], home: Path, temporary: Path, programs: Sequence[Path] = ()) -> dict[str, str]:
    """Return an agent's whole environment: PATH, a locale, its own HOME and TMPDIR, and what is ``named``.

    ``programs``: folders that are searched for programs before those of PATH.
    """
    path = os.pathsep.join([*map(str, programs), os.environ.get("PATH", os.defpath)])
    fresh = {"PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": str(home), "TMPDIR": str(temporary)}
    return {**fresh, **named}

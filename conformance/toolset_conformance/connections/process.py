"""A process that talks in lines: its three pipes, which never block each other, and its end."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType

from toolset_conformance.connections import strays
from toolset_conformance.connections.connection import PortError
from toolset_conformance.core import signals

MAX_LINE = 64 * 2**20
"""Bytes that one line may have."""
GRACE = 2.0
"""Seconds that the process has to exit by itself once its standard input is closed."""
_CHUNK = 2**18
_LONGEST_WAIT = 3600.0
"""Seconds that one wait may last, since no platform can wait for any number of them; then comes the next."""
_STDERR_KEPT = 8192


class Broken(Exception):
    """The process is of no more use: ``what`` happened, and the ``remedy``."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


class TimedOut(Exception):
    """No line came in time."""


class Process:
    """A process in a group of its own, started at once; raises :class:`PortError` where it cannot be.

    ``environment``: its environment variables, ``None`` for ours.
    """

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._mark, environment = strays.marked(environment)
        self._popen = _started(words, environment)
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._out, self._in, self._said = bytearray(), bytearray(), bytearray()
        self._lines: deque[bytes] = deque()
        self._ended = False

    def write(self, line: str) -> None:
        """Queue one line of ASCII; it goes out while :meth:`line` waits, so that neither pipe can fill up for good."""
        if not self._out:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._out += line.encode("ascii") + b"\n"

    def line(self, until: float) -> str:
        """The next line that is not empty; raises :class:`TimedOut` at that monotonic time, or :class:`Broken`."""
        late = False
        while True:
            while self._lines:
                line = self._lines.popleft()
                if line.strip():
                    return _decoded(line)
            if self._ended:
                raise self._end()
            if late:
                raise TimedOut
            left = until - time.monotonic()
            late = left <= 0
            self._drain(min(max(left, 0.0), _LONGEST_WAIT))

    def finish(self) -> None:
        """Close its standard input, give it a moment to exit, and end what is left of its group."""
        assert self._popen.stdin is not None
        try:
            if self._out:
                self._selector.unregister(self._stdin)
                self._out.clear()
            with contextlib.suppress(OSError):
                self._popen.stdin.close()
            end = time.monotonic() + GRACE
            with contextlib.suppress(OSError, Broken):
                while self._popen.poll() is None and time.monotonic() < end:
                    self._drain(0.005)
            if self._popen.poll() is None:
                self._signal(signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._popen.wait(0.5)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the whole group, and what left it: nothing that the process started must outlive it."""
        self._signal(signal.SIGKILL)
        self._popen.wait()
        strays.end(self._mark)
        self._selector.close()
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    def listen(self, seconds: float) -> None:
        """Read what it still has to say, waiting so long for it."""
        with contextlib.suppress(OSError, Broken):
            self._drain(seconds)

    def last_words(self) -> str:
        """The last lines on its standard error."""
        said = self._said[-_STDERR_KEPT:].decode("utf-8", "replace").strip()
        return "\n".join(said.splitlines()[-10:])

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def _drain(self, seconds: float) -> None:
        """Move whatever can be moved through the three pipes, waiting so long for the first."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._stdin:
                self._push()
            elif key.fd == self._stdout:
                self._pull()
            else:
                self._hear()

    def _push(self) -> None:
        try:
            del self._out[: os.write(self._stdin, bytes(self._out[:_CHUNK]))]
        except BlockingIOError:
            return
        except OSError:
            # A process that reads no more is told apart from a dead one by its standard output.
            self._out.clear()
        if not self._out:
            self._selector.unregister(self._stdin)

    def _pull(self) -> None:
        data = os.read(self._stdout, _CHUNK)
        if not data:
            self._selector.unregister(self._stdout)
            self._ended = True
            return
        self._in += data
        if b"\n" in data:
            *lines, rest = bytes(self._in).split(b"\n")
            self._lines.extend(lines)
            self._in = bytearray(rest)
        if len(self._in) > MAX_LINE:
            raise Broken(f"a line of more than {MAX_LINE // 2**20} MiB", "answer with one JSON object a line")

    def _hear(self) -> None:
        data = os.read(self._stderr, _CHUNK)
        if not data:
            self._selector.unregister(self._stderr)
        self._said += data
        if len(self._said) > 16 * _STDERR_KEPT:
            del self._said[:-_STDERR_KEPT]

    def _end(self) -> Broken:
        """Why standard output has ended: the process has exited, was killed, or lives on without it."""
        rest = " in the middle of a line" if self._in.strip() else ""
        try:
            status = self._popen.wait(0.2)
        except subprocess.TimeoutExpired:
            return Broken(f"closed its standard output{rest}, but goes on running", "keep it open until the end")
        if status < 0:
            return Broken(f"was killed by {_signal_name(-status)}{rest}", "see what it wrote to standard error")
        return Broken(f"exited with status {status}{rest}", "a shim answers until its standard input ends")


@contextlib.contextmanager
def interrupted_later() -> Iterator[None]:
    """Have Ctrl-C and the like take effect at the end, since in the middle of a start they would leave a process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, *signals.ENDING)}
    held = {number: handler for number, handler in handlers.items() if callable(handler)}
    came: list[tuple[int, FrameType | None]] = []
    for number in held:
        signal.signal(number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
        if came:
            held[came[0][0]](*came[0])


def _started(words: Sequence[str], environment: Mapping[str, str] | None) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=environment
        )
    except FileNotFoundError:
        remedy = "check the path, from the folder that you are in, or install the program"
        raise PortError(f"cannot be started: there is no program '{words[0]}'", remedy) from None
    except PermissionError:
        remedy = f"make it executable (chmod +x {words[0]}), or name the interpreter before it"
        raise PortError(f"cannot be started: '{words[0]}' is not executable", remedy) from None
    except OSError as error:
        remedy = "a script needs a first line like #!/bin/sh"
        raise PortError(f"cannot be started: {error.strerror}", remedy) from None


def _decoded(line: bytes) -> str:
    if line.startswith(b"\xef\xbb\xbf"):
        raise Broken("its standard output begins with a byte order mark", "write UTF-8 without one")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Broken(f"invalid UTF-8 at byte {error.start + 1} of a line", "write UTF-8") from None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

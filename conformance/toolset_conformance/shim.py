"""A port behind a shim: a process that answers the protocol on its standard output."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections import deque
from typing import Any

from toolset_conformance import protocol
from toolset_conformance.connection import PortError, check_description
from toolset_conformance.protocol import BadMessage, Call, Fault, Reply

JSON = Any

MAX_LINE = 64 * 2**20
"""Bytes that one answer may have."""
GRACE = 2.0
"""Seconds that a shim has to exit by itself once its standard input is closed."""
_CHUNK = 2**18
_STDERR_KEPT = 8192


class _Broken(Exception):
    """The shim's process is of no more use; becomes the fault of the oldest question."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


class Shim:
    """A connection to a shim, started anew after every fault.

    ``command``: words as a POSIX shell would split them; ``timeout`` and ``start_timeout``: seconds for an answer,
    and for the answer to ``describe``.
    """

    def __init__(
        self,
        command: str,
        timeout: float = 10.0,
        start_timeout: float = 60.0,
        environment: dict[str, str] | None = None,
    ) -> None:
        self._command, self._environment = command, environment
        self._timeout, self._start_timeout = timeout, start_timeout
        self.sees = False
        self._process: subprocess.Popen[bytes] | None = None
        self._waiting: dict[int, Call] = {}
        self._arrived: deque[tuple[int, Reply]] = deque()
        self._clock = 0.0

    def open(self) -> dict[str, JSON]:
        """Start the process and have it describe itself; raises :class:`PortError`."""
        self._start()
        self._write(protocol.request_line(0, "describe", {}))
        self._clock = time.monotonic()
        try:
            while True:
                line = self._line(self._clock + self._start_timeout)
                number, reply = protocol.read_answer(line)
                if number != 0 or isinstance(number, bool):
                    raise _Broken(f"answered with id {number!r}, before anything but describe (id 0) was asked")
                if reply.error is not None:
                    raise _Broken(f"answered describe with {reply.error}", "every port answers describe")
                description = check_description(reply.result)
                self.sees = description.get("observes") is True
                return description
        except BadMessage as error:
            raise self._gone(*_explained(line, str(error))) from None
        except _Timeout:
            what = f"no answer to describe within {self._start_timeout:g} seconds"
            raise self._gone(what, "flush after every answer; raise --start-timeout for a slow start") from None
        except _Broken as error:
            raise self._gone(error.what, error.remedy) from None
        except PortError as error:
            raise self._gone(error.what, error.remedy) from None

    def send(self, number: int, call: Call) -> None:
        """Queue one request; it is written while answers are read, so that neither pipe can fill up for good."""
        if not self._waiting:
            self._clock = time.monotonic()
        self._waiting[number] = call
        if self._process is not None:
            self._write(self._request(number, call))

    def receive(self) -> tuple[int, Reply | Fault]:
        """The next answer; or a fault for the oldest question, after which the others wait for a new process."""
        if self._process is None:
            self.open()
            for number, call in self._waiting.items():
                self._write(self._request(number, call))
            self._clock = time.monotonic()
        oldest = next(iter(self._waiting))
        line = ""
        try:
            line = self._line(self._clock + self._timeout)
            number, reply = protocol.read_answer(line)
            self._check_number(number)
        except BadMessage as error:
            return oldest, self._fault(oldest, *_explained(line, str(error)))
        except _Timeout:
            what = f"no answer within {self._timeout:g} seconds"
            return oldest, self._fault(oldest, what, "flush after every answer; raise --timeout if it needs longer")
        except _Broken as error:
            return oldest, self._fault(oldest, error.what, error.remedy)
        del self._waiting[number]
        if number == oldest:
            self._clock = time.monotonic()
        return number, reply

    def close(self) -> None:
        """Close its standard input, give it a moment to exit, and end what is left of its process group."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        end = time.monotonic() + GRACE
        with contextlib.suppress(OSError, _Broken):
            while process.poll() is None and time.monotonic() < end:
                self._drain(0.005)
        self._kill(gently=True)

    def _request(self, number: int, call: Call) -> str:
        return protocol.request_line(number, call.method, call.params, call.watch)

    def _check_number(self, number: JSON) -> None:
        if isinstance(number, int) and not isinstance(number, bool) and number in self._waiting:
            return
        remedy = "answer each request once, with the id of the request"
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < next(iter(self._waiting)):
            raise _Broken(f"a second answer to request {number}", remedy)
        raise _Broken(f"an answer with id {number!r}, which is the id of no open request", remedy)

    # The process

    def _start(self) -> None:
        try:
            words = shlex.split(self._command)
        except ValueError as error:
            raise PortError(f"the command cannot be split into words: {error}", "check its quotes") from None
        if not words:
            raise PortError("the command is empty", 'give one, like --command "node shim.mjs"')
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=self._environment,
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
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._selector = selectors.DefaultSelector()
        for pipe in (process.stdout, process.stderr):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe.fileno(), selectors.EVENT_READ)
        os.set_blocking(process.stdin.fileno(), False)
        self._process = process
        self._stdin, self._stdout, self._stderr = (
            process.stdin.fileno(),
            process.stdout.fileno(),
            process.stderr.fileno(),
        )
        self._out = bytearray()
        self._in = bytearray()
        self._searched = 0
        self._lines: deque[bytes] = deque()
        self._said = bytearray()
        self._ended = False

    def _kill(self, *, gently: bool = False) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        # The whole group: a shim's own children must not outlive it.
        if gently and process.poll() is None:
            self._signal(process, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.5)
        self._signal(process, signal.SIGKILL)
        process.wait()
        self._selector.close()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    def _signal(self, process: subprocess.Popen[bytes], number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)

    def _fault(self, number: int, what: str, remedy: str) -> Fault:
        del self._waiting[number]
        error = self._gone(what, remedy)
        return Fault(error.what, error.remedy, error.stderr)

    def _gone(self, what: str, remedy: str) -> PortError:
        """End the process, read what it still had to say, and make an error of it."""
        if self._process is not None:
            with contextlib.suppress(OSError, _Broken):
                self._drain(0.02)
            self._kill()
        stderr = self._said[-_STDERR_KEPT:].decode("utf-8", "replace").strip()
        return PortError(what, remedy, "\n".join(stderr.splitlines()[-10:]))

    # The pipes

    def _write(self, line: str) -> None:
        if not self._out:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._out += line.encode("ascii") + b"\n"

    def _line(self, until: float) -> str:
        """The next line that is not empty; raises :class:`_Timeout` or :class:`_Broken`."""
        while True:
            while self._lines:
                line = self._lines.popleft()
                if line.strip():
                    return self._decoded(line)
            if self._ended:
                raise self._end()
            left = until - time.monotonic()
            if left <= 0:
                raise _Timeout
            self._drain(left)

    def _decoded(self, line: bytes) -> str:
        if line.startswith(b"\xef\xbb\xbf"):
            raise _Broken("its standard output begins with a byte order mark", "write UTF-8 without one")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _Broken(f"invalid UTF-8 at byte {error.start + 1} of a line", "write UTF-8") from None

    def _drain(self, seconds: float) -> None:
        """Move whatever can be moved through the three pipes, waiting so long for the first."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._stdin:
                self._push()
            elif key.fd == self._stdout:
                self._pull()
            else:
                self._listen()

    def _push(self) -> None:
        try:
            del self._out[: os.write(self._stdin, bytes(self._out[:_CHUNK]))]
        except BlockingIOError:
            return
        except OSError:
            # A shim that reads no more is told apart from a dead one by its standard output.
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
            raise _Broken(f"a line of more than {MAX_LINE // 2**20} MiB", "answer with one JSON object a line")

    def _listen(self) -> None:
        data = os.read(self._stderr, _CHUNK)
        if not data:
            self._selector.unregister(self._stderr)
        self._said += data
        if len(self._said) > 16 * _STDERR_KEPT:
            del self._said[:-_STDERR_KEPT]

    def _end(self) -> _Broken:
        """Why standard output has ended: the process has exited, was killed, or lives on without it."""
        assert self._process is not None
        rest = " in the middle of a line" if self._in.strip() else ""
        try:
            status = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return _Broken(f"closed its standard output{rest}, but goes on running", "keep it open until the end")
        if status < 0:
            return _Broken(f"was killed by {_signal_name(-status)}{rest}", "see what it wrote to standard error")
        return _Broken(f"exited with status {status}{rest}", "a shim answers until its standard input ends")


class _Timeout(Exception):
    pass


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _explained(line: str, why: str) -> tuple[str, str]:
    shown = ascii(line if len(line) <= 120 else line[:80] + " ... " + line[-30:])
    if line.lstrip().startswith(("{", "[")):
        return f"a message that breaks the protocol, {why}: {shown}", "answer with one JSON-RPC 2.0 object a line"
    remedy = "print logs to standard error; with npm use `npm run --silent`"
    return f"a line on standard output that is {why}: {shown}", remedy

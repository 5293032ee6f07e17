"""A port behind a shim: a process that answers the protocol on its standard output."""

from __future__ import annotations

import dataclasses
import shlex
import time
from typing import Any

from toolset_conformance.connections import wire
from toolset_conformance.connections.connection import PortError, check_description
from toolset_conformance.connections.process import Broken, Process, TimedOut, interrupted_later
from toolset_conformance.connections.wire import BadMessage
from toolset_conformance.core import messages
from toolset_conformance.core.messages import Call, Fault, Reply

JSON = Any


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
        self._process: Process | None = None
        self._described = False
        self._waiting: dict[int, Call] = {}
        self._clock = 0.0
        self._heard = 0.0

    def start(self) -> None:
        """Start the process and ask it to describe itself, without waiting for the answer; raises ``PortError``."""
        try:
            words = shlex.split(self._command)
        except ValueError as error:
            raise PortError(f"the command cannot be split into words: {error}", "check its quotes") from None
        if not words:
            raise PortError("the command is empty", 'give one, like --command "node shim.mjs"')
        self._described = False
        try:
            with interrupted_later():
                self._process = Process(words, self._environment)
        except KeyboardInterrupt:
            self._kill()
            raise
        self._process.write(wire.request_line(0, "describe", {}))
        self._clock = time.monotonic()

    def open(self) -> dict[str, JSON]:
        """The answer to ``describe``; raises :class:`PortError`."""
        if self._process is None:
            self.start()
        assert self._process is not None
        line = ""
        try:
            line = self._process.line(self._clock + self._start_timeout)
            number, reply = wire.read_answer(line)
            if number != 0 or isinstance(number, bool):
                raise Broken(f"answered with id {number!r}, before anything but describe (id 0) was asked")
            if reply.error is not None:
                raise Broken(f"answered describe with {reply.error}", "every port answers describe")
            description = check_description(reply.result)
        except BadMessage as error:
            raise self._gone(*_explained(line, str(error))) from None
        except TimedOut:
            what = f"no answer to describe within {self._start_timeout:g} seconds"
            raise self._gone(what, "flush after every answer; raise --start-timeout for a slow start") from None
        except (Broken, PortError) as error:
            raise self._gone(error.what, error.remedy) from None
        except KeyboardInterrupt:
            self._kill()
            raise
        self.sees, self._described = description.get("observes") is True, True
        return description

    def send(self, number: int, call: Call) -> None:
        """Put one question on its way; it goes out while answers are read."""
        if not self._waiting:
            self._clock = self._heard = time.monotonic()
        self._waiting[number] = call
        if self._described:
            self._ask(number, call)

    def receive(self) -> tuple[int, Reply | Fault]:
        """The next answer; or a fault for the oldest question, after which the others wait for a new process."""
        if not self._described:
            try:
                self.open()
            except PortError:
                self._waiting.clear()
                raise
            for number, call in self._waiting.items():
                self._ask(number, call)
            self._clock = self._heard = time.monotonic()
        assert self._process is not None
        oldest = next(iter(self._waiting))
        # Questions go out and answers come in only here: the time that we were elsewhere is not the port's.
        self._clock += time.monotonic() - self._heard
        line = ""
        try:
            line = self._process.line(self._clock + self._timeout)
            number, reply = wire.read_answer(line)
            self._check_number(number)
        except BadMessage as error:
            return oldest, self._fault(oldest, *_explained(line, str(error)))
        except TimedOut:
            what = f"no answer within {self._timeout:g} seconds"
            return oldest, self._fault(oldest, what, "flush after every answer; raise --timeout if it needs longer")
        except Broken as error:
            return oldest, self._fault(oldest, error.what, error.remedy)
        except KeyboardInterrupt:
            # Whoever interrupts it does not want to wait until it exits by itself.
            self._kill()
            raise
        if reply.error is not None and reply.error.code not in messages.SAID:
            self._process.listen(0)
            reply = dataclasses.replace(reply, stderr=self._process.last_words())
        del self._waiting[number]
        self._heard = time.monotonic()
        if number == oldest:
            self._clock = self._heard
        return number, reply

    def close(self) -> None:
        """Have the process exit, or end it."""
        process, self._process, self._described = self._process, None, False
        if process is not None:
            process.finish()

    def _ask(self, number: int, call: Call) -> None:
        assert self._process is not None
        self._process.write(wire.request_line(number, call.method, call.params, call.watch))

    def _check_number(self, number: JSON) -> None:
        # To JSON, 1.0 is the same number as 1.
        is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
        if is_number and number in self._waiting:
            return
        remedy = "answer each request once, with the id of the request"
        if is_number and 0 <= number < next(iter(self._waiting)):
            raise Broken(f"a second answer to request {number}", remedy)
        raise Broken(f"an answer with id {number!r}, which is the id of no open request", remedy)

    def _kill(self) -> None:
        process, self._process, self._described = self._process, None, False
        if process is not None:
            process.kill()

    def _fault(self, number: int, what: str, remedy: str) -> Fault:
        del self._waiting[number]
        error = self._gone(what, remedy)
        return Fault(error.what, error.remedy, error.stderr)

    def _gone(self, what: str, remedy: str) -> PortError:
        """End the process, with what it still had to say, and make an error of it."""
        process = self._process
        assert process is not None
        process.listen(0.02)
        self._kill()
        return PortError(what, remedy, process.last_words())


def _explained(line: str, why: str) -> tuple[str, str]:
    shown = ascii(line if len(line) <= 120 else line[:80] + " ... " + line[-30:])
    if line.lstrip().startswith(("{", "[")):
        return f"a message that breaks the protocol, {why}: {shown}", "answer with one JSON-RPC 2.0 object a line"
    remedy = "print logs to standard error; with npm use `npm run --silent`"
    return f"a line on standard output that is {why}: {shown}", remedy

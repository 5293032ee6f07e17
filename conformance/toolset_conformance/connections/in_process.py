"""A Python port in this process: its methods are called, its exceptions become the protocol's errors."""

from __future__ import annotations

import contextlib
import inspect
import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolset_conformance.connections.connection import PortError, check_description
from toolset_conformance.connections.guard import TimedOut, contained, watched
from toolset_conformance.connections.loading import described, said
from toolset_conformance.core import json_values, messages
from toolset_conformance.core.messages import Call, Error, Fault, Reply
from toolset_conformance.port import DuplicateName, NotOffered, Port, Refused

JSON = Any


class InProcess:
    """A connection to a :class:`Port`.

    ``timeout`` and ``start_timeout``: seconds that a call and ``describe`` may take, where the platform can interrupt.
    """

    sees = True

    def __init__(self, port: Port, timeout: float = 10.0, start_timeout: float = 60.0) -> None:
        self._port, self._timeout, self._start_timeout = port, timeout, start_timeout
        self._replies: deque[tuple[int, Reply | Fault]] = deque()

    def open(self) -> dict[str, JSON]:
        """The port's description, checked as that of a shim is."""
        try:
            with contained(self._start_timeout):
                reply = _read(invoke(self._port, Call("describe", {})))
        except TimedOut:
            what = f"no answer to describe within {self._start_timeout:g} seconds"
            raise PortError(what, "raise --start-timeout, or find what it waits for") from None
        if isinstance(reply, Fault) or reply.error is not None:
            what = reply.what if isinstance(reply, Fault) else str(reply.error)
            raise PortError(f"the port's describe fails: {what}", "every port answers describe")
        return check_description(reply.result)

    def send(self, number: int, call: Call) -> None:
        """Ask at once, on a copy of the params; the reply waits for ``receive``."""
        copy = Call(call.method, json_values.copied(call.params), watch=call.watch)
        try:
            with contained(self._timeout):
                reply = _read(invoke(self._port, copy))
        except TimedOut:
            reply = Fault(f"no answer within {self._timeout:g} seconds", "raise --timeout, or find what it waits for")
        self._replies.append((number, reply))

    def receive(self) -> tuple[int, Reply | Fault]:
        """The oldest reply."""
        return self._replies.popleft()

    def close(self) -> None:
        """Nothing to end."""


@dataclass(frozen=True, slots=True)
class Invoked:
    """What came of a call to a method: the result as JSON text, or an error with the port's part of its traceback.

    ``seen`` as of :class:`Reply`.
    """

    text: str = ""
    error: Error | None = None
    seen: bool | None = None
    trace: str = ""


def invoke(port: Port, call: Call) -> Invoked:
    """Call one method of a port; what it raises becomes the error that the protocol has for it."""
    before = json_values.dumps(call.params) if call.watch == "input" else ""
    connected: list[str] = []
    answered = False
    try:
        with watched(connected) if call.watch == "network" else contextlib.nullcontext():
            answer = getattr(port, call.method)(**call.params)
            answered = True
            if inspect.iscoroutine(answer):
                answer.close()
                raise TypeError(f"{call.method} is async: a port returns its answer, as that of asyncio.run")
            text = json_values.dumps(answer)
    except NotOffered as error:
        return Invoked(error=Error(messages.NOT_OFFERED, said(error) or "not offered"))
    except Refused as error:
        return Invoked(error=Error(messages.REFUSED, said(error) or "refused"))
    except DuplicateName as error:
        text = said(error) or "a name stands twice"
        return Invoked(error=Error(messages.DUPLICATE_NAME, text, {"kind": "duplicate_name"}))
    except (KeyboardInterrupt, TimedOut):
        raise
    except BaseException as error:
        # Not all that a port can raise is an Exception: sys.exit, a task that was cancelled, pytest.skip.
        return Invoked(error=Error(messages.INTERNAL, described(error)), trace="" if answered else _trace(error))
    if call.watch == "input":
        return Invoked(text, seen=json_values.dumps(call.params) != before)
    return Invoked(text, seen=bool(connected) if call.watch == "network" else None)


_OURS = f"{Path(__file__).parents[1]}{os.sep}"


def _trace(error: BaseException) -> str:
    """The traceback without our own frames, as Python would print it."""
    import traceback

    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_OURS)]
    return "".join(traceback.format_list(frames)).rstrip()


def _read(invoked: Invoked) -> Reply | Fault:
    if invoked.error is not None:
        return Reply(error=invoked.error, stderr=invoked.trace)
    try:
        return Reply(json_values.loads(invoked.text), seen=invoked.seen)
    except json_values.BadJSON as error:
        return Fault(f"an answer that breaks the protocol: {error}", "answer with plain JSON values")

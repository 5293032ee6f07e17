"""What contains a Python port in this process: its time, its prints, its exits and the connections it opens."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, NoReturn


class TimedOut(BaseException):
    """Raised inside a port that takes too long; no ``except Exception`` of its own may swallow it."""


class EndedProcess(BaseException):
    """A port has called ``os._exit``, which would end the suite with a status of its own."""


@contextlib.contextmanager
def contained(seconds: float) -> Iterator[None]:
    """Keeps a port within so many seconds, its prints off the lines of the report, and our process alive.

    ``os._exit`` raises in it; a child that the port forks still ends by it, and ends here at the latest.
    """
    process, ended = os.getpid(), os._exit

    def refuse(status: int) -> NoReturn:
        if os.getpid() != process:
            ended(status)
        raise EndedProcess(f"os._exit({status})")

    os._exit = refuse
    try:
        with _InterruptedAfter(seconds), contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os._exit = ended
        if os.getpid() != process:
            ended(1)


_NETWORK = frozenset(
    f"socket.{what}"
    for what in ("bind", "connect", "getaddrinfo", "gethostbyaddr", "gethostbyname", "getnameinfo", "sendmsg", "sendto")
)
_watchers: list[list[str]] = []
_hooked = False


@contextlib.contextmanager
def watched(connected: list[str]) -> Iterator[None]:
    # An audit hook cannot be taken off again, so one is put on at the first need and told when to listen.
    global _hooked
    if not _hooked:
        sys.addaudithook(_hear)
        _hooked = True
    _watchers.append(connected)
    try:
        yield
    finally:
        _watchers.pop()


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if _watchers and event in _NETWORK:
        _watchers[-1].append(event)


_LONGEST = 10.0**6
"""Seconds that an alarm is set to at most, since no platform takes any number of them."""


class _InterruptedAfter:
    """Interrupts what is done in it after so many seconds; an alarm of somebody else's goes on behind it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self._can:
            self._before = signal.signal(signal.SIGALRM, _interrupt)
            self._others = signal.setitimer(signal.ITIMER_REAL, min(self._seconds, _LONGEST))[0]
            self._began = time.monotonic()

    def __exit__(self, *exception: object) -> None:
        if self._can:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            if self._others:
                left = self._others - (time.monotonic() - self._began)
                signal.setitimer(signal.ITIMER_REAL, max(left, 0.001))


def _interrupt(number: int, frame: Any) -> None:
    raise TimedOut

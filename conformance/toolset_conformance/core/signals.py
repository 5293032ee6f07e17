"""Signals that end the program, taken as an interruption: what was started is ended, and a report says so."""

from __future__ import annotations

import signal
import threading
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
"""What ends a job that is cancelled, a closed terminal and a Ctrl-\\ by default."""

_came: list[int] = []


class Terminated(KeyboardInterrupt):
    """One of these signals came; it takes the way of Ctrl-C through everything that has to be put in order."""


def take() -> None:
    """Have the signals raise :class:`Terminated`, where nobody else handles or ignores them."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def exit_status() -> int | None:
    """Return 128 and the number of the signal that came, or ``None``."""
    return 128 + _came[0] if _came else None


def _terminate(number: int, frame: FrameType | None) -> None:
    _came.append(number)
    # A second one must not cut short what the first one began.
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)
    raise Terminated(signal.Signals(number).name)

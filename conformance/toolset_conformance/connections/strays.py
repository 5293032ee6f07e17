"""Strays: processes that a shim started and that left its process group, found by a mark in their environment.

The mark is seen through ``/proc``, which Linux has; elsewhere a shim's strays stay.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

VARIABLE = "TOOLSET_CONFORMANCE_SHIM"
_ROUNDS = 20
"""How often they are looked for: one that forks all the time may start another while it is ended."""


def marked(environment: Mapping[str, str] | None) -> tuple[str, dict[str, str]]:
    """Return a new mark, and the environment (``None``: ours) with it."""
    mark = secrets.token_hex(8)
    return mark, {**(os.environ if environment is None else environment), VARIABLE: mark}


def end(mark: str) -> None:
    """Kill the processes with this mark."""
    for _ in range(_ROUNDS):
        found = list(_found(f"{VARIABLE}={mark}".encode()))
        if not found:
            return
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _found(entry: bytes) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end while it is looked at, and that of another user cannot be.
        with contextlib.suppress(OSError):
            if entry in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)

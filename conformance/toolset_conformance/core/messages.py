"""The port protocol, version 1: its methods, and the calls and replies that go over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

JSON = Any

NOT_OFFERED = -32601
REFUSED = -32602
INTERNAL = -32603
DUPLICATE_NAME = -32000
SAID = frozenset({NOT_OFFERED, REFUSED, DUPLICATE_NAME})
"""The errors by which a port says something; any other is its own failure."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a port.

    ``fresh``: to be asked in a process of its own; ``watch``: what has to be seen besides the answer, ``input``
    (PURE-1) or ``network`` (PURE-3).
    """

    method: str
    params: dict[str, JSON]
    fresh: bool = False
    watch: str | None = None


@dataclass(frozen=True, slots=True)
class Error:
    """A JSON-RPC error that a port answered with."""

    code: int
    message: str
    data: JSON = None

    def __str__(self) -> str:
        return f"error {self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Reply:
    """A port's answer: a result, or an error. ``seen`` says, where it could be seen, whether what the call
    watched for happened: the input was changed, a connection was opened. ``stderr``: where the port failed, what
    stood last on its standard error, or would stand there.
    """

    result: JSON = None
    error: Error | None = None
    seen: bool | None = None
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """No usable answer: the port hung, died or broke the protocol.

    ``what`` happened; ``remedy``: what to do about it, or nothing; ``stderr``: the last lines it wrote there.
    """

    what: str
    remedy: str = ""
    stderr: str = ""

"""A connection to a port: what the session needs of it, whatever lies behind."""

from __future__ import annotations

from typing import Any, Protocol

from toolset_conformance.core import json_values
from toolset_conformance.core.messages import Call, Fault, Reply

JSON = Any


class PortError(Exception):
    """The port cannot be reached at all: ``what`` happened, the ``remedy``, and its last words on standard error."""

    def __init__(self, what: str, remedy: str = "", stderr: str = "") -> None:
        super().__init__(what)
        self.what, self.remedy, self.stderr = what, remedy, stderr


class Connection(Protocol):
    """Questions go in by number, answers come out by number, in any order.

    ``sees``: whether changed input and opened connections can be seen (PURE-1, PURE-3).
    """

    sees: bool

    def open(self) -> dict[str, JSON]:
        """Reach the port; its answer to ``describe``. Raises :class:`PortError`."""
        ...

    def send(self, number: int, call: Call) -> None:
        """Put one question on its way; never waits for the answer."""
        ...

    def receive(self) -> tuple[int, Reply | Fault]:
        """Wait for the next answer, or for the fault that takes its place. Raises :class:`PortError`."""
        ...

    def close(self) -> None:
        """End it, and whatever it started."""
        ...


def check_description(result: JSON) -> dict[str, JSON]:
    """The answer to ``describe`` where it is one; raises :class:`PortError`."""
    remedy = 'answer describe with {"name": …, "version": …, "language": …, "protocol": 1}'
    if not isinstance(result, dict):
        raise PortError("the answer to describe is no object", remedy)
    if not json_values.is_unicode(result):
        raise PortError("the answer to describe holds half a surrogate pair", "write whole characters, as UTF-8 does")
    for key in ("name", "version", "language"):
        if not isinstance(result.get(key), str):
            raise PortError(f"the answer to describe has no text '{key}'", remedy)
    version = result.get("protocol")
    if version != 1 or isinstance(version, bool):
        raise PortError(f"the port speaks protocol {version!r}; this suite speaks protocol 1", remedy)
    return result

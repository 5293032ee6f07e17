"""What the stand-ins write down during one conversation, in one place and in order."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Mapping
from typing import Any

from toolset_conformance.agents.conversation import JSON, Call, Observation, Request

SECRET_HEADERS = ("x-api-key", "authorization", "proxy-authorization", "cookie")
"""Headers of which the wire log shows only that they were there."""


class Recording:
    """The record of one conversation. Everything but ``contact`` is written by the thread of the stand-ins.

    Each entry of ``wire`` is an object: ``at`` (seconds since the start), ``from`` and ``to`` (``agent``,
    ``messages-api`` or ``mcp:<server id>``), ``what`` (``request``, ``answer``, ``message``, ``event``), and what there
    is of ``method``, ``path``, ``status``, ``headers``, ``body`` (JSON), ``text`` (what is not JSON, or a stream).
    """

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.contact: float | None = None
        self.requests: list[Request] = []
        self.calls: list[Call] = []
        self.listed: dict[str, int] = {}
        self.connected: dict[str, str] = {}
        self.wire: list[dict[str, JSON]] = []
        self.oddities: list[str] = []
        self.faults: list[str] = []

    def now(self) -> float:
        """Seconds since the start."""
        return round(time.monotonic() - self.started, 4)

    def write(self, sender: str, receiver: str, what: str, **more: JSON) -> None:
        """Add an entry to the wire log."""
        if sender == "agent" and self.contact is None:
            self.contact = time.monotonic()
        self.wire.append({"at": self.now(), "from": sender, "to": receiver, "what": what, **more})

    def odd(self, sentence: str) -> None:
        """Note something that is no answer to anything, once."""
        if sentence not in self.oddities and len(self.oddities) < 20:
            self.oddities.append(sentence)

    def fault(self, sentence: str) -> None:
        """Note a fault of the stand-ins themselves: the conversation says nothing about the agent."""
        self.faults.append(sentence)

    def observation(self, **more: Any) -> Observation:
        """Return what has been seen so far; ``more``: the fields on how the agent ended."""
        return Observation(
            requests=tuple(self.requests),
            calls=tuple(self.calls),
            listed=dict(self.listed),
            connected=dict(self.connected),
            wire=tuple(self.wire),
            oddities=tuple(self.oddities),
            faults=tuple(self.faults),
            seconds=self.now(),
            **more,
        )

    def answered(self, index: int) -> None:
        """Note that the answer to a call has gone out."""
        self.calls[index] = dataclasses.replace(self.calls[index], answered=self.now())


def shown_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers as the wire log shows them, without keys and tokens."""
    return {name: "(left out)" if name in SECRET_HEADERS else value for name, value in headers.items()}


def body_entry(body: bytes) -> dict[str, JSON]:
    """Return a body as a wire entry holds it: ``body`` where it is JSON, ``text`` where it is not, nothing if empty."""
    if not body:
        return {}
    try:
        return {"body": json.loads(body)}
    except (ValueError, RecursionError):
        return {"text": body.decode("utf-8", "backslashreplace")}

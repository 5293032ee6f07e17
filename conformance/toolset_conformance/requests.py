"""A case's requests as they stand on the wire, to be piped into a shim by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolset_conformance import protocol
from toolset_conformance.corpus import Case

JSON = Any


def lines(case: Case) -> Iterable[str]:
    """One request a line, numbered from 1.

    What only a run can know, an exposed name or an earlier answer, stands as ``{"$exposed": [...]}`` or
    ``{"$answer": [...]}``; the question that brings the names comes first.
    """
    number = 0
    if case.pairs:
        number += 1
        yield protocol.request_line(number, "toolset", {"toolset": case.toolset})
    for step in case.steps:
        number += 1
        yield protocol.request_line(number, step.ask, case.params(step))

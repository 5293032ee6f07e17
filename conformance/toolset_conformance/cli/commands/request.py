"""The ``request`` command: a case's requests as they stand on the wire, to be piped into a shim by hand."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from toolset_conformance.cli import console
from toolset_conformance.connections import wire
from toolset_conformance.corpus import loading, own_cases, selection
from toolset_conformance.corpus.model import Case

JSON = Any


def lines(case: Case) -> Iterable[str]:
    """One request a line, numbered from 1.

    What only a run can know, an exposed name or an earlier answer, stands as ``{"$exposed": [...]}`` or
    ``{"$answer": [...]}``; the question that brings the names comes first.
    """
    number = 0
    if case.pairs:
        number += 1
        yield wire.request_line(number, "toolset", {"toolset": case.toolset})
    for step in case.steps:
        number += 1
        yield wire.request_line(number, step.ask, case.params(step))


def execute(options: argparse.Namespace) -> int:
    """``request``: a case's requests, one a line."""
    corpus = loading.load()
    cases = [*corpus.cases, *own_cases.find(corpus, [Path(path) for path in options.cases])]
    case = next((case for case in cases if case.id == options.case), None)
    if case is None:
        print(f"no case is called {options.case}{selection.nearest(options.case, cases)}", file=sys.stderr)
        return 2
    console.say(lines(case))
    if case.dynamic:
        print(
            'what stands as {"$exposed": …} or {"$answer": …} only a run knows: put in its place the name that '
            "the port gave that tool, or its answer to that step",
            file=sys.stderr,
        )
    return 0

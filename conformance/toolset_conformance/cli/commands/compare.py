"""The ``compare`` command: what differs between two reports."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from toolset_conformance.cli import console
from toolset_conformance.reports import compare, report_view


def execute(options: argparse.Namespace) -> int:
    """``compare``: what differs between two reports; exit status 1 where something does."""

    first, second = (report_view.read(Path(path)) for path in (options.first, options.second))
    try:
        lines = list(compare.lines(first, second))
    except compare.NotComparable as error:
        print(error, file=sys.stderr)
        return 2
    console.say(lines or ["nothing differs"])
    return 1 if lines else 0

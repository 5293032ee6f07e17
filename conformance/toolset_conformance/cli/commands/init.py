"""The ``init`` command: a port to fill in, and its workflow."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from toolset_conformance.cli import console, starters


def execute(options: argparse.Namespace) -> int:
    """``init``: a port to fill in, and its workflow."""

    try:
        console.say(starters.write(options.starter, Path()))
    except starters.InTheWay as error:
        print(error, file=sys.stderr)
        return 2
    return 0

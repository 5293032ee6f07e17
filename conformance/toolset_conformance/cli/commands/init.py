"""The ``init`` command: a port to fill in, and its workflow; or the profile of an agent."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from toolset_conformance.cli import console, starters


def execute(options: argparse.Namespace) -> int:
    """``init``: a port to fill in, and its workflow; or the profile of an agent."""

    try:
        told = starters.write_profile(Path()) if options.starter == "agent" else starters.write(options.starter, Path())
        console.say(told)
    except starters.InTheWay as error:
        print(error, file=sys.stderr)
        return 2
    return 0

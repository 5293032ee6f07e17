"""Install ready ports, each in an environment of its own, and run the suite on them.

``run.py --list`` shows them, ``run.py NAME...`` runs some, and ``run.py --matrix`` runs all, with the reference
beside them, and writes the matrix into ``docs`` and the reports into ``build``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pages
import ready
from pages import Outcome
from ready import PortError


def main() -> int:
    """Exit status 0 where all the ports ran, whatever their verdict; 2 where one could not, or a page not be made."""
    options = _options()
    if options.list:
        for name in ready.all_names():
            print(f"{name:22} {ready.load(ready.PORTS / name).pinned}")
        return 0
    options.reports.mkdir(parents=True, exist_ok=True)
    outcomes = [_outcome(name, options) for name in options.names]
    for outcome in outcomes:
        if not (options.install or options.evidence) or outcome.problem:
            print(f"{outcome.name:22} {outcome.verdict:18} {outcome.passed}")
    if options.matrix:
        try:
            pages.write(outcomes, options.reports)
        except PortError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
    return 2 if any(outcome.problem for outcome in outcomes) else 0


def _outcome(name: str, options: argparse.Namespace) -> Outcome:
    """What comes of the port by that name; with its problem where it cannot be used."""
    port = None
    try:
        port = ready.load(ready.PORTS / name)
        ready.install(port, options.python or ready.usual_python())
        if options.evidence:
            pages.evidence(port)
        if options.evidence or options.install:
            return Outcome(name, port, None)
        quiet = len(options.names) > 1
        return Outcome(name, port, ready.judge(port, options.reports / f"{name}.json", quiet=quiet))
    except PortError as error:
        print(f"error: {name}: {error}", file=sys.stderr, flush=True)
        return Outcome(name, port, None, error.what)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Install ready ports and run the suite on them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="folders in conformance/ports")
    parser.add_argument("--all", action="store_true", help="all ports")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--matrix", action="store_true", help="all ports, then the matrix and the reports")
    instead.add_argument("--list", action="store_true", help="show the ports and their versions")
    instead.add_argument("--install", action="store_true", help="install only")
    instead.add_argument("--evidence", action="store_true", help="no suite: run the lines of evidence into evidence.md")
    kept = ready.PORTS / ".reports"
    parser.add_argument("--reports", type=Path, default=kept, metavar="DIR", help="where the JSON reports go")
    made = f"makes a new environment (default: {ready.SEEN_WITH} if found, or the running one)"
    parser.add_argument("--python", metavar="PYTHON", help=made)
    options = parser.parse_args()
    if options.all or options.matrix:
        options.names = ready.all_names()
    elif not options.names and not options.list:
        parser.error("name a port, or give --all, --matrix or --list")
    return options


if __name__ == "__main__":
    sys.exit(main())

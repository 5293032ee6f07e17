"""The program: runs one command of the command line and ends with its exit status."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from toolset_conformance.cli.parser import UsageError, parser
from toolset_conformance.core import signals
from toolset_conformance.core.errors import FileError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1, 2 or 130, as the protocol says."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130


def program() -> NoReturn:
    """Run the command that the program was started with, and end the process."""
    import threading

    signals.take()
    status = main()
    ended = signals.exit_status()
    status = status if ended is None else ended
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        # A port in Python left a thread behind, for which Python would wait for ever.
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    sys.exit(status)


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None or sys.stderr is None:
        # Closed by whoever started us, who wants nothing printed.
        sys.stdout, sys.stderr = (stream or Path(os.devnull).open("w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    try:
        options = parser().parse_args(words)
    except UsageError as error:
        from toolset_conformance.cli.commands.run import refuse_usage

        return refuse_usage(words, str(error))
    if options.version:
        return _print_version()
    if options.command_name is None:
        parser().print_help()
        return 2
    # A command brings only what it needs itself: starting up is most of what many of them take.
    command = importlib.import_module(f"toolset_conformance.cli.commands.{options.command_name}")
    try:
        status: int = command.execute(options)
    except FileError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone, as in `| head`: nothing is left to be said.
        sys.stderr.close()
        return 1
    return status


def _print_version() -> int:
    from toolset_conformance import __version__
    from toolset_conformance.corpus.loading import load

    corpus = load()
    print(f"toolset-conformance {__version__}, corpus {corpus.version} ({corpus.digest})")
    return 0

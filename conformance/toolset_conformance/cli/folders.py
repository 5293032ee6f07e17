"""Folders that a command writes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from toolset_conformance.cli import console
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Corpus


def write_folder(write: Callable[[Corpus, Path], list[Path]], folder: str) -> int:
    """Have the files of a folder written and say which; the exit status."""
    try:
        made = write(loading.load(), Path(folder))
    except OSError as error:
        print(f"nothing could be written to {folder}: {error.strerror}", file=sys.stderr)
        return 2
    console.say(map(str, made))
    return 0

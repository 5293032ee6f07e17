"""The ``export`` command: all cases as plain JSON."""

from __future__ import annotations

import argparse

from toolset_conformance.cli import folders
from toolset_conformance.corpus import export


def execute(options: argparse.Namespace) -> int:
    """``export``: all cases as plain JSON."""
    return folders.write_folder(export.write, options.folder)

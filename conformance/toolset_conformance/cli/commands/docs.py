"""The ``docs`` command: the specification as pages."""

from __future__ import annotations

import argparse
import functools

from toolset_conformance.cli import folders
from toolset_conformance.specification import pages


def execute(options: argparse.Namespace) -> int:
    """``docs``: the specification as pages."""
    return folders.write_folder(functools.partial(pages.write, brief=options.brief), options.folder)

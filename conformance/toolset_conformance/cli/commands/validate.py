"""The ``validate`` command: checks files of cases, or folders of fixtures."""

from __future__ import annotations

import argparse
from pathlib import Path

from toolset_conformance.cli import console
from toolset_conformance.corpus import fixtures, loading, own_cases


def execute(options: argparse.Namespace) -> int:
    """``validate``: files of cases, or folders of fixtures."""
    for path in map(Path, options.paths):
        if path.is_dir() and (path / "rules.yaml").exists():
            found = fixtures.read_corpus(path)
            counted = f"{len(found.rules)} rules, {len(found.cases)} cases"
        else:
            number = len(own_cases.find(loading.load(), [path]))
            counted = f"{number} case{'s' if number > 1 else ''}"
        console.say([f"{path}: {counted}, all as they should be"])
    return 0

"""The ``validate`` command: checks a file of cases, or a folder of fixtures."""

from __future__ import annotations

import argparse
from pathlib import Path

from toolset_conformance.cli import console
from toolset_conformance.corpus import fixtures, loading, own_cases


def execute(options: argparse.Namespace) -> int:
    """``validate``: a file of cases, or a folder of fixtures."""

    path = Path(options.path)
    if path.is_dir() and (path / "rules.yaml").exists():
        found = fixtures.read_corpus(path)
        said = f"{len(found.rules)} rules, {len(found.cases)} cases"
    else:
        number = len(own_cases.find(loading.load(), [path]))
        said = f"{number} case{'s' if number > 1 else ''}"
    console.say([f"{path}: {said}, all as they should be"])
    return 0

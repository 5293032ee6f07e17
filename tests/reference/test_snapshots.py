"""The reference's answers to every case, as tests/snapshots/ keeps them: a change that nobody meant is seen here.

A change that was meant, and a case that is new, is accepted by

    pytest tests/snapshots --toolset-port toolset_reference.port:ReferencePort --toolset-snapshots \
        --toolset-snapshots-dir tests/snapshots --snapshot-update
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from judging import all_verdicts
from toolset_conformance.pytest_plugin import snapshots
from toolset_reference.port import ReferencePort

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "snapshots"


def test_the_reference_answers_as_it_did() -> None:
    kept = snapshots.Snapshots(FOLDER, argparse.Namespace(update_snapshots=False), ())
    texts = {
        name: text for name, verdict in all_verdicts(ReferencePort).items() if (text := snapshots.text_of(verdict))
    }
    changed = [
        f"{name} {difference}"
        for name, text in texts.items()
        if (difference := kept.difference(name, text)) is not None
    ]
    assert not changed, "\n".join([f"{len(changed)} cases; {__doc__}", *changed[:5]])
    stored = {name for path in FOLDER.glob("*.snap") for name in snapshots.read(path)}
    assert not stored - texts.keys(), f"snapshots of cases that are no more; {__doc__}"


def test_the_files_are_readable_and_small() -> None:
    files = list(FOLDER.glob("*.snap"))
    assert len(files) > 10
    for path in files:
        lines = path.read_text("utf-8").splitlines()
        assert max(map(len, lines)) < 400, path
        assert path.stat().st_size < 300_000, path

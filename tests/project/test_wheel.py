"""The wheel, installed where there is no checkout."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.network

ROOT = Path(__file__).parents[2]


def _run(program: Path, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # The interpreter's own environment must not lend it this checkout.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_it_carries_the_export_and_no_fixture_as_yaml(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "toolset_conformance/_data/corpus.json" in names
    assert "toolset_conformance/_data/schemas/report.schema.json" in names
    fixtures = {path.name for path in (ROOT / "fixtures").rglob("*.yaml")}
    assert fixtures
    assert not [name for name in names if Path(name).name in fixtures - {"traceability.yaml", "questions.yaml"}]
    top = {name.partition("/")[0] for name in names if "dist-info" not in name}
    assert top == {"toolset_conformance", "toolset_reference"}


def test_the_command_line_runs_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    words = ["run", "--port", "toolset_reference.port:ReferencePort"]
    done = subprocess.run(
        [installed / "toolset-conformance", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("verdict: conforms\n")


def test_the_plugin_runs_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    words = ["-q", "--toolset-port", "toolset_reference.port:ReferencePort"]
    done = _run(installed / "pytest", *words, folder=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "verdict: conforms" in done.stdout


def test_own_cases_and_deviations_are_checked_without_a_checkout(installed: Path, tmp_path: Path) -> None:
    path = ROOT / "tests" / "files" / "invalid" / "octal.toolset.yaml"
    words = ["validate", str(path)]
    done = subprocess.run(
        [installed / "toolset-conformance", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"{path}:7: '012' is read differently")

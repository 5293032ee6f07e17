"""The command that runs the ready ports: what it cannot run it names, and makes the pages of the rest."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = pytest.mark.slow

SERVE = f"{sys.executable} -m toolset_conformance serve"


def port(folder: Path, command: str) -> None:
    """Write a ready port that starts by that command and claims to offer nothing but the user turn."""
    folder.mkdir(parents=True)
    about = {"language": "python", "command": command, "versions": {"parts": "1.2"}, "offers": "user_turn"}
    (folder / "port.yaml").write_text(json.dumps(about), "utf-8")


def run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the copy of the command in that place."""
    command = [sys.executable, str(place / "conformance" / "ports" / "run.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the command and one port that runs."""
    ports = tmp_path / "conformance" / "ports"
    port(ports / "good", f"{SERVE} toolset_reference.port:ReferencePort")
    for module in (ROOT / "conformance" / "ports").glob("*.py"):
        shutil.copy(module, ports)
    return tmp_path


def test_the_matrix_names_what_cannot_be_run(place: Path) -> None:
    ports, reports = place / "conformance" / "ports", place / "build" / "reports"
    port(ports / "not-installed", "{python} shim.py")
    (ports / "not-installed" / "requirements.txt").write_text("./there-is-no-such-folder\n", "utf-8")
    port(ports / "not-started", str(ports / "no-such-program"))
    (ports / "not-read").mkdir()
    (ports / "not-read" / "port.yaml").write_text("command: []\n", "utf-8")
    # What an earlier run left must not stand for this one.
    for folder in (ports / ".reports", reports):
        folder.mkdir(parents=True)
    (ports / ".reports" / "not-installed.json").write_text('{"verdict": "conforms"}', "utf-8")
    (reports / "gone.md").write_text("a port that is no more", "utf-8")

    done = run(place, "--matrix")

    assert done.returncode == 2
    rows = (reports / "README.md").read_text("utf-8").splitlines()
    for name, problem in [
        ("not-installed", "it cannot be installed"),
        ("not-started", "the suite could not run it"),
        ("not-read", "its port.yaml cannot be read"),
    ]:
        assert f"error: {name}: {problem}" in done.stderr
        assert any(line.split()[:3] == [name, "not", "run"] for line in done.stdout.splitlines())
        assert any(row.startswith(f"| [{name}]({name}.md) |") and f"| not run | {problem} |" in row for row in rows)
        assert (reports / f"{name}.md").read_text("utf-8").startswith("# ❌ not run: ")
    assert any(row.startswith("| [good](good.md) | parts 1.2 | conforms") for row in rows)
    assert any(row.startswith("| [reference](reference.md) |") for row in rows)
    matrix = (place / "docs" / "matrix.md").read_text("utf-8")
    assert "| **verdict** | ✅ conforms | " in matrix
    assert matrix.count("❌ not run") == 3
    assert "not-installed" in (place / "build" / "matrix.html").read_text("utf-8")
    assert {path.name for path in reports.iterdir()} >= {"reference.html", "good.md"}
    assert not (reports / "gone.md").exists()
    written = [*place.glob("docs/**/*.md"), *place.glob("build/**/*.md")]
    assert not [path for path in written if str(place) in path.read_text("utf-8")]


def test_evidence_is_written_with_what_it_prints(place: Path) -> None:
    good = place / "conformance" / "ports" / "good"
    assert run(place, "good", "--evidence").returncode == 2
    (good / "port.yaml").write_text(
        json.dumps({"language": "python", "command": f"{sys.executable} shim.py", "versions": {}, "offers": None}),
        "utf-8",
    )
    (good / "evidence.py").write_text("print('seen', 6 * 7)\n", "utf-8")
    assert run(place, "good", "--evidence").returncode == 0
    page = (good / "evidence.md").read_text("utf-8")
    assert "```python\nprint('seen', 6 * 7)\n```" in page
    assert "```text\nseen 42\n```" in page


def test_a_port_that_is_not_there_is_said(place: Path) -> None:
    done = run(place, "nowhere")
    assert done.returncode == 2
    assert "error: nowhere: there is no such port; --list shows all" in done.stderr

"""docs/ci.md: the workflow is the one that `init` writes, and the shell lines run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from toolset_conformance.cli import starters

pytestmark = pytest.mark.network

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ci.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


MARKS = ("jobs:", "- name: Install the suite", "[pytest]")
WORKFLOW, LINES, INI = (next(block for block in BLOCKS if mark in block[1]) for mark in MARKS)


def test_the_page_shows_the_workflow_as_it_is() -> None:
    assert ("yaml", starters.workflow(starters.STARTERS["python"])) == WORKFLOW


@pytest.fixture(scope="module")
def job(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository as a runner has checked it out: a bridge that can be installed, and what `init` wrote."""
    folder = tmp_path_factory.mktemp("repository")
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        '[project]\nname = "a-bridge"\nversion = "1"\n[tool.setuptools]\npy-modules = ["bridge"]\n',
        "utf-8",
    )
    (folder / "bridge.py").write_text("", "utf-8")
    shutil.copy(Path(starters.__file__).parent / "templates/shims/python/toolset_port.py", folder)
    return folder


def _shell(line: str, job: Path, installed: Path, source: str) -> int:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST"))}
    environment |= {
        "PATH": f"{installed}{os.pathsep}{environment['PATH']}",
        "TOOLSET_CONFORMANCE": source,
    }
    # As a runner does it, where no shell is named.
    return subprocess.run(["bash", "-e", "-c", line], cwd=job, env=environment, timeout=300, check=False).returncode


def test_the_shell_lines_run_one_after_the_other(job: Path, installed: Path, wheel: Path) -> None:
    lines = [step["run"] for step in yaml.safe_load(LINES[1])]
    statuses = [_shell(line, job, installed, str(wheel)) for line in lines]
    # The port offers nothing yet: the run fails, and its page is made all the same.
    assert statuses == [0, 1, 0]
    assert "conforms in part" in (job / "report.html").read_text("utf-8")


def test_the_suite_installs_from_where_the_page_says(job: Path, tmp_path: Path) -> None:
    """Into an environment of its own, without the dependencies, which the wheel's test has installed."""
    environment, checkout = tmp_path / "environment", tmp_path / "checkout"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(checkout)], check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=checkout, check=True, capture_output=True, text=True)
    assert 'python -m pip install "$TOOLSET_CONFORMANCE"' in LINES[1]
    line = 'python -m pip install -q --no-deps --force-reinstall "$TOOLSET_CONFORMANCE"'
    (site,) = environment.glob("lib/*/site-packages")
    for source in (str(checkout), f"git+file://{checkout}@{commit.stdout.strip()}"):
        assert _shell(line, job, environment / "bin", source) == 0
        assert (site / "toolset_conformance/_data/corpus.json").exists()
        (told,) = site.glob("toolset_conformance-*.dist-info/direct_url.json")
        assert json.loads(told.read_text("utf-8"))["url"] == f"file://{checkout}"
        assert ("vcs_info" in json.loads(told.read_text("utf-8"))) == source.startswith("git+")


def test_the_ini_file_of_the_page_works(job: Path, installed: Path, wheel: Path) -> None:
    (job / "pytest.ini").write_text(INI[1], "utf-8")
    (job / "toolset-deviations.yaml").write_text("deviations: []\n", "utf-8")
    try:
        assert INI[0] == "ini"
        assert _shell("python -m pytest -q -k turn -W error --strict-config", job, installed, str(wheel)) == 1
        assert _shell("python -m pytest -q bridge.py -W error --strict-config", job, installed, str(wheel)) == 5
    finally:
        (job / "pytest.ini").unlink()

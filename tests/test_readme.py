"""The README and the project's files: commands that are run, links that lead somewhere, nothing of one machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def _tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    (command,) = re.findall(r"^(python3 -m venv .*pytest)$", README, re.MULTILINE)
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_links_lead_to_files() -> None:
    broken = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if not target.startswith(("http:", "https:", "mailto:")) and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


def test_no_file_names_a_path_of_one_machine() -> None:
    # Put together here, so that this file is none of those it looks for.
    marks = ["/" + "work/main", "/" + "work/shared", "/" + "root/", "/" + "tmp/venv"]
    found = []
    for path in _tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path.relative_to(ROOT)}: {mark}" for mark in marks if mark in text]
    assert found == []


def test_no_lock_file_names_a_registry() -> None:
    locks = [path for path in _tracked() if path.name in ("package-lock.json", "npm-shrinkwrap.json")]
    assert [path for path in locks if '"resolved": "http' in path.read_text("utf-8")] == []

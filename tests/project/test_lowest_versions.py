"""The oldest versions that pyproject.toml allows do what the newest do, which all other tests run with."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.network

ROOT = Path(__file__).parents[2]
CASES = [word for case in ("turn/keys", "turn/one-of-each") for word in ("--toolset-case", case)]
PORT = ["--toolset-port", "turns:Turns", "--toolset-offers", "user_turn", *CASES]


def _lowest() -> list[str]:
    """The requirements of the suite, and xdist, each at its lower bound."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    listed = re.search(r"^dependencies = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    xdist = re.search(r'"(pytest-xdist>=[^"]+)"', text)
    assert listed and xdist
    wanted = [*re.findall(r'"([^"]+)"', listed[1]), xdist[1]]
    assert all(">=" in requirement for requirement in wanted)
    return [requirement.replace(">=", "==") for requirement in wanted]


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the oldest versions."""
    environment = tmp_path_factory.mktemp("lowest")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python")]
    subprocess.run([*pip, "install", "-q", *_lowest(), str(wheel)], check=True)
    return environment / "bin"


def test_the_oldest_versions(programs: Path, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST"))}
    environment["PYTHONPATH"] = str(ROOT / "tests" / "plugin")

    def run(program: str, *words: str, **more: str) -> tuple[int, str]:
        done = subprocess.run(
            [programs / program, *words],
            cwd=tmp_path,
            env=environment | more,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    snapshots = ["-W", "error", *PORT, "--toolset-snapshots"]
    status, said = run("pytest", *snapshots, "--snapshot-update")
    assert (status, "2 snapshots generated." in said) == (0, True), said
    status, said = run("pytest", *snapshots, "-n", "2")
    assert (status, "2 snapshots passed." in said) == (0, True), said
    file = tmp_path / "toolset-snapshots" / "turn.snap"
    file.write_text(file.read_text("utf-8") + "\nturn/of-old\n  1 user_turn: null\n", "utf-8")
    for workers in ([], ["-n", "2"]):
        status, said = run("pytest", *snapshots, *workers)
        assert (status, "1 snapshot unused." in said) == (1, True), said
    status, said = run("pytest", *snapshots, "--snapshot-update", TURNS="assistant")
    assert (status, "1 unused snapshot deleted." in said, "turn/of-old" in file.read_text("utf-8")) == (
        1,
        True,
        False,
    ), said
    status, said = run("pytest", *PORT, TURNS="assistant")
    assert (status, "verdict: does not conform" in said, "Traceback" in said) == (1, True, False), said
    status, said = run("toolset-conformance", "run", "-q", "--port", "turns:Turns", "--offers", "user_turn")
    assert (status, said.endswith("verdict: conforms in part\n")) == (0, True), said

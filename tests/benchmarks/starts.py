"""What it takes to start: the command line and pytest, with the wheel as it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from timing import seconds

ROOT = Path(__file__).parents[2]


def installed(folder: Path) -> dict[str, str]:
    """Build the wheel, unpack it into ``folder``, and return the environment in which Python finds that one."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "wheel")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "wheel").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    environment = {**os.environ, "PYTHONPATH": str(folder / "site")}
    # An installer compiles what it installs.
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(folder / "site")], check=True)
    return environment


def python(words: list[str], environment: dict[str, str], folder: Path) -> float:
    """Seconds from the start to the end of ``python WORDS``, which has to succeed."""

    def work() -> None:
        done = subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

    return seconds(work)

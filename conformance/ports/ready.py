"""A ready port: its ``port.yaml``, the environment that it is installed into, and a run of the suite on it.

A driver of an agent, in ``conformance/agents``, is installed in the same way.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

PORTS = Path(__file__).resolve().parent
SUITE = (sys.executable, "-m", "toolset_conformance")
SEEN_WITH = "python3.12"
"""The Python that the pinned versions were seen working on."""
PATIENCE = "300"
"""Seconds for an answer: a bridge that is slow, or a machine that is busy, is no fault of the bridge."""


_PLACE = re.compile(
    r"(?<![\w/+=.])(?:file://)?/[^\s\"'<>()]*/(?=(?:site-packages|node_modules|ports|lib/python3\.[0-9]+)/)"
)
"""The part of a path in a traceback that differs from machine to machine."""


class PortError(Exception):
    """A port that cannot be installed or run.

    ``what`` is fit for a page; ``detail``, what a tool said of this machine, is not.
    """

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__("\n  ".join([what, *detail.strip().splitlines()[-5:]]))
        self.what = what


@dataclass(frozen=True)
class Installation:
    """A folder with a ``requirements.txt`` or a ``package-lock.json``, and where its packages are put."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def environment(self) -> Path:
        """Where its Python packages are."""
        return self.folder.parent / ".envs" / self.name

    @property
    def interpreter(self) -> Path:
        """The Python of that environment."""
        return self.environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


@dataclass(frozen=True)
class ReadyPort(Installation):
    """A folder with a ``port.yaml``: how its shim is started, and what it offers (``None``: everything)."""

    language: str
    command: str
    versions: dict[str, str]
    offers: str | None

    @property
    def shim(self) -> str:
        """The command that starts the shim, in the port's folder."""
        return self.command.replace("{python}", shlex.quote(str(self.interpreter)))

    @property
    def pinned(self) -> str:
        """What it was made for, as ``mcp 2.3.0, anthropic 2.14.0``; empty where it needs nothing."""
        return ", ".join(" ".join(pair) for pair in self.versions.items())


def all_names() -> list[str]:
    """The folders that hold a ready port."""
    return sorted(path.parent.name for path in PORTS.glob("*/port.yaml"))


def load(folder: Path) -> ReadyPort:
    """The port in that folder; raises :class:`PortError`."""
    try:
        about: Any = yaml.safe_load((folder / "port.yaml").read_text(encoding="utf-8"))
        versions = {str(package): str(version) for package, version in about["versions"].items()}
        return ReadyPort(folder, about["language"], about["command"], versions, about["offers"])
    except FileNotFoundError:
        raise PortError("there is no such port; --list shows all") from None
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise PortError("its port.yaml cannot be read", f"{type(error).__name__}: {error}") from None


def install(port: Installation, python: str) -> None:
    """Put what a port or a driver needs beside it, once: an environment of its requirements, or its npm packages.

    Raises :class:`PortError`.
    """
    if (wanted := port.folder / "requirements.txt").exists():
        stamp = port.environment / ".installed"
        pip = [str(port.interpreter), "-m", "pip", "install", "--quiet", "-r", str(wanted)]
        place, steps = port.environment, [[python, "-m", "venv", str(port.environment)], pip]
    elif (wanted := port.folder / "package-lock.json").exists():
        stamp = port.folder / "node_modules" / ".installed"
        npm = shutil.which("npm")
        if npm is None:
            raise PortError("it needs npm, which is not on PATH")
        place, steps = stamp.parent, [[npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]]
    else:
        return
    needed = hashlib.sha256(wanted.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == needed:
        return
    shutil.rmtree(place, ignore_errors=True)
    for step in steps:
        _do(port, step)
    stamp.write_text(needed)


def usual_python() -> str:
    """The Python that the pins were seen with, where there is one, or the running one."""
    found = shutil.which(SEEN_WITH)
    # A version manager may put a name on PATH that starts nothing.
    works = found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0
    return found if found and works else sys.executable


def _do(port: Installation, command: Sequence[str]) -> None:
    print(f"{port.name}: {shlex.join(command)}", file=sys.stderr, flush=True)
    try:
        done = subprocess.run(command, cwd=port.folder, capture_output=True, text=True)
    except OSError as error:
        raise PortError("it cannot be installed", f"{command[0]} cannot be started: {error}") from None
    if done.returncode:
        raise PortError("it cannot be installed", f"{shlex.join(command)}\n{done.stderr or done.stdout}")


def judge(port: ReadyPort, report: Path, *, quiet: bool) -> dict[str, Any]:
    """Run the suite on an installed port; the report, which also lies in ``report``. Raises :class:`PortError`."""
    report.unlink(missing_ok=True)
    suite = [*SUITE, "run", "--command", port.shim, "--report", str(report.resolve())]
    suite += ["--timeout", PATIENCE, "--start-timeout", PATIENCE]
    if port.offers:
        suite += ["--offers", port.offers]
    # What hangs on the order of a set is the same in each run; NAME-9 asks a process with another salt all the same.
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(suite, cwd=port.folder, env=environment, stdout=subprocess.DEVNULL if quiet else None)
    try:
        text = _PLACE.sub(".../", report.read_text(encoding="utf-8"))
        report.write_text(text, encoding="utf-8")
        read: dict[str, Any] = json.loads(text)
    except (OSError, ValueError):
        raise PortError(f"the suite ended with status {done.returncode} and left no report") from None
    if read["verdict"] == "not run":
        raise PortError("the suite could not run it", str(read.get("problem", "")))
    return read

"""Install ready ports, each in an environment of its own, and run the suite on them.

``run.py --list`` shows them, ``run.py NAME... --reports DIR`` runs some, ``run.py --matrix`` runs all and writes the
matrix into ``docs/``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
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
ENVIRONMENTS = PORTS / ".envs"
REPORTS = PORTS / ".reports"
DOCS = PORTS.parents[1] / "docs"
SEEN_WITH = "python3.12"
"""The Python that the pinned versions were seen working on."""


class PortError(Exception):
    """A port that cannot be installed or run; the text says why."""


@dataclass(frozen=True)
class ReadyPort:
    """A folder with a ``port.yaml``: how its shim is started, and what it offers (``None``: everything)."""

    folder: Path
    name: str
    language: str
    command: str
    versions: dict[str, str]
    offers: str | None

    @property
    def environment(self) -> Path:
        return ENVIRONMENTS / self.name

    @property
    def interpreter(self) -> Path:
        return self.environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def load(folder: Path) -> ReadyPort:
    """The port in that folder; raises :class:`PortError`."""
    try:
        about: Any = yaml.safe_load((folder / "port.yaml").read_text(encoding="utf-8"))
        versions = {str(package): str(version) for package, version in about["versions"].items()}
        return ReadyPort(folder, folder.name, about["language"], about["command"], versions, about["offers"])
    except FileNotFoundError:
        raise PortError(f"no such port: {folder.name}; --list shows all") from None
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise PortError(f"{folder.name}/port.yaml cannot be read: {type(error).__name__}: {error}") from None


def install(port: ReadyPort, python: str) -> None:
    """Put what the port needs beside it, once: a virtual environment of its requirements, or its npm packages."""
    if (wanted := port.folder / "requirements.txt").exists():
        stamp = port.environment / ".installed"
        needed = _digest(wanted)
        if not stamp.exists() or stamp.read_text() != needed:
            shutil.rmtree(port.environment, ignore_errors=True)
            _do(port, [python, "-m", "venv", str(port.environment)])
            _do(port, [str(port.interpreter), "-m", "pip", "install", "--quiet", "-r", str(wanted)])
            stamp.write_text(needed)
    elif (wanted := port.folder / "package.json").exists() and "dependencies" in json.loads(wanted.read_text("utf-8")):
        npm = shutil.which("npm")
        if npm is None:
            raise PortError(f"{port.name} needs npm, which is not on PATH")
        stamp = port.folder / "node_modules" / ".installed"
        needed = _digest(wanted)
        if not stamp.exists() or stamp.read_text() != needed:
            _do(port, [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"])
            stamp.write_text(needed)


def usual_python() -> str:
    """The Python that the pins were seen with, where there is one, or the running one."""
    found = shutil.which(SEEN_WITH)
    # A version manager may put a name on PATH that starts nothing.
    works = found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0
    return found if found and works else sys.executable


def _digest(wanted: Path) -> str:
    return hashlib.sha256(wanted.read_bytes()).hexdigest()


def _do(port: ReadyPort, command: list[str]) -> None:
    print(f"{port.name}: {shlex.join(command)}", file=sys.stderr, flush=True)
    try:
        done = subprocess.run(command, cwd=port.folder, capture_output=True, text=True)
    except OSError as error:
        raise PortError(f"{port.name}: {command[0]} cannot be started: {error}") from None
    if done.returncode:
        last = "\n  ".join((done.stderr or done.stdout).strip().splitlines()[-5:])
        raise PortError(
            f"{port.name} cannot be installed: {shlex.join(command)} ended with {done.returncode}\n  {last}"
        )


def judge(port: ReadyPort, reports: Path, quiet: bool) -> dict[str, Any]:
    """Run the suite on an installed port; the report, which also lies in ``reports``."""
    report = (reports / f"{port.name}.json").resolve()
    report.unlink(missing_ok=True)
    shim = port.command.replace("{python}", shlex.quote(str(port.interpreter)))
    suite = [sys.executable, "-m", "toolset_conformance", "run", "--command", shim, "--report", str(report)]
    if port.offers:
        suite += ["--offers", port.offers]
    done = subprocess.run(suite, cwd=port.folder, stdout=subprocess.DEVNULL if quiet else None)
    try:
        read: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise PortError(f"{port.name}: the suite ended with {done.returncode} and left no report") from None
    if read["verdict"] == "not run":
        raise PortError(f"{port.name}: the suite could not run it")
    return read


def evidence(port: ReadyPort) -> None:
    """Run the port's ``evidence.py``, which uses the bridge alone, and keep its lines and output in ``evidence.md``."""
    script = port.folder / "evidence.py"
    if not script.exists():
        raise PortError(f"{port.name} has no evidence.py")
    command = [str(port.interpreter), "-I", script.name]
    done = subprocess.run(command, cwd=port.folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise PortError(f"{port.name}: evidence.py ended with {done.returncode}\n{done.stderr.strip()}")
    versions = ", ".join(" ".join(pair) for pair in port.versions.items())
    page = f"""# Failures of {port.name}, seen with the bridge alone

With {versions}. Made by `python conformance/ports/run.py --evidence {port.name}`.

```python
{script.read_text(encoding="utf-8").strip()}
```

It prints:

```text
{done.stdout.rstrip()}
```
"""
    (port.folder / "evidence.md").write_text(page, encoding="utf-8")


def line(port: ReadyPort, report: dict[str, Any]) -> str:
    """One line on a port: its verdict, and how many required cases passed of those tested."""
    required = report["summary"]["required"]
    tested = sum(required[outcome] for outcome in ("passed", "failed", "error", "deviation"))
    return f"{port.name:22} {report['verdict']:18} {required['passed']}/{tested} required cases, " + (
        f"{required['unsupported']} not offered"
    )


def matrix(reports: Sequence[Path]) -> int:
    """Have the suite write the matrix of these reports into ``docs/``, as a page and as Markdown; its exit status."""
    made = ["--html", str(DOCS / "matrix.html"), "--markdown", str(DOCS / "matrix.md")]
    return subprocess.run([sys.executable, "-m", "toolset_conformance", "report", *map(str, reports), *made]).returncode


def main() -> int:
    """Exit status 0 where all the ports ran, whatever their verdict; 2 where one could not."""
    parser = argparse.ArgumentParser(description="Install ready ports and run the suite on them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="folders in conformance/ports")
    parser.add_argument("--all", action="store_true", help="all ports")
    parser.add_argument("--list", action="store_true", help="show the ports and their versions")
    parser.add_argument("--matrix", action="store_true", help="all ports, then the matrix in docs/")
    parser.add_argument("--evidence", action="store_true", help="no suite: run evidence.py, into evidence.md")
    parser.add_argument("--install", action="store_true", help="install only")
    parser.add_argument("--reports", type=Path, default=REPORTS, metavar="DIR", help="where the JSON reports go")
    parser.add_argument("--python", help=f"makes a new environment (default: {SEEN_WITH} if found, or the running one)")
    options = parser.parse_args()
    everything = sorted(path.parent.name for path in PORTS.glob("*/port.yaml"))
    names = everything if options.all or options.list or options.matrix else options.names
    if not names:
        parser.error("name a port, or give --all or --list")
    options.reports.mkdir(parents=True, exist_ok=True)
    python = options.python or usual_python()
    lines, reports, status = [], [], 0
    for name in names:
        try:
            port = load(PORTS / name)
            if options.list:
                lines.append(f"{name:22} {', '.join(' '.join(pair) for pair in port.versions.items())}")
                continue
            install(port, python)
            if options.evidence:
                evidence(port)
            elif not options.install:
                lines.append(line(port, judge(port, options.reports, quiet=len(names) > 1)))
                reports.append(options.reports / f"{name}.json")
        except PortError as error:
            print(f"error: {error}", file=sys.stderr, flush=True)
            lines.append(f"{name:22} not run")
            status = 2
    if lines:
        print("\n".join(lines))
    return matrix(reports) or status if options.matrix and reports else status


if __name__ == "__main__":
    sys.exit(main())

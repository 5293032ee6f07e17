"""--toolset-command: a shim, which cannot be started, dies, or is interrupted."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import CHOSEN, KEYS, RESULTS, Inner

pytestmark = pytest.mark.slow

SERVE = shlex.join([sys.executable, "-m", "toolset_conformance", "serve", "turns:Turns"])
SHIM = ["--toolset-command", SERVE, "--toolset-offers", "user_turn"]


def test_over_a_shim(inner: Inner) -> None:
    inner(*SHIM, *CHOSEN, "-W", "error", turns="backwards").assert_outcomes(passed=2, failed=1, xfailed=2)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("nothing-that-there-is", "*nothing-that-there-is*"),
        (f"{shlex.quote(sys.executable)} -c 'raise SystemExit(7)'", "*exited with status 7*"),
    ],
    ids=["no-program", "exit"],
)
def test_a_shim_that_cannot_be_started(inner: Inner, command: str, said: str) -> None:
    result = inner("--toolset-command", command, *CHOSEN, "-rs")
    result.assert_outcomes(failed=1, skipped=4)
    assert result.ret == 1
    result.stdout.fnmatch_lines([f"  turn/*: {said}", f"not run: {said}"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_shim_that_dies_in_the_middle_costs_its_own_case(inner: Inner) -> None:
    words = ["--toolset-case", KEYS, "--toolset-case", "turn/results-alone", "--toolset-case", RESULTS]
    result = inner(*SHIM, *words, turns="dies")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] >= 1
    assert outcomes["failed"] + outcomes.get("passed", 0) + outcomes.get("xfailed", 0) == 3
    result.stdout.fnmatch_lines(["*turn/results-alone: user_turn: *exited with status 3*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_interrupt_ends_the_shim(inner: Inner, pytester: pytest.Pytester) -> None:
    shim = pytester.makepyfile(
        shim="""
        import json, os, pathlib, sys, time
        for line in sys.stdin:
            request = json.loads(line)
            if request["method"] != "describe":
                pathlib.Path("started.part").write_text(str(os.getpid()))
                os.rename("started.part", "started")
                time.sleep(60)
            about = {"name": "slow", "version": "1", "language": "python", "protocol": 1}
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": about}), flush=True)
        """
    )
    command = shlex.join([sys.executable, str(shim)])
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "--toolset-command", command, "--toolset-timeout", "50", f"toolset::{KEYS}"],
        cwd=pytester.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        started = Path(pytester.path / "started")
        _wait(started.exists)
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == pytest.ExitCode.INTERRUPTED, out
    assert "KeyboardInterrupt" in out
    pid = int(started.read_text("utf-8"))
    _wait(lambda: not _lives(pid))


def _wait(until: object, seconds: float = 60) -> None:
    assert callable(until)
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        time.sleep(0.05)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

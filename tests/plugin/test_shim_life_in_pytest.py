"""The life of a shim under pytest: the same outcomes as from the command line; workers of xdist; an interrupt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shim_faults import (
    BLAMED,
    BORNE,
    CASES,
    LARGE,
    SHIMS,
    START,
    child_of,
    command,
    outcomes,
    stray_shim,
    times,
    wait_for,
    wait_for_the_end_of,
    wait_until_it_hangs,
)

pytestmark = pytest.mark.slow


def options(pytester: pytest.Pytester, fault: str) -> list[str]:
    """The five cases in a folder of their own, and the words that run them."""
    timeout, start = times(fault)
    pytester.path.joinpath("life.toolset.yaml").write_bytes((SHIMS / "life.toolset.yaml").read_bytes())
    return [
        "--toolset-command", command(fault), "--toolset-case", "life/*", "--toolset-timeout", timeout,
        "--toolset-start-timeout", start, "--toolset-report", "report.json", "-p", "no:randomly",
    ]  # fmt: skip


def run(pytester: pytest.Pytester, fault: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Exit status; outcome and message by case."""
    ended = pytester.runpytest_inprocess(*options(pytester, fault), plugins=[])
    ended.stdout.no_fnmatch_line("*Traceback*")
    report = json.loads(pytester.path.joinpath("report.json").read_text("utf-8"))
    assert list(outcomes(report)) == CASES
    return int(ended.ret), {case["id"]: (case["outcome"], case["message"] or "") for case in report["cases"]}


@pytest.mark.parametrize("fault", [fault for fault in BLAMED if fault not in LARGE])
def test_a_fault_costs_its_own_case(fault: str, pytester: pytest.Pytester) -> None:
    status, found = run(pytester, fault)
    assert status == 1
    assert {name: outcome for name, (outcome, _) in found.items()} == {
        **dict.fromkeys(CASES, "passed"),
        "life/third": "error",
    }
    assert BLAMED[fault] in found["life/third"][1]


@pytest.mark.parametrize("fault", [fault for fault in BORNE if fault not in LARGE])
def test_what_is_borne_costs_nothing(fault: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    child = pytester.path / "child"
    monkeypatch.setenv("CHILD_FILE", str(child))
    status, found = run(pytester, fault)
    assert (status, {outcome for outcome, _ in found.values()}) == (0, {"passed"})
    if fault == "children":
        wait_for_the_end_of(int(child.read_text("ascii")))


@pytest.mark.parametrize("fault", START)
def test_a_shim_that_does_not_start_is_an_error_once(fault: str, pytester: pytest.Pytester) -> None:
    status, found = run(pytester, fault)
    assert status == 1
    assert [outcome for outcome, _ in found.values()] == ["error", *["not_run"] * 4]
    assert START[fault] in found[CASES[0]][1]


def test_one_shim_a_worker(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, unpacked: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(unpacked))
    monkeypatch.setenv("STARTS_FILE", str(pytester.path / "starts"))
    ended = pytester.runpytest_subprocess(*options(pytester, "counts-starts"), "-n", "2")
    assert ended.ret == 0
    ended.assert_outcomes(passed=5)
    started = pytester.path.joinpath("starts").read_text("ascii").split()
    assert len(started) == 2
    for process in started:
        wait_for_the_end_of(int(process))


def test_an_interrupt_ends_all_and_still_writes_the_report(pytester: pytest.Pytester) -> None:
    words = [sys.executable, "-m", "pytest", *options(pytester, "hang"), "--toolset-timeout", "60"]
    pipe = subprocess.PIPE
    started = subprocess.Popen(words, cwd=pytester.path, stdout=pipe, stderr=pipe, start_new_session=True)
    shim = child_of(started.pid)
    wait_until_it_hangs(shim)
    interrupted = time.monotonic()
    os.kill(started.pid, signal.SIGINT)
    out, _ = started.communicate(timeout=60)
    assert started.returncode == pytest.ExitCode.INTERRUPTED
    assert b"KeyboardInterrupt" in out
    wait_for_the_end_of(shim)
    assert time.monotonic() - interrupted < 40
    report = json.loads(pytester.path.joinpath("report.json").read_text("utf-8"))
    assert outcomes(report) == {"life/first": "passed", "life/second": "passed"}
    assert report["verdict"] == "not judged"


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_a_job_that_is_cancelled_leaves_no_process(pytester: pytest.Pytester, workers: list[str]) -> None:
    shim, file = stray_shim(pytester.path)
    words = [sys.executable, "-m", "pytest", "--toolset-command", shim, "--toolset-case", "lookup/known-name", *workers]
    started = subprocess.Popen(words, cwd=pytester.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    processes = wait_for(file)
    wait_until_it_hangs(processes[0])
    started.send_signal(signal.SIGTERM)
    started.communicate(timeout=60)
    assert started.returncode == 128 + signal.SIGTERM
    for process in processes:
        wait_for_the_end_of(process)

"""The life of a shim: whatever it does costs its own case and no other, and is told from a wrong answer."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from shim_faults import (
    BLAMED,
    BORNE,
    CASES,
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
)  # fmt: skip
from toolset_conformance.cli.program import main
from toolset_conformance.connections.shim import Shim
from toolset_conformance.core.messages import Call, Reply

pytestmark = pytest.mark.slow


def run(tmp_path: Path, fault: str, *words: str) -> tuple[int, dict[str, Any]]:
    """The five cases from the command line: exit status and report."""
    report = tmp_path / "report.json"
    timeout, start = times(fault)
    chosen = ["--cases", str(SHIMS), "--case", "life/*", "--timeout", timeout, "--start-timeout", start, *words]
    status = main(["run", "--command", command(fault), *chosen, "--report", str(report)])
    return status, json.loads(report.read_text("utf-8"))


@pytest.mark.parametrize("fault", START)
def test_a_shim_that_does_not_start_is_a_run_that_is_not_done(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = run(tmp_path, fault)
    assert (status, report["verdict"]) == (2, "not run")
    assert START[fault] in report["problem"]
    assert "way out: " in capsys.readouterr().err


@pytest.mark.parametrize("fault", BLAMED)
def test_a_fault_costs_its_own_case_from_the_command_line(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = run(tmp_path, fault)
    assert (status, report["verdict"]) == (1, "does not conform")
    assert outcomes(report) == {**dict.fromkeys(CASES, "passed"), "life/third": "error"}
    (third,) = (case for case in report["cases"] if case["id"] == "life/third")
    assert BLAMED[fault] in third["message"]
    out = capsys.readouterr().out
    assert BLAMED[fault] in out
    assert "way out" in out


@pytest.mark.parametrize("fault", BORNE)
def test_what_is_borne_costs_nothing(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHILD_FILE", str(tmp_path / "child"))
    status, report = run(tmp_path, fault)
    assert outcomes(report) == dict.fromkeys(CASES, "passed")
    assert status == 0
    if fault == "children":
        wait_for_the_end_of(int((tmp_path / "child").read_text("ascii")))


def test_an_error_of_the_port_itself_comes_with_its_last_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, report = run(tmp_path, "own-error")
    assert outcomes(report) == {**dict.fromkeys(CASES, "passed"), "life/third": "failed"}
    (third,) = (case for case in report["cases"] if case["id"] == "life/third")
    assert third["evidence"]["error"] == "error -32603: TypeError"
    assert third["evidence"]["stderr"] == "port.mjs:7: cannot read properties of null"
    assert "port.mjs:7: cannot read" in capsys.readouterr().out


def test_a_second_answer_costs_the_oldest_open_question(tmp_path: Path) -> None:
    # The case that was answered twice has its answer; the protocol blames the oldest question without one.
    _, report = run(tmp_path, "two-answers")
    assert outcomes(report) == {**dict.fromkeys(CASES, "passed"), "life/fourth": "error"}
    assert "a second answer to request" in next(c["message"] for c in report["cases"] if c["id"] == "life/fourth")


def test_the_last_words_on_standard_error_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, report = run(tmp_path, "last-words")
    assert outcomes(report)["life/third"] == "error"
    assert "cannot open the settings file" in capsys.readouterr().out


def test_after_ten_faults_in_a_row_the_rest_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    status = main(["run", "--command", command("always-exits"), "--report", str(report)])
    made = json.loads(report.read_text("utf-8"))
    assert (status, made["verdict"]) == (1, "does not conform")
    counted = {outcome: list(outcomes(made).values()).count(outcome) for outcome in ("error", "not_run", "passed")}
    assert counted["error"] == 10
    assert counted["passed"] == 0
    assert counted["not_run"] > 100
    assert "10 faults in a row" in next(case["message"] for case in made["cases"] if case["outcome"] == "not_run")
    out = capsys.readouterr().out
    assert "not run" in out
    assert "--offers" not in out


def _interrupted_once_it_waits(words: list[str]) -> int:
    """Interrupt a run that waits for its shim; the process id of the shim."""
    started = subprocess.Popen(
        [sys.executable, "-m", "toolset_conformance", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    shim = child_of(started.pid)
    wait_until_it_hangs(shim)
    os.kill(started.pid, signal.SIGINT)
    _, errors = started.communicate(timeout=60)
    assert started.returncode == 130
    assert b"Traceback" not in errors
    return shim


def test_an_interrupt_ends_all_and_still_writes_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ["run", "--command", command("hang"), "--cases", str(SHIMS), "--case", "life/*", "--report", str(report)]
    shim = _interrupted_once_it_waits(words)
    made = json.loads(report.read_text("utf-8"))
    assert outcomes(made)["life/third"] == "not_run"
    assert made["verdict"] == "not judged"
    wait_for_the_end_of(shim)


def test_an_interrupt_before_the_port_has_answered_writes_the_report_too(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    shim = _interrupted_once_it_waits(["run", "--command", command("no-description"), "--report", str(report)])
    made = json.loads(report.read_text("utf-8"))
    assert set(outcomes(made).values()) == {"not_run"}
    assert made["verdict"] == "not judged"
    wait_for_the_end_of(shim)


def test_the_clock_stands_while_the_suite_does_not_listen() -> None:
    # Until then the question has not even gone out.
    shim = Shim(command(""), timeout=1)
    shim.open()
    try:
        for number in (1, 2):
            tool = {"server": "files", "tool": f"tool-{number}"}
            shim.send(number, Call("exposed_name", {"toolset": {"servers": []}, **tool}))
        for number in (1, 2):
            time.sleep(1.2)
            assert shim.receive() == (number, Reply(f"files__tool-{number}"))
    finally:
        shim.close()


def test_a_file_that_is_not_executable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shim = tmp_path / "shim.sh"
    shim.write_text("#!/bin/sh\n", "ascii")
    assert main(["run", "--command", str(shim)]) == 2
    assert "is not executable" in capsys.readouterr().err


def test_a_script_without_a_first_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shim = tmp_path / "shim.sh"
    shim.write_text("echo hello\n", "ascii")
    shim.chmod(0o755)
    assert main(["run", "--command", str(shim)]) == 2
    assert "a script needs a first line like #!/bin/sh" in capsys.readouterr().err


def test_an_interrupt_while_the_shim_starts_leaves_no_process(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ["run", "--command", command("no-description"), "--report", str(report)]
    started = subprocess.Popen([sys.executable, "-m", "toolset_conformance", *words], start_new_session=True)
    shim = child_of(started.pid)
    os.kill(started.pid, signal.SIGINT)
    assert started.wait(60) == 130
    wait_for_the_end_of(shim)
    assert json.loads(report.read_text("utf-8"))["verdict"] in ("not run", "not judged")


def test_questions_and_answers_larger_than_the_pipes_do_not_block_each_other() -> None:
    # The shim reads on only when its answer is written, and we have more to ask than its pipe holds.
    about = {"name": "echo", "version": "1", "language": "python", "protocol": 1}
    describes = json.dumps({"jsonrpc": "2.0", "id": 0, "result": about}) + "\n"
    echo = f"""import sys
for line in sys.stdin:
    answer = line.replace('"method":"resolve","params"', '"result"')
    sys.stdout.write({describes!r} if '"id":0,' in line else answer)
    sys.stdout.flush()
"""
    shim = Shim(shlex.join([sys.executable, "-I", "-S", "-c", echo]))
    try:
        shim.open()
        text = "x" * 300_000
        for number in range(1, 33):
            shim.send(number, Call("resolve", {"toolset": number, "name": text}))
        for number in range(1, 33):
            answered, reply = shim.receive()
            assert isinstance(reply, Reply), reply
            assert (answered, reply.result) == (number, {"toolset": number, "name": text})
    finally:
        shim.close()


def test_the_process_of_its_own_that_does_not_start_costs_only_the_case_that_needs_it(tmp_path: Path) -> None:
    # The second process finds the file of the first, and exits.
    shim, started = tmp_path / "shim.py", tmp_path / "started"
    serve = (
        "from toolset_conformance.cli.program import main\nmain(['serve', 'toolset_reference.port:ReferencePort'])\n"
    )
    once = (
        f"import pathlib, sys\nif (mark := pathlib.Path({str(started)!r})).exists():\n    sys.exit(5)\nmark.touch()\n"
    )
    shim.write_text(once + serve, "ascii")
    report = tmp_path / "report.json"
    line = shlex.join([sys.executable, str(shim)])
    chosen = ["--rule", "NAME-9", "--rule", "SET-1", "--level", "recommended"]
    assert main(["run", "-q", "--command", line, *chosen, "--report", str(report)]) == 1
    made = json.loads(report.read_text("utf-8"))
    found = {(case["rule"], case["outcome"]) for case in made["cases"]}
    assert found == {("NAME-9", "error"), ("SET-1", "passed")}
    assert "in a process of its own: exited with status 5" in next(c["message"] for c in made["cases"] if c["message"])


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_job_that_is_cancelled_leaves_nothing_and_a_report(name: str, tmp_path: Path) -> None:
    shim, file = stray_shim(tmp_path)
    report = tmp_path / "report.json"
    words = [sys.executable, "-m", "toolset_conformance", "run", "--command", shim, "--report", str(report)]
    started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    processes = wait_for(file)
    wait_until_it_hangs(processes[0])
    started.send_signal(getattr(signal, name))
    _, errors = started.communicate(timeout=60)
    assert (started.returncode, errors) == (128 + getattr(signal, name), b"")
    made = json.loads(report.read_text("utf-8"))
    assert made["verdict"] == "not judged"
    assert "not_run" in set(outcomes(made).values())
    for process in processes:
        wait_for_the_end_of(process)


def test_what_left_the_group_of_a_shim_ends_with_it(tmp_path: Path) -> None:
    shim, file = stray_shim(tmp_path)
    assert main(["run", "-q", "--command", shim, "--timeout", "0.3", "--rule", "LOOKUP-1"]) == 1
    for process in wait_for(file):
        wait_for_the_end_of(process)

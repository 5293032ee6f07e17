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
from toolset_conformance.cli import main
from toolset_conformance.protocol import Call, Reply
from toolset_conformance.shim import Shim

SHIMS = Path(__file__).parent / "shims"
CASES = ["life/first", "life/second", "life/third", "life/fourth", "life/fifth"]

START = {
    "exit-at-once": "exited with status 7",
    "no-description": "no answer to describe within 1 seconds",
    "banner": "a line on standard output that is not JSON",
    "other-protocol": "the port speaks protocol 2; this suite speaks protocol 1",
    "nameless": "the answer to describe has no text 'name'",
    "describes-with-an-error": "answered describe with error -32601",
}
BLAMED = {
    "exit": "exited with status 3",
    "exit-in-a-line": "exited with status 0 in the middle of a line",
    "signal": "was killed by SIGSEGV",
    "hang": "no answer within 2 seconds",
    "endless-empty-lines": "no answer within 2 seconds",
    "hang-without-sigterm": "no answer within 2 seconds",
    "closed-output": "closed its standard output, but goes on running",
    "log-line": "a line on standard output that is not JSON: Expecting value at character 1: 'starting up'",
    "not-json-rpc": "a message that breaks the protocol, JSON, but no JSON-RPC 2.0 answer",
    "wrong-id": "an answer with id 99999, which is the id of no open request",
    "text-id": "which is the id of no open request",
    "no-id": "JSON, but no JSON-RPC 2.0 answer",
    "earlier-id": "a second answer to request 1",
    "answer-before-question": "which is the id of no open request",
    "byte-order-mark": "its standard output begins with a byte order mark",
    "invalid-utf-8": "invalid UTF-8 at byte",
    "huge-answer": "a line of more than 64 MiB",
    "endless-line": "a line of more than 64 MiB",
    "deep-answer": "nested too deep to be read",
    "nan": "NaN is not JSON",
    "duplicate-key": 'the key "result" stands twice in one object',
    "result-and-error": "an answer with both a result and an error",
    "error-without-code": "an error without a whole-number code",
}
BORNE = [
    "crlf",
    "empty-lines",
    "pieces",
    "null-error",
    "further-keys",
    "much-on-stderr",
    "slow",
    "children",
    "out-of-order",
    "reads-slowly",
    "refuses-to-exit",
]
NEEDS_TIME = {"huge-answer": "30", "endless-line": "30", "much-on-stderr": "30"}


def command(fault: str) -> str:
    """The command line of the misbehaving shim."""
    return shlex.join([sys.executable, "-I", "-S", str(SHIMS / "misbehaving.py"), fault])


def run(tmp_path: Path, fault: str, *words: str, timeout: str = "2") -> tuple[int, dict[str, Any]]:
    """The five cases from the command line: exit status and report."""
    report = tmp_path / "report.json"
    chosen = ["--cases", str(SHIMS), "--case", "life/*", "--timeout", timeout, "--start-timeout", "1", *words]
    status = main(["run", "--command", command(fault), *chosen, "--report", str(report)])
    return status, json.loads(report.read_text("utf-8"))


def outcomes(report: dict[str, Any]) -> dict[str, str]:
    """Outcome by case."""
    return {case["id"]: case["outcome"] for case in report["cases"]}


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
    status, report = run(tmp_path, fault, timeout=NEEDS_TIME.get(fault, "2"))
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
    status, report = run(tmp_path, fault, timeout=NEEDS_TIME.get(fault, "5"))
    assert outcomes(report) == dict.fromkeys(CASES, "passed")
    assert status == 0
    if fault == "children":
        _wait_for_the_end_of(int((tmp_path / "child").read_text("ascii")))


def _wait_for_the_end_of(process: int) -> None:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.02)
    pytest.fail(f"process {process} is still there")


def test_a_second_answer_costs_the_oldest_open_question(tmp_path: Path) -> None:
    # The case that was answered twice has its answer; the protocol blames the oldest question without one.
    _, report = run(tmp_path, "two-answers")
    assert outcomes(report) == {**dict.fromkeys(CASES, "passed"), "life/fourth": "error"}
    assert "a second answer to request" in next(c["message"] for c in report["cases"] if c["id"] == "life/fourth")


def test_the_last_words_on_standard_error_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, report = run(tmp_path, "last-words")
    assert outcomes(report)["life/third"] == "error"
    assert "cannot open the settings file" in capsys.readouterr().out


@pytest.mark.parametrize("fault", ["exit", "hang", "log-line", "crlf", "out-of-order"])
def test_the_plugin_gives_the_same_outcomes(fault: str, tmp_path: Path, pytester: pytest.Pytester) -> None:
    _, report = run(tmp_path, fault)
    pytester.path.joinpath("life.toolset.yaml").write_bytes((SHIMS / "life.toolset.yaml").read_bytes())
    options = ["--toolset-command", command(fault), "--toolset-case", "life/*", "--toolset-timeout", "2"]
    ended = pytester.runpytest_subprocess(*options, "--toolset-report", "plugin.json", "-p", "no:randomly")
    plugin = json.loads(pytester.path.joinpath("plugin.json").read_text("utf-8"))
    assert outcomes(plugin) == outcomes(report)
    assert ended.ret == (1 if "error" in outcomes(plugin).values() else 0)
    ended.stdout.no_fnmatch_line("*Traceback*")


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
    assert "not run" in capsys.readouterr().out


def test_an_interrupt_ends_all_and_still_writes_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ["run", "--command", command("hang"), "--cases", str(SHIMS), "--case", "life/*", "--report", str(report)]
    started = subprocess.Popen(
        [sys.executable, "-m", "toolset_conformance", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    shim = _child_of(started.pid)
    time.sleep(0.5)
    os.kill(started.pid, signal.SIGINT)
    _, errors = started.communicate(timeout=20)
    assert started.returncode == 130
    assert b"Traceback" not in errors
    made = json.loads(report.read_text("utf-8"))
    assert outcomes(made)["life/third"] == "not_run"
    assert made["verdict"] == "not judged"
    _wait_for_the_end_of(shim)


def test_an_interrupt_before_the_port_has_answered_writes_the_report_too(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    started = subprocess.Popen(
        [sys.executable, "-m", "toolset_conformance", "run", "--command", command("no-description")]
        + ["--report", str(report)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    shim = _child_of(started.pid)
    time.sleep(0.5)
    os.kill(started.pid, signal.SIGINT)
    _, errors = started.communicate(timeout=20)
    assert started.returncode == 130
    assert b"Traceback" not in errors
    made = json.loads(report.read_text("utf-8"))
    assert set(outcomes(made).values()) == {"not_run"}
    assert made["verdict"] == "not judged"
    _wait_for_the_end_of(shim)


def test_the_clock_stands_while_the_suite_does_not_listen() -> None:
    # Until then the question has not even gone out.
    shim = Shim(command(""), timeout=0.3)
    shim.open()
    try:
        for number in (1, 2):
            tool = {"server": "files", "tool": f"tool-{number}"}
            shim.send(number, Call("exposed_name", {"toolset": {"servers": []}, **tool}))
        for number in (1, 2):
            time.sleep(0.5)
            assert shim.receive() == (number, Reply(f"files__tool-{number}"))
    finally:
        shim.close()


def _child_of(process: int) -> int:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
        if children:
            return int(children[0])
        time.sleep(0.02)
    pytest.fail("no shim was started")


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

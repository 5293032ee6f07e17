"""What the misbehaving shim does, and how it is run: shared by the tests of both faces."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

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
    "id-with-a-point",
    "null-error",
    "further-keys",
    "much-on-stderr",
    "slow",
    "children",
    "out-of-order",
    "reads-slowly",
    "refuses-to-exit",
]
HANGS = [fault for fault, said in BLAMED.items() if "within 2 seconds" in said]
LARGE = ["huge-answer", "endless-line", "much-on-stderr"]


def command(fault: str) -> str:
    """The command line of the misbehaving shim."""
    return shlex.join([sys.executable, "-I", "-S", str(SHIMS / "misbehaving.py"), fault])


def outcomes(report: dict[str, Any]) -> dict[str, str]:
    """Outcome by case."""
    return {case["id"]: case["outcome"] for case in report["cases"]}


def wait_for_the_end_of(process: int) -> None:
    """Fail where the process is still there after a while."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.02)
    pytest.fail(f"process {process} is still there")


def child_of(process: int) -> int:
    """The first child of a process, as soon as there is one."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
        if children:
            return int(children[0])
        time.sleep(0.02)
    pytest.fail("no shim was started")


def wait_until_it_hangs(process: int) -> None:
    """Until the shim hangs: it sleeps, where it else waits to read."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if "nanosleep" in Path(f"/proc/{process}/wchan").read_text("ascii"):
            return
        time.sleep(0.05)
    pytest.fail("the shim does not hang")


def times(fault: str) -> tuple[str, str]:
    """How long an answer and the start may take, in seconds: short where the fault is to take longer, and else long.

    A busy machine may need seconds to start a program.
    """
    return "2" if fault in HANGS else "30", "1" if fault == "no-description" else "30"


STRAY = """\
import json, os, subprocess, sys, time
stray = "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"
left = subprocess.Popen([sys.executable, "-c", stray], start_new_session=True)
with open({file!r}, "w") as file:
    file.write(f"{os.getpid()} {left.pid}")
for line in sys.stdin:
    if json.loads(line)["method"] != "describe":
        time.sleep(3600)
    about = {"name": "stray", "version": "1", "language": "python", "protocol": 1}
    print(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": about}), flush=True)
"""
"""A shim that starts a process which leaves its group and ignores SIGTERM, and then hangs at its first question."""


def stray_shim(folder: Path) -> tuple[str, Path]:
    """Write that shim into a folder: the command that starts it, and the file for the ids of its two processes."""
    file = folder / "processes"
    (folder / "stray.py").write_text(STRAY.replace("{file!r}", repr(str(file))), "utf-8")
    return f"{sys.executable} {folder / 'stray.py'}", file


def wait_for(file: Path) -> list[int]:
    """The numbers in a file, once they are there."""
    end = time.monotonic() + 60
    while not file.exists() or not file.read_text("ascii"):
        assert time.monotonic() < end, f"nothing was written to {file}"
        time.sleep(0.05)
    return [int(number) for number in file.read_text("ascii").split()]

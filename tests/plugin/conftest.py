"""What the plugin's tests share: pytest run inside pytest, on a small port and five cases."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ONE, KEYS, WHOLE = "turn/one-of-each", "turn/keys", "turn/message-of-everything"
RESULTS, FIRST = "turn/order-of-results", "turn/rejections-before-results"
CASES = (ONE, KEYS, WHOLE, RESULTS, FIRST)
"""Three required cases of TURN-1 and TURN-3, two recommended ones of TURN-2."""
CHOSEN = [word for case in CASES for word in ("--toolset-case", case)]
PORT = ["--toolset-port", "turns:Turns", "--toolset-offers", "user_turn"]

OWN = """\
cases:
  - id: mine/words-alone
    rule: TURN-1
    why: "What others say stays as it is."
    since: "1.0"
    steps:
      - ask: user_turn
        with: {rejected: [], results: [], others: [{type: text, text: "Go on."}]}
        expect: {role: user, content: [{type: text, text: "Go on."}]}
"""

Inner = Callable[..., pytest.RunResult]


def refused(result: pytest.RunResult, said: str) -> None:
    """The run was refused as a slip in its options, in one line."""
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {said}"])


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Inner:
    """Runs pytest with some words in a folder of its own; ``turns`` is how the port goes wrong."""
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), *sys.path]))
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("CI", "GITHUB_ACTIONS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, turns: str = "", process: bool = False) -> pytest.RunResult:
        monkeypatch.setenv("TURNS", turns)
        if not any("randomly" in word for word in words):
            words = ("-p", "no:randomly", *words)
        # xdist gives its workers the module path as it was when xdist was first imported.
        if not process and "-n" not in words:
            return pytester.runpytest_inprocess(*words)
        package = request.getfixturevalue("unpacked")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(package), str(HERE), *sys.path]))
        return pytester.runpytest_subprocess(*words)

    return run

"""The drivers of frameworks: short, with pinned requirements and right profiles; and what they share."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest
from toolset_conformance.agents.starting import profile

DRIVERS = Path(__file__).resolve().parents[2] / "conformance" / "agents"
NAMES = sorted(path.parent.name for path in DRIVERS.glob("*/profile.yaml"))
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(\[[a-z,-]+\])?==[0-9][A-Za-z0-9.]*( ;.*)?")
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
LOOP = """\
from loop import drive
async def converse(prompt, api, key, servers):
    assert servers, "none"
drive(converse)
"""


def lines_of_code(text: str) -> int:
    """Count the lines of a Python text that hold code; a docstring counts, since it is a token like others."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return len({token.start[0] for token in tokens if token.type not in NO_CODE})


def loosely_pinned(text: str) -> list[str]:
    """Return the lines of requirements that name no exact version."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#") and not PIN.fullmatch(line)]


def test_there_are_drivers() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_driver_is_short_and_pinned_and_its_profile_is_right(name: str) -> None:
    folder = DRIVERS / name
    read = profile.read(folder / "profile.yaml")
    assert (read.name, read.mode, read.transport) == (name, "loop", "http")
    assert read.install == f"python conformance/agents/install.py {name}"
    assert read.version
    assert read.command[0] == f"{{profile}}/../.envs/{name}/bin/python"
    assert lines_of_code((folder / "driver.py").read_text("utf-8")) < 30
    requirements = (folder / "requirements.txt").read_text("utf-8")
    assert requirements.strip()
    assert loosely_pinned(requirements) == []


def test_a_requirement_without_an_exact_version_is_found() -> None:
    text = "# what they bring\nmcp==2.3.0\nhttpx>=1\nanyio\nmcp==2.*\npydantic-ai-slim[anthropic,mcp]==2.68.0\n"
    assert loosely_pinned(text) == ["httpx>=1", "anyio", "mcp==2.*"]


def test_git_ignores_what_is_installed() -> None:
    assert {".envs/", "node_modules/"} <= set((DRIVERS / ".gitignore").read_text("utf-8").split())


def test_a_driver_answers_each_conversation_and_goes_on_after_an_error() -> None:
    lines = [{"prompt": "Hello.", "api": "none", "key": "none", "servers": servers} for servers in ([1], [], [1])]
    done = subprocess.run(
        [sys.executable, "-c", LOOP],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(DRIVERS / "shared")},
        timeout=60,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{}, {"error": "AssertionError: none"}, {}]
    assert done.returncode == 0


def test_an_unknown_driver_is_named() -> None:
    command = [sys.executable, str(DRIVERS / "install.py"), "pydantic"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("error: pydantic: there is no such driver; there are ")

"""docs/guide.md: every block of it is run, in order, in one folder, and what it shows is what comes."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.network

PAGE = Path(__file__).parents[2] / "docs" / "guide.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it is to print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def pattern(shown: str) -> re.Pattern[str]:
    """What output has to look like: a line of dots is any lines, dots in a line are any text."""
    made = ""
    for line in shown.splitlines():
        made += r"(?:.*\n)*?" if line == "..." else r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n"
    return re.compile(made)


def test_the_guide(tmp_path: Path, installed: Path, wheel: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST"))}
    environment |= {
        "PATH": f"{installed}{os.pathsep}{environment['PATH']}",
        "TOOLSET_CONFORMANCE": str(wheel),
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }
    status, ran, written, started = 0, 0, 0, time.time() - 600
    for language, name, text in BLOCK.findall(PAGE.read_text("utf-8")):
        if name:
            written += 1
            (tmp_path / name).write_text(text, "utf-8")
            # A person writes no two texts of one file within a second, which Python could not tell apart by their time.
            os.utime(tmp_path / name, (started + 2 * written,) * 2)
            continue
        assert language == "console", f"a block that no test runs: {text}"
        for command, shown in commands(text):
            words = ["bash", "-c", f"(exit {status}); {command}"]
            done = subprocess.run(
                words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
            )
            status, ran = done.returncode, ran + 1
            # pytest ends what it prints with the time, without a line break where it is quiet.
            assert pattern(shown).fullmatch(done.stdout), f"$ {command}\n{done.stdout}{done.stderr}\n-- shown:\n{shown}"
    assert ran > 20


def test_the_words_before_a_file_name_it() -> None:
    """What stands behind the dashes of a block is not shown by what shows the page."""
    page = PAGE.read_text("utf-8")
    named = [match for match in BLOCK.finditer(page) if match[2]]
    for match in named:
        words = page[: match.start()].rstrip().rpartition("\n\n")[2]
        assert f"`{match[2]}`" in words, words
    assert len(named) == 7


def test_dots_stand_for_what_is_left_out_and_for_nothing_else() -> None:
    assert pattern("a\n...\nb ... d\n").fullmatch("a\nx\ny\nb c d\n")
    assert pattern("a\n...\nb\n").fullmatch("a\nb\n")
    assert not pattern("a\nb\n").fullmatch("a\nx\nb\n")
    assert not pattern("a ... c\n").fullmatch("a b\nc\n")
    assert not pattern("a.c\n").fullmatch("abc\n")

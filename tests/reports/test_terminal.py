"""What a run looks like on a terminal: colours, the progress line, widths, differences."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from toolset_conformance.cli import console
from toolset_conformance.cli.console import Progress
from toolset_conformance.cli.program import main
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.reports.terminal import Style
from toolset_conformance.text import rendering

ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")
PARTIAL = ["run", "--port", "ports.partial:DefinitionsOnly"]


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1]))
    monkeypatch.setenv("TERM", "xterm")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    yield


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Style.of(Terminal()).on
    assert not Style.of(io.StringIO()).on
    monkeypatch.setenv("TERM", "dumb")
    assert not Style.of(Terminal()).on
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Style.of(io.StringIO()).on
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Style.of(Terminal()).on


def progress(stream: io.StringIO, corpus: Corpus, *outcomes: str) -> None:
    made = Progress(len(outcomes), stream)
    made.next = 0
    for outcome in outcomes:
        made.step(Verdict(corpus.cases[0], outcome))  # type: ignore[arg-type]
        made.next = 0
    made.clear()


def test_the_progress_line_counts_and_goes_away(whole_corpus: Corpus) -> None:
    stream = Terminal()
    progress(stream, whole_corpus, "passed", "failed", "passed")
    lines = ESCAPE.sub("", stream.getvalue()).split("\r")
    group = whole_corpus.cases[0].group
    assert lines == ["", f"  1 of 3  {group}", f"  2 of 3  {group}  1 failed", f"  3 of 3  {group}  1 failed", ""]
    assert stream.getvalue().endswith("\r\x1b[K")
    assert "\n" not in stream.getvalue()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_no_progress_line_where_it_could_not_be_taken_back(
    term: str, whole_corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    stream = Terminal() if term == "dumb" else io.StringIO()
    progress(stream, whole_corpus, "passed", "failed")
    assert stream.getvalue() == ""


def test_what_is_not_a_terminal_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    main([*PARTIAL, "--case", "descriptions/bidi-*"])
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\r" not in out


def test_colour_changes_no_word(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = [*PARTIAL, "--case", "descriptions/bidi-*"]
    main(words)
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    main(words)
    coloured = capsys.readouterr().out
    assert "\x1b[" in coloured
    # Where there is no colour, what differs is pointed out by a line below.
    pointed = "\n".join(line for line in plain.splitlines() if not re.fullmatch(r" +\^+", line))
    assert ESCAPE.sub("", coloured).splitlines() == pointed.splitlines()
    assert pointed.count("\n") < plain.count("\n") - 1


def test_where_two_texts_differ_is_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    main([*PARTIAL, "--case", "descriptions/bidi-202e"])
    lines = capsys.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("    got "))
    assert lines[at] == '    got       "READS A FILE."'
    assert lines[at + 1] == "                ^^^^^^^^^^^"


@pytest.mark.parametrize("columns", [80, 120])
def test_words_are_set_for_the_width(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    main(PARTIAL)
    out = capsys.readouterr().out
    # Commands are to be copied whole, and neither ids nor long texts are broken.
    kept = [line for line in out.splitlines() if not re.search(r"toolset-conformance|\(required\)|\w/\w|[\"^]", line)]
    assert len(kept) > 60
    assert max(map(len, kept)) <= columns
    assert any("core rules without a tested case: NAME-" in line for line in kept)


def test_quiet_says_the_verdict_alone(capsys: pytest.CaptureFixture[str]) -> None:
    main([*PARTIAL, "-q", "--case", "descriptions/bidi-*"])
    out = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in out] == ["required", "verdict"]


def test_rules_are_named_in_few_words() -> None:
    assert rendering.rule_ranges(["SET-1", "SET-2", "SET-3", "SET-6", "MAP-1", "MAP-2"]) == [
        "SET-1 to 3, 6",
        "MAP-1, 2",
    ]


def test_a_long_tool_set_is_shown_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    main([*PARTIAL, "--case", "tools/schema-unchanged/forty-levels"])
    out = capsys.readouterr().out
    asked = out.partition("    asked ")[2].partition("    wrong ")[0]
    assert asked.count("\n") <= 12


def test_what_cannot_be_written_is_escaped() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    console.say(["a … b"], stream)
    stream.flush()
    assert stream.buffer.getvalue() == b"a \\u2026 b\n"

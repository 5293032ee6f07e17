"""Known deviations from the command line, and how their file is rewritten."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.cli.program import main
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine import known_failures
from toolset_conformance.engine.verdict import Outcome, Verdict

PLUGIN_TESTS = Path(__file__).parents[1] / "plugin"
KEYS, ONE, WHOLE = "turn/keys", "turn/one-of-each", "turn/message-of-everything"
TODAY = datetime.date(2030, 6, 15)
CASES = {"a/one": "A-1", "a/two": "A-1", "b/one": "B-1"}


def listed(path: Path, text: str) -> known_failures.Deviations:
    """The list of a file with this text, read on a fixed day."""
    path.write_text("deviations:\n" + text, "utf-8")
    return known_failures.read(path, TODAY)


def verdict(name: str, outcome: Outcome = "failed", message: str | None = "wrong") -> Verdict:
    """A verdict on one of ``CASES``."""
    return Verdict(
        Case(name, CASES[name], "required", "", "1.0", ()), outcome, None if outcome == "passed" else message
    )


def stale(path: Path, text: str, *verdicts: Verdict) -> list[str]:
    """What is wrong with a list after a run, without the name of the file."""
    held = listed(path, text)
    judged = [held.judged(verdict) for verdict in verdicts]
    return [line.partition(":")[2] for line in held.stale(judged, CASES)]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("known.yaml")


ENTRY = '  - case: a/one\n    reason: "Known."\n'
RULE = '  - rule: A-1\n    reason: "Known."\n'


def test_a_listed_failure_is_a_deviation_with_its_reason(file: Path) -> None:
    held = listed(file, ENTRY + '    url: "https://example.com/1"\n')
    judged = held.judged(verdict("a/one"))
    assert (judged.outcome, judged.message) == ("deviation", "wrong; known: Known. (https://example.com/1)")
    assert held.judged(verdict("a/two")).outcome == "failed"
    assert held.judged(verdict("a/one", "error")).outcome == "deviation"
    assert [held.judged(verdict("a/one", kept)).outcome for kept in ("passed", "unsupported", "not_run")] == [
        "passed",
        "unsupported",
        "not_run",
    ]


@pytest.mark.parametrize(
    ("text", "outcomes", "said"),
    [
        (ENTRY, {"a/one": "failed"}, []),
        (ENTRY, {"a/one": "passed"}, ["2: a/one passes: remove the entry"]),
        (ENTRY, {"a/one": "unsupported"}, ["2: a/one is not tested: remove the entry"]),
        (ENTRY, {"a/one": "not_run"}, []),
        (ENTRY, {"a/two": "passed"}, []),
        (ENTRY + "    flaky: true\n", {"a/one": "passed"}, []),
        (ENTRY + '    expires: "2030-06-15"\n', {"a/one": "failed"}, []),
        (
            ENTRY + '    expires: "2030-06-14"\n',
            {"a/one": "failed"},
            ["2: a/one expired on 2030-06-14: mend the port, or give the entry another day"],
        ),
        (ENTRY + '    expires: "2030-06-14"\n    flaky: true\n', {"a/one": "passed"}, ["2: a/one expired on *"]),
        (ENTRY + '    message: "wro"\n', {"a/one": "failed"}, []),
        (
            ENTRY + '    message: "timeout"\n',
            {"a/one": "failed"},
            ["2: a/one fails in another way than the entry says*"],
        ),
        (ENTRY.replace("a/one", "a/gone"), {}, ["2: a/gone is no case: remove the entry"]),
        (ENTRY.replace("a/one", "mine/x"), {}, ["2: mine/x is no case that was read: remove the entry, or *"]),
        (ENTRY.replace("a/one", "properties/x"), {}, []),
        (RULE.replace("A-1", "C-1"), {}, ["2: C-1 is no rule: remove the entry"]),
        (RULE, {"a/one": "failed", "a/two": "passed"}, []),
        (RULE, {"a/one": "passed", "a/two": "passed"}, ["2: A-1 passes: remove the entry"]),
    ],
)
def test_an_entry_that_does_not_hold_is_told_with_its_line(
    file: Path, text: str, outcomes: dict[str, Outcome], said: list[str]
) -> None:
    found = stale(file, text, *(verdict(name, outcome) for name, outcome in outcomes.items()))
    assert len(found) == len(said)
    assert all(line.startswith(wanted.rstrip("*")) for line, wanted in zip(found, said, strict=True)), found


def test_a_failure_that_no_entry_expects_stays_a_failure(file: Path) -> None:
    held = listed(file, ENTRY + '    message: "timeout"\n')
    judged = held.judged(verdict("a/one"))
    assert (judged.outcome, judged.message) == ("failed", "wrong; not the failure that known.yaml:2 knows")
    both = listed(file, ENTRY + '    message: "timeout"\n' + RULE)
    assert both.judged(verdict("a/one")).outcome == "deviation"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  - case: a/one\n", "known.yaml:2: .*'reason' is a required property"),
        ('  - reason: "x"\n', "known.yaml:2: "),
        ('  - case: a/one\n    rule: A-1\n    reason: "x"\n', "known.yaml:2: "),
        (ENTRY + "    until: never\n", "known.yaml:4: .*unknown key 'until'"),
        (ENTRY + "    expires: 2030-01-01\n", "known.yaml:4: .*put it in quotes"),
        (ENTRY + '    expires: "2030-02-31"\n', "known.yaml:4: there is no day 2030-02-31"),
        (ENTRY + ENTRY, "known.yaml:4: the entry stands twice"),
    ],
)
def test_what_breaks_the_schema_is_named_with_its_line(file: Path, text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        listed(file, text)


def update(file: Path, *verdicts: Verdict) -> str:
    known_failures.update(file, verdicts, CASES)
    return file.read_text("utf-8")


def test_update_makes_the_file(file: Path) -> None:
    assert update(file, verdict("a/one"), verdict("b/one", "passed")) == (
        'deviations:\n  - case: a/one\n    reason: "Not looked at yet."\n'
    )


def test_update_changes_what_has_to_change_and_nothing_else(file: Path) -> None:
    text = (
        "# Ours.\n\ndeviations: # see the wiki\n"
        "# Goes with its entry.\n- case: a/one\n  reason: 'Mended.'\n\n"
        "# Stays with its entry.\n- reason: >-\n    Said on\n    two lines.\n  case: b/one # stays\n"
    )
    file.write_text(text, "utf-8")
    after = update(file, verdict("a/one", "passed"), verdict("a/two"), verdict("b/one"))
    gone = "# Goes with its entry.\n- case: a/one\n  reason: 'Mended.'\n\n"
    assert after == text.replace(gone, "") + '- case: a/two\n  reason: "Not looked at yet."\n'
    assert update(file, verdict("a/two"), verdict("b/one")) == after
    assert update(file, verdict("a/two", "passed"), verdict("b/one", "passed")) == (
        "# Ours.\n\ndeviations: [] # see the wiki\n"
    )
    assert "deviations: # see the wiki\n  - case: a/one\n" in update(file, verdict("a/one"))


def test_update_leaves_what_only_a_person_can_decide(file: Path) -> None:
    text = 'deviations:\n  - case: a/one\n    reason: "x"\n    expires: "2001-01-01"\n'
    file.write_text(text, "utf-8")
    assert update(file, verdict("a/one")) == text
    file.write_text(text.replace('expires: "2001-01-01"', "message: timeout"), "utf-8")
    assert "message: timeout" in update(file, verdict("a/one"))


def test_a_file_that_cannot_be_rewritten_by_lines_is_left_alone(file: Path) -> None:
    text = 'deviations: [{case: a/one, reason: "x"}]\n'
    file.write_text(text, "utf-8")
    with pytest.raises(FileError, match=r"known.yaml:1: cannot be rewritten: begin each entry on a line of its own"):
        update(file, verdict("a/two"))
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    "text", ["{deviations: []}\n", '"deviations": []\n', "deviations:\n  [\n  ]\n"], ids=["flow", "quoted", "lines"]
)
def test_an_update_that_would_break_the_file_is_not_made(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    with pytest.raises(FileError, match="cannot be rewritten"):
        known_failures.update(file, [verdict("a/one")], CASES)
    assert file.read_text("utf-8") == text
    assert list(file.parent.iterdir()) == [file]


def test_an_update_lets_what_stands_below_the_list_be(file: Path) -> None:
    file.write_text('deviations:\n  - case: a/one\n    reason: "x"\n\n# the end\n', "utf-8")
    known_failures.update(file, [verdict("a/one", "passed")], CASES)
    assert file.read_text("utf-8") == "deviations: []\n\n# the end\n"


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nowhere/known.yaml: cannot be written: No such file"):
        known_failures.update(tmp_path / "nowhere/known.yaml", [verdict("a/one")], CASES)


def run(*words: str) -> tuple[int, dict[str, Any]]:
    """The command line on the small port of the plugin's tests."""
    chosen = [word for case in (KEYS, ONE, WHOLE) for word in ("--case", case)]
    port = ["--port", "turns:Turns", "--offers", "user_turn"]
    status = main(["run", *port, *chosen, *words, "--report", "report.json"])
    report: dict[str, Any] = json.loads(Path("report.json").read_text("utf-8"))
    return status, report


def test_from_the_command_line(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN_TESTS))
    monkeypatch.setenv("TURNS", "assistant")
    assert run()[0] == 1
    status, report = run("--deviations", str(file), "--update-deviations")
    assert (status, report["verdict"]) == (0, "does not conform")
    assert "known.yaml: 2 added, 0 removed, 0 kept" in capsys.readouterr().out
    status, report = run("--deviations", str(file))
    assert (status, report["verdict"]) == (0, "does not conform")
    assert {case["id"]: case["outcome"] for case in report["cases"]} == {
        KEYS: "deviation",
        WHOLE: "deviation",
        ONE: "passed",
    }
    monkeypatch.setenv("TURNS", "")
    status, report = run("--deviations", str(file))
    assert (status, report["verdict"]) == (1, "not judged")
    assert len(report["stale_deviations"]) == 2
    assert f"known.yaml:2: {WHOLE} passes: remove the entry" in capsys.readouterr().out
    assert run("--deviations", str(file), "--update-deviations")[0] == 0
    assert file.read_text("utf-8") == "deviations: []\n"


def test_the_command_line_names_a_broken_or_missing_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["--deviations", str(file)], "known.yaml: cannot be read"),
        (["--update-deviations"], "--update-deviations needs to know the file"),
    ):
        status, report = run(*words)
        assert (status, report["verdict"]) == (2, "not run")
        assert said in capsys.readouterr().err

"""Own cases, *.toolset.yaml in the user's repository, from both faces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toolset_conformance.cli.program import main

from .conftest import HERE, KEYS, OWN, PORT, Inner

pytestmark = pytest.mark.slow

BROKEN = OWN.replace("user_turn", "user_turns")
ON = [*PORT, "--toolset-case", KEYS, "--toolset-case", "mine/*"]
RUN = ["run", "--port", "turns:Turns", "--offers", "user_turn", "--case", KEYS, "--case", "mine/*"]


@pytest.fixture
def own(pytester: pytest.Pytester) -> Path:
    folder = pytester.mkdir("cases")
    file = folder / "mine.toolset.yaml"
    file.write_text(OWN, "utf-8")
    return file


def test_own_cases_run_beside_the_rest(
    inner: Inner, own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = inner(*ON, "-v", "-W", "error", "--strict-markers", "--strict-config")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["cases/mine.toolset.yaml::mine/words-alone PASSED*", f"toolset::{KEYS} PASSED*"])
    assert main([*RUN, "--cases", "cases"]) == 0
    assert "required: 2 passed" in capsys.readouterr().out
    failing = inner(*ON, turns="assistant")
    failing.assert_outcomes(failed=2)
    failing.stdout.fnmatch_lines(["FAILED cases/mine.toolset.yaml::mine/words-alone - TURN-1 (required)*"])
    assert main([*RUN, "--cases", str(own)]) == 1


@pytest.mark.parametrize("expression", ["mine", "TURN-1", "required and mine"])
def test_own_cases_have_markers(inner: Inner, own: Path, expression: str) -> None:
    result = inner(*ON, "-m", expression, "-W", "error", "--strict-markers")
    result.assert_outcomes(passed=1, deselected=1)


def test_an_own_group_called_as_a_mark_of_pytest_is_no_such_mark(inner: Inner, own: Path) -> None:
    own.write_text(OWN.replace("mine/", "skip/"), "utf-8")
    inner(*PORT, "--toolset-case", "skip/*").assert_outcomes(passed=1)


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_own_cases_are_in_the_report_and_can_be_named(
    inner: Inner, own: Path, pytester: pytest.Pytester, workers: list[str]
) -> None:
    result = inner(*PORT, *workers, "--toolset-case", "mine/words-alone", "--toolset-report", "report.json")
    result.assert_outcomes(passed=1)
    assert '"id": "mine/words-alone"' in (pytester.path / "report.json").read_text("utf-8")


def test_a_node_id_of_an_own_case_runs_it_alone(inner: Inner, own: Path, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_port = turns:Turns\n")
    result = inner("cases/mine.toolset.yaml::mine/words-alone")
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BROKEN, "mine.toolset.yaml:*: *user_turns*"),
        (OWN.replace("TURN-1", "TURN-99"), "mine.toolset.yaml:3: there is no rule TURN-99*"),
        (OWN.replace("mine/words-alone", KEYS), "mine.toolset.yaml:2: *"),
        ("cases:\n  - id: yes\n", "mine.toolset.yaml:2: 'yes' is read differently by different YAML readers*"),
        ("cases: [", "mine.toolset.yaml:*: is not YAML*"),
    ],
    ids=["method", "rule", "our-part", "trap", "no-yaml"],
)
def test_an_error_names_file_and_line_without_a_traceback(
    inner: Inner, own: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own.write_text(text, "utf-8")
    result = inner(*PORT, "--toolset-case", KEYS, "--toolset-report", "report.json")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    report = json.loads(own.parents[1].joinpath("report.json").read_text("utf-8"))
    assert report["verdict"] == "not run"
    assert "mine.toolset.yaml:" in report["problem"]
    result.stdout.fnmatch_lines([f"*{said}"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py:*")
    capsys.readouterr()
    assert main([*RUN[:5], "--cases", str(own)]) == 2
    err = capsys.readouterr().err
    assert "mine.toolset.yaml:" in err
    assert "Traceback" not in err


def test_without_a_port_the_files_are_let_be(inner: Inner, own: Path) -> None:
    own.write_text("cases: [", "utf-8")
    assert inner().ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_the_command_line_finds_files_in_folders(
    own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    assert main([*RUN, "--cases", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
    assert main(["validate", "cases"]) == 0
    assert "1 case" in capsys.readouterr().out

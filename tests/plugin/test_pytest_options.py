"""pytest's own manners: collecting, reporting, importing, random order, workers, ini files, plugins by hand."""

from __future__ import annotations

import xml.etree.ElementTree

import pytest

from .conftest import CASES, CHOSEN, FIRST, KEYS, ONE, PORT, RESULTS, WHOLE, Inner

SHIM = """\
import pathlib, sys
pathlib.Path("started").touch()
sys.exit(9)
"""


def test_collect_only_lists_the_cases_and_starts_no_port(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(shim=SHIM)
    result = inner("--toolset-command", "python shim.py", *CHOSEN, "--collect-only", "-q", "-W", "error")
    assert result.ret == 0
    assert {line for line in result.outlines if "::" in line} == {f"toolset::{case}" for case in CASES}
    assert not (pytester.path / "started").exists()


def test_junitxml_holds_each_case_with_its_outcome(inner: Inner, pytester: pytest.Pytester) -> None:
    inner(*PORT, *CHOSEN, "--junitxml", "junit.xml", turns="backwards").assert_outcomes(passed=2, failed=1, xfailed=2)
    cases = xml.etree.ElementTree.parse(pytester.path / "junit.xml").getroot().iter("testcase")
    found = {case.get("name"): [(child.tag, child.get("message")) for child in case] for case in cases}
    assert set(found) == set(CASES)
    assert found[KEYS] == []
    assert found[ONE][0][0] == "failure"
    assert "TURN-1 (required)" in (found[ONE][0][1] or "")
    assert found[RESULTS][0][0] == "skipped"


def test_recommended_failures_are_xfails_with_rule_and_reason(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-rx", turns="rejections-last")
    result.assert_outcomes(passed=4, xfailed=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"XFAIL toolset::{FIRST} - TURN-2 (recommended): user_turn: *"])


def test_a_failure_is_shown_as_the_command_line_shows_it(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, turns="assistant")
    result.stdout.fnmatch_lines(
        [
            "TURN-3 (required): *",
            f"  {WHOLE}: user_turn: role: *",
            "    expected  *user*",
            "    got       *assistant*",
            f"    again     toolset-conformance run --port turns:Turns --case {WHOLE}",
            f"    requests  toolset-conformance request {WHOLE}",
            "*toolset conformance*",
            "port: turns 1 (python)",
            "offers: user_turn",
            "required: 1 passed, 2 failed",
            "verdict: does not conform",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_items.py*")


def test_where_all_is_skipped_the_exit_status_is_1(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-rs", turns="not-offered")
    result.assert_outcomes(skipped=5)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["SKIPPED [[]5] toolset: unsupported: the port does not offer user_turn"])


def test_workers_give_the_same_outcomes(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-n", "2", "-W", "error", turns="backwards")
    result.assert_outcomes(passed=2, failed=1, xfailed=2)
    result.stdout.fnmatch_lines(["port: turns 1 (python)", "offers: user_turn", "required: 2 passed, 1 failed"])


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_order(inner: Inner, seed: str) -> None:
    pytest.importorskip("pytest_randomly", reason="pytest-randomly is not installed")
    result = inner(*PORT, *CHOSEN, f"--randomly-seed={seed}", "-W", "error", turns="backwards")
    result.assert_outcomes(passed=2, failed=1, xfailed=2)


@pytest.mark.parametrize("mode", ["prepend", "append", "importlib"])
def test_import_modes(inner: Inner, pytester: pytest.Pytester, mode: str) -> None:
    pytester.makepyfile(test_mine="def test_of_the_user(): pass")
    inner(*PORT, *CHOSEN, f"--import-mode={mode}", "-W", "error").assert_outcomes(passed=6)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "pytest.ini",
            "[pytest]\ntoolset_port = turns:Turns\ntoolset_offers = user_turn\ntoolset_level = recommended\n",
        ),
        ("tox.ini", "[pytest]\ntoolset_port = turns:Turns\ntoolset_offers = user_turn\ntoolset_level = recommended\n"),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\n"
            'toolset_port = "turns:Turns"\ntoolset_offers = "user_turn"\ntoolset_level = "recommended"\n',
        ),
    ],
)
def test_options_in_the_ini_file(inner: Inner, pytester: pytest.Pytester, name: str, text: str) -> None:
    (pytester.path / name).write_text(text, "utf-8")
    result = inner(*CHOSEN, "--strict-config", "-W", "error", turns="backwards")
    result.assert_outcomes(passed=2, failed=3)
    result = inner(*CHOSEN, "--toolset-level", "required", turns="backwards")
    result.assert_outcomes(passed=2, failed=1, xfailed=2)


@pytest.mark.parametrize("warnings", [[], ["-W", "error"]], ids=["plain", "warnings-are-errors"])
def test_plugins_loaded_by_hand(inner: Inner, monkeypatch: pytest.MonkeyPatch, warnings: list[str]) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    ours = ["-p", "toolset_conformance.plugin"]
    inner(*warnings, *ours, *PORT, *CHOSEN, process=True).assert_outcomes(passed=5)


def test_without_the_plugin_its_options_are_unknown(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    assert inner(*PORT, process=True).ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--toolset-port", "a:B", "--toolset-command", "x"], "both a port and a command are given*"),
        ([*PORT, "--toolset-level", "high"], "--toolset-level: 'high' is neither required nor recommended"),
        ([*PORT, "--toolset-offers", "nothing"], "offers: there is no method nothing; the methods are *"),
        ([*PORT, "--toolset-as-of", "0.0"], "as-of: no case stood in the corpus at 0.0*"),
        ([*PORT, "--toolset-timeout", "soon"], "--toolset-timeout: 'soon' is not a number of seconds above 0"),
        ([*PORT, "--toolset-start-timeout", "0"], "--toolset-start-timeout: '0' is not a number of seconds above 0"),
    ],
)
def test_wrong_options_are_one_line(inner: Inner, words: list[str], said: str) -> None:
    result = inner(*words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {said}"])


def test_a_report_that_cannot_be_written_is_told(inner: Inner, pytester: pytest.Pytester) -> None:
    result = inner(*PORT, *CHOSEN, "--toolset-report", "no/where.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["the report cannot be written to no/where.json: No such file or directory"])


def test_the_port_of_the_command_line_wins_over_the_ini_file(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_command = nothing-that-there-is\n")
    inner(*PORT, *CHOSEN).assert_outcomes(passed=5)


def test_nothing_happens_without_a_port(
    inner: Inner, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(
        """
        import sys

        def test_what_is_imported():
            heavy = {"yaml", "jsonschema", "hypothesis", "jinja2", "syrupy", "toolset_reference"}
            assert not {name for name in heavy if name in sys.modules}
            ours = {name for name in sys.modules if name.startswith("toolset_conformance.")}
            assert ours <= {"toolset_conformance.plugin", "toolset_conformance.port"}, ours
        """
    )
    (pytester.path / "mine.toolset.yaml").write_text("no cases", "utf-8")
    result = inner("-p", "toolset_conformance.plugin", "-W", "error", process=True)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*conformance, corpus*")

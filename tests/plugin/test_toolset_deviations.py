"""--toolset-deviations and --toolset-update-deviations."""

from __future__ import annotations

import json

import pytest

from .conftest import CHOSEN, FIRST, KEYS, ONE, OWN, PORT, WHOLE, Inner

pytestmark = pytest.mark.slow

LIST = f"""\
deviations:
  - case: {KEYS}
    reason: "Mended in 2.0."
  - rule: TURN-1
    reason: "Not looked at."
"""
ON = [*PORT, "--toolset-deviations", "known.yaml"]
WORKERS = pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])


@pytest.fixture
def known(pytester: pytest.Pytester) -> None:
    (pytester.path / "known.yaml").write_text(LIST, "utf-8")


@WORKERS
@pytest.mark.usefixtures("known")
def test_a_known_failure_is_an_xfail_and_a_stale_entry_an_error(
    inner: Inner, pytester: pytest.Pytester, workers: list[str]
) -> None:
    report = pytester.path / "report.json"
    result = inner(*ON, *workers, *CHOSEN, "-rx", "--toolset-report", str(report), turns="assistant")
    result.assert_outcomes(passed=3, failed=1, xfailed=1)
    result.stdout.fnmatch_lines(
        ["known.yaml:4: TURN-1 passes: remove the entry", "verdict: does not conform", "*known: Mended in 2.0.*"]
    )
    assert result.ret == 1
    outcomes = {case["id"]: case["outcome"] for case in json.loads(report.read_text("utf-8"))["cases"]}
    assert (outcomes[KEYS], outcomes[WHOLE]) == ("deviation", "failed")


@pytest.mark.usefixtures("known")
def test_the_exit_status_is_0_where_nothing_beyond_the_list_fails(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_deviations = known.yaml\n")
    (pytester.path / "known.yaml").write_text('deviations:\n  - rule: TURN-3\n    reason: "Known."\n', "utf-8")
    result = inner(*PORT, *CHOSEN, turns="assistant")
    result.assert_outcomes(passed=3, xfailed=2)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["verdict: does not conform"])


@WORKERS
def test_update_makes_the_file_and_keeps_it_fitting(
    inner: Inner, pytester: pytest.Pytester, workers: list[str]
) -> None:
    file = pytester.path / "known.yaml"
    made = inner(*ON, *workers, *CHOSEN, "--toolset-update-deviations", turns="assistant")
    made.assert_outcomes(passed=3, xfailed=2)
    made.stdout.fnmatch_lines(["known.yaml: 2 added, 0 removed, 0 kept"])
    assert made.ret == 0
    assert f"- case: {KEYS}\n" in file.read_text("utf-8")
    assert inner(*ON, *CHOSEN, turns="assistant").ret == 0
    mended = inner(*ON, *CHOSEN, "--toolset-update-deviations")
    mended.stdout.fnmatch_lines(["known.yaml: 0 added, 2 removed, 0 kept"])
    assert file.read_text("utf-8") == "deviations: []\n"
    assert inner(*ON, *CHOSEN).ret == 0


def test_update_needs_a_file(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "--toolset-update-deviations")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --toolset-update-deviations needs to know the file*"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deviations:\n  - case: a/b\n", "known.yaml:2: *'reason' is a required property*"),
        (None, "known.yaml: cannot be read*"),
    ],
    ids=["broken", "missing"],
)
def test_a_broken_file_is_named(inner: Inner, pytester: pytest.Pytester, text: str | None, said: str) -> None:
    if text is not None:
        (pytester.path / "known.yaml").write_text(text, "utf-8")
    result = inner(*ON, *CHOSEN)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {said}"])


@WORKERS
def test_entries_on_own_cases(inner: Inner, pytester: pytest.Pytester, workers: list[str]) -> None:
    (pytester.path / "mine.toolset.yaml").write_text(OWN, "utf-8")
    entry = 'deviations:\n  - case: mine/words-alone\n    reason: "Known."\n'
    (pytester.path / "known.yaml").write_text(entry, "utf-8")
    words = [*ON, *workers, "--toolset-case", "mine/*"]
    inner(*words, turns="assistant").assert_outcomes(xfailed=1)
    passing = inner(*words)
    passing.stdout.fnmatch_lines(["known.yaml:2: mine/words-alone passes: remove the entry"])
    assert passing.ret == 1


def test_entries_on_own_cases_that_were_not_read_are_let_be(inner: Inner, pytester: pytest.Pytester) -> None:
    entry = 'deviations:\n  - case: mine/words-alone\n    reason: "Known."\n'
    (pytester.path / "known.yaml").write_text(entry, "utf-8")
    (pytester.path / "other").mkdir()
    assert inner(*ON, "--toolset-case", FIRST, "other").ret == 0
    everything = inner(*ON, "--toolset-case", ONE)
    assert everything.ret == 1
    everything.stdout.fnmatch_lines(["known.yaml:2: mine/words-alone is no case that was read: remove the entry*"])


def test_a_list_that_cannot_be_rewritten_fails_the_run(inner: Inner, pytester: pytest.Pytester) -> None:
    text = f'deviations: [{{case: {KEYS}, reason: "x"}}]\n'
    (pytester.path / "known.yaml").write_text(text, "utf-8")
    result = inner(*ON, *CHOSEN, "--toolset-update-deviations")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["known.yaml:1: cannot be rewritten*"])
    assert (pytester.path / "known.yaml").read_text("utf-8") == text

"""-k, -m, -x, --lf, --toolset-case and node ids: which cases are run."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, FIRST, KEYS, ONE, OWN, PORT, RESULTS, WHOLE, Inner


def test_k_chooses_by_the_id(inner: Inner) -> None:
    result = inner(*PORT, "-v", "-k", f"{RESULTS} or {KEYS}")
    result.assert_outcomes(passed=2, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines([f"toolset::{RESULTS} PASSED*", f"toolset::{KEYS} PASSED*"])


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [("TURN-2", 2), ("required", 3), ("recommended", 2), ("turn and not TURN-1", 4), ("toolset", 5), ("names", 0)],
)
def test_m_chooses_by_rule_level_and_group(inner: Inner, expression: str, wanted: int) -> None:
    result = inner(*PORT, *CHOSEN, "-m", expression, "-W", "error", "--strict-markers")
    assert result.parseoutcomes().get("passed", 0) == wanted


def test_the_markers_are_told(inner: Inner) -> None:
    result = inner(*PORT, "--markers")
    result.stdout.fnmatch_lines(
        ["@pytest.mark.TURN-1: *", "@pytest.mark.turn: cases of turn", "@pytest.mark.required: *"]
    )


def test_a_marker_of_somebody_else_is_not_put_on_our_items(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        def pytest_configure(config):
            config.addinivalue_line("markers", "turn(number): of another plugin, which wants a number")

        def pytest_collection_modifyitems(items):
            assert not any(item.get_closest_marker("turn") for item in items)
        """
    )
    inner(*PORT, *CHOSEN).assert_outcomes(passed=5)


def test_x_stops_at_the_first_failure(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, "-x", turns="assistant")
    result.assert_outcomes(failed=1, passed=result.parseoutcomes().get("passed", 0))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*stopping after 1 failures*"])


def test_lf_runs_what_failed(inner: Inner) -> None:
    inner(*PORT, *CHOSEN, turns="assistant").assert_outcomes(failed=2, passed=3)
    again = inner(*PORT, *CHOSEN, "--lf", turns="assistant")
    again.assert_outcomes(failed=2, deselected=again.parseoutcomes().get("deselected", 0))
    assert inner(*PORT, *CHOSEN, "--lf").parseoutcomes()["passed"] == 2


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_a_node_id_chooses_one_case_and_nothing_else(
    inner: Inner, pytester: pytest.Pytester, workers: list[str]
) -> None:
    pytester.makepyfile("def test_of_the_user(): pass")
    result = inner(*PORT, *workers, f"toolset::{ONE}", f"toolset::{FIRST}", turns="backwards")
    result.assert_outcomes(failed=1, xfailed=1)
    result.stdout.fnmatch_lines([f"FAILED toolset::{ONE} - TURN-1 (required)*"])


def test_the_id_of_a_summary_can_be_given_again(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, turns="backwards")
    (failed,) = [line.split()[1] for line in result.outlines if line.startswith("FAILED")]
    inner(*PORT, failed, turns="backwards").assert_outcomes(failed=1)


def test_a_pattern_chooses_many(inner: Inner) -> None:
    result = inner(*PORT, "--toolset-case", "turn/message-of-*", "--collect-only", "-q")
    assert f"toolset::{WHOLE}" in result.outlines
    assert f"toolset::{KEYS}" not in result.outlines


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
@pytest.mark.parametrize(
    "words", [["--toolset-case", "turn/keyss"], ["toolset::turn/keyss"]], ids=["option", "node-id"]
)
def test_a_case_that_there_is_not_is_a_slip(inner: Inner, words: list[str], workers: list[str]) -> None:
    result = inner(*PORT, *workers, *words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: no case is called turn/keyss; did you mean {KEYS}*"])


def test_a_case_of_no_file_is_a_slip(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("mine.toolset.yaml").write_text(OWN, "utf-8")
    inner(*PORT, "--toolset-case", "mine/words-alone").assert_outcomes(passed=1)
    result = inner(*PORT, "--toolset-case", "mine/word-alone")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: no case is called mine/word-alone; did you mean mine/words-alone*"])


def test_with_the_port_in_the_ini_file_a_test_can_be_run_alone(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_port = turns:Turns\ntoolset_offers = user_turn\n")
    test = pytester.makepyfile(test_mine="def test_of_the_user(): pass")
    inner(f"{test.name}::test_of_the_user").assert_outcomes(passed=1)
    inner(test.name).assert_outcomes(passed=1)
    inner("-m", "TURN-2", ".").assert_outcomes(passed=6, deselected=inner("-m", "TURN-2").parseoutcomes()["deselected"])

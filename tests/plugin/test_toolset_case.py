"""--toolset-case: an id, or a pattern of ids."""

from __future__ import annotations

import pytest

from .conftest import KEYS, OWN, PORT, WHOLE, Inner

pytestmark = pytest.mark.slow


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

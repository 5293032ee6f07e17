"""`--toolset-report` where the run cannot be done: the report says so, and no old one is taken for new."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--toolset-level", "nonsense"], "'nonsense' is neither required nor recommended"),
        (["--toolset-offers", "everything"], "there is no method everything"),
        (["--toolset-deviations", "no-such-file.yaml"], "cannot be read"),
    ],
)
def test_a_bad_option_leaves_no_old_report(pytester: pytest.Pytester, words: list[str], says: str) -> None:
    pytester.path.joinpath("report.json").write_text("old", "ascii")
    port = ["--toolset-port", "toolset_reference.port:ReferencePort"]
    ended = pytester.runpytest_subprocess(*port, *words, "--toolset-report", "report.json")
    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    made = json.loads(pytester.path.joinpath("report.json").read_text("utf-8"))
    assert made["verdict"] == "not run"
    assert says in made["problem"]

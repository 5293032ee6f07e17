"""--toolset-report: the report of the run, also of one that cannot be done, so that no old one is taken for new."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from toolset_conformance.corpus import schemas

from .conftest import CASES, CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_it_holds_each_case_with_its_outcome(inner: Inner, pytester: pytest.Pytester, workers: list[str]) -> None:
    inner(*PORT, *CHOSEN, *workers, "--toolset-report", "report.json", turns="backwards")
    report = json.loads((pytester.path / "report.json").read_text("utf-8"))
    Draft202012Validator(schemas.schema("report")).validate(report)
    assert {case["id"] for case in report["cases"]} == set(CASES)
    assert [case["outcome"] for case in report["cases"]].count("failed") == 3
    assert (report["verdict"], report["scope"]["selected"]) == ("does not conform", True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--toolset-level", "nonsense"], "'nonsense' is neither required nor recommended"),
        (["--toolset-offers", "everything"], "there is no method everything"),
        (["--toolset-deviations", "no-such-file.yaml"], "cannot be read"),
    ],
)
def test_a_bad_option_leaves_no_old_report(
    inner: Inner, pytester: pytest.Pytester, words: list[str], says: str
) -> None:
    pytester.path.joinpath("report.json").write_text("old", "ascii")
    ended = inner("--toolset-port", "turns:Turns", *words, "--toolset-report", "report.json")
    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    made = json.loads(pytester.path.joinpath("report.json").read_text("utf-8"))
    assert made["verdict"] == "not run"
    assert says in made["problem"]


def test_a_report_that_cannot_be_written_is_told(inner: Inner, pytester: pytest.Pytester) -> None:
    result = inner(*PORT, *CHOSEN, "--toolset-report", "no/where.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["the report cannot be written to no/where.json: No such file or directory"])

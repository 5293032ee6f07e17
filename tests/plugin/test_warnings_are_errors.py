"""-W error: no part of the plugin warns."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, OWN, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "words",
    [
        ["--toolset-snapshots", "--snapshot-update"],
        ["--toolset-deviations", "known.yaml", "--toolset-update-deviations"],
        ["--toolset-report", "report.json", "--junitxml", "junit.xml"],
        ["--toolset-properties", "--toolset-case", "properties/turn-keys"],
        ["-n", "2", "--toolset-snapshots", "--snapshot-update"],
    ],
    ids=["snapshots", "deviations", "reports", "properties", "xdist"],
)
def test_nothing_warns(inner: Inner, pytester: pytest.Pytester, words: list[str]) -> None:
    (pytester.path / "mine.toolset.yaml").write_text(OWN, "utf-8")
    own = ["--toolset-case", "mine/*"]
    result = inner(*PORT, *CHOSEN, *own, *words, "-W", "error", "--strict-markers", "--strict-config")
    result.assert_outcomes(passed=7 if "--toolset-properties" in words else 6)
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*warning*")

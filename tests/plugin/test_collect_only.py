"""--collect-only lists the cases and starts nothing."""

from __future__ import annotations

import pytest

from .conftest import CASES, CHOSEN, Inner

pytestmark = pytest.mark.slow

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

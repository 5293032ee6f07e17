"""--import-mode: whichever the rest of the tests needs."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("mode", ["prepend", "append", "importlib"])
def test_import_modes(inner: Inner, pytester: pytest.Pytester, mode: str) -> None:
    pytester.makepyfile(test_mine="def test_of_the_user(): pass")
    inner(*PORT, *CHOSEN, f"--import-mode={mode}", "-W", "error").assert_outcomes(passed=6)

"""In random order, as pytest-randomly has it."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, PORT, Inner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_order(inner: Inner, seed: str) -> None:
    pytest.importorskip("pytest_randomly", reason="pytest-randomly is not installed")
    result = inner(*PORT, *CHOSEN, f"--randomly-seed={seed}", "-W", "error", turns="backwards")
    result.assert_outcomes(passed=2, failed=1, xfailed=2)

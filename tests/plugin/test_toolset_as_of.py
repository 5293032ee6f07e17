"""--toolset-as-of: the corpus as it stood in an earlier version."""

from __future__ import annotations

import dataclasses

import pytest
from toolset_conformance.corpus import loading

from .conftest import KEYS, ONE, PORT, Inner, refused

pytestmark = pytest.mark.slow


def test_what_came_later_is_left_out(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    made = loading.load()
    cases = [dataclasses.replace(case, since="9.1") if case.id == KEYS else case for case in made.cases]
    monkeypatch.setattr(loading, "load", lambda: dataclasses.replace(made, version="9.1", cases=tuple(cases)))
    earlier = [*PORT, "--toolset-as-of", "9.0", "--toolset-case"]
    inner(*earlier, ONE).assert_outcomes(passed=1)
    refused(inner(*earlier, KEYS), f"no case is called {KEYS}*")
    inner(*PORT, "--toolset-as-of", "9.1", "--toolset-case", KEYS).assert_outcomes(passed=1)


def test_a_version_without_cases_is_a_slip(inner: Inner) -> None:
    refused(inner(*PORT, "--toolset-as-of", "0.0"), "as-of: no case stood in the corpus at 0.0*")
    refused(inner(*PORT, "--toolset-as-of", "99.0"), "as-of: 99.0 is later than this corpus*")

"""What all tests share."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from toolset_conformance import corpus
from toolset_conformance.corpus import Corpus, Rule

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[1]


@functools.cache
def _loaded() -> Corpus:
    return corpus.load()


@pytest.fixture(scope="session")
def whole_corpus() -> Corpus:
    """The corpus of this checkout."""
    return _loaded()


@pytest.fixture(scope="session")
def rules(whole_corpus: Corpus) -> dict[str, Rule]:
    """The rules of this checkout."""
    return whole_corpus.rules

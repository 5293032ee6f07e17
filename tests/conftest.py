"""What all tests share."""

from __future__ import annotations

import functools
import subprocess
import sys
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


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an empty environment into which the wheel was installed."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    subprocess.run([environment / "bin" / "pip", "install", "-q", str(wheel)], check=True)
    return environment / "bin"

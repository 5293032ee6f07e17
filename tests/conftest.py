"""What all tests share."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import time
from collections.abc import Iterator
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


@pytest.fixture(scope="session", autouse=True)
def no_process_is_left() -> Iterator[None]:
    """After the last test, no process that a test has started is there any more, however deep down."""
    mark = f"TOOLSET_TESTS_OF={os.getpid()}"
    os.environ["TOOLSET_TESTS_OF"] = str(os.getpid())
    yield
    end = time.monotonic() + 5
    while (left := _marked(mark)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not left, f"still there: {left}"


def _marked(mark: str) -> list[str]:
    """The command lines of the processes that were started with this in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return found

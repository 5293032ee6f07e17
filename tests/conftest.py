"""What all tests share."""

from __future__ import annotations

import fcntl
import functools
import importlib
import os
import pkgutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import toolset_conformance
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Corpus, Rule

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[1]

# Containers often forbid compiled modules to be kept. The tests start some hundred interpreters, and each of them would
# compile what it imports anew; under pytest that takes longer than all else.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell that starts the tests in the background has them ignore interrupts, and all processes that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# pytester forgets what is imported while it runs, and a module that is there twice is not itself. Hypothesis, which its
# plugin for pytest imports at the end of each run, comes with the properties.
for module in pkgutil.walk_packages(toolset_conformance.__path__, "toolset_conformance."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)

LONGEST = (
    "test_teeth.py",
    "test_property_teeth.py",
    "test_templates.py",
    "test_ci.py",
    "test_guide.py",
    "test_browser.py",
    "test_site.py",
    "test_action.py",
    "test_properties.py",
    "test_toolset_deviations.py",
    "test_toolset_snapshots.py",
    "test_faces.py",
    "test_shim_life.py",
    "test_lowest_versions.py",
    "test_publish.py",
)
"""The files that take longest, which workers of xdist are to begin with: none is left alone with one at the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Give xdist whole files, since what a file shares is dear, in our order and not by their numbers of tests."""
    config.option.loadscopereorder = False
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "loadfile"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is fast, and put the longest files first; the rest stays in its order, random with pytest-randomly."""
    for item in items:
        if not any(item.get_closest_marker(mark) for mark in ("slow", "teeth", "network", "node", "browser")):
            item.add_marker("fast")
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


@functools.cache
def _loaded() -> Corpus:
    return loading.load()


@pytest.fixture(scope="session")
def whole_corpus() -> Corpus:
    """The corpus of this checkout."""
    return _loaded()


@pytest.fixture(scope="session")
def rules(whole_corpus: Corpus) -> dict[str, Rule]:
    """The rules of this checkout."""
    return whole_corpus.rules


Shared = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """Makes a folder that all workers of xdist share: the first that needs it fills it, the others wait for that."""
    base = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):
        base = base.parent

    def folder(name: str, fill: Callable[[Path], None]) -> Path:
        made, filled = base / name, base / f"{name}.filled"
        with (base / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not filled.exists():
                made.mkdir(exist_ok=True)
                fill(made)
                filled.touch()
        return made

    return folder


@pytest.fixture(scope="session")
def wheel(shared: Shared) -> Path:
    """The wheel of this checkout."""

    def build(folder: Path) -> None:
        words = ["wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)

    (made,) = shared("wheel", build).glob("*.whl")
    return made


@pytest.fixture(scope="session")
def installed(wheel: Path, shared: Shared) -> Path:
    """The folder of programs of an empty environment into which the wheel was installed."""

    def install(environment: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        subprocess.run([environment / "bin" / "pip", "install", "-q", str(wheel)], check=True)

    return shared("environment", install) / "bin"


@pytest.fixture(scope="session")
def unpacked(wheel: Path, shared: Shared) -> Path:
    """The package as people have it, for the module path of processes: it starts in half the time of a checkout."""
    return shared("package", lambda folder: zipfile.ZipFile(wheel).extractall(folder))


@pytest.fixture(scope="session", autouse=True)
def no_process_is_left() -> Iterator[None]:
    """After the last test, no process that a test has started is there any more, however deep down."""
    mark = f"TOOLSET_TESTS_OF={os.getpid()}"
    os.environ["TOOLSET_TESTS_OF"] = str(os.getpid())
    yield
    end = time.monotonic() + 20
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

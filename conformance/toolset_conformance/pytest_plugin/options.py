"""What pytest's options, ini file and arguments say of a run against a port."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolset_conformance.agents.starting import profile
from toolset_conformance.agents.target import AgentTarget
from toolset_conformance.connections.target import Target
from toolset_conformance.core.errors import FileError

PORTS = ("port", "command", "agent")
"""The options that name what is tested."""
NODE = "toolset"
"""The first part of the items' node ids, as in ``toolset::lookup/known-name``."""


def option(config: pytest.Config, name: str) -> str | None:
    """What is given for an option, on the command line or else in the ini file."""
    given: str | None = config.getoption(f"--toolset-{name}")
    return given or config.getini(f"toolset_{name.replace('-', '_')}") or None


def is_worker(config: pytest.Config) -> bool:
    """Whether this is a worker of xdist, whose controller gathers the reports."""
    return hasattr(config, "workerinput")


def node_ids(config: pytest.Config) -> list[str]:
    """The arguments that are node ids of our items."""
    return [word for word in config.args if word.startswith(f"{NODE}::")]


def wants_corpus(config: pytest.Config) -> bool:
    """Whether our cases are to be run: not where somebody, with a port named once and for all, points at a test."""
    if any(config.getoption(f"--toolset-{name}") for name in PORTS) or node_ids(config):
        return True
    return any(Path(word).is_dir() for word in config.args)


def collects_everything(config: pytest.Config) -> bool:
    """Whether pytest reads every file of own cases that there is, so that a case that it has not seen is none."""
    options = config.option
    if config.args_source == config.ArgsSource.ARGS or config.invocation_params.dir != config.rootpath:
        return False
    return not (getattr(options, "lf", False) or options.ignore or options.ignore_glob)


def seed(config: pytest.Config) -> int | None:
    """The seed that Hypothesis's own option gives; raises ``UsageError``."""
    given = config.getoption("--hypothesis-seed", None)
    if given in (None, "random"):
        return None
    try:
        return int(given)
    except ValueError:
        raise pytest.UsageError(f"--hypothesis-seed: '{given}' is not a number") from None


def deviations_path(config: pytest.Config) -> Path:
    """The file of deviations that is to be rewritten; raises ``UsageError`` where none is named."""
    path = option(config, "deviations")
    if path is None:
        raise pytest.UsageError("--toolset-update-deviations needs to know the file: name it with --toolset-deviations")
    return Path(path)


def target(config: pytest.Config) -> Target | AgentTarget:
    """The port; raises ``UsageError``."""
    asked = [name for name in PORTS if config.getoption(f"--toolset-{name}")]
    # What the command line names stands in for what the ini file names.
    named = asked or [name for name in PORTS if option(config, name)]
    if len(named) > 1:
        words = " and ".join(f"a {name}" if name != "agent" else "an agent" for name in named)
        ways = " or ".join(f"--toolset-{name}" for name in named)
        raise pytest.UsageError(f"{'both ' if len(named) == 2 else ''}{words} are given: name one, {ways}")
    given = option(config, named[0])
    if named == ["agent"]:
        assert given is not None
        try:
            profile.find(given)
        except FileError as error:
            raise pytest.UsageError(str(error)) from None
        return AgentTarget(given, seconds=_seconds(config, "timeout", 30.0))
    timeout, start = (_seconds(config, name, default) for name, default in (("timeout", 10.0), ("start-timeout", 60.0)))
    return Target(**{named[0]: given}, timeout=timeout, start_timeout=start)


def _seconds(config: pytest.Config, name: str, default: float) -> float:
    text = option(config, name)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise pytest.UsageError(f"--toolset-{name}: '{text}' is not a number of seconds above 0")
    return value


def level(config: pytest.Config) -> Any:
    """The level that decides; raises ``UsageError``."""
    given = option(config, "level") or "required"
    if given not in ("required", "recommended"):
        raise pytest.UsageError(f"--toolset-level: '{given}' is neither required nor recommended")
    return given

"""The pytest plugin: its options. It does nothing, and imports little, until a port is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from toolset_conformance.agents.lab import Lab

_OPTIONS = {
    "port": ("MODULE:CLASS", "the port to test: a subclass of toolset_conformance.Port"),
    "command": ("WORDS", 'the port to test: a shim in any language, as "node shim.mjs"'),
    "agent": ("NAME|FILE", "the agent to test: a ready profile, or the file of your own"),
    "level": ("LEVEL", "the level that decides: required (the default) or recommended"),
    "offers": ("METHODS", "what the port claims to offer, as tools,tool_result; all core methods by default"),
    "deviations": ("FILE", "known failures, which do not count for the exit status"),
    "as-of": ("VERSION", "the corpus as it stood in an earlier version"),
    "timeout": ("SECONDS", "for an answer (10)"),
    "start-timeout": ("SECONDS", "for the answer to describe (60)"),
    "counterexamples": ("DIR", "write the cases that the properties find to files there"),
    "snapshots-dir": ("DIR", "where snapshots are kept, seen from the root (toolset-snapshots)"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, each also a key of the ini file: ``--toolset-port`` and ``toolset_port``."""
    group = parser.getgroup("toolset", "conformance of a port that hands MCP tools to Claude")
    for name, (metavar, said) in _OPTIONS.items():
        group.addoption(f"--toolset-{name}", metavar=metavar, help=said)
        parser.addini(f"toolset_{name.replace('-', '_')}", said)
    group.addoption(
        "--toolset-case", action="append", default=[], metavar="ID", help="a case, or with * a pattern of cases"
    )
    group.addoption("--toolset-report", metavar="FILE", help="write the JSON report")
    group.addoption(
        "--toolset-update-deviations",
        action="store_true",
        help="make the file of deviations fit this run; reasons stay",
    )
    said = "compare the port's whole answers with those stored; --snapshot-update accepts them"
    group.addoption("--toolset-snapshots", action="store_true", help=said)
    parser.addini("toolset_snapshots", said, type="bool", default=False)
    said = "search each property for a case that fails, as Hypothesis's options and profiles say"
    group.addoption("--toolset-properties", action="store_true", help=said)
    parser.addini("toolset_properties", said, type="bool", default=False)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Where a port is named, read the options and register what makes the items."""
    ports = ("port", "command", "agent")
    if any(config.getoption(f"--toolset-{name}") or config.getini(f"toolset_{name}") for name in ports):
        from toolset_conformance.core import signals
        from toolset_conformance.pytest_plugin.collection import Collection
        from toolset_conformance.pytest_plugin.run import SessionRun, write_not_run
        from toolset_conformance.pytest_plugin.session import Toolset

        try:
            toolset = Toolset(config)
        except pytest.UsageError as error:
            write_not_run(config, str(error))
            raise
        signals.take()
        config.pluginmanager.register(toolset, "toolset-session")
        config.pluginmanager.register(Collection(toolset), "toolset-collection")
        config.pluginmanager.register(SessionRun(toolset), "toolset-run")


@pytest.fixture
def toolset_lab() -> Iterator[Lab]:
    """A lab: stand-ins of the Messages API and of MCP servers, to test an agent with. It is closed after the test."""
    from toolset_conformance.agents.lab import Lab

    with Lab() as lab:
        yield lab

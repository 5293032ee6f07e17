"""The pytest plugin: its options. It does nothing, and imports little, until a port is named."""

from __future__ import annotations

import pytest

_OPTIONS = {
    "port": ("MODULE:CLASS", "the port to test: a subclass of toolset_conformance.Port"),
    "command": ("WORDS", 'the port to test: a shim in any language, as "node shim.mjs"'),
    "level": ("LEVEL", "the level that decides: required (the default) or recommended"),
    "offers": ("METHODS", "what the port claims to offer, as tools,tool_result; all core methods by default"),
    "deviations": ("FILE", "known failures, which do not count for the exit status"),
    "as-of": ("VERSION", "the corpus as it stood in an earlier version"),
    "timeout": ("SECONDS", "for an answer (10)"),
    "start-timeout": ("SECONDS", "for the answer to describe (60)"),
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


def option(config: pytest.Config, name: str) -> str | None:
    """What is given for an option, on the command line or else in the ini file."""
    given: str | None = config.getoption(f"--toolset-{name}")
    return given or config.getini(f"toolset_{name.replace('-', '_')}") or None


def pytest_configure(config: pytest.Config) -> None:
    """Where a port is named, read the options and register what makes the items."""
    if option(config, "port") or option(config, "command"):
        from toolset_conformance.pytest_session import Toolset

        config.pluginmanager.register(Toolset(config), "toolset-session")

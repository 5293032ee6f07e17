"""The ``agents`` command: the ready profiles."""

from __future__ import annotations

import argparse

from toolset_conformance.agents.starting import profile
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.cli import console


def execute(options: argparse.Namespace) -> int:
    """``agents``: list the ready profiles, what each needs installed, and whether it is found on PATH."""
    for path in profile.ready().values():
        found = profile.read(path)
        with Agent(found) as agent:
            missing = agent.missing()
        there = "found" if missing is None else f"not found: {missing}"
        lines = [f"{found.name}: {there}"]
        if missing is not None and found.install:
            lines.append(f"  to install: {found.install}")
        lines += [f"  note: {note}" for note in found.notes]
        console.say(lines)
    return 0

"""``run --agent FILE --check``: one start, and what was seen of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from toolset_conformance.agents import check
from toolset_conformance.agents.starting import profile
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.agents.target import WireLog
from toolset_conformance.cli import console
from toolset_conformance.reports.terminal import Style


def execute(options: argparse.Namespace) -> int:
    """Check one agent; 0 where it took every step, 1 where it stopped."""
    found = profile.find(options.agent)
    style = Style.of(sys.stdout)
    with Agent(found, programs=[Path(folder).resolve() for folder in options.programs]) as agent:
        steps, seen = check.check(agent, options.timeout or 30.0, found.transport)
    if options.wire is not None:
        WireLog(Path(options.wire)).write(seen)
    console.say([f"{found.name} ({found.path})"])
    for step in steps:
        mark = style("yes", "green") if step.seen else style("no ", "red")
        console.say([f"  {mark}  {step.words}" + (f": {step.shown}" if step.seen and step.shown else "")])
    stopped = not steps[-1].seen
    if stopped:
        console.say([f"       to change: {steps[-1].remedy}"])
    if stopped or seen.end != "ended":
        console.say([f"       it {seen.detail}"])
        for name, text in (("output", seen.stdout), ("error output", seen.stderr)):
            if text:
                console.say([f"       its last lines on standard {name}:"])
                console.say(f"         {line}" for line in text.splitlines())
    console.say([f"  note: {oddity}" for oddity in seen.oddities])
    return 1 if stopped else 0

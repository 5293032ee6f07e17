"""How to reach an agent: its profile, and how its conversations are held."""

from __future__ import annotations

import dataclasses
import json
import shlex
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from toolset_conformance.agents.agent_session import SECONDS, AgentSession
from toolset_conformance.agents.conversation import Observation
from toolset_conformance.agents.starting import isolation, profile
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.connections.connection import PortError


@dataclasses.dataclass(frozen=True)
class AgentTarget:
    """An agent: the name of a ready profile, or the file of one's own.

    ``programs``: folders that are searched for its program before PATH. ``jobs``: how many conversations are held at
    once, by default as many as there are cores. ``seconds``: the time of a conversation. ``start_seconds``: the time to
    the first request, where the profile gives no more. ``isolated``: without any
    network but loopback. ``wire``: where all that goes over the wire is written, a JSON object a line.
    """

    name: str
    programs: tuple[Path, ...] = ()
    jobs: int | None = None
    seconds: float = SECONDS
    start_seconds: float = 60.0
    isolated: bool = False
    wire: Path | None = None

    def open(
        self, claimed: frozenset[str] | None = None, progress: Callable[[int, int], None] = lambda done, coming: None
    ) -> AgentSession:
        """Return a session with it; raises :class:`PortError`, or ``FileError`` for a profile that cannot be read."""
        found = profile.find(self.name)
        found = dataclasses.replace(found, start_seconds=max(found.start_seconds, self.start_seconds))
        if self.isolated:
            try:
                isolation.isolate()
            except isolation.NotIsolated as error:
                raise PortError(str(error)) from error
        agent = Agent(found, programs=self.programs)
        missing = agent.missing()
        if missing is not None:
            agent.close()
            remedy = (f"install it ({found.install}), or " if found.install else "") + "name its folder with --programs"
            raise PortError(f"the program of the agent is not found: {missing}", remedy)
        session = AgentSession(
            agent,
            found.name,
            agent.version(),
            claimed,
            workers=self.jobs,
            seconds=self.seconds,
            progress=progress,
            wire=WireLog(self.wire).write if self.wire is not None else lambda seen: None,
        )
        session.notes = found.notes
        return session

    def words(self) -> str:
        """Return the options that name this agent on a command line."""
        programs = "".join(f" --programs {shlex.quote(str(folder))}" for folder in self.programs)
        return f"--agent {shlex.quote(self.name)}{programs}"


class WireLog:
    """A file of all that went over the wire, a JSON object a line, with the number of its conversation.

    Raises ``OSError`` where it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._file: TextIO = path.open("w", encoding="ascii")
        self._lock = threading.Lock()
        self._number = 0

    def write(self, seen: Observation) -> None:
        """Write down a conversation that has ended, and how."""
        with self._lock:
            self._number += 1
            for entry in seen.wire:
                self._file.write(json.dumps({"conversation": self._number, **entry}) + "\n")
            end = {"conversation": self._number, "what": "end", "end": seen.end, "detail": seen.detail}
            self._file.write(json.dumps({**end, "stderr": seen.stderr, "oddities": list(seen.oddities)}) + "\n")
            self._file.flush()

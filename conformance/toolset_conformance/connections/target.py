"""A target: how to reach a port."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass

from toolset_conformance.connections.connection import Connection, PortError
from toolset_conformance.connections.in_process import InProcess
from toolset_conformance.connections.loading import PortNotFound, load_port
from toolset_conformance.connections.shim import Shim

# The suite comes first, with all that a run brings, so that no module beside the port takes the place of one that the
# suite needs, here no more than there.
_SERVE = """\
import json, sys
paths = json.loads(sys.argv[1])
sys.path += paths
from toolset_conformance.cli import program
from toolset_conformance.cli.commands import run, serve
sys.path[:] = paths
sys.exit(program.main(["serve", sys.argv[2]]))
"""


@dataclass(frozen=True)
class Target:
    """How to reach the port: exactly one of ``command`` and ``port`` is set. Times in seconds."""

    command: str | None = None
    port: str | None = None
    timeout: float = 10.0
    start_timeout: float = 60.0

    def connect(self) -> Connection:
        """A connection that is not open yet; raises :class:`PortError`."""
        if self.command is not None:
            return Shim(self.command, self.timeout, self.start_timeout)

        assert self.port is not None
        try:
            return InProcess(load_port(self.port), self.timeout, self.start_timeout)
        except PortNotFound as error:
            raise PortError(str(error)) from error

    def connect_fresh(self) -> Shim:
        """A connection to the same port in a new process, which hashes strings with another salt (NAME-9)."""
        import shlex

        environment = {key: value for key, value in os.environ.items() if key != "PYTHONHASHSEED"}
        command = self.command
        if command is None:
            assert self.port is not None
            paths = json.dumps([entry or os.getcwd() for entry in sys.path])
            command = shlex.join([sys.executable, "-I", "-c", _SERVE, paths, self.port])
        return Shim(command, self.timeout, self.start_timeout, environment)

    def words(self) -> str:
        """The options that name this port on a command line."""
        import shlex

        if self.command is not None:
            return f"--command {shlex.quote(self.command)}"
        return f"--port {shlex.quote(self.port or '')}"

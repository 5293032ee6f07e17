"""Reports of a few ports, made once for all tests of what people look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.cli.program import main

_SOME = ["SET-1", "NAME-1", "LOOKUP-1", "TOOLS-1", "DESC-1", "CALLS-1", "RESULT-1", "MAP-1", "TURN-1", "CHOICE-2"]
PORTS = {
    "reference": "toolset_reference.port:ReferencePort",
    "partial": "ports.partial:DefinitionsOnly",
    "hostile": "ports.hostile:HostilePort",
    "echo": "ports.idle:EchoPort",
    "faulty": "ports.faulty:FaultyPort",
}


class Looks:
    """A folder with the JSON reports of :data:`PORTS`, and the pages made from them, each made when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def report(self, port: str) -> Path:
        """The JSON report of a port."""
        path = self.folder / f"{port}.json"
        if not path.exists():
            # Each kind of answer of the hostile port is in some of the rules, and its report is long.
            some = [word for rule in _SOME for word in ("--rule", rule)] if port == "hostile" else []
            main(["run", "-q", "--port", PORTS[port], "--report", str(path), *some])
        return path

    def read(self, port: str) -> dict[str, Any]:
        """The report itself."""
        read: dict[str, Any] = json.loads(self.report(port).read_text("utf-8"))
        return read

    def page(self, *ports: str) -> Path:
        """The page of one port, or the matrix of several."""
        path = self.folder / f"{'-'.join(ports)}.html"
        if not path.exists():
            assert main(["report", *(str(self.report(port)) for port in ports), "--html", str(path)]) == 0
        return path

    def markdown(self, *ports: str) -> str:
        """The Markdown of one port, or the matrix of several."""
        path = self.folder / f"{'-'.join(ports)}.md"
        if not path.exists():
            assert main(["report", *(str(self.report(port)) for port in ports), "--markdown", str(path)]) == 0
        return path.read_text("utf-8")


@pytest.fixture(scope="session")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Looks:
    """The reports and pages, shared by all tests of a process."""
    return Looks(tmp_path_factory.mktemp("looks"))

"""The Python API: a run against a port, for programs that want its verdict."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from toolset_conformance.connections.target import Target
from toolset_conformance.corpus import selection
from toolset_conformance.corpus.model import LEVELS, Level
from toolset_conformance.engine.run import Run
from toolset_conformance.running.plan import Plan
from toolset_conformance.running.runner import Runner


def run(
    port: str | None = None,
    *,
    command: str | None = None,
    level: Level = "required",
    offers: Iterable[str] | None = None,
    cases: Iterable[str] = (),
    rules: Iterable[str] = (),
    own_cases: Iterable[str | Path] = (),
    deviations: str | Path | None = None,
    properties: int | None = None,
    seed: int | None = None,
    timeout: float = 10.0,
    start_timeout: float = 60.0,
) -> Run:
    """Run the suite against a port and return the run; the arguments are the options of the command line.

    Name the port by ``port``, ``"package.module:Class"`` of a class in this process, or by ``command``, the words that
    start a shim. ``properties``: how many cases of each property to search (``0``: the usual number), ``None`` for no
    search. Times in seconds. What keeps a run from being done, such as a port that cannot be reached or a case that
    does not exist, is the ``problem`` of the run. Raises ``ValueError`` where not exactly one port is named, or where
    the level or a method does not exist.
    """
    if (port is None) == (command is None):
        raise ValueError("name one port: port='package.module:Class' or command='node shim.mjs'")
    if level not in LEVELS:
        raise ValueError(f"level: '{level}' is neither required nor recommended")
    try:
        claimed = None if offers is None else selection.offers(",".join(offers))
    except selection.SelectionError as error:
        raise ValueError(str(error)) from None
    plan = Plan(
        level=level,
        offers=claimed,
        names=tuple(cases),
        rules=tuple(rules),
        own=tuple(Path(path) for path in own_cases),
        properties=properties,
        seed=seed,
        deviations=None if deviations is None else Path(deviations),
    )
    return Runner(Target(command, port, timeout, start_timeout), plan).execute()

"""A plan: what a run is to cover, and what it is held to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from toolset_conformance.corpus.model import Level
from toolset_conformance.engine.run import Scope


class PlanError(Exception):
    """The run cannot be done as planned: why, and the way out."""


@dataclass(frozen=True)
class Plan:
    """What a run covers: every case, where nothing is chosen.

    ``offers``: the claimed methods, ``None`` for all; ``names`` and ``rules`` choose cases; ``own``: files and folders
    of own cases; ``as_of``: a version of the corpus; ``quick``: only the cases of a quick run of an agent;
    ``properties``: how many cases of each property to search, ``0`` for the usual number, ``None`` for no search;
    ``counterexamples``: the folder for what the search finds; ``deviations``: the list of known failures, which
    ``update_deviations`` rewrites.
    """

    level: Level = "required"
    offers: frozenset[str] | None = None
    names: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    own: tuple[Path, ...] = ()
    as_of: str | None = None
    quick: bool = False
    properties: int | None = None
    seed: int | None = None
    counterexamples: Path | None = None
    deviations: Path | None = None
    update_deviations: bool = False

    @property
    def scope(self) -> Scope:
        """What the run is about, as its report says it."""
        return Scope(self.level, self.offers, bool(self.names or self.rules or self.quick))

    def check(self) -> None:
        """Raise :class:`PlanError` where one part of the plan needs another that is not there."""
        if self.properties is None:
            for name in ("seed", "counterexamples"):
                if getattr(self, name) is not None:
                    raise PlanError(f"--{name} is for the search through properties: add --properties")
        if self.update_deviations and self.deviations is None:
            raise PlanError("--update-deviations needs to know the file: name it with --deviations")

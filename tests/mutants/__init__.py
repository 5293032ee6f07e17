"""Mutants: small wrong ports, each the reference with one realistic fault, named by the rule that it breaks."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from toolset_conformance import Port
from toolset_conformance.core.methods import METHODS
from toolset_conformance.corpus.model import Case, Level
from toolset_reference.port import ReferencePort

_REGISTER: list[Mutant] = []


@dataclass(frozen=True)
class Mutant:
    """A wrong port: the rule it breaks, at which level, and what is wrong with it, in one line."""

    name: str
    rule: str
    level: Level
    wrong: str
    port: type[Port]

    def reached(self, cases: Iterable[Case]) -> list[Case]:
        """Return the cases that ask a method of its own; to all others it gives the reference's answers, which pass."""
        own = {method for method in METHODS if getattr(self.port, method) is not getattr(ReferencePort, method)}
        names = own & {"toolset", "exposed_name"}
        return [case for case in cases if case.methods & own or (case.pairs and names)]


def mutant(rule: str, wrong: str, level: Level = "required") -> Callable[[type[Port]], type[Port]]:
    """Register a port class as a mutant; its name is that of the class."""

    def register(port: type[Port]) -> type[Port]:
        _REGISTER.append(Mutant(port.__name__, rule, level, wrong, port))
        return port

    return register


def all_mutants() -> list[Mutant]:
    """Every mutant of every module in this folder, by module and in the order in which they stand there."""
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    return list(_REGISTER)

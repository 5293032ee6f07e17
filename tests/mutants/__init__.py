"""Mutants: small wrong ports, each the reference with one realistic fault, named by the rule that it breaks."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from toolset_conformance import Port
from toolset_conformance.corpus.model import Level

_REGISTER: list[Mutant] = []


@dataclass(frozen=True)
class Mutant:
    """A wrong port: the rule it breaks, at which level, and what is wrong with it, in one line."""

    name: str
    rule: str
    level: Level
    wrong: str
    port: type[Port]


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

"""How many mutants fall to the properties alone, at the default number of examples.

Run as a program, it says the share, and which mutants live.
"""

from __future__ import annotations

import functools
import itertools

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from judging import ClassTarget
from mutants import Mutant, all_mutants
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.session import Session
from toolset_conformance.search import Property, all_properties
from toolset_conformance.search.search import EXAMPLES

pytestmark = pytest.mark.teeth

LEAST = 0.8


@functools.cache
def _cases(wanted: Property) -> tuple[Case, ...]:
    """The cases that a search with one seed tries: the same for every port, up to the first that it fails."""
    found: list[Case] = []

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(wanted.cases)
    def gather(plain: dict[str, object]) -> None:
        found.append(wanted.case(plain))

    gather()
    return tuple(found)


def _own(mutant: Mutant) -> list[Property]:
    """The properties of the mutant's rule, and of no higher level than its own."""
    own = [wanted for wanted in all_properties() if wanted.rule == mutant.rule]
    return [wanted for wanted in own if mutant.level == "recommended" or wanted.level == "required"]


def _falls(mutant: Mutant, first: int, last: int) -> bool:
    """Whether one of these cases of its properties finds it."""
    port = mutant.port
    with Session(ClassTarget(port=f"{port.__module__}:{port.__qualname__}", made=port)) as session:
        return any(
            session.judge(case).outcome in ("failed", "error")
            for wanted in _own(mutant)
            for case in _cases(wanted)[first:last]
        )


def sought() -> list[Mutant]:
    """The mutants of the rules that have properties."""
    return [mutant for mutant in all_mutants() if _own(mutant)]


def living(*, enough: float = 1.0) -> list[Mutant]:
    """The mutants that no property of their rule finds, looked for until so great a share of all has fallen."""
    mutants = sought()
    most = len(mutants) * (1 - enough)
    alive = mutants
    # Most fall to a few cases, so that the many are for those that do not.
    for first, last in itertools.pairwise((0, 5, 15, EXAMPLES)):
        left: list[Mutant] = []
        for place, mutant in enumerate(alive):
            if len(left) + len(alive) - place <= most:
                return [*left, *alive[place:]]
            if not _falls(mutant, first, last):
                left.append(mutant)
        alive = left
    return alive


def test_most_mutants_fall_to_properties_alone() -> None:
    alive = living(enough=LEAST)
    share = 1 - len(alive) / len(sought())
    said = [f"{mutant.rule} {mutant.name}: {mutant.wrong}" for mutant in alive]
    assert share >= LEAST, "\n".join([f"{share:.1%} fall; these live:", *said])


if __name__ == "__main__":
    alive = living()
    total = len(sought())
    print(f"{total - len(alive)} of {total} mutants fall to properties alone: {1 - len(alive) / total:.1%}")
    for mutant in alive:
        print(f"{mutant.rule} {mutant.level} {mutant.name}: {mutant.wrong}")

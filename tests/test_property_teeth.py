"""How many mutants fall to the properties alone, at the default number of examples.

Run as a program, it says the share, and which mutants live.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from hypothesis import HealthCheck, Phase, given, seed, settings
from judging import ClassTarget
from mutants import Mutant, all_mutants
from toolset_conformance.corpus import Case
from toolset_conformance.properties import Property, all_properties
from toolset_conformance.properties.search import EXAMPLES
from toolset_conformance.session import Session

LEAST = 0.85


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


def _falls(mutant: Mutant) -> bool:
    """Whether a property of the mutant's rule finds it."""
    own = [wanted for wanted in all_properties() if wanted.rule == mutant.rule]
    own = [wanted for wanted in own if mutant.level == "recommended" or wanted.level == "required"]
    port = mutant.port
    with Session(ClassTarget(port=f"{port.__module__}:{port.__qualname__}", made=port)) as session:
        for wanted in own:
            for case in _cases(wanted):
                if session.judge(case).outcome in ("failed", "error"):
                    return True
    return False


def living() -> Iterator[Mutant]:
    """The mutants that no property of their rule finds."""
    return (mutant for mutant in all_mutants() if not _falls(mutant))


def test_most_mutants_fall_to_properties_alone() -> None:
    alive = [f"{mutant.rule} {mutant.name}: {mutant.wrong}" for mutant in living()]
    share = 1 - len(alive) / len(all_mutants())
    assert share >= LEAST, "\n".join([f"{share:.1%} fall; these live:", *alive])


if __name__ == "__main__":
    alive = list(living())
    total = len(all_mutants())
    print(f"{total - len(alive)} of {total} mutants fall to properties alone: {1 - len(alive) / total:.1%}")
    for mutant in alive:
        print(f"{mutant.rule} {mutant.level} {mutant.name}: {mutant.wrong}")

"""The blame matrix: of all cases that a mutant fails, how many are of the rule that it breaks.

Run as a program, ``python tests/teeth/blame.py``, it runs all mutants on all cases that can tell them from the
reference, and says the share and which rules take blame for which. ``--part 1/10`` takes one mutant in ten.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from judging import verdicts
from mutants import Mutant, all_mutants
from toolset_conformance.corpus import loading
from toolset_conformance.engine import foundations
from toolset_conformance.engine.verdict import WRONG


@dataclass(frozen=True)
class Blame:
    """What a mutant fails once the run is settled: cases by rule. ``falls``: whether one is of its rule and level."""

    mutant: str
    rule: str
    failed: Counter[str]
    falls: bool

    @property
    def own(self) -> int:
        """How many of them are of its own rule."""
        return self.failed[self.rule]


def blame(mutant: Mutant) -> Blame:
    """Run one mutant on all cases that reach it."""
    found = verdicts(mutant.port, mutant.reached(loading.load().cases))
    failed = [one.case for one in foundations.settled(found.values()) if one.outcome in WRONG]
    falls = any(case.rule == mutant.rule and case.level == mutant.level for case in failed)
    return Blame(mutant.name, mutant.rule, Counter(case.rule for case in failed), falls)


def part(number: int, of: int) -> list[Mutant]:
    """Return one part of the mutants, ``number`` from 1 on, drawn by the digests of their names."""
    return [one for one in all_mutants() if int(hashlib.sha256(one.name.encode()).hexdigest(), 16) % of == number - 1]


def share(blames: Sequence[Blame]) -> float:
    """Return the share of the failures that are of the mutants' own rules."""
    return sum(one.own for one in blames) / sum(one.failed.total() for one in blames)


def _blame(name: str) -> Blame:
    return blame(next(one for one in all_mutants() if one.name == name))


def main() -> None:
    """Print the share, which rules take the blame for which, and which mutants fall to no case of their own."""
    parser = argparse.ArgumentParser(description="Make the blame matrix.")
    parser.add_argument("--part", default="1/1", metavar="N/OF", help="one part of the mutants, as 1/10")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    options = parser.parse_args()
    names = [one.name for one in part(*map(int, options.part.split("/")))]
    with ProcessPoolExecutor(options.jobs) as pool:
        blames = list(pool.map(_blame, names, chunksize=4))
    pairs = Counter[tuple[str, str]]()
    for one in blames:
        pairs.update({(one.rule, rule): number for rule, number in one.failed.items() if rule != one.rule})
    total = sum(one.failed.total() for one in blames)
    print(f"{len(blames)} mutants, {total} failures, {share(blames):.1%} of the mutants' own rules")
    for (rule, other), number in pairs.most_common(60):
        print(f"{number:6}  mutants of {rule} fail cases of {other}")
    print(
        "fail no case of their own rule and level:", ", ".join(one.mutant for one in blames if not one.falls) or "none"
    )


if __name__ == "__main__":
    main()

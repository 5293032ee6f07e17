"""A mutant falls to its own rule where it is run on all cases, too: what cases rest on does not hide it.

One mutant in forty is run here; ``python tests/teeth/blame.py`` runs all.
"""

from __future__ import annotations

import blame
import pytest
from mutants import Mutant

pytestmark = pytest.mark.teeth


@pytest.mark.parametrize("mutant", blame.part(1, 40), ids=lambda mutant: f"{mutant.rule}-{mutant.name}")
def test_what_its_cases_rest_on_does_not_hide_a_mutant(mutant: Mutant) -> None:
    assert blame.blame(mutant).falls


def test_a_part_is_the_same_in_each_run_and_the_parts_are_all() -> None:
    parts = [blame.part(number, 40) for number in range(1, 41)]
    assert sum(map(len, parts)) == len(blame.part(1, 1))
    assert min(map(len, parts)) > 10

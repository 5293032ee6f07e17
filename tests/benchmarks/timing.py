"""Timing side by side: everything that is compared runs in turn, several rounds, and the medians count."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def medians(works: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of what each of ``works`` measures, in seconds; one of each a round, so that a slow spell hits all."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            taken[name].append(work())
    return {name: statistics.median(times) for name, times in taken.items()}

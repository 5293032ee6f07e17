"""The verdict on one case, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from toolset_conformance.core.mismatch import Mismatch
from toolset_conformance.corpus.model import Case

JSON = Any
Outcome = Literal["passed", "failed", "error", "unsupported", "deviation", "not_run"]
Seen = Literal["raises", "no_answer", "refused_set", "not_judged"]
"""What was seen where no answer could be right or wrong.

``raises``: an error where none belongs; ``no_answer``: nothing usable; ``refused_set``: the port will not have the set
that the case is about; ``not_judged``: a wrong answer that another failure of the same run accounts for.
"""
WRONG: tuple[Outcome, ...] = ("failed", "error")
"""The outcomes of cases that were not answered right."""
OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "unsupported", "deviation", "not_run")


@dataclass(frozen=True)
class Evidence:
    """What a verdict rests on: the step (1-based), its question, the answer wanted and the answer that came.

    ``expected`` is a pattern or ``MISSING`` where a refusal was wanted; ``got`` is the result, or ``MISSING`` where
    there was none and ``error`` says what came instead.
    """

    step: int
    ask: str
    params: dict[str, JSON]
    expected: JSON
    got: JSON
    error: str | None = None
    mismatches: tuple[Mismatch, ...] = ()
    remedy: str = ""
    stderr: str = ""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one case; ``message`` is one line, ``None`` where it passed. ``answers``: one a step asked.

    ``seen``: what came in place of an answer, where none came.
    """

    case: Case
    outcome: Outcome
    message: str | None = None
    evidence: Evidence | None = None
    answers: tuple[JSON, ...] = ()
    seen: Seen | None = None

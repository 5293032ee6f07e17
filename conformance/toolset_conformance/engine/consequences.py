"""What comes of a failure: the consequence of the answer that was given, and the API's refusals of it."""

from __future__ import annotations

from dataclasses import dataclass

from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.corpus.model import Consequence, Corpus
from toolset_conformance.engine.verdict import WRONG, Verdict
from toolset_conformance.messages_api import Refusal, of_answer


@dataclass(frozen=True)
class Outlook:
    """What people would meet by one failure. ``refusals``: what the Messages API would say to the answer."""

    consequence: Consequence
    refusals: tuple[Refusal, ...] = ()


def outlook(verdict: Verdict, corpus: Corpus) -> Outlook | None:
    """Return what comes of a failed case; ``None`` where it did not fail, or its rule is none of the corpus."""
    case, evidence = verdict.case, verdict.evidence
    if verdict.outcome not in (*WRONG, "deviation") or not (case.breaks or case.rule in corpus.rules):
        return None
    general = corpus.consequence(case)
    if evidence is None or evidence.got is MISSING:
        return Outlook(general)
    refusals = tuple(of_answer(evidence.ask, evidence.params, evidence.got))
    return Outlook(general.of_answer(evidence.params, evidence.got, refused=bool(refusals)), refusals)

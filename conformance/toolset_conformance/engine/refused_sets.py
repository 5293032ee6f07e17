"""Refused sets: a port that will not have a set at all has said nothing of what a case asks about the set."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from toolset_conformance.core import messages, methods
from toolset_conformance.core.messages import Call, Fault, Reply
from toolset_conformance.corpus.model import LEVELS, Case
from toolset_conformance.engine.capabilities import Offers

JSON = Any

_ABOUT_REFUSAL = {
    ("NAME-8", "required"),
    *((rule, level) for rule in ("SET-1", "SET-2", "SET-4", "SET-7") for level in LEVELS),
}


def is_about_refusal(case: Case) -> bool:
    """Whether a refused set is an answer to a case like any other, since its rule speaks of that at its level."""
    return (case.rule, case.level) in _ABOUT_REFUSAL


def words_of_refusal(toolset: JSON, offers: Offers) -> Generator[Call, Reply | Fault, str | None]:
    """Ask for nothing but a set, of a port that raised over it; return what it says where it will not have the set.

    By ``toolset``, or by ``tools`` where the port does not offer that. ``None`` where there is no set, where the port
    takes it, and where it does not say in words that it will not.
    """
    if not isinstance(toolset, dict):
        return None
    asked: dict[str, dict[str, JSON]] = {
        "toolset": {"toolset": toolset},
        "tools": {"toolset": toolset, "options": {}},
    }
    for method, params in asked.items():
        claimed = offers.claimed is None or method in offers.claimed
        if not claimed or methods.form(method, params) in offers.lacking:
            continue
        reply = yield Call(method, params)
        if isinstance(reply, Fault) or reply.error is None:
            return None
        if reply.error.code != messages.NOT_OFFERED:
            return reply.error.message.strip() or None
    return None

"""What a port is known to offer, and so which cases can be tested on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from toolset_conformance.core import messages, methods
from toolset_conformance.core.messages import Fault, Reply
from toolset_conformance.core.methods import Form
from toolset_conformance.corpus.model import Case

JSON = Any


@dataclass
class Offers:
    """What a port is known to offer.

    ``claimed``: the methods it claims, or ``None`` for all; ``answered`` and ``lacking``: the forms it was seen to
    answer, or to answer with -32601; ``sees``: whether changed input and connections can be seen; ``capabilities``:
    what it says that it knows beyond the first form of the protocol.
    """

    claimed: frozenset[str] | None = None
    answered: set[Form] = field(default_factory=set)
    lacking: set[Form] = field(default_factory=set)
    sees: bool = False
    capabilities: frozenset[str] = frozenset()

    def why_not(self, case: Case) -> str | None:
        """Why a case cannot be tested on this port, or ``None``."""
        for form in case.forms:
            if self.claimed is not None and form[0] not in self.claimed:
                return f"the port does not claim to offer {form[0]} (--offers)"
            if form in self.lacking:
                return f"the port does not offer {methods.describe_form(form)}"
        for name in sorted(case.capabilities - self.capabilities):
            return f'the port does not name "{name}" among its capabilities (describe)'
        if not self.sees and any(step.watch for step in case.steps):
            return "can be seen only in the same process"
        return None


def named_capabilities(description: dict[str, JSON]) -> frozenset[str]:
    """Return the capabilities that an answer to ``describe`` names; of any other form, the key is a port's own."""
    named = description.get("capabilities")
    return frozenset(name for name in named if isinstance(name, str)) if isinstance(named, list) else frozenset()


def is_missing(reply: Reply | Fault) -> bool:
    """Whether a reply says that the port does not offer what was asked."""
    return isinstance(reply, Reply) and reply.error is not None and reply.error.code == messages.NOT_OFFERED

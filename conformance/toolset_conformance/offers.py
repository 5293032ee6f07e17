"""What a port is known to offer, and so which cases can be tested on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from toolset_conformance import protocol
from toolset_conformance.corpus import Case
from toolset_conformance.protocol import Fault, Form, Reply


@dataclass
class Offers:
    """What a port is known to offer.

    ``claimed``: the methods it claims, or ``None`` for all; ``answered`` and ``lacking``: the forms it was seen to
    answer, or to answer with -32601; ``sees``: whether changed input and connections can be seen.
    """

    claimed: frozenset[str] | None = None
    answered: set[Form] = field(default_factory=set)
    lacking: set[Form] = field(default_factory=set)
    sees: bool = False

    def why_not(self, case: Case) -> str | None:
        """Why a case cannot be tested on this port, or ``None``."""
        for form in case.forms:
            if self.claimed is not None and form[0] not in self.claimed:
                return f"the port does not claim to offer {form[0]} (--offers)"
            if form in self.lacking:
                return f"the port does not offer {protocol.describe_form(form)}"
        if not self.sees and any(step.watch for step in case.steps):
            return "can be seen only in the same process"
        return None


def is_missing(reply: Reply | Fault) -> bool:
    """Whether a reply says that the port does not offer what was asked."""
    return isinstance(reply, Reply) and reply.error is not None and reply.error.code == protocol.NOT_OFFERED


def in_short(forms: Iterable[Form], *, but_for: Collection[str] | None = None) -> str:
    """Forms as one line, ``tools (servers, entries; cache_control=last); user_turn``, in the protocol's order.

    With ``but_for``, a method that is none of these is named alone, as one of which nothing is there.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for method, *details in forms:
        kinds = found.setdefault(method, {})
        options = [detail for detail in details if "=" in detail]
        kind = " ".join(detail for detail in details if "=" not in detail)
        kinds.setdefault(options[0] if options else "", []).append(kind)
    parts = []
    for method in (method for method in protocol.METHODS if method in found):
        inside = _details(found[method]) if but_for is None or method in but_for else ""
        parts.append(f"{method} ({inside})" if inside else method)
    return "; ".join(parts)


def _details(kinds: dict[str, list[str]]) -> str:
    plain = kinds.get("", [])
    values: dict[tuple[str, str], list[str]] = {}
    for option, of in kinds.items():
        if option:
            name, _, value = option.partition("=")
            values.setdefault((name, "" if set(of) == set(plain) else f" of {' and '.join(of)}"), []).append(value)
    said = [f"{name}={'|'.join(sorted(each))}{of}" for (name, of), each in values.items()]
    return "; ".join(filter(None, [", ".join(plain), *said]))

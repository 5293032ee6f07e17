"""The capabilities of a port in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from toolset_conformance.core import methods
from toolset_conformance.core.methods import Form


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
    for method in (method for method in methods.METHODS if method in found):
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

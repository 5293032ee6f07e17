"""Cache markers: what the Messages API refuses in one, and in all those of a request."""

from __future__ import annotations

from collections.abc import Iterator

from toolset_conformance.core.json_values import JSON
from toolset_conformance.messages_api import checks, shapes
from toolset_conformance.messages_api.refusal import Refusals, Segments, refuse

MOST = 4
"""How many markers one request may hold."""


def marker(holder: dict[str, JSON], at: Segments) -> Refusals:
    """Yield what the API refuses in the ``cache_control`` of a tool or a block, where it has one."""
    value = holder.get("cache_control")
    if isinstance(value, dict):
        yield from shapes.keys(value, shapes.CACHE_CONTROL, (*at, "cache_control"))


def refusals(request: dict[str, JSON]) -> Refusals:
    """Yield what the API refuses in the number and the order of a request's markers."""
    found = [place for part in ("tools", "system", "messages") for place in _markers(request.get(part), (part,))]
    if len(found) > MOST:
        words = f"A maximum of {MOST} blocks with cache_control may be provided. Found {len(found)}."
        yield refuse(checks.TOO_MANY_MARKERS, (), words)
    short = False
    for at, value in found:
        if value.get("ttl") != "1h":
            short = True
        elif short:
            words = (
                "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. "
                "Note that blocks are processed in the following order: `tools`, `system`, `messages`."
            )
            yield refuse(checks.MARKER_ORDER, (*at, "cache_control", "ttl"), words)
            return


def _markers(items: JSON, at: Segments) -> Iterator[tuple[Segments, dict[str, JSON]]]:
    """The markers of tools, blocks and messages in a list, and of the blocks in their content."""
    for index, item in enumerate(items) if isinstance(items, list) else ():
        if isinstance(item, dict):
            if isinstance(item.get("content"), list):
                yield from _markers(item["content"], (*at, index, "content"))
            if isinstance(item.get("cache_control"), dict):
                yield (*at, index), item["cache_control"]

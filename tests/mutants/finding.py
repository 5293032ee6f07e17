"""Other ways to look a name up: what the mutants of the look-up are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from toolset_reference import Tool, ToolSet

from mutants.swapped import Swap, swap

Find = Callable[[ToolSet, Any], "Tool | None"]
exact = ToolSet.resolve


def finding(find: Find) -> Sequence[Swap]:
    """The swap that finds texts by ``find``."""
    return swap(ToolSet, "resolve", lambda self, name: find(self, name) if isinstance(name, str) else None)


def losing(lost: Callable[[str], bool]) -> Sequence[Swap]:
    """The swap that does not find certain names."""
    return finding(lambda self, name: None if lost(name) else exact(self, name))


def falling_back(find: Find) -> Sequence[Swap]:
    """The swap that finds by ``find`` what is not in the set."""
    return finding(lambda self, name: exact(self, name) or find(self, name))


def first(self: ToolSet, good: Callable[[str, Tool], bool]) -> Tool | None:
    """The first tool that is good."""
    return next((tool for name, tool in self._by_name.items() if good(name, tool)), None)


def asked_as(*changes: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that asks again for changed texts."""

    def find(self: ToolSet, name: str) -> Tool | None:
        found = (exact(self, change(name)) for change in changes)
        return next((tool for tool in found if tool), None)

    return falling_back(find)


def compared_as(change: Callable[[str], str]) -> Sequence[Swap]:
    """The swap that finds the first name that is the same once both are changed."""
    return finding(lambda self, name: first(self, lambda other, tool: change(other) == change(name)))


def anything(self: ToolSet) -> Tool | None:
    """Any tool of the set."""
    return first(self, lambda name, tool: True)


def pair_in(self: ToolSet, server: str, tool: str) -> Tool | None:
    """The tool of a pair that is in the set."""
    name = self._by_tool.get((server, tool))
    return None if name is None else self._by_name[name]

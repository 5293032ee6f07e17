"""The tool set: tools keyed by the name the model sees, in build order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolset_reference.values import JSON, copied


class DuplicateNameError(ValueError):
    """An exposed name stands twice (SET-2)."""


@dataclass(frozen=True)
class Tool:
    """One tool of one server; ``server`` and ``name`` stay as the server gave them (NAME-3)."""

    server: str
    name: str
    description: str
    input_schema: dict[str, JSON]

    @classmethod
    def from_mcp(cls, server: str, entry: dict[str, JSON]) -> Tool:
        """The tool that an entry of a ``tools/list`` result describes; ``entry["name"]`` must be there."""
        description, schema = entry.get("description"), entry.get("inputSchema")
        text = description if isinstance(description, str) else ""
        # The Messages API insists on a schema of this type, so it stands in for a missing one.
        return cls(server, entry["name"], text, copied(schema) if isinstance(schema, dict) else {"type": "object"})


class ToolSet:
    """Look-up in both directions, each of them one dict look-up: a name is never split (LOOKUP-3)."""

    def __init__(self, entries: Iterable[tuple[str, Tool]] = ()) -> None:
        """The set of ordered (exposed name, tool) pairs (SET-1); raises :class:`DuplicateNameError` (SET-2)."""
        self._by_name: dict[str, Tool] = {}
        self._by_tool: dict[tuple[str, str], str] = {}
        for name, tool in entries:
            if name in self._by_name:
                raise DuplicateNameError(f"the exposed name {name!r} stands twice")
            self._by_name[name] = tool
            self._by_tool.setdefault((tool.server, tool.name), name)

    def resolve(self, name: object) -> Tool | None:
        """The tool behind a name that the model gave, or None; any value may be asked for (LOOKUP-1, 2, 4)."""
        return self._by_name.get(name) if isinstance(name, str) else None

    def exposed_name(self, server: str, tool: str) -> str | None:
        """The exposed name of a server's tool, asked with its MCP name, or None (SET-5)."""
        return self._by_tool.get((server, tool))

    def entries(self) -> list[tuple[str, Tool]]:
        """The (exposed name, tool) pairs, in build order (ORDER-1)."""
        return list(self._by_name.items())

    def names(self) -> list[str]:
        """The exposed names, in build order (ORDER-1)."""
        return list(self._by_name)

    def size(self) -> int:
        """The number of tools (SET-3)."""
        return len(self._by_name)

"""Tools, the servers that list them, and sets of given names."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import strategies as st

from toolset_conformance.strategies import names as naming
from toolset_conformance.strategies.drawing import JSON, Object, different, once, row_bytes, rows
from toolset_conformance.strategies.names import Names
from toolset_conformance.strategies.schemas import SCHEMA_PARTS, schema_of
from toolset_conformance.strategies.text import UNLIKE

_REST = {"title": "A title", "annotations": {"readOnlyHint": True}, "outputSchema": {"type": "object"}, "_meta": {}}
_PLAIN: Object = {"inputSchema": {"type": "object"}}
_MOST_SERVERS = 3
_MOST_TOOLS = 6
_OWNERS = range(1, 2**_MOST_SERVERS)
"""A bit for each server that has a tool."""
_ABOUT = (SCHEMA_PARTS, SCHEMA_PARTS, [None, *UNLIKE], [{}, _REST])
"""All that is drawn about a tool, besides its name."""


@once
def tools(names: st.SearchStrategy[str] | None = None, *, plain: bool = False) -> st.SearchStrategy[Object]:
    """An MCP tool; ``plain`` gives it a plain schema and no description."""
    drawn = naming.tool_names() if names is None else names
    if plain:
        return drawn.map(lambda name: {"name": name, **_PLAIN})
    about = row_bytes(len(_ABOUT), min_size=1, max_size=1)
    return st.tuples(drawn, about).map(lambda made: {"name": made[0], **_about(*rows(made[1], *_ABOUT)[0])})


def _about(one: Object, other: Object, description: str | None, rest: Object) -> Object:
    described = {} if description is None else {"description": description}
    return {"inputSchema": schema_of([one, other]), **described, **rest}


_Tool = tuple[str, int, Object]
"""A tool's name, its owners, and all else about it."""


def _listed(ids: Names, tools: list[_Tool], *, shared: bool = True) -> list[Object]:
    """Servers with these tools: the first has the first; ``shared``: a tool is that of all its owners."""
    listed: dict[str, list[Object]] = {server: [] for server in [*dict.fromkeys(ids)][:_MOST_SERVERS]}
    first = next(iter(listed))
    for number, (name, owners, about) in enumerate(tools):
        owning = [server for place, server in enumerate(listed) if number and owners >> place & 1] or [first]
        for server in owning if shared else owning[:1]:
            listed[server].append({"name": name, **about})
    return [{"id": server, "tools": different(tools, lambda tool: tool["name"])} for server, tools in listed.items()]


def _drawn(columns: Sequence[Sequence[JSON]], plain: bool, free: st.SearchStrategy[str]) -> st.SearchStrategy[JSON]:
    width = len(columns) if plain else len(columns) + len(_ABOUT)
    return st.tuples(row_bytes(width, min_size=1, max_size=_MOST_TOOLS), free)


def _read(places: bytes, columns: Sequence[Sequence[JSON]], plain: bool) -> tuple[Names, list[_Tool]]:
    """The ids and the tools that rows of these columns hold: name, owners, id, and all else."""
    listed = rows(places, *columns, *(() if plain else _ABOUT))
    return [row[2] for row in listed], [(row[0], row[1], _about(*row[3:]) if row[3:] else _PLAIN) for row in listed]


@once
def servers(
    ids: st.SearchStrategy[str] | None = None,
    names: st.SearchStrategy[str] | None = None,
    *,
    plain_tools: bool = True,
) -> st.SearchStrategy[list[Object]]:
    """One to three servers with their tools: ids unique, names unique within a server; the first has a tool."""
    columns = naming.TOOL_NAMES, _OWNERS, naming.SERVER_IDS

    def made(drawn: tuple[bytes, str]) -> list[Object]:
        known, tools = _read(drawn[0], columns, plain_tools)
        # A text of any kind is a tool of the first server, and the id of another.
        free = [text for text in drawn[1:] if text]
        return _listed([*known[:2], *free, *known[2:]], [*tools, *((text, 1, tools[0][2]) for text in free)])

    def named(drawn: tuple[bytes, list[str], list[str]]) -> list[Object]:
        known, tools = _read(drawn[0], columns, plain_tools)
        named = zip(drawn[2], itertools.cycle(tools), strict=False)
        return _listed(drawn[1] or known, [(name, owners, about) for name, (_, owners, about) in named])

    if ids is None and names is None:
        return _drawn(columns, plain_tools, st.text(st.characters(exclude_categories=["Cs"]), max_size=12)).map(made)
    id_lists = st.just([]) if ids is None else st.lists(ids, min_size=1, max_size=_MOST_SERVERS)
    name_lists = st.lists(naming.tool_names() if names is None else names, min_size=1, max_size=5)
    return st.tuples(row_bytes(3 if plain_tools else 7, min_size=1, max_size=5), id_lists, name_lists).map(named)


@once
def plain_servers(*, plain_tools: bool = True) -> st.SearchStrategy[list[Object]]:
    """Servers of which no port may leave a tool out: all names differ by more than case (NAME-8)."""
    columns = naming.PLAIN_NAMES, _OWNERS, naming.PLAIN_IDS

    def made(drawn: tuple[bytes, str]) -> list[Object]:
        ids, tools = _read(drawn[0], columns, plain_tools)
        tools += [(name, 1, tools[0][2]) for name in naming.plain_words(drawn[1])]
        return _listed(ids, different(tools, lambda tool: tool[0].lower()), shared=False)

    return _drawn(columns, plain_tools, st.text(f"{naming.SIGNS}    ", max_size=20)).map(made)


_GIVEN_NAMES = [
    "a", "constructor", "__proto__", "toString", "a__b", "A__B", "a-b", "a_b", "0", "1", "007", "null", "true", "None",
    "items", "keys", "get", "pop", "-", "_", "x" * 64, "y" * 63, "yes", "1e3", "read", "Read", "files__read", "A", "ab",
]  # fmt: skip


@once
def entries(*, min_size: int = 1, max_size: int = 6) -> st.SearchStrategy[list[Object]]:
    """Ordered pairs of a given exposed name and a tool; names and pairs are unique."""
    columns = _GIVEN_NAMES, naming.SERVER_IDS, naming.TOOL_NAMES

    def made(drawn: tuple[bytes, str]) -> list[Object]:
        known = rows(drawn[0], *columns)
        names = [name for name in drawn[1].split() if name]
        listed = [*((name, "made up", name) for name in names), *known]
        listed += [(name, name, name) for name in _GIVEN_NAMES[:min_size]]
        unique = different(different(listed, lambda row: row[0]), lambda row: row[1:])
        return [
            {"name": name, "server": server, "tool": {"name": tool, "inputSchema": {"type": "object"}}}
            for name, server, tool in unique[: max(min_size, len(known))]
        ]

    places = row_bytes(len(columns), min_size=min_size, max_size=max_size)
    return st.tuples(places, st.text(f"{naming.SIGNS}    ", max_size=20)).map(made)

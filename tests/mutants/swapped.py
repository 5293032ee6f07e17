"""The reference with a piece of it swapped: what the mutants of names, order, sets and look-ups are made of."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar
from unittest import mock

import toolset_reference
from toolset_reference import DroppedTool, Tool, ToolSet, naming
from toolset_reference.port import ReferencePort

JSON = Any
Object = dict[str, JSON]
Pair = tuple[str, str]
"""A server's id and a tool's own name."""
Servers = Iterable[tuple[str, Iterable[JSON]]]
Built = tuple[ToolSet, list[DroppedTool]]
Swap = tuple[Any, str, Any]

NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]+")

INHERITED_IN_JAVASCRIPT = frozenset(
    ["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"]
    + ["__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"]
)
"""What every object of that language answers to, asked by key."""


@functools.cache  # mutants hold each pair of a large set against all others
def joined(server: str, tool: str) -> str:
    """The two parts, cleaned, with the usual joint between them."""
    return f"{cleaned(server)}__{cleaned(tool)}"


def cleaned(text: str) -> str:
    """The text with an underscore for each run of characters that no name may have."""
    return NOT_ALLOWED.sub("_", text)


def digest(text: str, length: int = 8) -> str:
    """The beginning of a digest of the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def escaped(text: str) -> str:
    """The text with the number of each odd character in its place."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda odd: f"_{ord(odd[0]):x}_", text)


def numbered(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where it is taken."""
    numbers = (f"{name}_{number}" for number in range(2, 10000))
    return name if name not in taken else next(other for other in numbers if other not in taken)


def is_data(text: str) -> bool:
    """Whether a reader of data takes the text for something else than a text."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def in_object_order(keys: Iterable[str]) -> list[str]:
    """The keys as a JavaScript object lists them: whole numbers first, by size."""
    listed = list(keys)
    numbers = [key for key in listed if re.fullmatch(r"0|[1-9][0-9]{0,8}", key)]
    return sorted(numbers, key=int) + [key for key in listed if key not in numbers]


class Swapped(ReferencePort):
    """The reference; while it answers a question, the pieces of ``swaps`` stand in its modules."""

    swaps: ClassVar[Sequence[Swap]] = ()

    @contextmanager
    def swapped(self) -> Iterator[None]:
        with ExitStack() as stack:
            for owner, name, piece in self.swaps:
                stack.enter_context(mock.patch.object(owner, name, piece))
            yield

    def toolset(self, toolset: Object) -> JSON:
        with self.swapped():
            return super().toolset(toolset)

    def resolve(self, toolset: Object, name: JSON) -> JSON:
        with self.swapped():
            return super().resolve(toolset, name)

    def exposed_name(self, toolset: Object, server: str, tool: str) -> JSON:
        with self.swapped():
            return super().exposed_name(toolset, server, tool)

    def tools(self, toolset: Object, options: Object) -> JSON:
        with self.swapped():
            return super().tools(toolset, options)

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        with self.swapped():
            return super().tool_calls(toolset, response)


def swap(owner: Any, name: str, piece: Any) -> Sequence[Swap]:
    """The one swap that puts ``piece`` in the place of ``owner.name``."""
    return [(owner, name, piece)]


def built_by(build: Callable[[Servers], Built]) -> Sequence[Swap]:
    """The swap that has sets built from servers by ``build``."""
    return swap(toolset_reference, "build", build)


class LooseSet(ToolSet):
    """A set kept as a list, as many bridges keep it: names may stand twice, and the first is found."""

    def __init__(self, entries: Iterable[tuple[str, Tool]] = ()) -> None:
        self.listed = list(entries)
        super().__init__(dict(reversed(self.listed)).items())
        self._by_tool = {(tool.server, tool.name): name for name, tool in self.listed}

    def entries(self) -> list[tuple[str, Tool]]:
        return list(self.listed)

    def names(self) -> list[str]:
        return [name for name, _ in self.listed]

    def size(self) -> int:
        return len(self.listed)


def entries_of(servers: Servers) -> list[tuple[str, Object]]:
    """Each server's id with each of the tools that it lists."""
    return [(server, entry) for server, entries in servers for entry in entries]


def loosely(name: Callable[[str, str, Collection[str]], str], repeated: bool = False) -> Callable[[Servers], Built]:
    """A ``build`` that takes each tool's name from ``name(server, tool, names so far)`` and checks nothing.

    ``repeated``: whether a pair that is listed twice is taken twice.
    """

    def build(servers: Servers) -> Built:
        entries: list[tuple[str, Tool]] = []
        taken: dict[str, None] = {}
        seen: set[Pair] = set()
        for server, entry in entries_of(servers):
            pair = server, entry["name"]
            if repeated or pair not in seen:
                seen.add(pair)
                entries.append((name(*pair, taken), Tool.from_mcp(server, entry)))
                taken[entries[-1][0]] = None
        return LooseSet(entries), []

    return build


def leaving_out(lost: Callable[[Pair, Sequence[Pair]], bool]) -> Callable[[Servers], Built]:
    """The reference's ``build`` without the pairs that are ``lost(pair, all pairs)``, which are reported."""

    def build(servers: Servers) -> Built:
        listed = entries_of(servers)
        pairs = [(server, entry["name"]) for server, entry in listed]
        kept = [(server, [entry]) for server, entry in listed if not lost((server, entry["name"]), pairs)]
        toolset, dropped = naming.build(kept)
        return toolset, dropped + [DroppedTool(*pair, "left out") for pair in pairs if lost(pair, pairs)]

    return build

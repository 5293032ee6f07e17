"""Names and look-ups of the fair ports; each class attribute is a choice that the rules leave open."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any, ClassVar, Literal, NamedTuple

from toolset_conformance import Port, Refused

SALT = secrets.token_hex(8)  # new in every process: NAME-9 is recommended, NAME-6 asks for one process only

PLAIN_SERVER = re.compile(r"[A-Za-z][A-Za-z0-9]{0,19}")
PLAIN_TOOL = re.compile(r"(?=.{1,20}\Z)[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
EXPOSED = re.compile(r"[A-Za-z0-9_-]{1,64}")
PLAIN_KEYWORDS = {"type", "title", "description", "properties", "required", "items", "enum", "default", "format"}
PLAIN_KEYWORDS |= {"minimum", "maximum", "minLength", "maxLength", "pattern", "additionalProperties"}


class Entry(NamedTuple):
    """A tool of a built set."""

    name: str
    server: str
    tool: dict[str, Any]


class Listed(NamedTuple):
    """A tool as its server lists it, with its name to be and what it must not share with another (None: left out)."""

    server: str
    tool: dict[str, Any]
    name: str | None
    key: str


def is_plain_schema(schema: Any, depth: int = 0) -> bool:
    """Whether every reading of "plain schemas" (NAME-8) takes this one in: common keywords, little nesting."""
    if not isinstance(schema, dict) or depth > 4 or not set(schema) <= PLAIN_KEYWORDS:
        return False
    if not isinstance(schema.get("type"), str) or not isinstance(schema.get("additionalProperties", False), bool):
        return False
    parts = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return all(is_plain_schema(part, depth + 1) for part in parts)


def is_plain(server: str, tool: dict[str, Any]) -> bool:
    """Whether NAME-8 asks for this tool at ``required``, as far as it can be seen from the tool alone."""
    return (
        PLAIN_SERVER.fullmatch(server) is not None
        and PLAIN_TOOL.fullmatch(tool["name"]) is not None
        and is_plain_schema(tool.get("inputSchema"))
        and tool["inputSchema"]["type"] == "object"
    )


def is_odd(servers: list[dict[str, Any]]) -> bool:
    """Whether an id or a name is not what MCP says it should be, or stands twice."""
    ids = [server["id"] for server in servers]
    pairs = [(server["id"], tool["name"]) for server in servers for tool in server["tools"]]
    odd = [name for name in ids if not EXPOSED.fullmatch(name)]
    odd += [name for _, name in pairs if not re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", name)]
    return bool(odd) or len(set(ids)) < len(ids) or len(set(pairs)) < len(pairs)


class FairNames(Port):
    """The methods ``toolset``, ``resolve`` and ``exposed_name``."""

    naming: ClassVar[Literal["salted digest", "bare", "position", "tool first"]] = "salted digest"
    clash: ClassVar[Literal["first stays", "last stays", "none stays"]] = "first stays"
    same_server_again: ClassVar[Literal["to the first", "to the last", "where it is", "left out"]] = "to the first"
    odd_set: ClassVar[Literal["taken", "refused"]] = "taken"
    odd_server: ClassVar[Literal["stays", "left out whole"]] = "left out whole"
    report: ClassVar[Literal["always empty", "full", "none"]] = "always empty"
    bad_given_name: ClassVar[Literal["kept", "refused", "left out"]] = "kept"
    pair_given_twice: ClassVar[Literal["last name", "first name", "first only"]] = "last name"
    duplicate_error: ClassVar[type[Exception]] = Refused
    not_a_string: ClassVar[Literal["refused", "not found"]] = "refused"
    further_keys: ClassVar[bool] = True

    def toolset(self, toolset: dict[str, Any]) -> Any:
        entries = self.build(toolset)
        more = {"note": "of no account"} if self.further_keys else {}
        answer: dict[str, Any] = {
            "size": len(entries),
            "names": [entry.name for entry in entries],
            "entries": [{"tool": e.tool["name"], "server": e.server, "name": e.name, **more} for e in entries],
            **more,
        }
        if "servers" in toolset and self.report != "none":
            lost = self.lost(toolset) if self.report == "full" else []
            answer["dropped"] = [{"server": x.server, "tool": x.tool["name"], "reason": "left out"} for x in lost]
        return answer

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        if not isinstance(name, str):
            if self.not_a_string == "refused":
                raise Refused("a name is a string")
            return None
        found = {entry.name: entry for entry in self.build(toolset)}.get(name)
        return {"tool": found.tool["name"], "server": found.server} if found else None

    def exposed_name(self, toolset: dict[str, Any], server: str, tool: str) -> Any:
        names = [e.name for e in self.build(toolset) if e.server == server and e.tool["name"] == tool]
        if not names:
            return None
        return names[-1] if self.pair_given_twice == "last name" else names[0]

    def build(self, toolset: dict[str, Any]) -> list[Entry]:
        """The entries of either form of set, in order; raises ``duplicate_error`` or :class:`Refused`."""
        if "entries" in toolset:
            return self._given([Entry(e["name"], e["server"], e["tool"]) for e in toolset["entries"]])
        if self.odd_set == "refused" and is_odd(toolset["servers"]):
            raise Refused("a server id or a tool name is odd, or stands twice")
        listing = self._listing(toolset["servers"])
        return [Entry(x.name, x.server, x.tool) for x, kept in listing if kept and x.name is not None]

    def lost(self, toolset: dict[str, Any]) -> list[Listed]:
        """The tools of the servers form that the set leaves out."""
        return [x for x, kept in self._listing(toolset["servers"]) if not kept]

    def _given(self, entries: list[Entry]) -> list[Entry]:
        if len({entry.name for entry in entries}) < len(entries):
            raise self.duplicate_error("an exposed name stands twice")
        good = [entry for entry in entries if EXPOSED.fullmatch(entry.name)]
        if self.bad_given_name == "refused" and good != entries:
            raise Refused("an exposed name has characters or a length that no name may have")
        entries = good if self.bad_given_name == "left out" else entries
        if self.pair_given_twice == "first only":
            pairs = [(entry.server, entry.tool["name"]) for entry in entries]
            entries = [entry for i, entry in enumerate(entries) if pairs.index(pairs[i]) == i]
        return entries

    def _listing(self, servers: list[dict[str, Any]]) -> list[tuple[Listed, bool]]:
        """Every tool in build order, and whether it stays."""
        ids = [server["id"] for server in servers]
        order = list(range(len(ids)))
        if self.same_server_again == "to the first":
            order.sort(key=lambda i: ids.index(ids[i]))
        elif self.same_server_again == "to the last":
            order.sort(key=lambda i: len(ids) - ids[::-1].index(ids[i]))
        listed: list[Listed] = []
        for i in order:
            again = self.same_server_again == "left out" and ids.index(ids[i]) != i
            again |= self.odd_server == "left out whole" and any(
                not EXPOSED.fullmatch(tool["name"]) for tool in servers[i]["tools"]
            )
            for tool in servers[i]["tools"]:
                name, key = (None, "") if again else self._name(len(listed), ids[i], tool)
                listed.append(Listed(ids[i], tool, name, key))
        rivals: dict[str, list[Listed]] = {}
        for x in listed:
            if x.name is not None:
                rivals.setdefault(x.key, []).append(x)
        return [(x, x.name is not None and self._wins(x, rivals[x.key])) for x in listed]

    def _wins(self, tool: Listed, rivals: list[Listed]) -> bool:
        if self.clash == "none stays":
            return len(rivals) == 1
        return tool is rivals[-1 if self.clash == "last stays" else 0]

    def _name(self, position: int, server: str, tool: dict[str, Any]) -> tuple[str | None, str]:
        """The exposed name (None: left out) and what no two tools of a set may share.

        Case is folded in all of them but "position": NAME-8 asks at ``required`` for tool names that differ by more.
        """
        raw: str = tool["name"]
        if self.naming == "position":
            return str(position), str(position)
        if self.naming == "bare":
            name = raw.lower()
            return (name if EXPOSED.fullmatch(name) else None), name
        if self.naming == "tool first":
            name = re.sub(r"[^a-z0-9_-]", "-", f"{raw}--{server}".lower())[:64]
            return name, name
        digest = hashlib.sha256(f"{SALT}{server!r}{raw!r}".encode()).hexdigest()
        return ("-" + digest[1:] if is_plain(server, tool) else None), raw.lower()

"""A profile: how an agent is started, written as YAML; and what its placeholders stand for."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Literal

from toolset_conformance.agents.conversation import JSON
from toolset_conformance.agents.stand_ins.api_stand_in import SIDE
from toolset_conformance.agents.stand_ins.stage import Reachable, Transport
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import fixtures, yaml_reader

PROFILES = Path(__file__).with_name("profiles")
"""The folder of the ready profiles."""

EACH_SERVER = "$each_server"
"""The key of an object, or the only key of an item of a list, that stands for one value a server."""

_PLACEHOLDER = re.compile(r"\{(\{[a-z_]+\})\}|\{([a-z_]+)\}")
_ANYWHERE = ("folder", "home", "profile", "python")
_ONCE = ("prompt", "api", "key")
_OF_SERVER = ("id", "url", "command", "args")


@dataclass(frozen=True)
class Profile:
    """How an agent is started.

    ``name``: a word. ``path``: its file. ``command``: the words of its command, with placeholders. ``version``: the
    command that prints its version. ``install``: for people: the command that installs it. ``env``: its environment
    beside PATH, HOME, TMPDIR and the locale. ``files``: what is written before each start, by path relative to the
    working folder, or ``~/...`` for its HOME: a text, or a value that is written as JSON. ``transport``: how it
    reaches servers. ``mode``: ``once`` (a process a conversation, which ends by itself) or ``loop`` (a driver: one
    process, a conversation a line). ``side``: patterns (of any case) in the texts of requests without tools that are
    none of the main conversation. ``start_seconds``: the time that it may take until it asks the Messages API or a
    server for anything. ``notes``: what a reader of its report has to know.
    """

    name: str
    path: Path
    command: tuple[str, ...]
    mode: Literal["once", "loop"]
    transport: Transport
    version: tuple[str, ...] = ()
    install: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, JSON] = field(default_factory=dict)
    side: tuple[str, ...] = SIDE
    start_seconds: float = 30.0
    notes: tuple[str, ...] = ()


class UnknownPlaceholder(Exception):
    """A text names a placeholder that there is not, here; the message says which there are."""


def read(path: Path) -> Profile:
    """Read a profile; raises :class:`toolset_conformance.file_error.FileError` that names what is wrong, and where."""
    document = yaml_reader.read(path)
    fixtures.check_schema(document, "agent")
    value = document.value
    for index, pattern in enumerate(value.get("side", ())):
        try:
            re.compile(pattern)
        except re.error as error:
            raise document.error(("side", index), f"is no regular expression: {error}") from None
    known = _ANYWHERE + (_ONCE if value["mode"] == "once" else ())
    for key in ("command", "version", "env", "files"):
        for where, text, in_server in _texts(value.get(key), (key,), False):
            try:
                _filled(text, dict.fromkeys(known + (_OF_SERVER if in_server else ()), ""))
            except UnknownPlaceholder as error:
                raise document.error(where, str(error)) from None
    if value["mode"] == "once" and not _mentions(value, "prompt"):
        raise document.error(("command",), "the agent is never told the prompt: write {prompt} where it belongs")
    if value["mode"] == "once" and not _mentions(value, "api"):
        raise document.error(("env",), "the agent is never told of the Messages API: write {api} where its URL belongs")
    if value["mode"] == "loop" and EACH_SERVER in json.dumps(value.get("files", {})):
        said = f"{EACH_SERVER} is for mode once: a driver is told of its servers in each line"
        raise document.error(("files",), said)
    for name in value.get("files", {}):
        pure = PurePosixPath(name.removeprefix("~/"))
        if pure.is_absolute() or ".." in pure.parts or not pure.parts:
            said = "is not below the working folder or ~/: files are written nowhere else"
            raise document.error(("files", name), said)
    lists = {key: tuple(value[key]) for key in ("command", "version", "side", "notes") if key in value}
    return Profile(path=path, **{**value, **lists})


def ready() -> dict[str, Path]:
    """Return the files of the ready profiles, by name."""
    return {path.stem: path for path in sorted(PROFILES.glob("*.yaml"))}


def find(name: str) -> Profile:
    """Read a ready profile by its name, or one's own by its file; raises :class:`FileError`."""
    known = ready()
    if name in known:
        return read(known[name])
    path = Path(name)
    if path.suffix not in (".yaml", ".yml") and not path.exists():
        raise FileError(path, None, f"is neither a ready profile ({', '.join(known)}) nor a file that ends in .yaml")
    return read(path)


@dataclass(frozen=True)
class Filled:
    """A profile filled in for one start: all of it as it goes out."""

    words: tuple[str, ...]
    env: Mapping[str, str]
    files: Mapping[Path, str]


def fill(profile: Profile, folder: Path, home: Path, servers: Sequence[Reachable], given: Mapping[str, str]) -> Filled:
    """Fill in a profile. ``given``: ``prompt``, ``api`` and ``key`` in mode ``once``, nothing in mode ``loop``."""
    values = {
        "folder": str(folder),
        "home": str(home),
        "profile": str(profile.path.resolve().parent),
        "python": sys.executable,
        **given,
    }
    files = {}
    for name, content in profile.files.items():
        target = home / name.removeprefix("~/") if name.startswith("~/") else folder / name
        value = _expanded(content, values, servers)
        files[target] = value if isinstance(value, str) else json.dumps(value, indent=2) + "\n"
    words = tuple(_filled(word, values) for word in profile.command)
    return Filled(words, {name: _filled(text, values) for name, text in profile.env.items()}, files)


def _filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its placeholders filled in; ``{{word}}`` stands for ``{word}``, all else for itself."""

    def value(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        if found[2] not in values:
            known = ", ".join(f"{{{name}}}" for name in values)
            raise UnknownPlaceholder(
                f"{found[0]} is no placeholder here (there are {known}): for the text itself, write {{{found[0]}}}"
            )
        return values[found[2]]

    return _PLACEHOLDER.sub(value, text)


def _expanded(value: JSON, values: Mapping[str, str], servers: Sequence[Reachable]) -> JSON:
    if isinstance(value, str):
        return _filled(value, values)
    if isinstance(value, list):
        items: list[JSON] = []
        for item in value:
            if isinstance(item, dict) and list(item) == [EACH_SERVER]:
                items += [_for_server(item[EACH_SERVER], values, server) for server in servers]
            else:
                items.append(_expanded(item, values, servers))
        return items
    if isinstance(value, dict):
        made: dict[str, JSON] = {}
        for key, item in value.items():
            if key == EACH_SERVER:
                made.update({server.id: _for_server(item, values, server) for server in servers})
            else:
                made[_filled(key, values)] = _expanded(item, values, servers)
        return made
    return value


def _for_server(value: JSON, values: Mapping[str, str], server: Reachable) -> JSON:
    if isinstance(value, str):
        if value == "{args}":
            return [*server.args]
        return _filled(value, {**values, "id": server.id, "url": server.url, "command": server.command})
    if isinstance(value, list):
        # Within a list the arguments stand beside other words.
        return [
            word
            for item in value
            for word in (server.args if item == "{args}" else (_for_server(item, values, server),))
        ]
    if isinstance(value, dict):
        return {_filled(key, values): _for_server(item, values, server) for key, item in value.items()}
    return value


def _texts(value: JSON, where: tuple[JSON, ...], in_server: bool) -> list[tuple[tuple[JSON, ...], str, bool]]:
    """Return all texts of a value that may hold placeholders: where each stands, and whether it is a server's."""
    if isinstance(value, str):
        return [(where, value, in_server)]
    if isinstance(value, list):
        return [found for index, item in enumerate(value) for found in _texts(item, (*where, index), in_server)]
    if isinstance(value, dict):
        return [
            found
            for key, item in value.items()
            for found in _texts(item, (*where, key), in_server or key == EACH_SERVER)
        ]
    return []


def _mentions(value: JSON, placeholder: str) -> bool:
    parts = [value.get(key) for key in ("command", "env", "files")]
    return any(f"{{{placeholder}}}" in text for part in parts for _, text, _ in _texts(part, (), False))

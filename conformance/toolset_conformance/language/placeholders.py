"""Fills in what only the run can know: the port's exposed names, and its answers to earlier steps."""

from __future__ import annotations

from typing import Any

from toolset_conformance.language.syntax import special

JSON = Any
Names = dict[tuple[str, str], str]
"""The exposed name of each (server, tool) pair of a set."""


class NoName(Exception):
    """The port's set does not hold the pair, ``args``, whose exposed name has to be asked with."""


def fill(value: JSON, names: Names, answers: list[JSON], *, compared: bool) -> JSON:
    """The value with its run-time parts filled in; ``compared`` says that it is a pattern.

    Raises :class:`NoName` where a request, not a pattern, needs the name of a pair that has none.
    """
    if isinstance(value, list):
        kept = [item for item in value if not _is_left_out(item, names)]
        return [fill(item, names, answers, compared=compared) for item in kept]
    if not isinstance(value, dict):
        return value
    name = special(value)
    if name == "$exposed":
        server, tool = value[name]
        if (server, tool) in names:
            return names[server, tool]
        if compared:
            return {"$not_exposed": [server, tool]}
        raise NoName(server, tool)
    if name == "$answer":
        number, *way = value[name]
        found = _dug(answers[number - 1], way)
        return {"$literal": found} if compared else found
    if name == "$join":
        parts = [fill(part, names, answers, compared=False) for part in value[name]]
        return "".join(part for part in parts if isinstance(part, str))
    if name == "$if_exposed":
        return fill(value[name]["then"], names, answers, compared=compared)
    if name == "$literal":
        return value
    return {key: fill(item, names, answers, compared=compared) for key, item in value.items()}


def _is_left_out(item: JSON, names: Names) -> bool:
    return special(item) == "$if_exposed" and tuple(item["$if_exposed"]["pair"]) not in names


def _dug(value: JSON, way: list[JSON]) -> JSON:
    for key in way:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value

"""Patterns: whether one is made as it should be, so that matching never meets nonsense."""

from __future__ import annotations

import re
from typing import Any

from toolset_conformance.language.matchers import TEXT_KEYS, compiled
from toolset_conformance.language.syntax import special

JSON = Any
Where = tuple[Any, ...]

KINDS = ("null", "boolean", "integer", "number", "string", "array", "object")
"""What ``$type`` can ask for."""
LIST_ELEMENTS = frozenset({"$maybe", "$if_exposed"})
_NEEDS: dict[str, type | tuple[type, ...]] = {
    "$any": bool, "$type": str, "$regex": str, "$text": dict, "$one_of": list, "$all": list, "$has": dict,
    "$unique": (str, bool), "$length": int, "$in_any_order": list, "$if_exposed": dict,
    "$among": dict, "$grows": str, "$same": str, "$answered": dict, "$results": dict,
}  # fmt: skip


def problem(pattern: JSON, where: Where = (), *, in_list: bool = False) -> tuple[Where, str] | None:
    """What is wrong with a pattern itself, and where: the check at loading, so that matching never meets nonsense."""
    name = special(pattern)
    if name is None:
        items = (
            pattern.items() if isinstance(pattern, dict) else enumerate(pattern) if isinstance(pattern, list) else ()
        )
        for key, item in items:
            found = problem(item, (*where, key), in_list=isinstance(pattern, list))
            if found:
                return found
        return None
    argument, where = pattern[name], (*where, name)
    if name in ("$literal", "$exposed", "$answer", "$join"):
        return None
    if name in LIST_ELEMENTS and not in_list:
        return where, "stands only as an element of a list"
    if name in _NEEDS and not isinstance(argument, _NEEDS[name]):
        return where, "takes something else: see docs/fixtures.md"
    if name == "$regex":
        return _regex_problem(argument, where)
    if name == "$type" and argument not in KINDS:
        return where, f"there is no type '{argument}'; there are {', '.join(KINDS)}"
    if name in ("$one_of", "$all") and not argument:
        return where, "needs at least one pattern"
    if (name == "$any" and argument is not True) or (name == "$length" and argument < 0):
        return where, "takes true" if name == "$any" else "takes a number from 0 on"
    if name == "$text":
        wrong = [key for key in argument if key not in TEXT_KEYS]
        said = f"has no '{wrong[0]}'" if wrong else "says nothing"
        return (where, f"{said}; it takes {', '.join(TEXT_KEYS)}") if wrong or not argument else None
    if name == "$if_exposed":
        if set(argument) != {"pair", "then"}:
            return where, "takes 'pair' and 'then'"
        return problem(argument["then"], (*where, "then"))
    if name == "$among" and set(argument) != {"where", "fits"}:
        return where, "takes 'where' and 'fits'"
    if name in ("$answered", "$results") and not argument:
        return where, "needs the id of at least one tool_use"
    return problem(argument, where)


def _regex_problem(expression: str, where: Where) -> tuple[Where, str] | None:
    # Only what Python and JavaScript read alike; the whole text is matched, so anchors have no place.
    if re.search(r"\\[AZzbBpP]|\(\?|(?<![\[\\])\^|(?<!\\)(?:\\\\)*\$$", expression):
        return where, "no anchors, groups with (?...) or \\p: the whole text is matched, in every language alike"
    try:
        compiled(expression)
    except (re.error, OverflowError) as error:
        return where, f"is not a regular expression: {error}"
    return None

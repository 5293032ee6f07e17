"""Patterns: whether one is made as it should be, so that matching never meets nonsense."""

from __future__ import annotations

import re
import sys
from typing import Any

from toolset_conformance.language.matchers import TEXT_KEYS, compiled
from toolset_conformance.language.syntax import special

if sys.version_info >= (3, 11):
    from re import _parser  # type: ignore[attr-defined]
else:
    import sre_parse as _parser

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
_TEXT_NEEDS: dict[str, type] = {
    "starts": str, "ends": str, "contains": list, "without": list, "min_bytes": int, "max_bytes": int, "blank": bool,
}  # fmt: skip
_MANY = 16
"""A repetition that may go on for longer than this, within another, can take for ever on a text that does not fit."""


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
        if wrong or not argument:
            return where, f"{said}; it takes {', '.join(TEXT_KEYS)}"
        odd = next((key for key, value in argument.items() if not _fits(_TEXT_NEEDS[key], value)), None)
        return ((*where, odd), "takes something else: see docs/fixtures.md") if odd else None
    if name == "$if_exposed":
        if set(argument) != {"pair", "then"}:
            return where, "takes 'pair' and 'then'"
        return problem(argument["then"], (*where, "then"))
    if name == "$among" and set(argument) != {"where", "fits"}:
        return where, "takes 'where' and 'fits'"
    if name in ("$answered", "$results") and not argument:
        return where, "needs the id of at least one tool_use"
    return problem(argument, where)


def _fits(kind: type, value: JSON) -> bool:
    """Whether an argument is of its type; lists here are of texts."""
    if isinstance(value, bool) is not (kind is bool) or not isinstance(value, kind):
        return False
    return not isinstance(value, list) or all(isinstance(part, str) for part in value)


def _regex_problem(expression: str, where: Where) -> tuple[Where, str] | None:
    # Only what Python and JavaScript read alike; the whole text is matched, so anchors have no place.
    if re.search(r"\\[AZzbBpP]|\(\?|(?<![\[\\])\^|(?<!\\)(?:\\\\)*\$$", expression):
        return where, "no anchors, groups with (?...) or \\p: the whole text is matched, in every language alike"
    try:
        compiled(expression)
        nested = _repeats(_parser.parse(expression), within=False)
    except (re.error, OverflowError, RecursionError) as error:
        return where, f"is not a regular expression: {error}"
    if nested:
        return where, "a repetition within a repetition can take for ever: write one, or bound the inner one"
    return None


def _repeats(parsed: Any, *, within: bool) -> bool:
    """Whether a long repetition stands within another, in an expression as Python has parsed it."""
    for operation, argument in parsed:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            _, most, inner = argument
            is_long = most > _MANY
            if (within and is_long) or _repeats(inner, within=within or is_long):
                return True
        elif name == "SUBPATTERN":
            if _repeats(argument[-1], within=within):
                return True
        elif name == "BRANCH" and any(_repeats(branch, within=within) for branch in argument[1]):
            return True
    return False

"""Matchers: how an answer is held against what a case expects, saying what the rule says and no more.

A pattern is a JSON value. Outside matchers it stands for itself: an object has exactly the keys of its pattern, a
list exactly its elements in order. ``docs/fixtures.md`` describes each matcher.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable
from typing import Any

from toolset_conformance.core import json_values
from toolset_conformance.core.mismatch import MISSING, Found, Mismatch, Where
from toolset_conformance.language import api_forms
from toolset_conformance.language.syntax import special

JSON = Any

HALF_CHARACTER = "half a surrogate pair: not valid Unicode"


def match(pattern: JSON, got: JSON, where: Where = ()) -> Found:
    """Every place where ``got`` does not fit ``pattern``; nothing where it fits."""
    if isinstance(pattern, dict):
        name = special(pattern)
        if name is not None:
            yield from MATCHERS[name](pattern[name], got, where, pattern)
        else:
            yield from _object(pattern, got, where, closed=True)
    elif isinstance(pattern, list):
        yield from _list(pattern, got, where)
    elif not json_values.equal(pattern, got):
        yield Mismatch(where, pattern, got, _difference(pattern, got))


def half_characters(got: JSON, where: Where = ()) -> Found:
    """Yield every text of an answer, keys among them, that holds half a surrogate pair.

    JSON's escapes can write one, and no UTF-8 can carry it: a text was cut through a character.
    """
    if json_values.is_unicode(got):
        return
    if isinstance(got, str):
        yield Mismatch(where, {"$type": "string"}, got, HALF_CHARACTER)
    for key, item in got.items() if isinstance(got, dict) else enumerate(got) if isinstance(got, list) else ():
        if isinstance(key, str) and not json_values.valid_text(key):
            yield Mismatch(where, {"$type": "object"}, got, f"in a key, {HALF_CHARACTER}")
        yield from half_characters(item, (*where, key))


def fits(pattern: JSON, got: JSON) -> bool:
    """Whether an answer is as the pattern says."""
    return next(match(pattern, got), None) is None


def _difference(pattern: JSON, got: JSON) -> str:
    if isinstance(pattern, str) and isinstance(got, str):
        same = next((i for i, (a, b) in enumerate(zip(pattern, got, strict=False)) if a != b), None)
        at = min(len(pattern), len(got)) if same is None else same
        return f"another text, from character {at + 1} on"
    wanted, found = json_values.kind(pattern), json_values.kind(got)
    return "another value" if wanted == found else f"{_article(found)}, not {_article(wanted)}"


def _article(kind: str) -> str:
    if kind == "null":
        return kind
    return f"an {kind}" if kind[0] in "aio" else f"a {kind}"


def _object(pattern: dict[str, JSON], got: JSON, where: Where, *, closed: bool) -> Found:
    if not isinstance(got, dict):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an object")
        return
    for key, wanted in pattern.items():
        first, *others = api_forms.forms(got, key)
        # Most of what stands in answers is text that is right, for which a generator would be much ado.
        if isinstance(wanted, str) and wanted == first:
            continue
        if others and any(_key_fits(wanted, form) for form in (first, *others)):
            continue
        shown = others[0] if others and isinstance(wanted, list) and not isinstance(first, list) else first
        if shown is not api_forms.ABSENT:
            yield from match(wanted, shown, (*where, key))
        elif special(wanted) != "$absent_or":
            yield Mismatch((*where, key), wanted, MISSING, f"the key '{key}' is missing")
    if closed:
        for key in got:
            if key not in pattern and api_forms.ABSENT not in api_forms.forms(got, key):
                yield Mismatch((*where, key), MISSING, got[key], f"the key '{key}' may not be there")


def _key_fits(wanted: JSON, form: JSON) -> bool:
    return special(wanted) == "$absent_or" if form is api_forms.ABSENT else fits(wanted, form)


def _list(pattern: list[JSON], got: JSON, where: Where) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    at = 0
    for index, wanted in enumerate(pattern):
        if special(wanted) == "$maybe":
            # An optional element is taken where it fits; the elements of one list are told apart by what they hold.
            at += at < len(got) and fits(wanted["$maybe"], got[at])
        elif at < len(got):
            yield from match(wanted, got[at], (*where, at))
            at += 1
        else:
            left = sum(special(item) != "$maybe" for item in pattern[index:])
            yield Mismatch((*where, at), wanted, MISSING, f"the list ends after {len(got)} elements, {left} too early")
            return
    if at < len(got):
        yield Mismatch((*where, at), MISSING, got[at], f"{len(got) - at} elements that should not be there")


def _any(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    return iter(())


def _literal(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not json_values.equal(argument, got):
        yield Mismatch(where, argument, got, _difference(argument, got))


def _type(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    kind = json_values.kind(got)
    if kind != argument and not (argument == "number" and kind == "integer"):
        yield Mismatch(where, pattern, got, f"{_article(kind)}, not {_article(argument)}")


@functools.lru_cache(maxsize=256)
def compiled(expression: str) -> re.Pattern[str]:
    """A regular expression of a pattern, compiled once."""
    return re.compile(expression, re.DOTALL)


def _regex(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, str):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not a string")
    elif not compiled(argument).fullmatch(got):
        yield Mismatch(where, pattern, got, "the text as a whole is not of the form asked for")


def _text(argument: dict[str, JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, str):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not a string")
        return
    if not json_values.valid_text(got):
        yield Mismatch(where, pattern, got, HALF_CHARACTER)
        return
    size = len(got.encode("utf-8"))
    for key, wanted in argument.items():
        note = _TEXT[key](wanted, got, size)
        if note:
            yield Mismatch(where, pattern, got, note)


def _held(wanted: list[str], got: str, size: int) -> str:
    missing = [part for part in wanted if part not in got]
    return f'does not hold "{missing[0]}"' if missing else ""


def _not_held(wanted: list[str], got: str, size: int) -> str:
    there = [part for part in wanted if part in got]
    return f'holds "{there[0]}"' if there else ""


_TEXT: dict[str, Callable[[Any, str, int], str]] = {
    "starts": lambda wanted, got, size: "" if got.startswith(wanted) else "does not begin as asked for",
    "ends": lambda wanted, got, size: "" if got.endswith(wanted) else "does not end as asked for",
    "contains": _held,
    "without": _not_held,
    "min_bytes": lambda wanted, got, size: "" if size >= wanted else f"{size} bytes, fewer than {wanted}",
    "max_bytes": lambda wanted, got, size: "" if size <= wanted else f"{size} bytes, more than {wanted}",
    "blank": lambda wanted, got, size: "" if (not got.strip()) == wanted else "holds nothing to read",
}


TEXT_KEYS = tuple(_TEXT)
"""What ``$text`` can ask for."""


def _json(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, str):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not a string")
        return
    try:
        value = json_values.loads(got)
    except json_values.BadJSON as error:
        yield Mismatch(where, pattern, got, f"the text is not JSON: {error}")
        return
    yield from match(argument, value, (*where, "(as JSON)"))


def _one_of(argument: list[JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    closest: list[Mismatch] | None = None
    for choice in argument:
        found = list(match(choice, got, where))
        if not found:
            return
        # The choice that fits deepest says best what is wrong.
        if closest is None or max(len(one.where) for one in found) > max(len(one.where) for one in closest):
            closest = found
    if closest and max(len(one.where) for one in closest) > len(where):
        yield from closest
    else:
        yield Mismatch(where, pattern, got, f"none of the {len(argument)} forms that are right")


def _all(argument: list[JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    for part in argument:
        yield from match(part, got, where)


def _not(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if fits(argument, got):
        yield Mismatch(where, pattern, got, "just what it may not be")


def _has(argument: dict[str, JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    yield from _object(argument, got, where, closed=False)


def _absent_or(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    yield from match(argument, got, where)


def _each(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    for index, item in enumerate(got):
        yield from match(argument, item, (*where, index))


def _some(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list) or not any(fits(argument, item) for item in got):
        yield Mismatch(where, pattern, got, "no element is as asked for")


def _unique(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    seen: dict[str, int] = {}
    for index, item in enumerate(got):
        value = item if argument is True else item.get(argument, MISSING) if isinstance(item, dict) else MISSING
        if value is MISSING:
            yield Mismatch((*where, index), pattern, item, f"the key '{argument}' is missing")
            continue
        # Equal values have one text, so a long list is compared in one pass.
        text = json_values.canonical(value)
        if text in seen:
            yield Mismatch((*where, index), pattern, item, f"the same as the one at [{seen[text]}]")
        seen.setdefault(text, index)


def _length(argument: int, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list) or len(got) != argument:
        note = f"{len(got)} elements, not {argument}" if isinstance(got, list) else "not an array"
        yield Mismatch(where, pattern, got, note)


def _nowhere(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if fits(argument, got):
        yield Mismatch(where, pattern, got, "stands where it may stand nowhere")
    elif isinstance(got, (dict, list)):
        for key, item in got.items() if isinstance(got, dict) else enumerate(got):
            yield from _nowhere(argument, item, (*where, key), pattern)


def _somewhere(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if next(_nowhere(argument, got, where, pattern), None) is None:
        yield Mismatch(where, pattern, got, "stands nowhere in it")


def _first(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    other = None
    for index, item in enumerate(got):
        if not fits(argument, item):
            other = index if other is None else other
        elif other is not None:
            yield Mismatch((*where, index), pattern, item, f"stands behind [{other}], which is of another kind")


def _among(argument: dict[str, JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    chosen = [index for index, item in enumerate(got) if fits(argument["where"], item)]
    for found in match(argument["fits"], [got[index] for index in chosen]):
        first, *rest = found.where or (len(chosen),)
        at = (*where, chosen[first], *rest) if isinstance(first, int) and first < len(chosen) else where
        yield dataclasses.replace(found, where=at)


def _grows(argument: str, got: JSON, where: Where, pattern: JSON) -> Found:
    before: list[JSON] = []
    for index, now in enumerate(_values_of(argument, got)):
        at = (*where, index, argument)
        if not isinstance(now, list):
            yield Mismatch(at, pattern, now, "no list")
            return
        for place, item in enumerate(before):
            if place >= len(now):
                yield Mismatch((*at, place), item, MISSING, f"was there in [{index - 1}] and is gone")
            elif not json_values.equal(item, now[place]):
                yield Mismatch((*at, place), item, now[place], f"is not what it was in [{index - 1}]")
            else:
                continue
            return
        before = now
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")


def _same(argument: str, got: JSON, where: Where, pattern: JSON) -> Found:
    values = _values_of(argument, got)
    for index, value in enumerate(values):
        if not json_values.equal(value, values[0]):
            yield Mismatch((*where, index, argument), values[0], value, "is not what it is in [0]")
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")


def _values_of(key: str, got: JSON) -> list[JSON]:
    items = got if isinstance(got, list) else []
    return [item.get(key) if isinstance(item, dict) else None for item in items]


def _answered(argument: dict[str, JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    for call, wanted in argument.items():
        asked = [
            (request, at)
            for request, body in enumerate(got)
            for at, message in enumerate(_messages(body))
            if any(block.get("id") == call for block in _blocks(message, "assistant", "tool_use"))
        ]
        if not asked:
            yield Mismatch(where, wanted, got, f"no request holds the tool_use {call} and its answer")
        # What is wrong in one request is most often wrong in all that follow it.
        yield from next(filter(None, (_answer(call, wanted, got, where, *place) for place in asked)), [])


def _results(argument: dict[str, JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    for call, wanted in argument.items():
        found = [
            (request, at, block)
            for request, body in enumerate(got)
            for at, message in enumerate(_messages(body))
            for block in _blocks(message, "user", "tool_result")
            if block.get("tool_use_id") == call
        ]
        if not found:
            yield Mismatch(where, wanted, got, f"no request holds an answer to the tool_use {call}")
        for request, at, block in found:
            # What is wrong in one request is most often wrong in all that follow it.
            wrong = list(match(wanted, block, (*where, request, "messages", at, f"(answer to {call})")))
            yield from wrong
            if wrong:
                break


def _answer(call: str, wanted: JSON, got: list[JSON], where: Where, request: int, at: int) -> list[Mismatch]:
    """What is wrong with the answer to a call that one message of one request holds."""
    messages = _messages(got[request])
    where = (*where, request, "messages")
    answers = [
        (place, block)
        for place, message in enumerate(messages)
        for block in _blocks(message, "user", "tool_result")
        if block.get("tool_use_id") == call
    ]
    here = [block for place, block in answers if place == at + 1]
    if not here:
        found = messages[at + 1] if at + 1 < len(messages) else MISSING
        return [Mismatch((*where, at + 1), wanted, found, f"the tool_use {call} is not answered in the next message")]
    if len(answers) > 1:
        return [Mismatch((*where, answers[1][0]), wanted, answers[1][1], f"the tool_use {call} is answered again")]
    return list(match(wanted, here[0], (*where, at + 1, f"(answer to {call})")))


def _messages(body: JSON) -> list[JSON]:
    found = body.get("messages") if isinstance(body, dict) else None
    return found if isinstance(found, list) else []


def _blocks(message: JSON, role: str, kind: str) -> list[dict[str, JSON]]:
    content = message.get("content") if isinstance(message, dict) and message.get("role") == role else None
    blocks = content if isinstance(content, list) else []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == kind]


def _in_any_order(argument: list[JSON], got: JSON, where: Where, pattern: JSON) -> Found:
    if not isinstance(got, list):
        yield Mismatch(where, pattern, got, f"{_article(json_values.kind(got))}, not an array")
        return
    left = list(enumerate(got))
    for wanted in argument:
        index = next((i for i, (_, item) in enumerate(left) if fits(wanted, item)), None)
        if index is None:
            yield Mismatch(where, wanted, got, "no element is as asked for here")
        else:
            del left[index]
    for index, item in left:
        yield Mismatch((*where, index), MISSING, item, "an element that should not be there")


def _not_exposed(argument: JSON, got: JSON, where: Where, pattern: JSON) -> Found:
    server, tool = argument
    yield Mismatch(where, pattern, got, f"the tool '{tool}' of '{server}' has no exposed name in the port's set")


MATCHERS: dict[str, Callable[[Any, JSON, Where, JSON], Found]] = {
    "$any": _any,
    "$type": _type,
    "$literal": _literal,
    "$regex": _regex,
    "$text": _text,
    "$json": _json,
    "$one_of": _one_of,
    "$all": _all,
    "$not": _not,
    "$has": _has,
    "$absent_or": _absent_or,
    "$each": _each,
    "$some": _some,
    "$unique": _unique,
    "$length": _length,
    "$in_any_order": _in_any_order,
    "$nowhere": _nowhere,
    "$somewhere": _somewhere,
    "$first": _first,
    "$among": _among,
    "$grows": _grows,
    "$same": _same,
    "$answered": _answered,
    "$results": _results,
    "$not_exposed": _not_exposed,
}
"""Name to implementation. ``$maybe`` and ``$if_exposed`` belong to the list around them."""

"""Properties of structured content: STRUCT-*."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.corpus.model import Level
from toolset_conformance.search.properties.results import Contents, answered
from toolset_conformance.search.property import Cases, Plain, prop

JSON = Any
_RECOMMENDED: Level = "recommended"


def _objects() -> st.SearchStrategy[dict[str, JSON]]:
    return strategies.json_objects(min_size=1)


def _block(value: JSON) -> JSON:
    return {"type": "text", "text": {"$json": {"$literal": value}}}


def _asked(content: list[JSON], value: JSON, blocks: JSON, option: str | None, *, failed: bool = False) -> Plain:
    result = {"content": content, "structuredContent": value, **({"isError": True} if failed else {})}
    options = {} if option is None else {"structured": option}
    return answered({"result": result}, {"$has": {"type": "tool_result", "content": blocks}}, **options)


@prop("STRUCT-1", "By default it is used exactly when content is empty.")
def used_when_content_is_empty() -> Cases:
    def made(drawn: tuple[Contents, dict[str, JSON], str | None]) -> Plain:
        (content, blocks), value, option = drawn
        return _asked(content, value, blocks or [_block(value)], option)

    return st.tuples(strategies.contents(max_size=3), _objects(), st.sampled_from([None, "auto"])).map(made)


@prop("STRUCT-2", "With prefer it is used, and no text stands before it.")
def preferred() -> Cases:
    def made(drawn: tuple[Contents, dict[str, JSON]]) -> Plain:
        (content, _), value = drawn
        images = [{"$maybe": {"$has": {"type": "image"}}} for _ in content]
        rest = [{"$maybe": {"$has": {"type": {"$one_of": ["text", "image"]}}}} for _ in content]
        return _asked(content, value, [*images, _block(value), *rest], "prefer")

    return st.tuples(strategies.contents(("text", "image"), max_size=3), _objects()).map(made)


@prop("STRUCT-2", "With prefer it stands in place of the text.", _RECOMMENDED)
def in_place_of_the_text() -> Cases:
    texts = strategies.contents(("text",), max_size=3)
    return st.tuples(texts, _objects()).map(lambda made: _asked(made[0][0], made[1], [_block(made[1])], "prefer"))


@prop("STRUCT-2", "With prefer a result without it keeps its content.")
def nothing_to_prefer() -> Cases:
    def made(both: tuple[list[JSON], list[JSON]]) -> Plain:
        return answered({"result": {"content": both[0]}}, {"$has": {"content": both[1]}}, structured="prefer")

    return strategies.contents(min_size=1).map(made)


Drawn = tuple[Contents, dict[str, JSON], tuple[bool, bool]]


def _told(*, least: int = 0) -> st.SearchStrategy[Drawn]:
    """Texts and links, with no image that an error could not hold; a value; whether a text says the same; an error."""
    ways = st.sampled_from([(repeated, failed) for repeated in (False, True) for failed in (False, True)])
    return st.tuples(strategies.contents(("text", "link"), min_size=least, max_size=3), _objects(), ways)


def _parts(drawn: Drawn) -> tuple[list[JSON], list[JSON], dict[str, JSON], bool]:
    (content, blocks), value, (repeated, failed) = drawn
    if repeated and content:
        text = {"type": "text", "text": json.dumps(value)}
        content, blocks = [*content, text], [*blocks, text]
    return content, blocks, value, failed


@prop("STRUCT-3", "With append it follows the content.")
def appended() -> Cases:
    return st.tuples(strategies.contents(max_size=3), _objects()).map(
        lambda made: _asked(made[0][0], made[1], [*made[0][1], _block(made[1])], "append")
    )


@prop("STRUCT-3", "So it does in errors, after a text that says the same, and after many.")
def appended_to_all() -> Cases:
    def made(drawn: tuple[Drawn, int]) -> Plain:
        content, blocks, value, failed = _parts(drawn[0])
        content, blocks = content * drawn[1], blocks * drawn[1]
        return _asked(content, value, [*blocks, _block(value)], "append", failed=failed)

    return st.tuples(_told(), st.sampled_from([1, 1, 1, 30])).map(made)


@prop("STRUCT-3", "With append a result without it keeps its content.")
def nothing_to_append() -> Cases:
    def made(drawn: tuple[list[JSON], list[JSON]]) -> Plain:
        return answered({"result": {"content": drawn[0]}}, {"$has": {"content": drawn[1]}}, structured="append")

    return strategies.contents(min_size=1, max_size=3).map(made)


@prop("STRUCT-4", "With ignore it is never used.")
def ignored() -> Cases:
    return st.tuples(strategies.contents(min_size=1, max_size=3), _objects()).map(
        lambda made: _asked(made[0][0], made[1], made[0][1], "ignore")
    )


@prop("STRUCT-4", "Nor is it in errors, and a text that says the same stays.")
def ignored_in_all() -> Cases:
    def made(drawn: Drawn) -> Plain:
        content, blocks, value, failed = _parts(drawn)
        return _asked(content, value, blocks, "ignore", failed=failed)

    return _told(least=1).map(made)


@prop("STRUCT-4", "Nor where there is no content.")
def ignored_without_content() -> Cases:
    def made(drawn: tuple[dict[str, JSON], bool]) -> Plain:
        value, failed = drawn
        # The key is telling enough to be found, wherever it is used.
        value = {"told-by-nobody-else": value}
        case = _asked([], value, {"$absent_or": {"$any": True}}, "ignore", failed=failed)
        nowhere = {"$nowhere": {"$text": {"contains": ["told-by-nobody-else"]}}}
        case["steps"][0]["expect"] = {"$all": [{"$has": {"type": "tool_result"}}, nowhere]}
        return case

    return st.tuples(_objects(), st.booleans()).map(made)


@prop("STRUCT-1", "So it is in errors, and a text that says the same stays as it is.")
def used_in_errors_alike() -> Cases:
    def made(drawn: Drawn) -> Plain:
        content, blocks, value, failed = _parts(drawn)
        return _asked(content, value, blocks or [_block(value)], None, failed=failed)

    return _told().map(made)


@prop("STRUCT-2", "With prefer an error keeps its texts, beside the value or alone.", _RECOMMENDED)
def errors_keep_their_texts() -> Cases:
    def made(drawn: tuple[Contents, dict[str, JSON]]) -> Plain:
        (content, blocks), value = drawn
        kept = [blocks, [_block(value), *blocks], [*blocks, _block(value)]]
        return _asked(content, value, {"$one_of": kept}, "prefer", failed=True)

    return st.tuples(strategies.contents(("text",), min_size=1, max_size=3), _objects()).map(made)


@prop("STRUCT-2", "With prefer a value alone is used in an error too.")
def preferred_in_errors_without_content() -> Cases:
    return _objects().map(lambda value: _asked([], value, [_block(value)], "prefer", failed=True))


@prop("STRUCT-2", "With prefer an error without it keeps its content.")
def nothing_to_prefer_in_errors() -> Cases:
    def made(drawn: Drawn) -> Plain:
        content, blocks, _, failed = _parts(drawn)
        result = {"content": content, **({"isError": True} if failed else {})}
        return answered({"result": result}, {"$has": {"content": blocks}}, structured="prefer")

    return _told(least=1).map(made)


@prop("STRUCT-5", "The value comes back whole from the text.")
def comes_back_whole() -> Cases:
    return _objects().map(lambda value: _asked([], value, [_block(value)], None))


@prop("STRUCT-5", "Integers of any length come back whole.", _RECOMMENDED)
def long_integers_come_back() -> Cases:
    numbers = st.integers(2**53, 2**70) | st.integers(-(2**70), -(2**53))
    return numbers.map(lambda number: _asked([], {"number": number}, [_block({"number": number})], None))


@prop("STRUCT-6", "Any JSON value is structured content.", _RECOMMENDED)
def any_value() -> Cases:
    values = strategies.json_values().map(lambda value: False if value is None else value)
    falsy = st.sampled_from([False, 0, "", [], {}])
    return st.tuples(values | falsy, st.sampled_from(["append", "prefer", None])).map(
        lambda made: _asked([], made[0], [_block(made[0])], made[1])
    )

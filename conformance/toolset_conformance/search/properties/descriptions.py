"""Properties of descriptions: DESC-*. A description is put together, so that what must remain of it is known."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis import target

from toolset_conformance import strategies
from toolset_conformance.corpus.model import Level
from toolset_conformance.search.property import Cases, Plain, ask, plain, prop

JSON = Any


def _described(described: list[tuple[str, JSON]]) -> Plain:
    """A set with a tool for each description, and the descriptions expected."""
    tools = [
        {"name": f"tool{number}", "description": text, "inputSchema": {"type": "object"}}
        for number, (text, _) in enumerate(described)
    ]
    expected = [{"$has": {"description": wanted}} for _, wanted in described]
    return plain(ask("tools", expected), servers=[{"id": "files", "tools": tools}])


_CONTROL = ("Reads a file.", "Reads a file.")


def _cleaned(hidden: str) -> Cases:
    def expected(pair: tuple[str, str]) -> tuple[str, JSON]:
        text, rest = pair
        # Where nothing is left the key may be missing too (TOOLS-4).
        return text, rest or {"$absent_or": {"$type": "string"}}

    made = strategies.descriptions(hidden).map(expected)
    return st.lists(made, min_size=1, max_size=2).map(lambda described: _described([*described, _CONTROL]))


@prop("DESC-1", "Whatever surrounds them, bidirectional controls go and the rest stays.")
def bidi_goes() -> Cases:
    return _cleaned(strategies.BIDI)


@prop("DESC-2", "Whatever surrounds them, zero-width characters go and the rest stays.")
def zero_width_goes() -> Cases:
    return _cleaned(strategies.ZERO_WIDTH)


@prop("DESC-3", "Whatever surrounds them, tag characters go and the rest stays.")
def tags_go() -> Cases:
    return _cleaned(strategies.TAGS)


@prop("DESC-4", "Whatever surrounds them, control characters go and the rest stays.")
def controls_go() -> Cases:
    return _cleaned(strategies.CONTROLS)


@prop("DESC-5", "Tabs and line breaks stay where they are.", "recommended")
def line_breaks_stay() -> Cases:
    texts = st.text(strategies.VISIBLE + "\n\t\r" * 5, min_size=1, max_size=30)
    return texts.map(lambda text: _described([(text, text), _CONTROL]))


@prop("DESC-6", "Whatever surrounds them, other invisible characters go and the rest stays.", "recommended")
def other_invisible_goes() -> Cases:
    return _cleaned(strategies.OTHER_INVISIBLE)


@prop("DESC-7", "Text in which nothing is to be removed stays as it is.")
def visible_text_stays() -> Cases:
    texts = strategies.visible_texts(min_size=1, max_size=60)
    odd = strategies.several(strategies.UNLIKE, max_size=7)
    return st.tuples(texts, odd).map(lambda made: _described([(text, text) for text in [made[0], *made[1]]]))


@prop("DESC-8", "However long and wide they are, descriptions have at most 4,096 bytes.")
def at_most_4096_bytes() -> Cases:
    capped = {"$text": {"max_bytes": strategies.MAX_BYTES, "blank": False}}
    return st.lists(strategies.long_descriptions(), min_size=1, max_size=2).map(
        lambda texts: _described([(text, capped) for text in texts])
    )


@prop("DESC-9", "Wherever the cut falls, no half character is left.")
def no_half_character() -> Cases:
    def made(text: str) -> Plain:
        # Towards cuts that fall inside a character, the later the better.
        at = text.encode()[strategies.MAX_BYTES - 3 : strategies.MAX_BYTES + 1]
        target(float(sum(byte & 0xC0 == 0x80 for byte in at)))
        whole = {"$text": {"starts": text[:100], "without": ["\ufffd"], "max_bytes": strategies.MAX_BYTES}}
        return _described([(text, whole)])

    return strategies.long_descriptions().map(made)


def _kept(least: int) -> Cases:
    def kept(text: str) -> tuple[str, JSON]:
        if len(text.encode()) <= strategies.MAX_BYTES:
            return text, text
        beginning = text.encode()[:least].decode("utf-8", "ignore")
        return text, {"$text": {"starts": beginning, "min_bytes": least}}

    return st.lists(strategies.long_descriptions(), min_size=1, max_size=2).map(
        lambda texts: _described([kept(text) for text in texts])
    )


@prop("DESC-10", "What fits is not shortened; what does not keeps its beginning.")
def beginning_is_kept() -> Cases:
    return _kept(2000)


_RECOMMENDED: Level = "recommended"


@prop("DESC-10", "As much is kept as fits.", _RECOMMENDED)
def as_much_as_fits() -> Cases:
    return _kept(4000)


@prop("DESC-11", "Hidden characters do not use up the room.", _RECOMMENDED)
def hidden_uses_no_room() -> Cases:
    def made(drawn: tuple[str, str, int]) -> Plain:
        hidden, text, size = drawn
        words = (text * 3000).encode()[:3000].decode("utf-8", "ignore")
        spread = words[:1000] + hidden * size + words[1000:]
        return _described([(hidden * size + text, text), (text + hidden * size + text, text + text), (spread, words)])

    hidden = st.sampled_from(strategies.BIDI + strategies.ZERO_WIDTH + strategies.TAGS)
    sizes = st.integers(1, 6000) | st.sampled_from([1365, 1366, 2048, 4096])
    return st.tuples(hidden, strategies.visible_texts(min_size=1, max_size=30), sizes).map(made)

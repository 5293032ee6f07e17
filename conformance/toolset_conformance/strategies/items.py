"""Items of a result's content, each with a pattern of the block for it.

An item is now and then one of a few that are known to be difficult, which costs one draw, and else put together anew.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from toolset_conformance.strategies import pairs
from toolset_conformance.strategies.drawing import JSON, Object, once, row_bytes, rows
from toolset_conformance.strategies.pairs import Data, Pair
from toolset_conformance.strategies.text import LONG, TRICKY, read_texts, readable, visible_texts

ACCEPTED_IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")
OTHER_IMAGES = (
    "image/svg+xml", "image/tiff", "image/bmp", "image/avif", "image/heic", "image/x-icon", "image/apng",
    "application/pdf",
)  # fmt: skip
AUDIO = ("audio/wav", "audio/mpeg", "audio/ogg", "audio/mp4", "audio/vnd.wave", "audio/3gpp2")

_URIS = (
    "file:///a.txt", "https://example.org/a?b=c#d", "urn:x:y", "file:///a b.txt", "file:///a]b.txt",
    "HTTP://EXAMPLE.org:80/%7Ea/../b", "file:///a%20b.png", "file:///\u00e9.pdf",
)  # fmt: skip
_EXTRAS: tuple[Object, ...] = (
    {}, {"_meta": {"x": 1}}, {"annotations": {"priority": 0}}, {"annotations": {}},
    {"annotations": {"audience": ["user", "assistant"]}}, {"annotations": {"priority": 1}},
)  # fmt: skip

# Bytes that begin like an image are one, whatever the type says; some are more than a buffer holds.
_ODD_DATA = [
    pairs.encoded(data)
    for data in (
        b"\x89PNG\r\n\x1a\n" + bytes(24),
        b"\xff\xd8\xff\xe0" + bytes(24),
        b"a text of some length, and no image",
        bytes(60_000),
    )
]

_WITH_DATA = [*_ODD_DATA, pairs.encoded(b"a")]


@once
def base64_data(*, min_size: int = 1) -> st.SearchStrategy[Data]:
    """Base64 text, padded, and the number of bytes in it."""
    return st.binary(min_size=min_size, max_size=min_size + 40).map(pairs.encoded) | st.sampled_from(_ODD_DATA)


def _by_turns(make: Callable[..., Pair], *parts: Sequence[JSON], count: int = 40) -> list[Pair]:
    """Items in which each part takes its turn."""
    return list(itertools.islice(map(make, *map(itertools.cycle, parts)), count))


_LINK_TYPES = ["text/plain", "a/b", "image/png", "text/html; charset=utf-8"]
_LINK_EXTRAS: list[Object] = [*_EXTRAS, {"title": "T", "description": "D", "size": 3}]
_LINK_NAMES = ["a", "report.txt", "n" * 300, "[x](y) *z*", "a <b> (c)", "\u00e9 \u540d"]
_TEXT_TYPES = ["text/plain", "text/html", "application/json", "image/svg+xml", ""]
_BLOB_TYPES = [
    "application/zip", "application/pdf", "image/svg+xml", "audio/wav", "text/plain", "application/octet-stream", "",
]  # fmt: skip

_TEXTS = [*_by_turns(pairs.text, TRICKY, _EXTRAS, count=len(TRICKY)), *_by_turns(pairs.text, LONG, _EXTRAS, count=4)]
_IMAGES = _by_turns(pairs.image, ACCEPTED_IMAGES, _WITH_DATA, _EXTRAS)
_LINKS = _by_turns(pairs.link, _LINK_NAMES, _URIS, _LINK_TYPES, _LINK_EXTRAS)
_EMBEDDED_TEXTS = [
    *_by_turns(pairs.embedded_text, TRICKY, _URIS, _TEXT_TYPES, _EXTRAS, count=len(TRICKY)),
    *_by_turns(pairs.embedded_text, LONG, _URIS, _TEXT_TYPES, _EXTRAS, count=4),
]
_EMBEDDED_IMAGES = _by_turns(pairs.embedded_image, ACCEPTED_IMAGES, _WITH_DATA, _URIS, _EXTRAS)
_EMBEDDED_BLOBS = _by_turns(pairs.embedded_blob, _BLOB_TYPES, _ODD_DATA, _URIS, _EXTRAS)


@once
def text_items() -> st.SearchStrategy[Pair]:
    """A text of a result, and the block for it (MAP-1)."""
    return st.sampled_from(_TEXTS) | st.builds(pairs.text, read_texts(), st.sampled_from(_EXTRAS))


@once
def image_items() -> st.SearchStrategy[Pair]:
    """An image of an accepted type, and the block for it (MAP-2)."""
    drawn = st.builds(pairs.image, st.sampled_from(ACCEPTED_IMAGES), base64_data(), st.sampled_from(_EXTRAS))
    return st.sampled_from(_IMAGES) | drawn


@once
def other_image_items(*, counted: bool = False) -> st.SearchStrategy[Pair]:
    """An image of another type, and the placeholder for it (MAP-3); ``counted``: with its bytes (MAP-10)."""
    return _placeholders(pairs.other_image, OTHER_IMAGES, counted)


@once
def audio_items(*, counted: bool = False) -> st.SearchStrategy[Pair]:
    """Audio, and the placeholder for it (MAP-4); ``counted``: with its bytes (MAP-10)."""
    return _placeholders(pairs.audio, AUDIO, counted)


def _placeholders(make: Callable[..., Pair], types: tuple[str, ...], counted: bool) -> st.SearchStrategy[Pair]:
    made = functools.partial(make, counted=counted)
    return st.builds(made, st.sampled_from(types), base64_data(), st.sampled_from(_EXTRAS))


@once
def link_items() -> st.SearchStrategy[Pair]:
    """A resource link with a type, and the line for it (MAP-5)."""
    types, extras = st.sampled_from(_LINK_TYPES), st.sampled_from(_LINK_EXTRAS)
    return st.sampled_from(_LINKS) | st.builds(
        pairs.link, visible_texts(min_size=1), st.sampled_from(_URIS), types, extras
    )


@once
def embedded_texts() -> st.SearchStrategy[Pair]:
    """An embedded text, and the block for it (MAP-6)."""
    types, extras = st.sampled_from(_TEXT_TYPES), st.sampled_from(_EXTRAS)
    return st.sampled_from(_EMBEDDED_TEXTS) | st.builds(
        pairs.embedded_text, read_texts(), st.sampled_from(_URIS), types, extras
    )


@once
def embedded_images() -> st.SearchStrategy[Pair]:
    """An embedded image of an accepted type, and the block for it (MAP-7)."""
    types, extras = st.sampled_from(ACCEPTED_IMAGES), st.sampled_from(_EXTRAS)
    return st.sampled_from(_EMBEDDED_IMAGES) | st.builds(
        pairs.embedded_image, types, base64_data(), st.sampled_from(_URIS), extras
    )


@once
def embedded_blobs() -> st.SearchStrategy[Pair]:
    """Another embedded blob, with a type or without, and the block for it, which does not hold it (MAP-8)."""
    types, extras = st.sampled_from(_BLOB_TYPES), st.sampled_from(_EXTRAS)
    return st.sampled_from(_EMBEDDED_BLOBS) | st.builds(
        pairs.embedded_blob, types, base64_data(min_size=24), st.sampled_from(_URIS), extras
    )


@once
def content_items() -> st.SearchStrategy[Pair]:
    """An item of a result's content, of any kind that MCP 2025-06-18 knows, and a pattern of the block for it."""
    return st.one_of(
        text_items(), image_items(), other_image_items(), audio_items(), link_items(), embedded_texts(),
        embedded_images(), embedded_blobs(),
    )  # fmt: skip


_KNOWN: dict[str, list[Pair]] = {
    "text": _TEXTS,
    "image": _IMAGES,
    "other image": _by_turns(pairs.other_image, OTHER_IMAGES, _WITH_DATA, _EXTRAS),
    "audio": _by_turns(pairs.audio, AUDIO, _WITH_DATA, _EXTRAS),
    "link": _LINKS,
    "embedded text": _EMBEDDED_TEXTS,
    "embedded image": _EMBEDDED_IMAGES,
    "embedded blob": _EMBEDDED_BLOBS,
}
KINDS = tuple(_KNOWN)
"""The kinds of content that MCP 2025-06-18 knows."""


def _made_of(text: str) -> dict[str, Pair]:
    """An item of each kind that holds a text, or its bytes."""
    uri, data, long = _URIS[0], pairs.encoded(text.encode()), pairs.encoded(text.encode() * 24)
    return {
        "text": pairs.text(text, {}),
        "image": pairs.image(ACCEPTED_IMAGES[0], data, {}),
        "other image": pairs.other_image(OTHER_IMAGES[0], data, {}),
        "audio": pairs.audio(AUDIO[0], data, {}),
        # What becomes of signs that cannot be seen in a name is not said.
        "link": pairs.link("".join(filter(str.isprintable, text)) or "a", uri, _LINK_TYPES[0], {}),
        "embedded text": pairs.embedded_text(text, uri, _TEXT_TYPES[0], {}),
        "embedded image": pairs.embedded_image(ACCEPTED_IMAGES[1], data, uri, {}),
        "embedded blob": pairs.embedded_blob(_BLOB_TYPES[0], long, uri, {}),
    }


@once
def contents(
    kinds: tuple[str, ...] = KINDS, *, min_size: int = 0, max_size: int = 6
) -> st.SearchStrategy[tuple[list[JSON], list[JSON]]]:
    """The content of a result, and patterns of the blocks for it, one an item and in order (MAP-9)."""
    most = 256 // len(kinds)
    # A quarter of the items hold a text of any kind, the others are difficult in a way that is known.
    free = most // 4
    known = {kind: [*itertools.islice(itertools.cycle(_KNOWN[kind]), most - free)] for kind in kinds}

    def made(drawn: tuple[bytes, str]) -> tuple[list[JSON], list[JSON]]:
        fresh = _made_of(readable(drawn[1]))
        items = [
            item for (item,) in rows(drawn[0], [pair for kind in kinds for pair in known[kind] + [fresh[kind]] * free])
        ]
        return [item for item, _ in items], [block for _, block in items]

    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    return st.tuples(row_bytes(1, min_size=min_size, max_size=max_size), text).map(made)

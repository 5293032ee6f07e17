"""A refusal: what the Messages API would answer, about which place of a request, and who says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolset_conformance.messages_api.checks import Check, Source


class Tag(str):
    """The type of a tool, a block or a source: part of the API's locations, but no key of the request."""

    __slots__ = ()


Segments = tuple["str | int", ...]
"""The way into a request as the API writes it: keys, places in lists, and tags."""


@dataclass(frozen=True)
class Refusal:
    """One refusal. ``at``: keys and places in lists, from the part that was checked; ``words``: as the API puts it."""

    check: Check
    at: tuple[str | int, ...]
    words: str

    @property
    def source(self) -> Source:
        """The public source of the words."""
        return self.check.source

    def __str__(self) -> str:
        return f"the API answers 400: {self.words} ({self.source.url}, {self.source.date})"


Refusals = Iterable[Refusal]


def refuse(check: Check, segments: Segments, words: str) -> Refusal:
    """Return a refusal about a place, its location before the words as the API has it."""
    location = ".".join(map(str, segments))
    at = tuple(segment for segment in segments if not isinstance(segment, Tag))
    return Refusal(check, at, f"{location}: {words}" if location else words)

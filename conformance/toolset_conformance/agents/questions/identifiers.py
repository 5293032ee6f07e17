"""The ids of ``tool_use`` blocks within one conversation, none of which stands for two calls."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

JSON = Any

_PLAIN = re.compile(r"toolu_[A-Za-z0-9]{1,40}")


class Identifiers:
    """The ids that have been used, and new ones in the place of plain ids that are asked for again.

    An id that is not plain is what its case is about, and is never replaced.
    """

    def __init__(self) -> None:
        self._used: set[str] = set()

    def is_new(self, identifier: object, sent: Collection[str]) -> bool:
        """Return whether an answer to this id can be one to the ids that were sent last, and not to earlier ones.

        An agent that drops an empty message sends the turn before it once more.
        """
        return identifier in sent or identifier not in self._used

    def new(self, word: str) -> str:
        """Return an id that was not used before."""
        identifier = f"toolu_{word}{len(self._used) + 1:04}"
        self._used.add(identifier)
        return identifier

    def fit(self, wanted: Sequence[str]) -> dict[str, str] | None:
        """Return an id to use for each of these, the same one where it is free; ``None`` where one cannot be had."""
        fitted: dict[str, str] = {}
        for identifier in dict.fromkeys(wanted):
            if identifier not in self._used:
                fitted[identifier] = identifier
            elif _PLAIN.fullmatch(identifier):
                fitted[identifier] = f"{identifier}x{len(self._used) + len(fitted) + 1:04}"
            else:
                return None
        self._used.update(fitted.values())
        return fitted

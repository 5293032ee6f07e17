"""A small port for the plugin's tests: it offers user turns alone, and goes wrong the way that ``TURNS`` names."""

from __future__ import annotations

import os
import time
from typing import Any

from toolset_conformance import NotOffered, Port


class Turns(Port):
    """Makes user turns."""

    name = "turns"
    version = "1"

    def describe(self) -> Any:
        """Who it is."""
        if os.environ.get("TURNS") == "hangs-at-first":
            time.sleep(60)
        return super().describe()

    def user_turn(self, rejected: list[Any], results: list[Any], others: list[Any]) -> Any:
        """The user turn, as ``TURNS`` has it."""
        how = os.environ.get("TURNS", "")
        if how == "not-offered":
            raise NotOffered("user_turn")
        if how == "dies" and not rejected:
            os._exit(3)
        if how == "hangs":
            time.sleep(60)
        if how == "interrupts":
            raise KeyboardInterrupt
        if how == "backwards":
            return {"role": "user", "content": [*rejected, *results, *others][::-1]}
        if how == "rejections-last":
            return {"role": "user", "content": [*results, *rejected, *others]}
        return {"role": "assistant" if how == "assistant" else "user", "content": [*rejected, *results, *others]}

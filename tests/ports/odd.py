"""Ports that fail in ways that Python allows and nobody expects."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

from toolset_conformance import Refused
from toolset_reference.port import ReferencePort


class _Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class CancelledPort(ReferencePort):
    """Raises what is no ``Exception``."""

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        raise asyncio.CancelledError("gone")


class UnspeakablePort(ReferencePort):
    """Raises what cannot be put into words."""

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        raise _Unspeakable


class LeavingPort(ReferencePort):
    """Ends the program, with the status of success, where it is made."""

    def __init__(self) -> None:
        sys.exit(0)


class SilentPort(ReferencePort):
    """Never says who it is."""

    def describe(self) -> dict[str, Any]:
        time.sleep(60)
        return super().describe()


class ForgetfulPort(ReferencePort):
    """Offers `toolset` to the first that ask, and then says that it does not."""

    asked = 0

    def toolset(self, toolset: dict[str, Any]) -> Any:
        self.asked += 1
        if self.asked > 3:
            return super(ReferencePort, self).toolset(toolset)
        return super().toolset(toolset)


class HalvingPort(ReferencePort):
    """Cuts what it answers through a character, as languages do whose texts are units of UTF-16."""

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        found = super().resolve(toolset, name)
        return {**found, "note": "cut \ud83d"} if found else found

    def exposed_name(self, toolset: dict[str, Any], server: str, tool: str) -> Any:
        raise Refused("cut \ud83d")

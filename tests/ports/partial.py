"""A port that offers a part of the protocol, and fails a part of that, at both levels."""

from __future__ import annotations

from typing import Any

from toolset_conformance import NotOffered, Port
from toolset_reference.port import ReferencePort


class DefinitionsOnly(Port):
    """Names and definitions of sets that it names itself; it shouts every description, and hides the empty ones."""

    name = "definitions-only"

    def exposed_name(self, toolset: dict[str, Any], server: str, tool: str) -> Any:
        if "servers" not in toolset:
            raise NotOffered("exposed_name of given names")
        return ReferencePort().exposed_name(toolset, server, tool)

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        if "servers" not in toolset:
            raise NotOffered("tools of given names")
        made = [dict(definition) for definition in ReferencePort().tools(toolset, options)]
        for definition in made:
            definition["description"] = definition["description"].upper()
            if not definition["description"]:
                del definition["description"]
        return made

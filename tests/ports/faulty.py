"""A port with faults of all kinds: whatever can come of a broken rule comes of one of them, and audio raises."""

from __future__ import annotations

from typing import Any

from toolset_reference.port import ReferencePort


class FaultyPort(ReferencePort):
    """The reference with a fault for each consequence, and an exception where a result holds audio."""

    name = "faulty"

    def toolset(self, toolset: dict[str, Any]) -> Any:
        made = super().toolset(toolset)
        return {**made, "size": made["size"] + 1}  # form (SET-3)

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        return super().resolve(toolset, name.strip() if isinstance(name, str) else name)  # misrouted (LOOKUP-2)

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        return [
            {**definition, "cache_control": {"type": "ephemeral"}}  # costly (CACHE-1)
            for definition in super().tools(toolset, options)
        ]

    def tool_result(self, tool_use_id: str, outcome: dict[str, Any], options: dict[str, Any]) -> Any:
        if any(item.get("type") == "audio" for item in outcome.get("result", {}).get("content", [])):
            raise KeyError("audio")  # raises (MAP-4)
        made = super().tool_result(tool_use_id, outcome, options)
        kind = outcome.get("error", {}).get("kind")
        if kind == "transport":
            made.pop("is_error", None)  # misled (RESULT-3)
        elif kind == "timeout":
            made["content"] = [{"type": "text", "text": ""}]  # refused (RESULT-5)
        elif isinstance(made.get("content"), list):
            made["content"] = [block for block in made["content"] if block["type"] != "image"]  # lost (MAP-2)
        return made

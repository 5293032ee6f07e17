"""A port whose every text is markup: nothing of it may come to life in a report."""

from __future__ import annotations

from typing import Any

from toolset_conformance import NotOffered, Port, Refused

MARKUP = (
    "</pre></code></title></style></script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
    "\"' onmouseover=window.hacked=1 {{ 7*7 }} {% raw %} `<svg onload=window.hacked=1>` ``` \n```\n<b>|x|</b> "
    "[link](javascript:window.hacked=1) ![image](https://example.invalid/x.png) <!-- ]]> \u202e\u200b\ud83d"
)

WHOLE = MARKUP.removesuffix("\ud83d")
"""The same without the half character at its end, which no description of a port may hold."""


class HostilePort(Port):
    """Answers with markup in every string and every key, with errors and a crash of markup among the answers."""

    name = f"hostile {WHOLE}"
    version = WHOLE
    language = WHOLE
    url = "javascript:window.hacked=1"

    def toolset(self, toolset: dict[str, Any]) -> Any:
        entry = {"name": MARKUP, "server": MARKUP, "tool": MARKUP, MARKUP: MARKUP}
        return {"entries": [entry], "names": [MARKUP], "size": 1, "dropped": [MARKUP]}

    def resolve(self, toolset: dict[str, Any], name: Any) -> Any:
        return {"server": MARKUP, "tool": MARKUP}

    def exposed_name(self, toolset: dict[str, Any], server: str, tool: str) -> Any:
        return MARKUP

    def tools(self, toolset: dict[str, Any], options: dict[str, Any]) -> Any:
        return [{"name": MARKUP, "description": MARKUP, "input_schema": {MARKUP: [MARKUP, {MARKUP: None}]}}]

    def tool_calls(self, toolset: dict[str, Any], response: Any) -> Any:
        raise RuntimeError(MARKUP)

    def tool_result(self, tool_use_id: str, outcome: dict[str, Any], options: dict[str, Any]) -> Any:
        return {"type": MARKUP, "content": MARKUP, MARKUP: MARKUP}

    def user_turn(self, rejected: list[Any], results: list[Any], others: list[Any]) -> Any:
        raise Refused(MARKUP)

    def request(self, toolset: dict[str, Any], model: str, messages: list[Any], options: dict[str, Any]) -> Any:
        raise NotOffered(MARKUP)


class HostileAddressPort(HostilePort):
    """The same, with an address that looks like one of the web and is none."""

    url = 'https://example.invalid/"><script>window.hacked=1</script>'

"""Times the reference beside the own functions of one bridge; runs in that bridge's environment, and prints JSON.

``python bridge.py NAME SECONDS SIZE...``. Standard library, the reference and the bridge: no suite.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from collections.abc import Callable
from functools import partial
from importlib import metadata
from typing import Any

from timing import medians, seconds

JSON = Any
Work = Callable[[], object]

_SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "description": "Where it lies."},
        "lines": {"type": "array", "items": {"type": "integer"}, "description": "The first line and the last."},
    },
    "required": ["path"],
}


def servers(size: int, clashing: bool) -> list[tuple[str, list[JSON]]]:
    """Two servers with ``size`` tools together; ``clashing``: names that become the same once they are cleaned."""
    made: list[tuple[str, list[JSON]]] = []
    for server in ("files", "mail"):
        names = [f"read/{n // 2}" if n % 2 else f"read.{n // 2}" for n in range(size // 2)]
        if not clashing:
            names = [f"read_{server}_{number}" for number in range(size // 2)]
        described = "Reads some lines of a file, from the first that is asked for to the last."
        made.append((server, [{"name": name, "description": described, "inputSchema": _SCHEMA} for name in names]))
    return made


RESULT = {
    "content": [
        {"type": "text", "text": "Three lines were read. " * 20},
        {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgoA" * 100},
        {"type": "resource", "resource": {"uri": "file:///notes.txt", "mimeType": "text/plain", "text": "Notes." * 20}},
    ]
}


class Anthropic:
    """The MCP helpers of ``anthropic``."""

    distribution, definitions_by, results_by = "anthropic", "async_mcp_tool(tool, session).to_dict()", "mcp_content"

    def __init__(self) -> None:
        self.helpers = importlib.import_module("anthropic.lib.tools.mcp")

    def definitions(self, tools: list[tuple[str, Any]]) -> list[JSON]:
        """The definitions of (server, tool) pairs."""
        return [self.helpers.async_mcp_tool(tool, None).to_dict() for _, tool in tools]

    def result(self, result: Any) -> JSON:
        """The blocks of a result."""
        return [self.helpers.mcp_content(item) for item in result.content]


class LiteLlm:
    """The MCP tools module of ``litellm``."""

    distribution, definitions_by, results_by = "litellm", "transform_mcp_tool_to_anthropic_tool", None

    def __init__(self) -> None:
        self.tools = importlib.import_module("litellm.experimental_mcp_client.tools")

    def definitions(self, tools: list[tuple[str, Any]]) -> list[JSON]:
        """The definitions of (server, tool) pairs."""
        return [self.tools.transform_mcp_tool_to_anthropic_tool(tool) for _, tool in tools]


class LangChain:
    """``langchain-mcp-adapters``, and ``langchain-anthropic`` behind it."""

    distribution, results_by = "langchain-mcp-adapters", None
    definitions_by = "convert_to_anthropic_tool(convert_mcp_tool_to_langchain_tool(...))"

    def __init__(self) -> None:
        self.adapters = importlib.import_module("langchain_mcp_adapters.tools")
        self.anthropic = importlib.import_module("langchain_anthropic")

    def definitions(self, tools: list[tuple[str, Any]]) -> list[JSON]:
        """The definitions of (server, tool) pairs."""
        convert, adapt = self.anthropic.convert_to_anthropic_tool, self.adapters.convert_mcp_tool_to_langchain_tool
        # A session is asked for and not used: nothing is called.
        return [convert(adapt(object(), tool, server_name=name, tool_name_prefix=True)) for name, tool in tools]


class McpUse:
    """The Anthropic adapter of ``mcp-use``."""

    distribution, results_by = "mcp-use", "AnthropicMCPAdapter.parse_result"
    definitions_by = "AnthropicMCPAdapter.load_tools_for_connector"

    def __init__(self) -> None:
        self.adapter = importlib.import_module("mcp_use.agents.adapters.anthropic").AnthropicMCPAdapter
        self.base = importlib.import_module("mcp_use.client.connectors.base").BaseConnector

    def definitions(self, tools: list[tuple[str, Any]]) -> list[JSON]:
        """The definitions of (server, tool) pairs."""
        own = [tool for _, tool in tools]
        never: Any = lambda self: None  # noqa: E731
        members = {"list_tools": never, "connect": never, "public_identifier": "memory"}
        connector = type("Connector", (self.base,), members)()
        connector._tools, connector._connected, connector.client_session = own, True, object()

        async def listed() -> list[Any]:
            return own

        connector.list_tools = listed
        found: list[JSON] = asyncio.run(self.adapter().load_tools_for_connector(connector))
        return found

    def result(self, result: Any) -> JSON:
        """What goes into the block, as its users are told."""
        return self.adapter().parse_result(result)


BRIDGES: dict[str, Any] = {
    "anthropic-sdk-python": Anthropic,
    "litellm": LiteLlm,
    "langchain-python": LangChain,
    "mcp-use": McpUse,
}
"""The folder of the ready port, whose environment is used; what of the bridge is measured."""


def compared(works: dict[str, Work], rounds: int, times: int = 1) -> dict[str, float]:
    """Median seconds of one call of each, ``times`` calls a round."""

    def repeated(work: Work) -> Callable[[], float]:
        return lambda: seconds(lambda: [work() for _ in range(times)]) / times

    return medians({name: repeated(work) for name, work in works.items()}, rounds)


def _definitions(reference: Any, given: list[tuple[str, list[JSON]]]) -> list[JSON]:
    made: list[JSON] = reference.tools(reference.build(given)[0])
    return made


def measure(name: str, patience: float, sizes: list[int]) -> JSON:
    """Everything that is measured of one bridge, which is not asked for what it would need more seconds for."""
    reference: Any = importlib.import_module("toolset_reference")
    types: Any = importlib.import_module("mcp.types")
    bridge = BRIDGES[name]()
    rows: list[JSON] = []
    last = 0.0
    for size in sizes:
        for clashing in (False, True):
            given = servers(size, clashing)
            works: dict[str, Work] = {"reference": partial(_definitions, reference, given)}
            if last * 10 < patience:
                tools = [(server, types.Tool.model_validate(tool)) for server, listed in given for tool in listed]
                works["bridge"] = partial(bridge.definitions, tools)
            if size <= 1000:
                assert len(bridge.definitions(tools)) == len(_definitions(reference, given)) == size
            rounds = 7 if size <= 1000 else 3 if size <= 10_000 else 1
            rows.append({"size": size, "clashing": clashing, **compared(works, rounds)})
        last = rows[-1].get("bridge", last)
    versions = {of: metadata.version(of) for of in (bridge.distribution, "mcp")}
    made = {"versions": versions, "definitions_by": bridge.definitions_by, "definitions": rows}
    if bridge.results_by:
        model = types.CallToolResult.model_validate(RESULT)
        works = {
            "reference": partial(reference.tool_result, "toolu_1", RESULT),
            "bridge": partial(bridge.result, model),
        }
        made.update(results_by=bridge.results_by, results=compared(works, 9, 300))
    return made


def own(sizes: list[int]) -> JSON:
    """Of the reference alone, what no bridge has a function for, beside the least that could be done."""
    reference: Any = importlib.import_module("toolset_reference")
    clean = importlib.import_module("toolset_reference.descriptions").clean_description
    lookups = []
    for size in sizes:
        built, _ = reference.build(servers(size, clashing=True))
        name = built.names()[size // 2]
        plain = dict(built.entries())
        works: dict[str, Work] = {"reference": partial(built.resolve, name), "dict": partial(plain.get, name)}
        lookups.append({"size": size, **compared(works, 9, 3000)})
    texts = {"plain text": "Reads some lines. " * 20, "long text": "Reads some lines: é. " * 1000}
    texts["text with invisible characters"] = "Reads\u200b some\u202e lines. " * 20
    cleaning = []
    for label, text in texts.items():
        works = {"reference": partial(clean, text), "encode": partial(text.encode, "utf-8")}
        cleaning.append({"text": label, "characters": len(text), **compared(works, 9, 1000)})
    return {"lookups": lookups, "cleaning": cleaning}


if __name__ == "__main__":
    asked = [int(size) for size in sys.argv[3:]]
    print(json.dumps(own(asked) if sys.argv[1] == "reference" else measure(sys.argv[1], float(sys.argv[2]), asked)))

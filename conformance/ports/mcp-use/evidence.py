"""Failures of mcp-use's AnthropicMCPAdapter, seen with the package alone."""

import asyncio
import json
import os

os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"
from mcp.types import CallToolResult, ImageContent, TextContent, Tool
from mcp_use.agents.adapters.anthropic import AnthropicMCPAdapter


class Connector:
    """What the adapter asks of a connector; shows the calls that reach it."""

    def __init__(self, server, *tools):
        self.server, self.tools = server, [Tool.model_validate(tool) for tool in tools]

    async def list_tools(self):
        return self.tools

    async def call_tool(self, name, arguments):
        print("    server", self.server, "is asked for", repr(name), "with", json.dumps(arguments))


async def main():
    adapter = AnthropicMCPAdapter()
    schema = {"type": "object", "properties": {"n": {"type": ["string", "null"]}, "level": {"enum": [1, 2]}}}
    files = Connector("files", {"name": "read.file", "inputSchema": schema})
    mail = Connector("mail", {"name": "read.file", "inputSchema": {"type": "object"}})
    tools = [tool for one in (files, mail) for tool in await adapter.load_tools_for_connector(one)]

    print("NAME-1, NAME-2: names are passed on as they are; two servers' tools clash, and the last one gets the calls")
    print("TOOLS-3: the schema is rewritten: numbers of an enum become strings by type; TOOLS-4: description is null")
    for tool in tools:
        print("   ", json.dumps(tool))
    await adapter.tool_executors["read.file"](path="a")

    print("CALLS-8, NAME-3: an argument `name` replaces the tool's name, so that another tool is called")
    await adapter.tool_executors["read.file"](name="delete_all", path="a")

    print("CALLS-8: an argument `connector` replaces the connector")
    try:
        await adapter.tool_executors["read.file"](connector="USB")
    except Exception as error:
        print("   ", repr(error))

    print("MAP-1, MAP-2: the result is Python's own print of the content, an image as base64 text")
    image = ImageContent(type="image", data="iVBORw0KGgo=", mimeType="image/png")
    print("   ", adapter.parse_result(CallToolResult(content=[TextContent(type="text", text="Two\nlines."), image])))

    print("STRUCT-1: structured content is not used where the content is empty")
    print("   ", adapter.parse_result(CallToolResult(content=[], structuredContent={"count": 2})))


asyncio.run(main())

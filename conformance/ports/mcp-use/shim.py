"""mcp-use: AnthropicMCPAdapter, its tools, executors and parse_result, in the loop that its users write."""

import os
import sys
from pathlib import Path

os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"  # no network
from mcp import McpError
from mcp.types import Tool
from mcp_use.agents.adapters.anthropic import AnthropicMCPAdapter
from mcp_use.client.connectors.base import BaseConnector

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import Bridge, Session, in_order, serve, users_loop


class Connector(BaseConnector):
    """A connector that is connected already, to a stand-in."""

    public_identifier = "memory"

    def __init__(self, server):
        super().__init__()
        self.client_session, self._connected = Session(server), True
        self._tools = [Tool.model_validate(tool) for tool in server.tools]

    async def list_tools(self):
        return self._tools

    async def connect(self): ...


class McpUse(Bridge):
    name, distribution, flies = "mcp-use", "mcp-use", (McpError,)

    async def adapter(self, servers):
        adapter = AnthropicMCPAdapter()
        tools = [tool for server in servers for tool in await adapter.load_tools_for_connector(Connector(server))]
        return adapter, tools

    async def definitions(self, servers, options):
        return (await self.adapter(servers))[1]

    async def exposed(self, servers):
        return in_order((tool["name"] for tool in await self.definitions(servers, {})), servers)

    async def turn(self, servers, message):
        adapter, tools = await self.adapter(servers)

        async def run(name, arguments):
            result = await adapter.tool_executors[name](**arguments)
            return adapter.parse_result(result), bool(result.isError)  # the flag: the shim's, parse_result has none

        self.api.play(message)
        return await users_loop(self.api.respond({"tools": tools}), adapter.tool_executors, run)


serve(McpUse())

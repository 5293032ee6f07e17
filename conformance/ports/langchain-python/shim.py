"""langchain-mcp-adapters and langchain-anthropic: an agent, over a loopback server that plays the Messages API."""

import sys
from pathlib import Path

from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic, convert_to_anthropic_tool
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from mcp import McpError
from mcp.types import Tool

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import Bridge, Session, in_order, loopback, pairs_of, serve


class LangChain(Bridge):
    name, distribution, flies = "langchain-python", "langchain-mcp-adapters", (McpError,)

    def __init__(self):
        super().__init__()
        self.model = ChatAnthropic(model="a-model", api_key="none", base_url=loopback(self.api), max_retries=0)

    def converted(self, servers):
        return [
            convert_mcp_tool_to_langchain_tool(
                Session(server),
                Tool.model_validate(tool),
                server_name=server.id,
                tool_name_prefix=True,  # the shim's choice: the adapter's option for more than one server
            )
            for server, tool in pairs_of(servers)
        ]

    async def exposed(self, servers):
        return in_order((tool.name for tool in self.converted(servers)), servers)

    async def definitions(self, servers, options):
        return [convert_to_anthropic_tool(tool) for tool in self.converted(servers)]

    async def turn(self, servers, message):
        self.api.play(message)
        await create_agent(self.model, self.converted(servers)).ainvoke({"messages": "Hello."})
        return self.api.next_turn()


serve(LangChain())

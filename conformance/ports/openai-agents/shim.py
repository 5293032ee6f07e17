"""openai-agents: the names that MCPUtil gives the tools of several servers, and the tool that each of them calls."""

import os
import sys
from pathlib import Path

os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"  # no network
from agents import Agent, RunContextWrapper
from agents.mcp import MCPServer, MCPUtil
from agents.tool_context import ToolContext
from mcp.types import CallToolResult, Tool

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import Bridge, Server, serve


class Canned(MCPServer):
    """A server as the SDK sees it, on a stand-in."""

    def __init__(self, server):
        super().__init__()
        self.server = server

    @property
    def name(self):
        return self.server.id

    async def list_tools(self, run_context=None, agent=None):
        return [Tool.model_validate(tool) for tool in self.server.tools]

    async def call_tool(self, tool_name, arguments, meta=None):
        return CallToolResult.model_validate(self.server.call(tool_name, arguments))

    async def connect(self): ...
    async def cleanup(self): ...
    async def list_prompts(self): ...
    async def get_prompt(self, name, arguments=None): ...


class OpenAiAgents(Bridge):
    name, distribution = "openai-agents", "openai-agents"
    agent = Agent(name="conformance")

    async def exposed(self, servers):
        calls, found = [], []
        canned = [Canned(Server(server.id, server.tools, calls)) for server in servers]
        tools = await MCPUtil.get_all_function_tools(
            canned, False, RunContextWrapper(None), self.agent, include_server_in_tool_names=True
        )
        for tool in tools:
            context = ToolContext(None, tool_name=tool.name, tool_call_id="1", tool_arguments="{}")
            await tool.on_invoke_tool(context, "{}")
            owner = next(server for server in servers if server.id == calls[-1]["server"])
            found.append((tool.name, owner, calls[-1]["tool"]))
        return found


serve(OpenAiAgents())

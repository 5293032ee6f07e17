"""anthropic (Python): the tool runner, with the tools of MCP clients of the mcp package."""

from contextlib import AsyncExitStack

from anthropic import AsyncAnthropic
from anthropic.lib.tools.mcp import async_mcp_tool
from loop import drive
from mcp import Client


async def converse(prompt, api, key, servers):
    async with AsyncExitStack() as stack:
        tools = []
        for server in servers:
            session = (await stack.enter_async_context(Client(server["url"]))).session
            tools += [async_mcp_tool(tool, session) for tool in (await session.list_tools()).tools]
        messages = [{"role": "user", "content": prompt}]
        client = await stack.enter_async_context(AsyncAnthropic(api_key=key, base_url=api))
        given = {"model": "claude-opus-4-5", "max_tokens": 1024, "messages": messages, "tools": tools}
        await client.beta.messages.tool_runner(**given).until_done()


drive(converse)

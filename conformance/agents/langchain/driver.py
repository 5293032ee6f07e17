"""langchain: create_agent, with the tools of a MultiServerMCPClient that puts the server's id before each name."""

from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_mcp_adapters.client import MultiServerMCPClient
from loop import drive


async def converse(prompt, api, key, servers):
    connections = {server["id"]: {"transport": "http", "url": server["url"]} for server in servers}
    tools = await MultiServerMCPClient(connections, tool_name_prefix=True).get_tools()
    model = ChatAnthropic(model="claude-opus-4-5", api_key=key, base_url=api)
    await create_agent(model, tools).ainvoke({"messages": prompt})


drive(converse)

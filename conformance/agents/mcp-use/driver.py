"""mcp-use: an MCPAgent with an MCPClient, on the ChatAnthropic of langchain-anthropic."""

from langchain_anthropic import ChatAnthropic
from loop import drive
from mcp_use import MCPAgent, MCPClient


async def converse(prompt, api, key, servers):
    client = MCPClient.from_dict({"mcpServers": {server["id"]: {"url": server["url"]} for server in servers}})
    model = ChatAnthropic(model="claude-opus-4-5", api_key=key, base_url=api)
    await MCPAgent(llm=model, client=client, max_steps=1000).run(prompt)
    await client.close_all_sessions()


drive(converse)

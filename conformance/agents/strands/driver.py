"""strands-agents: an Agent with one MCPClient a server, prefixed with the server's id."""

from loop import drive
from strands import Agent
from strands.models.anthropic import AnthropicModel
from strands.tools.mcp import MCPClient


async def converse(prompt, api, key, servers):
    model = AnthropicModel(client_args={"api_key": key, "base_url": api}, model_id="claude-opus-4-5", max_tokens=1024)
    clients = [MCPClient(url=server["url"], prefix=server["id"]) for server in servers]
    agent = Agent(model=model, tools=clients, callback_handler=None)
    try:
        await agent.invoke_async(prompt)
    finally:
        agent.cleanup()


drive(converse)

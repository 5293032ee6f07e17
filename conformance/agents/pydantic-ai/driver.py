"""pydantic-ai: an Agent with one MCPToolset a server, prefixed with the server's id."""

from anthropic import AsyncAnthropic
from loop import drive
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider


async def converse(prompt, api, key, servers):
    provider = AnthropicProvider(anthropic_client=AsyncAnthropic(api_key=key, base_url=api))
    toolsets = [MCPToolset(server["url"]).prefixed(server["id"]) for server in servers]
    await Agent(AnthropicModel("claude-opus-4-5", provider=provider), toolsets=toolsets).run(prompt)


drive(converse)

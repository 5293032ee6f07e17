"""pydantic-ai: an agent with one MCPToolset a server, over an HTTP transport that plays the Messages API."""

import json
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
from anthropic import AsyncAnthropic
from fastmcp.client.transports import ClientTransport
from fastmcp.client.transports.base import TransportOptions
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import LAST, Bridge, memory_streams, serve


class Memory(ClientTransport):
    """The session that the toolset makes, on memory streams."""

    def __init__(self, server):
        self.server = server

    @asynccontextmanager
    async def connect_session(self, *, transport_options=None, **options):
        session = (transport_options or TransportOptions()).session_class
        async with memory_streams(self.server) as streams, session(*streams, **options) as connected:
            yield connected


class PydanticAi(Bridge):
    name, distribution, caches = "pydantic-ai", "pydantic-ai-slim", True

    def __init__(self):
        super().__init__()
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(self.http))
        provider = AnthropicProvider(anthropic_client=AsyncAnthropic(api_key="none", http_client=http))
        self.agent = Agent(AnthropicModel("claude-opus-4-5", provider=provider), model_settings={"max_tokens": 1024})

    def http(self, request):
        return httpx2.Response(200, json=self.api.respond(json.loads(request.content)))

    async def turn(self, servers, message, **settings):
        self.api.play(message)
        # The prefix is the shim's choice: the toolset's option for more than one server.
        toolsets = [MCPToolset(Memory(server)).prefixed(server.id) for server in servers]
        await self.agent.run("Hello.", toolsets=toolsets, model_settings=settings)
        return self.api.next_turn()

    async def definitions(self, servers, options):
        await self.turn(servers, LAST, anthropic_cache_tool_definitions="cache_control" in options)
        return self.api.definitions()


serve(PydanticAi())

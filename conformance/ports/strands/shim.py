"""strands-agents: an agent with one MCPClient a server, over an HTTP transport that plays the Messages API."""

import sys
from contextlib import contextmanager
from pathlib import Path

import httpx
from strands import Agent
from strands.models.anthropic import AnthropicModel
from strands.tools.mcp import MCPClient

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import LAST, Bridge, memory_streams, serve


class Strands(Bridge):
    name, distribution, caches = "strands", "strands-agents", True

    def __init__(self):
        super().__init__()
        self.client = httpx.AsyncClient(transport=httpx.MockTransport(self.http))

    def http(self, request):
        kind, body = self.api.reply(request.content)
        return httpx.Response(200, headers={"content-type": kind}, content=body)

    @contextmanager
    def agent(self, servers, **config):
        """An agent with the servers' tools; which client is which server's."""
        client = {"api_key": "none", "max_retries": 0, "http_client": self.client}
        model = AnthropicModel(client_args=client, model_id="a-model", max_tokens=1024, **config)
        # The prefix is the shim's choice: the client's option for more than one server.
        clients = [MCPClient(lambda server=server: memory_streams(server), prefix=server.id) for server in servers]
        agent = Agent(model=model, tools=clients, callback_handler=None)
        try:
            yield agent, dict(zip(clients, servers, strict=True))
        finally:
            agent.cleanup()

    async def exposed(self, servers):
        with self.agent(servers) as (agent, owners):
            tools = agent.tool_registry.registry.values()
            return [(tool.tool_name, owners[tool.mcp_client], tool.mcp_tool.name) for tool in tools]

    async def turn(self, servers, message, **config):
        self.api.play(message)
        with self.agent(servers, **config) as (agent, _):
            await agent.invoke_async("Hello.")
        return self.api.next_turn()

    async def definitions(self, servers, options):
        await self.turn(servers, LAST, **({"cache_tools": "default"} if options else {}))
        return self.api.definitions()


serve(Strands())

"""anthropic (Python): its MCP helpers and its tool runner, over an HTTP transport that plays the Messages API."""

import json
import sys
from pathlib import Path

import anthropic
import httpx2
from anthropic.lib.tools.mcp import async_mcp_tool
from mcp.types import Tool

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import Bridge, Session, in_order, pairs_of, serve, servers_of

HELLO = [{"role": "user", "content": "Hello."}]


class AnthropicSdk(Bridge):
    name, distribution, caches = "anthropic-sdk-python", "anthropic", True

    def __init__(self):
        super().__init__()
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(self.http))
        self.client = anthropic.AsyncAnthropic(api_key="none", http_client=http)

    def http(self, request):
        return httpx2.Response(200, json=self.api.respond(json.loads(request.content)))

    def runnables(self, servers, cache_control=None):
        pairs = pairs_of(servers)
        last = len(pairs) - 1 if cache_control == "last" else None  # added by the shim: which tool is marked
        marks = [{"type": "ephemeral"} if number == last else None for number in range(len(pairs))]
        made = [(Tool.model_validate(tool), Session(server)) for server, tool in pairs]
        return [async_mcp_tool(*one, cache_control=mark) for one, mark in zip(made, marks, strict=True)]

    async def exposed(self, servers):
        return in_order((tool.name for tool in self.runnables(servers)), servers)

    async def definitions(self, servers, options):
        return [tool.to_dict() for tool in self.runnables(servers, **options)]

    async def turn(self, servers, message, model="a-model", messages=HELLO, **options):
        self.api.play(message)
        tools = self.runnables(servers, options.pop("cache_control", None))
        given = {"model": model, "messages": messages, "tools": tools, "max_tokens": 1024, **options}
        await self.client.beta.messages.tool_runner(**given, thread=False).until_done()
        return self.api.next_turn()

    async def request(self, toolset, model, messages, options):
        await self.turn(servers_of(toolset), [], model, messages, **options)
        return self.api.requests[0]


serve(AnthropicSdk())

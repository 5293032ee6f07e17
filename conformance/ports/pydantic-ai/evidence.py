"""Failures of pydantic-ai's MCPToolset and its Anthropic model, seen with the package and an in-process MCP server."""

import asyncio
import json
import logging

import httpx2
from anthropic import AsyncAnthropic
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, ResourceLink, TextContent
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

server = MCPServer("files")


@server.tool(name="a.json", description="Reads\u200b a file.")
def a_json() -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text='{"size":  1.0, "size": 2.50}')])


@server.tool()
def link() -> CallToolResult:
    return CallToolResult(content=[ResourceLink(type="resource_link", name="notes", uri="file:///notes.txt")])


@server.tool()
def both() -> CallToolResult:
    said = [TextContent(type="text", text="Two files were found.")]
    return CallToolResult(content=said, structured_content={"count": 2})


def run(*inputs, before=()):
    """One run of an agent whose model answers with these calls; prints what comes back to the model."""

    def messages_api(request):
        body = json.loads(request.content)
        if len(body["messages"]) > 1:
            for block in body["messages"][-1]["content"]:
                print("   ", json.dumps(block))
            content, stop = [{"type": "text", "text": "Done."}], "end_turn"
        else:
            print("    a tool:", json.dumps(body["tools"][0]))
            calls = [{"type": "tool_use", "id": name, "name": f"s_{name}", "input": value} for name, value in inputs]
            content, stop = [*before, *calls], "tool_use"
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "a-model", "content": content}
        usage = {"input_tokens": 1, "output_tokens": 1}
        return httpx2.Response(200, json={**message, "stop_reason": stop, "usage": usage})

    http = httpx2.AsyncClient(transport=httpx2.MockTransport(messages_api))
    provider = AnthropicProvider(anthropic_client=AsyncAnthropic(api_key="none", http_client=http))
    agent = Agent(AnthropicModel("claude-opus-4-5", provider=provider), model_settings={"max_tokens": 1024})
    asyncio.run(agent.run("Hello.", toolsets=[MCPToolset(server).prefixed("s")]))


logging.disable()
print("NAME-1, DESC-2: a dot stays in the name, a zero-width space in the description")
print("MAP-1: a text that is JSON comes back written anew: one of two keys is gone, 2.50 is 2.5")
print("MAP-5: of a link only the uri is left")
print("STRUCT-1: structured content takes the place of the text, though the content is not empty")
run(("a.json", {}), ("link", {}), ("both", {}))

print("CALLS-4: an input that is a text is read as JSON, and the call is made")
run(("both", "{}"))

print("CALLS-5: a block of a kind that it does not know ends the run")
try:
    run(("both", {}), before=[{"type": "container_upload", "file_id": "file_1"}])
except AssertionError as error:
    print("    AssertionError", error)

print("NAME-2: two servers whose names fall together make the set an error")
toolsets = [MCPToolset(server).prefixed("s"), MCPToolset(server).prefixed("s")]
try:
    asyncio.run(Agent("test").run("Hello.", toolsets=toolsets))
except Exception as error:
    print("   ", type(error).__name__, str(error).rsplit(": ", 1)[1])

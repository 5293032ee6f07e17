"""Three failures of the anthropic package's MCP helpers, seen with the package alone."""

import asyncio
import json
import logging

import anthropic
import httpx2
from anthropic.lib.tools.mcp import UnsupportedMCPValueError, async_mcp_tool, mcp_content
from mcp.types import CallToolResult, EmbeddedResource, ImageContent, ResourceLink, TextResourceContents, Tool

SCHEMA = {"type": "object"}

print("NAME-1, NAME-2, DESC-2: names and descriptions are passed on as they are; two servers' tools clash")
for tool in (
    Tool(name="read.file", description="Reads\u200b a file.", input_schema=SCHEMA),
    Tool(name="read.file", description="of another server", input_schema=SCHEMA),
):
    print("   ", json.dumps(async_mcp_tool(tool, None).to_dict()))

print("MAP-3, MAP-5: what is no JPEG, PNG, GIF or WebP image, and a link, raise")
for content in (
    ImageContent(type="image", data="PHN2Zy8+", mime_type="image/svg+xml"),
    ResourceLink(type="resource_link", name="notes", uri="file:///notes.txt"),
):
    try:
        print("   ", mcp_content(content))
    except UnsupportedMCPValueError as error:
        print("   ", repr(error))

print("MAP-6: an embedded text becomes a document without its uri")
resource = EmbeddedResource(type="resource", resource=TextResourceContents(uri="file:///notes.txt", text="Buy milk."))
print("   ", mcp_content(resource))

print("RESULT-4, MAP-9: one such item turns the whole result, though no error, into an error without its text")


class Session:
    async def call_tool(self, name, arguments):
        good = {"type": "text", "text": "The chart, and how it was made."}
        chart = {"type": "image", "data": "PHN2Zy8+", "mimeType": "image/svg+xml"}
        return CallToolResult.model_validate({"content": [good, chart]})


def messages_api(request):
    body = json.loads(request.content)
    if len(body["messages"]) > 1:
        print("   ", json.dumps(body["messages"][-1]))
        content, stop = [], "end_turn"
    else:
        content, stop = [{"type": "tool_use", "id": "toolu_1", "name": "draw", "input": {}}], "tool_use"
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "a-model", "content": content}
    usage = {"input_tokens": 1, "output_tokens": 1}
    return httpx2.Response(200, json={**message, "stop_reason": stop, "usage": usage})


async def turn():
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(messages_api))
    client = anthropic.AsyncAnthropic(api_key="none", http_client=http)
    tools = [async_mcp_tool(Tool(name="draw", input_schema=SCHEMA), Session())]
    ask = [{"role": "user", "content": "Draw."}]
    await client.beta.messages.tool_runner(
        model="a-model", max_tokens=1024, messages=ask, tools=tools, thread=False
    ).until_done()


logging.disable()  # the runner logs the error too
asyncio.run(turn())

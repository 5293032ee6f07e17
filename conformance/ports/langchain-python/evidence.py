"""Failures of langchain-mcp-adapters and langchain-anthropic, seen with the packages alone."""

import asyncio
import json

from langchain_anthropic import convert_to_anthropic_tool
from langchain_anthropic.chat_models import ChatAnthropic
from langchain_core.messages import AIMessage, HumanMessage
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from mcp import McpError
from mcp.types import AudioContent, CallToolResult, ErrorData, ImageContent, ResourceLink, TextContent, Tool


class Session:
    """Answers each call with what it was made with, and shows the arguments that came."""

    def __init__(self, answer):
        self.answer = answer

    async def call_tool(self, name, arguments, progress_callback=None):
        print("    the server gets", json.dumps(arguments))
        if isinstance(self.answer, Exception):
            raise self.answer
        return CallToolResult.model_validate(self.answer)


def tool(answer=None, schema=None, **fields):
    described = Tool(name="read", inputSchema=schema or {"type": "object"}, **fields)
    return convert_mcp_tool_to_langchain_tool(Session(answer), described, server_name="my.files", tool_name_prefix=True)


def call(answer, arguments):
    """What a call with these arguments sends back to the model, or what it raises."""
    lc_tool = tool(answer)
    use = {"type": "tool_call", "id": "toolu_1", "name": lc_tool.name, "args": arguments}
    try:
        message = asyncio.run(lc_tool.ainvoke(use))
    except Exception as error:
        print("   ", type(error).__name__, error)
        return
    model = ChatAnthropic(model="a-model", api_key="none")
    history = [HumanMessage("Hello."), AIMessage("", tool_calls=[use]), message]
    print("   ", json.dumps(model._get_request_payload(history)["messages"][-1]["content"][0]))


print("NAME-1, DESC-2: the server id goes into the name as it is, and the description is passed on as it is")
print("   ", json.dumps(convert_to_anthropic_tool(tool(description="Reads\u200b a file."))))

print("TOOLS-3: $defs are taken apart")
schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}}
print("   ", json.dumps(convert_to_anthropic_tool(tool(schema=schema))["input_schema"]))

print("MAP-3, MAP-5: an SVG image stays an image, a link becomes a document that the API would have to fetch")
call({"content": [ImageContent(type="image", data="PHN2Zy8+", mimeType="image/svg+xml")]}, {})
call({"content": [ResourceLink(type="resource_link", name="notes", uri="file:///notes.txt")]}, {})

print("MAP-4: audio raises, and the call's other content is lost with it")
audio = AudioContent(type="audio", data="aGk=", mimeType="audio/wav")
call({"content": [TextContent(type="text", text="hi"), audio]}, {})

print("STRUCT-1: structured content is not used where the content is empty")
call({"content": [], "structuredContent": {"count": 2}}, {})

print("CALLS-8: arguments named `runtime` and `config` never reach the server, one named `self` raises")
call({"content": []}, {"runtime": "python", "config": "a", "path": "b"})
call({"content": []}, {"self": "a"})

print("RESULT-3: a call without a result raises: no block is made (counted as not offered)")
call(McpError(ErrorData(code=408, message="timed out")), {})

"""Failures of strands-agents, seen with the package alone."""

import json
import logging

from mcp.types import AudioContent, CallToolResult, ResourceLink, TextContent, Tool
from strands.models.anthropic import AnthropicModel
from strands.tools.mcp import MCPAgentTool, MCPClient
from strands.tools.registry import ToolRegistry

logging.disable()
model = AnthropicModel(client_args={"api_key": "none"}, model_id="a-model", max_tokens=1024)


def sent(spec):
    return json.dumps(model.format_request([], [spec])["tools"][0])


print("NAME-1, DESC-2: a dot stays in the name, a zero-width space in the description")
tool = MCPAgentTool(Tool(name="read.file", description="Reads\u200b a file.", input_schema={"type": "object"}), None)
print("   ", sent(tool.tool_spec))

print("TOOLS-3: the registry that an agent sends its tools from adds properties, required and descriptions")
schema = {"type": "object", "properties": {"path": {"type": "string"}}}
registry = ToolRegistry()
registry.register_tool(MCPAgentTool(Tool(name="read", input_schema=schema), None))
print("   ", sent(registry.get_all_tool_specs()[0]))

print("NAME-2, NAME-8: tools that differ by a hyphen and an underscore cannot be in one set")
try:
    registry.register_tool(MCPAgentTool(Tool(name="re_ad", input_schema=schema), None))
    registry.register_tool(MCPAgentTool(Tool(name="re-ad", input_schema=schema), None))
except ValueError as error:
    print("   ", error)

print("MAP-4, MAP-5, MAP-9: audio and links vanish from the result; STRUCT-1: structured content is not used")
client = MCPClient(lambda: None)  # never started: only what it makes of a result
for result in (
    CallToolResult(
        content=[
            TextContent(type="text", text="hi"),
            AudioContent(type="audio", data="aGk=", mime_type="audio/wav"),
            ResourceLink(type="resource_link", name="notes", uri="file:///notes.txt"),
        ]
    ),
    CallToolResult(content=[], structured_content={"count": 2}),
):
    block = client._handle_tool_result("toolu_1", result)
    message = {"role": "user", "content": [{"toolResult": block}]}
    print("   ", json.dumps(model.format_request([message])["messages"][0]["content"][0]))

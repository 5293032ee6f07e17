"""Failures of litellm's MCP gateway for the Messages API, seen with the package alone."""

import asyncio
import json
import os
import subprocess
import sys

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from litellm.llms.anthropic.messages.native.mcp_handler import _build_tool_result_message
from litellm.mcp_client.tools import transform_mcp_tool_to_anthropic_tool
from litellm.proxy.mcp_server.mcp_server_manager import global_mcp_server_manager as manager
from litellm.responses.mcp.litellm_proxy_mcp_handler import LiteLLM_Proxy_MCP_Handler
from mcp.types import CallToolResult, ImageContent, TextContent, Tool

SERVERS = ("files", "mail", "web", "calendar")


async def order():
    config = {name: {"url": f"http://127.0.0.1:9/{name}", "allow_all_keys": True} for name in SERVERS}
    await manager.load_servers_from_config(config)
    allowed = await manager.get_allowed_mcp_servers(None)
    print("   ", *(manager.get_mcp_server_by_id(server_id).name for server_id in allowed), flush=True)
    os._exit(0)  # the manager goes on probing the servers


if "order" in sys.argv:
    asyncio.run(order())

print("ORDER-1, NAME-9:", *SERVERS, "go through a set of strings (`combined_servers` in get_allowed_mcp_servers), so")
print("PYTHONHASHSEED, drawn anew by each process, decides their order", flush=True)
for seed in "0123":
    print(f"  {seed}", end="", flush=True)
    subprocess.run([sys.executable, __file__, "order"], env={**os.environ, "PYTHONHASHSEED": seed}, check=True)

print("TOOLS-1, TOOLS-3: a definition has a key `type`, its schema `properties`; DESC-2: the description is as it was")
tool = Tool(name="files-read", description="Reads\u200b a file.", input_schema={"type": "object"})
print("   ", json.dumps(transform_mcp_tool_to_anthropic_tool(tool)))

print("MAP-2, MAP-9: texts are run together, of an image only its kind is left; RESULT-2: an error is not marked")
two = [TextContent(type="text", text="Not"), TextContent(type="text", text="found.")]
image = ImageContent(type="image", data="iVBORw0KGgo=", mime_type="image/png")
said = LiteLLM_Proxy_MCP_Handler._parse_mcp_result(CallToolResult(content=[*two, image], is_error=True))
print("   ", json.dumps(_build_tool_result_message([{"tool_call_id": "toolu_1", "result": said}])))

print("STRUCT-1: structured content is not used where the content is empty")
print("   ", LiteLLM_Proxy_MCP_Handler._parse_mcp_result(CallToolResult(content=[], structured_content={"count": 2})))


async def reject():
    calls = [{"type": "tool_use", "id": "toolu_1", "name": "nope", "input": {}}]
    return await LiteLLM_Proxy_MCP_Handler.execute_tool_calls({}, calls, None)


print("CALLS-3: the answer to an unknown name is not marked as an error either")
print("   ", json.dumps(_build_tool_result_message(asyncio.run(reject()))))

"""The `mcp` package from 2.0 on as a client: argv[1] says how to reach the server; what was seen is printed as JSON."""

import asyncio
import contextlib
import json
import sys
from typing import Any

import mcp_types as types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    server = json.loads(sys.argv[1])
    changed = asyncio.Event()

    async def heard(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            changed.set()

    if "url" in server:
        transport = streamable_http_client(server["url"])
    else:
        transport = stdio_client(StdioServerParameters(command=server["command"], args=server["args"]))
    async with Client(transport, message_handler=heard) as client, contextlib.AsyncExitStack() as stack:
        watching = None
        if client.protocol_version == "2026-07-28":
            subscription = await stack.enter_async_context(client.listen(tools_list_changed=True))

            async def watch() -> None:
                async for _ in subscription:
                    changed.set()
                    return

            watching = asyncio.create_task(watch())

        async def names() -> list[str]:
            found, page = [], await client.list_tools()
            found += [tool.name for tool in page.tools]
            while page.next_cursor:
                page = await client.list_tools(cursor=page.next_cursor)
                found += [tool.name for tool in page.tools]
            return found

        before = await names()
        result = await client.call_tool("read", {"q": "\u00e9"})
        await asyncio.sleep(0.3)
        await client.call_tool("grow", {})
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(changed.wait(), 3)
        if watching is not None:
            watching.cancel()
        text = [block.text for block in result.content if isinstance(block, types.TextContent)]
        after = await names()
        print(json.dumps({"before": before, "text": text, "changed": changed.is_set(), "after": after}))


asyncio.run(main())

"""The `mcp` package before 2.0 as a client: argv[1] says how to reach the server; what was seen is printed as JSON."""

import asyncio
import contextlib
import json
import sys
from typing import Any

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


async def main() -> None:
    server = json.loads(sys.argv[1])
    changed = asyncio.Event()

    async def heard(message: Any) -> None:
        if isinstance(message, types.ServerNotification) and message.root.method.endswith("list_changed"):
            changed.set()

    async with contextlib.AsyncExitStack() as stack:
        if "url" in server:
            read, write, _ = await stack.enter_async_context(streamablehttp_client(server["url"]))
        else:
            parameters = StdioServerParameters(command=server["command"], args=server["args"])
            read, write = await stack.enter_async_context(stdio_client(parameters))
        session = await stack.enter_async_context(ClientSession(read, write, message_handler=heard))
        await session.initialize()

        async def names() -> list[str]:
            found, page = [], await session.list_tools()
            found += [tool.name for tool in page.tools]
            while page.nextCursor:
                page = await session.list_tools(cursor=page.nextCursor)
                found += [tool.name for tool in page.tools]
            return found

        before = await names()
        result = await session.call_tool("read", {"q": "\u00e9"})
        await asyncio.sleep(0.3)
        await session.call_tool("grow", {})
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(changed.wait(), 3)
        text = [block.text for block in result.content if isinstance(block, types.TextContent)]
        after = await names()
        print(json.dumps({"before": before, "text": text, "changed": changed.is_set(), "after": after}))


asyncio.run(main())

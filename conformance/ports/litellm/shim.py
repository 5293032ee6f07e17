"""litellm: its MCP gateway for the Messages API, between loopback MCP servers and a loopback Messages API."""

import os
import sys
from pathlib import Path

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # no network
import litellm
from litellm.proxy.mcp_server.mcp_server_manager import global_mcp_server_manager as manager
from litellm.proxy.mcp_server.utils import strip_known_server_prefix
from litellm.responses.mcp.litellm_proxy_mcp_handler import LiteLLM_Proxy_MCP_Handler as Handler

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import LAST, Bridge, LoopbackServers, Server, loopback, serve

GATEWAY = {"type": "mcp", "server_label": "all", "server_url": "litellm_proxy", "require_approval": "never"}


class LiteLlm(Bridge):
    name, distribution = "litellm", "litellm"

    def __init__(self):
        super().__init__()
        self.base, self.servers = loopback(self.api), LoopbackServers()

    async def describe(self):
        await self.turn([Server("files", [{"name": "read", "inputSchema": {"type": "object"}}], [])], LAST)
        return await super().describe()  # after the first turn, since that one imports the gateway, for seconds

    async def configure(self, servers):
        # The gateway's order hangs on the server ids, and those that it makes itself hang on our port, new each run.
        urls, own = self.servers.urls(servers), {"allow_all_keys": True}
        found = enumerate(zip(servers, urls, strict=True))
        config = {server.id: {"url": url, "server_id": f"place {n}", **own} for n, (server, url) in found}
        manager.config_mcp_servers.clear()
        await manager.load_servers_from_config(config)

    async def exposed(self, servers):
        await self.configure(servers)
        tools, owners = await Handler.process_mcp_tools_without_openai_transform(None, [GATEWAY])
        known = {server.id: server for server in servers}
        named = [(tool.name, owners[tool.name]) for tool in tools]
        found = [(name, known.get(owner), manager.get_mcp_server_by_name(owner)) for name, owner in named]
        return [(name, server, strip_known_server_prefix(name, entry)) for name, server, entry in found if server]

    async def turn(self, servers, message):
        self.api.play(message)
        await self.configure(servers)
        await litellm.anthropic_messages(
            model="anthropic/a-model",
            max_tokens=1024,
            messages=[{"role": "user", "content": "Hello."}],
            tools=[GATEWAY],
            api_key="none",
            api_base=self.base,
        )
        return self.api.next_turn()


serve(LiteLlm())

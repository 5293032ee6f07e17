"""litellm: its MCP gateway for the Messages API, between loopback MCP servers and a loopback Messages API."""

import os
import sys
from pathlib import Path

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # no network
import litellm
from litellm.proxy.mcp_server.mcp_server_manager import global_mcp_server_manager

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "python"))
from shimlib import LAST, Bridge, LoopbackServers, Server, loopback, serve


class LiteLlm(Bridge):
    name, distribution = "litellm", "litellm"

    def __init__(self):
        super().__init__()
        self.base, self.servers = loopback(self.api), LoopbackServers()

    async def describe(self):
        await self.turn([Server("files", [{"name": "read", "inputSchema": {"type": "object"}}], [])], LAST)
        return await super().describe()  # after the first turn, since that one imports the gateway, for seconds

    async def turn(self, servers, message):
        self.api.play(message)
        config = {
            server.id: {"url": url, "transport": "http", "allow_all_keys": True}
            for server, url in zip(servers, self.servers.urls(servers), strict=True)
        }
        global_mcp_server_manager.config_mcp_servers.clear()
        await global_mcp_server_manager.load_servers_from_config(config)
        gateway = {"type": "mcp", "server_label": "all", "server_url": "litellm_proxy", "require_approval": "never"}
        await litellm.anthropic_messages(
            model="anthropic/a-model",
            max_tokens=1024,
            messages=[{"role": "user", "content": "Hello."}],
            tools=[gateway],
            api_key="none",
            api_base=self.base,
        )
        return self.api.next_turn()


serve(LiteLlm())

"""claude-agent-sdk: one query, whose program (which the package brings) is the MCP client too."""

from claude_agent_sdk import ClaudeAgentOptions, query
from loop import drive


async def converse(prompt, api, key, servers):
    options = ClaudeAgentOptions(
        mcp_servers={server["id"]: {"type": "http", "url": server["url"]} for server in servers},
        strict_mcp_config=True,
        permission_mode="bypassPermissions",
        env={"ANTHROPIC_BASE_URL": api, "ANTHROPIC_API_KEY": key},
    )
    async for _ in query(prompt=prompt, options=options):
        pass


drive(converse)

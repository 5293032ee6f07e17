// @anthropic-ai/sdk: mcpTools for each server's client, run by beta.messages.toolRunner against a fetch without network.
import Anthropic from "@anthropic-ai/sdk";
import { mcpTools } from "@anthropic-ai/sdk/helpers/beta/mcp";
import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { clientErrors, fakeClient } from "../shared/node/mcp-client.mjs";
import { MODEL, messagesApi } from "../shared/node/messages-api.mjs";
import { pinned, serve } from "../shared/node/serve.mjs";
import { turnMethods } from "../shared/node/turn.mjs";

async function turn({ servers, response, cacheControl }) {
  const api = messagesApi(response);
  const client = new Anthropic({ apiKey: "none", fetch: api.fetch, maxRetries: 0 });
  const tools = servers.flatMap((server) => mcpTools(server.tools, fakeClient(server)));
  // The shim chooses the last tool; the bridge lets a caller set the marker of any tool.
  if (cacheControl && tools.length) tools.at(-1).cache_control = { type: "ephemeral" };
  const messages = [{ role: "user", content: "go" }];
  await client.beta.messages.toolRunner({ model: MODEL, max_tokens: 1024, messages, tools, thread: false });
  return { tools: api.tools(), user: api.user() };
}

serve({
  describe: () => ({
    name: "@anthropic-ai/sdk",
    version: pinned(import.meta.url, "@anthropic-ai/sdk"),
    language: "javascript",
    protocol: 1,
    url: "https://github.com/anthropics/anthropic-sdk-typescript",
  }),
  ...turnMethods(turn, clientErrors({ McpError, ErrorCode })),
});

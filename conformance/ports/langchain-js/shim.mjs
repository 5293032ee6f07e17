// @langchain/mcp-adapters and @langchain/anthropic: loadMcpTools for each client, createAgent with ChatAnthropic.
import { ChatAnthropic } from "@langchain/anthropic";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { createAgent } from "langchain";
import { clientErrors, fakeClient } from "../shared/node/mcp-client.mjs";
import { MODEL, messagesApi } from "../shared/node/messages-api.mjs";
import { pinned, serve } from "../shared/node/serve.mjs";
import { turnMethods } from "../shared/node/turn.mjs";

// Shim: the options that do most. By default names have no prefix, and resources do not reach the model.
const OPTIONS = { prefixToolNameWithServerName: true, outputHandling: "content" };

async function turn({ servers, response, cacheControl }) {
  const api = messagesApi(response);
  const loaded = await Promise.all(servers.map((server) => loadMcpTools(server.id, fakeClient(server), OPTIONS)));
  const tools = loaded.flat();
  // Shim: the choice of the last tool; the bridge lets a caller set the marker of any tool.
  if (cacheControl && tools.length) tools.at(-1).extras = { cache_control: { type: "ephemeral" } };
  const clientOptions = { fetch: api.fetch };
  const model = new ChatAnthropic({ model: MODEL, apiKey: "none", maxRetries: 0, clientOptions });
  await createAgent({ model, tools }).invoke({ messages: [{ role: "user", content: "go" }] });
  return { tools: api.tools(), results: api.results() };
}

const PACKAGES = ["@langchain/mcp-adapters", "@langchain/anthropic", "langchain"];

serve({
  describe: () => ({
    name: PACKAGES.join(", "),
    version: PACKAGES.map((name) => pinned(import.meta.url, name)).join(", "),
    language: "javascript",
    protocol: 1,
    url: "https://github.com/langchain-ai/langchainjs",
  }),
  ...turnMethods(turn, clientErrors({ McpError, ErrorCode })),
});

// @anthropic-ai/sdk: mcpTools for each server's client, run by beta.messages.toolRunner, without network.
import Anthropic from "@anthropic-ai/sdk";
import { mcpTools } from "@anthropic-ai/sdk/helpers/beta/mcp";
import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { clientErrors, fakeClient } from "../shared/node/mcp-client.mjs";
import { MODEL, messagesApi } from "../shared/node/messages-api.mjs";
import { pinned, serve } from "../shared/node/serve.mjs";
import { serversOf, turnMethods } from "../shared/node/turn.mjs";

const GO = { model: MODEL, messages: [{ role: "user", content: "go" }] };

async function run({ servers, response, cacheControl, params = GO }) {
  const api = messagesApi(response);
  const client = new Anthropic({ apiKey: "none", fetch: api.fetch, maxRetries: 0 });
  const tools = servers.flatMap((server) => mcpTools(server.tools, fakeClient(server)));
  // The shim chooses the last tool; the bridge lets a caller set the marker of any tool.
  if (cacheControl && tools.length) tools.at(-1).cache_control = { type: "ephemeral" };
  await client.beta.messages.toolRunner({ ...params, max_tokens: 1024, tools, thread: false });
  return api;
}

async function turn(given) {
  const api = await run(given);
  return { tools: api.tools(), results: api.results() };
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
  async request({ toolset, model, messages, options: { cache_control: cacheControl, ...options } }) {
    const params = { model, messages, ...options };
    return (await run({ servers: serversOf(toolset), cacheControl, params })).request();
  },
});

// @mastra/mcp and @mastra/core: MCPClient.listTools() for all servers, Agent.generate with @ai-sdk/anthropic.
import { createAnthropic } from "@ai-sdk/anthropic";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";
import { serverError, serverFetch } from "../shared/node/mcp-server.mjs";
import { MODEL, messagesApi } from "../shared/node/messages-api.mjs";
import { notOffered, pinned, serve } from "../shared/node/serve.mjs";
import { turnMethods } from "../shared/node/turn.mjs";

const URL_OF_ALL = new URL("http://127.0.0.1/mcp"); // never opened: each server has its own fetch
let clients = 0;
process.env.MASTRA_TELEMETRY_DISABLED = "1"; // no network, whatever the rest of the package does

/** What MCPClient wants for the servers of one id: ids are keys there, so one that is listed twice is one server. */
function definition(same) {
  const server = { tools: same.flatMap(({ tools }) => tools), onCall: same[0].onCall };
  return { url: URL_OF_ALL, fetch: serverFetch(server), protocolVersion: "legacy" };
}

async function turn({ servers, response, cacheControl }) {
  if (cacheControl) notOffered("cache_control");
  const api = messagesApi(response);
  const groups = [...Map.groupBy(servers, ({ id }) => id)];
  const byId = Object.fromEntries(groups.map(([id, same]) => [id, definition(same)]));
  const client = new MCPClient({ id: `client-${++clients}`, servers: byId });
  try {
    const model = createAnthropic({ apiKey: "none", fetch: api.fetch })(MODEL);
    const agent = new Agent({ id: "agent", name: "agent", instructions: "", model, tools: await client.listTools() });
    await agent.generate("go", { maxSteps: 2, modelSettings: { maxRetries: 0 } });
  } finally {
    await client.disconnect();
  }
  return { tools: api.tools(), results: api.results() };
}

const PACKAGES = ["@mastra/mcp", "@mastra/core", "@ai-sdk/anthropic"];

serve({
  describe: () => ({
    name: PACKAGES.join(", "),
    version: PACKAGES.map((name) => pinned(import.meta.url, name)).join(", "),
    language: "javascript",
    protocol: 1,
    url: "https://github.com/mastra-ai/mastra",
  }),
  ...turnMethods(turn, serverError),
});

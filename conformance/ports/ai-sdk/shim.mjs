// ai, @ai-sdk/mcp, @ai-sdk/anthropic: generateText with the tools of one MCP client a server, without network.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createMCPClient } from "@ai-sdk/mcp";
import { generateText, isStepCount } from "ai";
import { answerOf, serverError } from "../shared/node/mcp-server.mjs";
import { MODEL, messagesApi } from "../shared/node/messages-api.mjs";
import { pinned, serve } from "../shared/node/serve.mjs";
import { turnMethods } from "../shared/node/turn.mjs";

/** A transport of the SDK's own interface, with the server at its other end. */
function transportTo(server) {
  return {
    start: async () => {},
    close: async () => {},
    async send(message) {
      const answer = await answerOf(server, JSON.parse(JSON.stringify(message)));
      if (answer) this.onmessage(answer);
    },
  };
}

async function turn({ servers, response, cacheControl }) {
  const api = messagesApi(response);
  const tools = Object.create(null); // as client.tools() makes its own
  for (const server of servers) {
    const client = await createMCPClient({ transport: transportTo(server) });
    // Shim: one object for the tools of all servers; of two with one name the earlier stays.
    for (const [name, tool] of Object.entries(await client.tools())) tools[name] ??= tool;
  }
  // Shim: the choice of the last tool; the bridge lets a caller set the marker of any tool.
  const last = cacheControl && Object.values(tools).at(-1);
  if (last) last.providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const model = createAnthropic({ apiKey: "none", fetch: api.fetch })(MODEL);
  await generateText({ model, tools, prompt: "go", maxRetries: 0, stopWhen: isStepCount(2) });
  return { tools: api.tools(), results: api.results() };
}

serve({
  describe: () => ({
    name: "ai, @ai-sdk/mcp, @ai-sdk/anthropic",
    version: ["ai", "@ai-sdk/mcp", "@ai-sdk/anthropic"].map((name) => pinned(import.meta.url, name)).join(", "),
    language: "javascript",
    protocol: 1,
    url: "https://github.com/vercel/ai",
  }),
  ...turnMethods(turn, serverError),
});

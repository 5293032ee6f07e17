// @smithery/sdk: AnthropicChatAdapter over a client that wrapError made safe, as the package offers them.
import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { AnthropicChatAdapter } from "@smithery/sdk/client/integrations/llm/anthropic.js";
import { wrapError } from "@smithery/sdk/client/integrations/wrap-error.js";
import { clientErrors, fakeClient } from "../shared/node/mcp-client.mjs";
import { resultsIn } from "../shared/node/messages-api.mjs";
import { notOffered, pinned, serve } from "../shared/node/serve.mjs";
import { turnMethods } from "../shared/node/turn.mjs";

const clientError = clientErrors({ McpError, ErrorCode });

// Shim: the adapter takes one client, so several servers stand behind one. Names stay as they are, and a call goes to
// the first server that lists its name; one that nobody lists goes to the first server, as it would to an only one.
function joined(servers) {
  const lists = (server, name) => server.tools.some((tool) => tool.name === name);
  return fakeClient({
    tools: servers.flatMap((server) => server.tools),
    onCall(name, input) {
      const owner = servers.find((server) => lists(server, name)) ?? servers[0];
      if (!owner) throw clientError({ kind: "unknown_tool", message: `no server for ${name}` });
      return owner.onCall(name, input);
    },
  });
}

async function turn({ servers, response, cacheControl }) {
  if (cacheControl) notOffered("cache_control");
  const adapter = new AnthropicChatAdapter(wrapError(joined(servers)));
  const tools = await adapter.listTools();
  if (response === undefined) return { tools };
  // Shim: the adapter takes a message, so a bare list of blocks is put into one.
  const said = typeof response === "function" ? response(tools) : response;
  const message = Array.isArray(said) ? { role: "assistant", content: said } : said;
  return { tools, results: (await adapter.callTool(message)).flatMap(resultsIn) };
}

// The adapter has no look-up of its own, so `resolve` is not offered; whom its calls reach, tool_calls shows.
const { resolve: _, ...methods } = turnMethods(turn, clientError);

serve({
  describe: () => ({
    name: "@smithery/sdk",
    version: pinned(import.meta.url, "@smithery/sdk"),
    language: "javascript",
    protocol: 1,
    url: "https://github.com/smithery-ai/sdk",
  }),
  ...methods,
});

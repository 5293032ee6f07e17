// The port of our bridge: the suite writes a request a line to standard input, we write an answer a line.
//
// Fill in one method and run: toolset-conformance run --command "node shim.mjs"
// What still throws NotOffered counts as "not offered", never as passed. `user_turn` is the smallest one to begin with.
// A toolset is { servers: [{ id, tools: [MCP tool, ...] }, ...] }: the bridge names the tools itself,
// or { entries: [{ name, server, tool: MCP tool }, ...] }: the names are given. A method may be async.
import { createInterface } from "node:readline";

class NotOffered extends Error {} // the bridge has no such method, option or form of tool set
class Refused extends Error {} // the bridge does not take such a value
class DuplicateName extends Error {} // the set cannot be built: an exposed name stands twice

const methods = {
  describe() {
    return { name: "my-port", version: "0.1.0", language: "javascript", protocol: 1 };
  },

  // -> { entries: [{ name, server, tool: MCP name }], names: [...], size, dropped: [{ server, tool, reason }] };
  // leave out what the bridge has no function for
  toolset({ toolset }) {
    throw new NotOffered("toolset");
  },
  // -> { server, tool: MCP name }, or null: not found; name may be any JSON value
  resolve({ toolset, name }) {
    throw new NotOffered("resolve");
  },
  // -> the name that the model sees, or null: not in the set
  exposed_name({ toolset, server, tool }) {
    throw new NotOffered("exposed_name");
  },
  // -> `tools` for the Messages API; options: {} or { cache_control: "last" }
  tools({ toolset, options }) {
    throw new NotOffered("tools");
  },
  // -> { calls: [{ call_id, server, tool, arguments }], rejected: [tool_result block, ...] }
  tool_calls({ toolset, response }) {
    throw new NotOffered("tool_calls");
  },
  // -> the tool_result block; outcome: { result: CallToolResult } or { error: { kind, message } };
  // options: {} or { structured: "auto" | "prefer" | "append" | "ignore" }
  tool_result({ tool_use_id, outcome, options }) {
    throw new NotOffered("tool_result");
  },
  // three lists of blocks -> { role: "user", content: [...] }
  user_turn({ rejected, results, others }) {
    throw new NotOffered("user_turn");
  },
  // -> the body sent to the Messages API; options may hold tool_choice and cache_control
  request({ toolset, model, messages, options }) {
    throw new NotOffered("request");
  },
};

function failure(error) {
  const message = String(error?.message ?? error);
  if (error instanceof NotOffered) return { code: -32601, message };
  if (error instanceof Refused) return { code: -32602, message };
  if (error instanceof DuplicateName) return { code: -32000, message, data: { kind: "duplicate_name" } };
  console.error(error);
  return { code: -32603, message };
}

console.log = console.info = console.debug = console.error; // what the bridge logs must not get between the answers
for await (const line of createInterface({ input: process.stdin })) {
  const reply = { jsonrpc: "2.0", id: null };
  try {
    const { id, method, params } = JSON.parse(line);
    reply.id = id;
    if (!Object.hasOwn(methods, method)) throw new NotOffered(method);
    reply.result = (await methods[method](params)) ?? null;
  } catch (error) {
    reply.error = failure(error);
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}

// A stand-in for an MCP server: answers JSON-RPC messages, for bridges that bring an MCP client of their own.

const SERVER = { capabilities: { tools: {} }, serverInfo: { name: "stand-in", version: "1" } };

async function result(server, method, params) {
  switch (method) {
    case "initialize":
      return { protocolVersion: params.protocolVersion, ...SERVER };
    case "tools/list":
      return { tools: server.tools };
    case "tools/call":
      return { content: [], ...(await server.onCall(params.name, params.arguments)) };
    default:
      throw Object.assign(new Error(`no method ${method}`), { code: -32601 });
  }
}

/** The answer of `server` (`{tools, onCall}`) to one message, or undefined where a notification asks for none. */
export async function answerOf(server, { id, method, params }) {
  if (id === undefined) return undefined;
  try {
    return { jsonrpc: "2.0", id, result: await result(server, method, params) };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: { code: error.code ?? -32603, message: error.message } };
  }
}

/** What `onCall` throws for a call that gave no result; the client sees it as the server's JSON-RPC error. */
export function serverError({ kind, message }) {
  return Object.assign(new Error(message), { code: kind === "unknown_tool" ? -32602 : -32603 });
}

/** A `fetch` that is the Streamable HTTP end of `server`: plain JSON answers, no stream, no socket. */
export function serverFetch(server) {
  return async (_url, init) => {
    if (init.method !== "POST") return new Response(null, { status: 405 });
    const answer = await answerOf(server, JSON.parse(init.body));
    return answer ? Response.json(answer) : new Response(null, { status: 202 });
  };
}

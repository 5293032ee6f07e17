// A stand-in for the Messages API, for bridges that convert only inside an HTTP request: a `fetch` that opens no socket.
import { refused } from "./serve.mjs";

export const MODEL = "claude-opus-5";
const USAGE = { input_tokens: 1, output_tokens: 1 };

/** The API's whole message around what the suite gave: a message, a response or the bare list of blocks. */
function message(given) {
  const partial = Array.isArray(given) ? { content: given } : given;
  if (typeof partial?.content !== "string" && !Array.isArray(partial?.content)) refused("not a message of the API");
  const uses = Array.isArray(partial.content) && partial.content.some((block) => block?.type === "tool_use");
  const rest = { model: MODEL, stop_reason: uses ? "tool_use" : "end_turn", stop_sequence: null, usage: USAGE };
  return { id: "msg_1", type: "message", role: "assistant", ...rest, ...partial };
}

/**
 * `{fetch, request(), tools(), user()}`: the first request is answered by `response`, later ones by a text that ends the
 * turn. `request()` is the body of the first request, `tools()` are the definitions in it, `user()` is the last message
 * of the second, where there was one.
 */
export function messagesApi(response) {
  const done = [{ type: "text", text: "done" }];
  const first = message(response === undefined ? done : response);
  const bodies = [];
  return {
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(init.body));
      return Response.json(bodies.length === 1 ? first : message(done));
    },
    request: () => bodies[0],
    tools: () => bodies[0].tools ?? [],
    user: () => bodies[1]?.messages.at(-1),
  };
}

// A stand-in for the Messages API, for bridges that convert only inside an HTTP request: a `fetch` without a socket.
import { refused } from "./serve.mjs";

export const MODEL = "claude-opus-5";
const USAGE = { input_tokens: 1, output_tokens: 1 };

/**
 * The API's whole answer around the content of what the suite gave, be it a message, a response or the bare list of
 * blocks: a bridge that reads HTTP answers never sees anything else, and the reason to stop goes with the content.
 */
function message(given) {
  const content = Array.isArray(given) ? given : given?.content;
  if (typeof content !== "string" && !Array.isArray(content)) refused("not a message of the API");
  const uses = Array.isArray(content) && content.some((block) => block?.type === "tool_use");
  const rest = { model: MODEL, stop_reason: uses ? "tool_use" : "end_turn", stop_sequence: null, usage: USAGE };
  return { id: "msg_1", type: "message", role: "assistant", content, ...rest };
}

/** The tool_result blocks of a user message; what stands in the model's own is no answer to it. */
export function resultsIn({ role, content }) {
  return role === "user" && Array.isArray(content) ? content.filter((block) => block?.type === "tool_result") : [];
}

/**
 * `{fetch, request(), tools(), results()}`: the first request is answered by `response`, which may be a function of the
 * definitions in it, and later ones by a text that ends the turn. `request()` is the body of the first request, `tools()`
 * are the definitions in it, `results()` are the tool_result blocks of the second, where there was one. They may stand in
 * several messages: some agents write a message with two calls and a text between them as two messages, each with its
 * answer after it.
 */
export function messagesApi(response) {
  const done = [{ type: "text", text: "done" }];
  const first = typeof response === "function" ? undefined : message(response === undefined ? done : response);
  const bodies = [];
  return {
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(init.body));
      return Response.json(bodies.length > 1 ? message(done) : (first ?? message(response(bodies[0].tools ?? []))));
    },
    request: () => bodies[0],
    tools: () => bodies[0].tools ?? [],
    results: () => (bodies[1]?.messages ?? []).flatMap(resultsIn),
  };
}

// Failures of the AI SDK seen with the bridge alone.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createMCPClient } from "@ai-sdk/mcp";
import { generateText, isStepCount } from "ai";
import { evidence } from "../shared/node/evidence.mjs";

// A turn: an MCP server that lists `tools` and answers every call with `result`, and a model that calls the first one,
// or says `blocks`.
async function turn(tools, result, blocks) {
  const serverInfo = { name: "server", version: "1" };
  const results = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo },
    "tools/list": { tools },
    "tools/call": result,
  };
  const transport = {
    start: async () => {},
    close: async () => {},
    async send({ id, method, params }) {
      if (method === "tools/call") calls.push(params);
      if (id !== undefined) transport.onmessage({ jsonrpc: "2.0", id, result: results[method] });
    },
  };
  const calls = [];
  const use = { type: "tool_use", id: "toolu_1", name: tools[0].name, input: {} };
  const sent = [];
  const fetch = async (url, init) => {
    sent.push(JSON.parse(init.body));
    const content = sent.length === 1 && result ? (blocks ?? [use]) : [{ type: "text", text: "done" }];
    const usage = { input_tokens: 1, output_tokens: 1 };
    return Response.json({ type: "message", id: "m", model: "claude-opus-5", content, stop_reason: "tool_use", usage });
  };
  const model = createAnthropic({ apiKey: "none", fetch })("claude-opus-5");
  const client = await createMCPClient({ transport });
  await generateText({ model, prompt: "go", tools: await client.tools(), stopWhen: isStepCount(2) });
  return { tools: sent[0].tools, user: sent[1]?.messages.at(-1), calls };
}

const read = { name: "read", inputSchema: { type: "object" } };

await evidence("TOOLS-3", "the input schema is closed: additionalProperties is set to false, properties added", async () => {
  const tool = { name: "read", inputSchema: { type: "object", additionalProperties: true } };
  return (await turn([tool])).tools[0].input_schema;
});

await evidence("RESULT-2", "a result that says it is an error is no error for the model", async () => {
  const result = { content: [{ type: "text", text: "no such file" }], isError: true };
  return (await turn([read], result)).user;
});

await evidence("STRUCT-1", "structuredContent is never used", async () => {
  const result = { content: [], structuredContent: { celsius: 21 } };
  return (await turn([read], result)).user;
});

await evidence("ORDER-1", "a tool whose name is a whole number comes first", async () => {
  const tools = ["read", "write", "7"].map((name) => ({ ...read, name }));
  return (await turn(tools)).tools.map((tool) => tool.name);
});

await evidence("MAP-5, MAP-6", "links and resources are sent as the JSON of MCP", async () => {
  const link = { type: "resource_link", name: "notes", uri: "file:///notes.txt" };
  const file = { type: "resource", resource: { uri: "file:///a.txt", text: "the text" } };
  return (await turn([read], { content: [link, file] })).user;
});

await evidence("MAP-3", "an image of another type is sent as an image, which the API refuses", async () => {
  const image = { type: "image", data: "PHN2Zy8+", mimeType: "image/svg+xml" };
  return (await turn([read], { content: [image] })).user;
});

await evidence("CALLS-4", "an input that is no object is sent to the server", async () => {
  const blocks = [{ type: "tool_use", id: "toolu_1", name: "read", input: "a string" }];
  return (await turn([read], { content: [] }, blocks)).calls;
});

await evidence("CALLS-5", "one block of a type not known yet loses the whole answer", async () => {
  const use = { type: "tool_use", id: "toolu_1", name: "read", input: {} };
  return turn([read], { content: [] }, [{ type: "brand_new" }, use]);
});

await evidence("CALLS-12", "a call of __proto__ is answered with a key that the API does not know", async () => {
  const blocks = [{ type: "tool_use", id: "toolu_1", name: "__proto__", input: {} }];
  return (await turn([read], { content: [] }, blocks)).user;
});

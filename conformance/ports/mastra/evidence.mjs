// Failures of Mastra seen with the bridge alone.
import { createAnthropic } from "@ai-sdk/anthropic";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";
import { evidence } from "../shared/node/evidence.mjs";

let clients = 0;
// A turn: an MCP server that lists `tools` and answers every call with `result`, and a model that calls the first one,
// or says `blocks`.
async function turn(tools, result, blocks) {
  const serverInfo = { name: "server", version: "1" };
  const results = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo },
    "tools/list": { tools },
    "tools/call": result,
  };
  const calls = [];
  const serverFetch = async (url, { method, body }) => {
    if (method !== "POST") return new Response(null, { status: 405 });
    const message = JSON.parse(body);
    if (message.method === "tools/call") calls.push(message.params);
    if (message.id === undefined) return new Response(null, { status: 202 });
    return Response.json({ jsonrpc: "2.0", id: message.id, result: results[message.method] });
  };
  const server = { url: new URL("http://127.0.0.1/"), fetch: serverFetch, protocolVersion: "legacy" };
  const client = new MCPClient({ id: `client-${++clients}`, servers: { files: server } });
  const listed = await client.listTools();
  const use = { type: "tool_use", id: "toolu_1", name: Object.keys(listed)[0], input: {} };
  const sent = [];
  const fetch = async (url, init) => {
    sent.push(JSON.parse(init.body));
    const content = sent.length === 1 && result ? (blocks ?? [use]) : [{ type: "text", text: "done" }];
    const stop_reason = sent.length === 1 && result ? "tool_use" : "end_turn";
    const usage = { input_tokens: 1, output_tokens: 1 };
    return Response.json({ type: "message", id: "m", model: "claude-opus-5", content, stop_reason, usage });
  };
  const model = createAnthropic({ apiKey: "none", fetch })("claude-opus-5");
  const agent = new Agent({ id: "agent", name: "agent", instructions: "", model, tools: listed });
  await agent.generate("go", { maxSteps: 2 });
  await client.disconnect();
  return { tools: sent[0].tools, user: sent[1]?.messages.at(-1), calls };
}

const read = { name: "read", inputSchema: { type: "object" } };

await evidence("ORDER-1", "a tool whose name had to be cleaned goes to the end", async () => {
  const tools = ["first.tool", "second", "third"].map((name) => ({ ...read, name }));
  return (await turn(tools)).tools.map((tool) => tool.name);
});

await evidence("NAME-2", "two tools whose names fall together when cleaned make the whole set fail", async () => {
  const tools = ["a.b", "a b", "c"].map((name) => ({ ...read, name, description: name }));
  return (await turn(tools)).tools;
});

await evidence("TOOLS-3", "the input schema is closed, and gets a $schema", async () => {
  const schema = { type: "object", properties: { path: { $ref: "#/$defs/path" } }, $defs: { path: { type: "string" } } };
  return (await turn([{ name: "read", inputSchema: { ...schema, minProperties: 1 } }])).tools[0].input_schema;
});

await evidence("MAP-3", "an image of another type is sent as an image, which the API refuses", async () => {
  const image = { type: "image", data: "PHN2Zy8+", mimeType: "image/svg+xml" };
  return (await turn([read], { content: [image] })).user;
});

await evidence("STRUCT-1", "structured content is used although there is content", async () => {
  const result = { content: [{ type: "text", text: "warm" }], structuredContent: { celsius: 21 } };
  return (await turn([read], result)).user;
});

await evidence("MAP-1", "a text result goes to the model as the JSON of the whole MCP result", async () => {
  const result = { content: [{ type: "text", text: "warm" }] };
  return (await turn([read], result)).user;
});

await evidence("MAP-4", "an audio beside a text is dropped without a word, where an image makes it a list of blocks", async () => {
  const text = { type: "text", text: "both" };
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const audio = { type: "audio", data: "UklGRg==", mimeType: "audio/wav" };
  return (await turn([read], { content: [text, image, audio] })).user;
});

await evidence("CALLS-3", "a call of a name that every object carries is not answered at all", async () => {
  const names = ["constructor", "read_it_not"];
  const blocks = names.map((name, i) => ({ type: "tool_use", id: `toolu_${i}`, name, input: {} }));
  return (await turn([read], { content: [] }, blocks)).user;
});

await evidence("CALLS-4", "an empty list as input is sent to the server as an empty object", async () => {
  const blocks = [{ type: "tool_use", id: "toolu_1", name: "files_read", input: [] }];
  return (await turn([read], { content: [] }, blocks)).calls;
});

await evidence("CALLS-4", "an input that is a string is turned away, but not as an error", async () => {
  const blocks = [{ type: "tool_use", id: "toolu_1", name: "files_read", input: "a string" }];
  return (await turn([read], { content: [] }, blocks)).user;
});

await evidence("CALLS-5", "a text block with citations that are null, as the API may send it, loses the whole answer", async () => {
  const use = { type: "tool_use", id: "toolu_1", name: "files_read", input: {} };
  return (await turn([read], { content: [] }, [{ type: "text", text: "I read it.", citations: null }, use])).user;
});

await evidence("CALLS-1", "a call whose id is a name that every object carries ends the run", async () => {
  const blocks = [{ type: "tool_use", id: "constructor", name: "files_read", input: {} }];
  return (await turn([read], { content: [] }, blocks)).user;
});

// Failures of LangChain.js seen with the bridge alone.
import { ChatAnthropic } from "@langchain/anthropic";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { createAgent } from "langchain";
import { evidence } from "../shared/node/evidence.mjs";

// A turn: an MCP server that lists `tools` and answers every call with `result`, and a model that calls the first one,
// or `called`.
async function turn(listed, result, options = {}, called = undefined) {
  const client = { listTools: async () => ({ tools: listed }), callTool: async () => result };
  const tools = await loadMcpTools("files", client, options);
  const use = { type: "tool_use", id: "toolu_1", name: called ?? tools[0].name, input: {} };
  const sent = [];
  const fetch = async (url, init) => {
    sent.push(JSON.parse(init.body));
    const content = sent.length === 1 && result ? [use] : [{ type: "text", text: "done" }];
    const usage = { input_tokens: 1, output_tokens: 1 };
    return Response.json({ type: "message", id: "m", role: "assistant", model: "claude-opus-5", content, usage });
  };
  const model = new ChatAnthropic({ model: "claude-opus-5", apiKey: "none", clientOptions: { fetch } });
  await createAgent({ model, tools }).invoke({ messages: [{ role: "user", content: "go" }] });
  return { tools: sent[0].tools, user: sent[1]?.messages.at(-1) };
}

const read = { name: "read", inputSchema: { type: "object" } };

await evidence("RESULT-2", "a result that says it is an error is no error for the model", async () => {
  const result = { content: [{ type: "text", text: "no such file" }], isError: true };
  return (await turn([read], result)).user;
});

await evidence("TOOLS-3", "the input schema is rewritten: $defs, $ref, allOf and not are gone", async () => {
  const schema = {
    type: "object",
    properties: { path: { $ref: "#/$defs/path" } },
    $defs: { path: { type: "string" } },
    allOf: [{ required: ["path"] }],
    not: { required: ["url"] },
  };
  return (await turn([{ name: "read", inputSchema: schema }])).tools[0].input_schema;
});

await evidence("PURE-1", "loading changes the schema that it was given", async () => {
  const given = { name: "read", inputSchema: { type: "object" } };
  await loadMcpTools("files", { listTools: async () => ({ tools: [given] }) });
  return given.inputSchema;
});

await evidence("MAP-4", "an audio ends the whole run", async () => {
  const audio = { type: "audio", data: "UklGRg==", mimeType: "audio/wav" };
  return (await turn([read], { content: [audio] })).user;
});

await evidence("MAP-7", "a PNG inside a resource is sent twice, the second time as a PDF", async () => {
  const resource = { uri: "file:///dot.png", blob: "iVBORw0KGgo=", mimeType: "image/png" };
  return (await turn([read], { content: [{ type: "resource", resource }] }, { outputHandling: "content" })).user;
});

await evidence("MAP-9", "with standard content blocks every item is sent twice, a PNG the second time as a JPEG", async () => {
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const text = { type: "text", text: "a dot" };
  return (await turn([read], { content: [image, text] }, { useStandardContentBlocks: true })).user;
});

await evidence("STRUCT-1", "structured content is not used where content is empty, and put around the text where not", async () => {
  const structuredContent = { celsius: 21 };
  const alone = await turn([read], { content: [], structuredContent });
  const beside = await turn([read], { content: [{ type: "text", text: "warm" }], structuredContent });
  return [alone.user.content, beside.user.content];
});

await evidence("CALLS-3", "a call of an unknown tool is answered, but not as an error", async () => {
  return (await turn([read], { content: [] }, {}, "delete_everything")).user;
});

await evidence("RESULT-3", "a time-out is no error for the model", async () => {
  const result = Promise.reject(new Error("MCP error -32001: Request timed out"));
  return (await turn([read], result)).user;
});

await evidence("NAME-2", "joined names fall together, also with the server as prefix", async () => {
  const client = (name) => ({ listTools: async () => ({ tools: [{ ...read, name }] }) });
  const options = { prefixToolNameWithServerName: true };
  const tools = [
    ...(await loadMcpTools("a", client("b__c"), options)),
    ...(await loadMcpTools("a__b", client("c"), options)),
  ];
  return tools.map((tool) => tool.name);
});

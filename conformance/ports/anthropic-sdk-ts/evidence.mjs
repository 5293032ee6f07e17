// Failures of @anthropic-ai/sdk seen with the bridge alone.
import Anthropic from "@anthropic-ai/sdk";
import { mcpTool, mcpTools } from "@anthropic-ai/sdk/helpers/beta/mcp";
import { evidence } from "../shared/node/evidence.mjs";

await evidence("TOOLS-3", "the input schema gets null where it has no properties or no list of required ones", async () => {
  const tool = { name: "now", inputSchema: { type: "object" } };
  return mcpTool(tool, {}).input_schema;
});

await evidence("NAME-1", "a tool name goes to the model as the server wrote it", async () => {
  const tool = { name: "files/read me", inputSchema: { type: "object" } };
  return mcpTool(tool, {}).name;
});

await evidence("NAME-2", "tools of two servers are sent under one name, and a call reaches the later one", async () => {
  const reached = [];
  const sent = [];
  const use = [{ type: "tool_use", id: "toolu_1", name: "read", input: {} }];
  const fetch = async (url, init) => {
    sent.push(JSON.parse(init.body));
    const content = sent.length === 1 ? use : [{ type: "text", text: "done" }];
    const stop_reason = sent.length === 1 ? "tool_use" : "end_turn";
    return Response.json({ type: "message", role: "assistant", content, stop_reason });
  };
  const server = (id) => ({ callTool: async () => (reached.push(id), { content: [{ type: "text", text: id }] }) });
  const listed = [{ name: "read", inputSchema: { type: "object" } }];
  const tools = [...mcpTools(listed, server("files")), ...mcpTools(listed, server("mail"))];
  const messages = [{ role: "user", content: "go" }];
  const client = new Anthropic({ apiKey: "none", fetch });
  await client.beta.messages.toolRunner({ model: "claude-opus-5", max_tokens: 9, messages, tools, thread: false });
  return { names: sent[0].tools.map((tool) => tool.name), reached };
});

await evidence("MAP-4, MAP-5", "an audio or a link makes the whole result an error, its texts lost", async () => {
  const text = { type: "text", text: "the answer" };
  const link = { type: "resource_link", name: "notes", uri: "file:///notes.txt" };
  const client = { callTool: async () => ({ content: [text, link] }) };
  return mcpTool({ name: "read", inputSchema: { type: "object" } }, client).run({});
});

await evidence("MAP-6", "an embedded text becomes a document, and its uri is lost", async () => {
  const file = { type: "resource", resource: { uri: "file:///a.txt", text: "the text" } };
  const client = { callTool: async () => ({ content: [file] }) };
  return mcpTool({ name: "read", inputSchema: { type: "object" } }, client).run({});
});

await evidence("CALLS-4", "an input that is no object is sent to the server", async () => {
  const sent = [];
  const client = { callTool: async (params) => (sent.push(params), { content: [] }) };
  const tool = mcpTool({ name: "read", inputSchema: { type: "object" } }, client);
  await tool.run(tool.parse("a string"));
  return sent;
});

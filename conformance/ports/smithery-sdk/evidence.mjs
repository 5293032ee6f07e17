// Failures of @smithery/sdk seen with the bridge alone.
import { AnthropicChatAdapter } from "@smithery/sdk/client/integrations/llm/anthropic.js";
import { evidence } from "../shared/node/evidence.mjs";

await evidence("NAME-1", "a tool name goes to the model as the server wrote it", async () => {
  const tool = { name: "files/read me", inputSchema: { type: "object" } };
  const adapter = new AnthropicChatAdapter({ listTools: async () => ({ tools: [tool] }) });
  return adapter.listTools();
});

await evidence("CALLS-3", "a tool that is not in the list is called on the server all the same", async () => {
  const sent = [];
  const client = {
    listTools: async () => ({ tools: [{ name: "read", inputSchema: { type: "object" } }] }),
    callTool: async (params) => (sent.push(params), { content: [{ type: "text", text: "done" }] }),
  };
  const adapter = new AnthropicChatAdapter(client);
  const content = [{ type: "tool_use", id: "toolu_1", name: "delete_everything", input: {} }];
  await adapter.callTool({ role: "assistant", content });
  return { listed: (await adapter.listTools()).map((tool) => tool.name), sent };
});

await evidence("CALLS-4", "an input that is no object is sent to the server", async () => {
  const sent = [];
  const client = { callTool: async (params) => (sent.push(params), { content: [] }) };
  const content = [{ type: "tool_use", id: "toolu_1", name: "read", input: '{"path": "a"}' }];
  await new AnthropicChatAdapter(client).callTool({ role: "assistant", content });
  return sent;
});

await evidence("MAP-2 to MAP-9", "all content but text is dropped without a word", async () => {
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const link = { type: "resource_link", name: "notes", uri: "file:///notes.txt" };
  const file = { type: "resource", resource: { uri: "file:///a.txt", text: "the text" } };
  const client = { callTool: async () => ({ content: [image, link, file] }) };
  const content = [{ type: "tool_use", id: "toolu_1", name: "read", input: {} }];
  return new AnthropicChatAdapter(client).callTool({ role: "assistant", content });
});

await evidence("MAP-1", "annotations and _meta of a text go to the model's API, which refuses unknown keys", async () => {
  const text = { type: "text", text: "done", annotations: { priority: 1 }, _meta: { trace: "t" } };
  const client = { callTool: async () => ({ content: [text] }) };
  const content = [{ type: "tool_use", id: "toolu_1", name: "read", input: {} }];
  return new AnthropicChatAdapter(client).callTool({ role: "assistant", content });
});

await evidence("STRUCT-1", "structuredContent is never used", async () => {
  const client = { callTool: async () => ({ content: [], structuredContent: { celsius: 21 } }) };
  const content = [{ type: "tool_use", id: "toolu_1", name: "read", input: {} }];
  return new AnthropicChatAdapter(client).callTool({ role: "assistant", content });
});

await evidence("DESC-1", "invisible characters stay in a description", async () => {
  const tool = { name: "read", description: "a\u202Eb", inputSchema: { type: "object" } };
  const adapter = new AnthropicChatAdapter({ listTools: async () => ({ tools: [tool] }) });
  const [{ description }] = await adapter.listTools();
  return [...description].map((char) => char.codePointAt(0).toString(16));
});

await evidence("NAME-2", "tools of two servers are not kept apart", async () => {
  const server = { listTools: async () => ({ tools: [{ name: "read", inputSchema: { type: "object" } }] }) };
  const [files, mail] = [new AnthropicChatAdapter(server), new AnthropicChatAdapter(server)];
  return [...(await files.listTools()), ...(await mail.listTools())].map((tool) => tool.name);
});

// `@modelcontextprotocol/sdk` as a client: argv[2] says how to reach the server; what was seen is printed as JSON.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
// Resolved from the folder where the packages are installed, which is the working folder.
const load = (name) => import(pathToFileURL(createRequire(process.cwd() + "/").resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
const { ToolListChangedNotificationSchema } = await load("@modelcontextprotocol/sdk/types.js");

const server = JSON.parse(process.argv[2]);
const transport = server.url ? new StreamableHTTPClientTransport(new URL(server.url)) : new StdioClientTransport(server);
const client = new Client({ name: "typescript-old", version: "1.0.0" });
let changed = false;
client.setNotificationHandler(ToolListChangedNotificationSchema, () => { changed = true; });
await client.connect(transport);
const names = async () => {
  const found = [];
  let cursor;
  do {
    const page = await client.listTools(cursor ? { cursor } : {});
    found.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
  } while (cursor);
  return found;
};
const before = await names();
const result = await client.callTool({ name: "read", arguments: { q: "\u00e9" } });
await new Promise((done) => setTimeout(done, 300));
await client.callTool({ name: "grow", arguments: {} });
for (let i = 0; i < 60 && !changed; i++) await new Promise((done) => setTimeout(done, 50));
const text = result.content.filter((block) => block.type === "text").map((block) => block.text);
console.log(JSON.stringify({ before, text, changed, after: await names() }));
await client.close();
process.exit(0);

// `@modelcontextprotocol/client` as a client: argv[2] says how to reach the server; what was seen is printed as JSON.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
// Resolved from the folder where the packages are installed, which is the working folder.
const load = (name) => import(pathToFileURL(createRequire(process.cwd() + "/").resolve(name)));
const { Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const server = JSON.parse(process.argv[2]);
const transport = server.url ? new StreamableHTTPClientTransport(new URL(server.url)) : new StdioClientTransport(server);
let changed = false;
const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => { changed = true; } } };
const versionNegotiation = { mode: "auto", probe: { timeoutMs: 3000 } };
const client = new Client({ name: "typescript-new", version: "1.0.0" }, { listChanged, versionNegotiation });
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

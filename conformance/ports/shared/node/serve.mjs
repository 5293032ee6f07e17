// Serves a port over the protocol: JSON-RPC 2.0 on standard input and output, one message a line.
import { readFileSync } from "node:fs";

export class NotOffered extends Error {}
export class Refused extends Error {}
export class DuplicateName extends Error {}

const CODES = [[NotOffered, -32601], [Refused, -32602], [DuplicateName, -32000]];
const DUPLICATE = { kind: "duplicate_name" };

/** Throws: the bridge has no such method, option or form of tool set. */
export function notOffered(what) {
  throw new NotOffered(`not offered: ${what}`);
}

/** Throws: the bridge does not take this value. */
export function refused(what) {
  throw new Refused(`refused: ${what}`);
}

/** The pinned version of `name`, read from the package.json beside the shim whose `import.meta.url` is given. */
export function pinned(shimUrl, name) {
  return JSON.parse(readFileSync(new URL("package.json", shimUrl), "utf8")).dependencies[name];
}

async function answer(port, { id, method, params }) {
  const reply = { jsonrpc: "2.0", id };
  try {
    if (!Object.hasOwn(port, method)) notOffered(method);
    return { ...reply, result: (await port[method](params)) ?? null };
  } catch (error) {
    const code = CODES.find(([kind]) => error instanceof kind)?.[1] ?? -32603;
    const data = error instanceof DuplicateName ? { data: DUPLICATE } : {};
    return { ...reply, error: { code, message: String(error?.message ?? error), ...data } };
  }
}

/**
 * Answers requests in order until standard input ends. `port` is an object with one function a method of the
 * protocol, each taking the request's params; a method that is not there is not offered.
 */
export async function serve(port) {
  console.log = console.info = console.debug = console.error; // a bridge's own log must not get among the answers
  process.on("unhandledRejection", (error) => console.error("unhandled rejection:", error));
  process.stdin.setEncoding("utf8");
  let rest = "";
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.trim()) process.stdout.write(JSON.stringify(await answer(port, JSON.parse(line))) + "\n");
    }
  }
  process.exit(0); // a bridge may hold timers or sockets open
}

/** The port protocol: JSON-RPC requests from standard input, one a line, answered on standard output. */

import { once } from "node:events";

import { parse, stringify } from "./json.mjs";
import { ask } from "./port.mjs";
import { isObject } from "./values.mjs";

/** The answer to one line, or undefined where none is due: an empty line, a notification. */
function answer(line) {
    if (line.trim() === "") return undefined;
    let request;
    try {
        request = parse(line);
    } catch (error) {
        return failure(null, -32700, error);
    }
    if (!isObject(request) || typeof request.method !== "string") {
        return failure(null, -32600, new Error("not a JSON-RPC request"));
    }
    const { id, method, params = {} } = request;
    if (id === undefined) return undefined;
    try {
        return stringify({ jsonrpc: "2.0", id, ...ask(method, params) });
    } catch (error) {
        return failure(id, -32603, error); // an answer that JSON cannot hold
    }
}

function failure(id, code, { message }) {
    return stringify({ jsonrpc: "2.0", id, error: { code, message } });
}

/** Lines end with LF alone: node:readline ends them at U+2028 too, and decoding each piece would split characters. */
async function* readLines(stream) {
    let pieces = [];
    for await (let chunk of stream) {
        for (let end; (end = chunk.indexOf(0x0a)) >= 0; chunk = chunk.subarray(end + 1)) {
            yield Buffer.concat([...pieces, chunk.subarray(0, end)]).toString("utf8");
            pieces = [];
        }
        pieces.push(chunk);
    }
    yield Buffer.concat(pieces).toString("utf8");
}

for await (const line of readLines(process.stdin)) {
    const text = answer(line);
    if (text !== undefined && !process.stdout.write(`${text}\n`)) await once(process.stdout, "drain");
}

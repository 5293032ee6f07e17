/** The port protocol: JSON-RPC requests from standard input, one a line, answered on standard output. */

import { once } from "node:events";

import * as port from "./index.mjs";
import { parse, stringify } from "./json.mjs";
import { expectList, expectObject, expectString, isObject } from "./values.mjs";

class NotOffered extends Error {}

const METHODS = new Map(
    Object.entries({
        describe: () => ({
            name: "javascript",
            version: "1.0.0",
            language: "javascript",
            protocol: 1,
            methods: [...METHODS.keys()],
        }),

        toolset({ toolset }) {
            const { set, dropped } = buildSet(toolset);
            const entries = set.entries().map(([name, { server, tool }]) => ({ name, server, tool: tool.name }));
            return { entries, names: set.names(), size: set.size, dropped };
        },

        resolve({ toolset, name }) {
            const found = buildSet(toolset).set.resolve(name);
            return found && { server: found.server, tool: found.tool.name };
        },

        exposed_name: ({ toolset, server, tool }) => buildSet(toolset).set.exposedName(server, tool),

        tools: ({ toolset, options }) =>
            port.tools(buildSet(toolset).set, readOptions(options, { cache_control: "cacheControl" })),

        tool_calls({ toolset, response }) {
            const { calls, rejected } = port.toolCalls(response, buildSet(toolset).set);
            return { calls: calls.map(({ callId, ...rest }) => ({ call_id: callId, ...rest })), rejected };
        },

        tool_result: ({ tool_use_id, outcome, options }) =>
            port.toolResult(tool_use_id, readOutcome(outcome), readOptions(options, { structured: "structured" })),

        user_turn: ({ rejected, results, others }) => port.userTurn(rejected, results, others),

        request({ toolset, model, messages, options }) {
            const names = { tool_choice: "toolChoice", cache_control: "cacheControl" };
            return port.request(buildSet(toolset).set, model, messages, readOptions(options, names));
        },
    }),
);

function buildSet(toolset) {
    const { servers, entries } = expectObject(toolset, "toolset");
    if (servers !== undefined) {
        const { toolset: set, dropped } = port.build(servers);
        return { set, dropped };
    }
    if (entries === undefined) throw new NotOffered("a tool set holds servers or entries");
    expectList(entries, "entries").forEach((entry) => expectObject(entry, "an entry"));
    return { set: new port.ToolSet(entries.map(({ name, server, tool }) => [name, { server, tool }])), dropped: [] };
}

function readOptions(options = {}, names) {
    return Object.fromEntries(
        Object.entries(expectObject(options, "options")).map(([key, value]) => {
            if (!Object.hasOwn(names, key)) throw new NotOffered(`the option ${key}`);
            return [names[key], value];
        }),
    );
}

function readOutcome(outcome) {
    const { result, error } = expectObject(outcome, "outcome");
    if (error === undefined) return expectObject(result, "outcome.result");
    const { kind, message } = expectObject(error, "outcome.error");
    return new port.ClientError(expectString(kind, "the error's kind"), expectString(message, "the error's message"));
}

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
        if (!METHODS.has(method)) throw new NotOffered(`the method ${method}`);
        return stringify({ jsonrpc: "2.0", id, result: METHODS.get(method)(expectObject(params, "params")) ?? null });
    } catch (error) {
        return failure(id, ...errorCode(error));
    }
}

function errorCode(error) {
    if (error instanceof NotOffered) return [-32601, new Error(`not offered: ${error.message}`)];
    if (error instanceof port.InvalidValueError) return [-32602, error];
    if (error instanceof port.DuplicateNameError) return [-32000, error, { kind: "duplicate_name" }];
    return [-32603, error];
}

function failure(id, code, { message }, data) {
    return stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
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

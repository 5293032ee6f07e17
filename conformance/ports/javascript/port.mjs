/** The library as the methods of the port protocol: JSON in, JSON out. The shim and the runner of cases share it. */

import * as port from "./index.mjs";
import { expectList, expectObject, expectString } from "./values.mjs";

class NotOffered extends Error {}

const METHODS = new Map(
    Object.entries({
        describe: () => ({
            name: "javascript",
            version: "1.0.0",
            language: "javascript",
            protocol: 1,
            capabilities: ["cancelled", "error_data"],
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
    const { kind, message, code, data } = expectObject(error, "outcome.error");
    expectString(kind, "the error's kind");
    return new port.ClientError(kind, expectString(message, "the error's message"), { code, data });
}

/**
 * The answer of one method.
 *
 * @returns {{result: any} | {error: {code: number, message: string, data?: any}}}
 */
export function ask(method, params) {
    try {
        if (!METHODS.has(method)) throw new NotOffered(`the method ${method}`);
        return { result: METHODS.get(method)(expectObject(params, "params")) ?? null };
    } catch (error) {
        return { error: protocolError(error) };
    }
}

function protocolError(error) {
    const { message } = error;
    if (error instanceof NotOffered) return { code: -32601, message: `not offered: ${message}` };
    if (error instanceof port.InvalidValueError) return { code: -32602, message };
    if (error instanceof port.DuplicateNameError) return { code: -32000, message, data: { kind: "duplicate_name" } };
    return { code: -32603, message };
}

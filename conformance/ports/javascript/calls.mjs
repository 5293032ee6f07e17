/** The tool calls in what a model answered. */

import { firstCharacters } from "./content.mjs";
import { errorBlock } from "./results.mjs";
import { InvalidValueError, isObject, typeName } from "./values.mjs";

/**
 * Each `tool_use` block becomes a call, or a rejection for the next user turn (CALLS-*). All other blocks are ignored,
 * as are entries that cannot be answered because they are no objects or have no id, and all but the first of those that
 * share an id.
 *
 * @param {{content: object[] | string} | object[]} response a response, a message, or the list of blocks
 * @param {import("./toolset.mjs").ToolSet} toolset
 * @returns {{calls: {callId: string, server: string, tool: string, arguments: object}[], rejected: object[]}} `tool` is
 *     the MCP name, `rejected` holds tool_result blocks
 * @throws {InvalidValueError} where the response is of another shape
 */
export function toolCalls(response, toolset) {
    const calls = [];
    const rejected = [];
    const answered = new Set(); // the API refuses a turn with two results for one id (CALLS-7)
    for (const block of contentBlocks(response)) {
        if (!isObject(block) || block.type !== "tool_use" || typeof block.id !== "string") continue;
        if (answered.has(block.id)) continue;
        answered.add(block.id);
        const found = toolset.resolve(block.name);
        if (found === undefined) {
            rejected.push(errorBlock(block.id, `There is no tool ${quoted(block.name)}.`));
        } else if (!isObject(block.input)) {
            rejected.push(errorBlock(block.id, `The input must be a JSON object, but it is ${typeName(block.input)}.`));
        } else {
            calls.push({ callId: block.id, server: found.server, tool: found.tool.name, arguments: block.input });
        }
    }
    return { calls, rejected };
}

function contentBlocks(response) {
    const content = isObject(response) ? response.content : response;
    if (Array.isArray(content)) return content;
    if (isObject(response) && typeof content === "string") return [];
    throw new InvalidValueError("neither a list of blocks nor a message whose content is one");
}

function quoted(name) {
    if (typeof name !== "string") return "whose name is not a string";
    return `named ${JSON.stringify(firstCharacters(name, 200))}`;
}

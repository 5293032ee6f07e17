/** Outcomes of tool calls as `tool_result` blocks. */

import { contentBlock, isBlank, textBlock } from "./content.mjs";
import { stringify } from "./json.mjs";
import { expectObject, expectString, InvalidValueError, isObject } from "./values.mjs";

const STRUCTURED = new Set(["auto", "prefer", "append", "ignore"]);

/**
 * A call that gave no result: `kind` is timeout, transport, protocol, rejected, unknown_tool or cancelled; `code` and
 * `data` are what a JSON-RPC error carried besides its message.
 */
export class ClientError extends Error {
    name = "ClientError";

    constructor(kind, message = "", { code, data } = {}) {
        super(message);
        Object.assign(this, { kind, code, data });
    }
}

/** A tool_result that says what went wrong: text, never empty, since the API refuses all else (CALLS-9, RESULT-5). */
export function errorBlock(toolUseId, text) {
    return { type: "tool_result", tool_use_id: toolUseId, content: [textBlock(text)], is_error: true };
}

/**
 * The tool_result block that answers `toolUseId` (RESULT-*, MAP-*, STRUCT-*).
 *
 * @param {string} toolUseId
 * @param {object | ClientError} outcome an MCP CallToolResult, or the error that came instead
 * @param {{structured?: "auto" | "prefer" | "append" | "ignore"}} options how `structuredContent` is used
 * @returns {object}
 * @throws {InvalidValueError} where an argument is outside these types
 */
export function toolResult(toolUseId, outcome, { structured = "auto" } = {}) {
    expectString(toolUseId, "the id of the tool_use block");
    if (!STRUCTURED.has(structured)) throw new InvalidValueError(`structured is one of ${[...STRUCTURED].join(", ")}`);
    if (outcome instanceof ClientError) {
        return errorBlock(toolUseId, errorText(outcome));
    }
    const result = callResult(expectObject(outcome, "the result"));
    const isError = result.isError === true;
    const content = resultBlocks(result, structured, { images: !isError }).filter(({ text }) => !isBlank(text));
    if (isError && content.length === 0) return errorBlock(toolUseId, "The tool failed and gave no reason.");
    return {
        type: "tool_result",
        tool_use_id: toolUseId,
        // The API takes a result without content, but not an empty text, and not everywhere an empty list (RESULT-6).
        ...(content.length > 0 && { content }),
        ...(isError && { is_error: true }),
    };
}

/** What went wrong, and on a line of its own what else the error carried: an address to sign in at, for one. */
function errorText({ kind, message, code, data }) {
    const text = isBlank(message) ? `The call failed (${kind}).` : message;
    const rest = { ...(code != null && { code }), ...(data != null && { data }) };
    return Object.keys(rest).length > 0 ? `${text}\n${stringify(rest)}` : text;
}

/** The result; where it is none of a tool, one that tells what came in its place (RESULT-7). */
function callResult(result) {
    const { content, structuredContent, isError: _isError, _meta, ...others } = result;
    const nothingElse = Object.entries(others).every(([key, value]) => key === "resultType" && value === "complete");
    if (content != null || structuredContent != null || nothingElse) return result;
    const wrapped = others.toolResult; // as MCP 2024-10-07 had it: a result, or any value
    if (isObject(wrapped) && ["content", "structuredContent", "isError"].some((key) => key in wrapped)) return wrapped;
    if (wrapped != null) return { content: typeof wrapped === "string" ? wrapped : stringify(wrapped) };
    return { content: `This is no result of a tool: ${stringify(result)}`, isError: true };
}

function resultBlocks({ content, structuredContent, isError }, structured, options) {
    const items = Array.isArray(content) ? content : content == null ? [] : [content];
    const toBlocks = (some) => some.map((item) => contentBlock(item, options)).filter((block) => block.text !== "");
    const blocks = toBlocks(items);
    // `== null`, not falsiness: false, 0 and "" are values (STRUCT-6). Null is how many servers write "none".
    if (structuredContent == null || structured === "ignore") return blocks;
    if (structured === "auto" && blocks.length > 0) return blocks;
    const json = textBlock(stringify(structuredContent));
    if (structured === "append") return [...blocks, json];
    // The texts of a result with structured content repeat it; images and resources do not, nor do those of an error.
    return [json, ...(isError === true ? blocks : toBlocks(items.filter((item) => item?.type !== "text")))];
}

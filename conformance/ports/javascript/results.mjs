/** Outcomes of tool calls as `tool_result` blocks. */

import { contentBlock, textBlock } from "./content.mjs";
import { stringify } from "./json.mjs";
import { expectObject, expectString, InvalidValueError } from "./values.mjs";

const STRUCTURED = new Set(["auto", "prefer", "append", "ignore"]);

/** A call that gave no result: `kind` is timeout, transport, protocol, rejected or unknown_tool. */
export class ClientError extends Error {
    name = "ClientError";

    constructor(kind, message = "") {
        super(message);
        this.kind = kind;
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
        return errorBlock(
            toolUseId,
            outcome.message.trim() === "" ? `The call failed (${outcome.kind}).` : outcome.message,
        );
    }
    const isError = expectObject(outcome, "the result").isError === true;
    const content = resultBlocks(outcome, structured, { images: !isError });
    if (isError && content.length === 0) return errorBlock(toolUseId, "The tool failed and gave no reason.");
    return {
        type: "tool_result",
        tool_use_id: toolUseId,
        // The API takes a result without content, but not an empty text, and not everywhere an empty list (RESULT-6).
        ...(content.length > 0 && { content }),
        ...(isError && { is_error: true }),
    };
}

function resultBlocks({ content, structuredContent }, structured, options) {
    const items = Array.isArray(content) ? content : content == null ? [] : [content];
    const toBlocks = (some) => some.map((item) => contentBlock(item, options)).filter((block) => block.text !== "");
    const blocks = toBlocks(items);
    // `== null`, not falsiness: false, 0 and "" are values (STRUCT-6). Null is how many servers write "none".
    if (structuredContent == null || structured === "ignore") return blocks;
    if (structured === "auto" && blocks.length > 0) return blocks;
    const json = textBlock(stringify(structuredContent));
    // The texts of a result with structured content repeat it; images and resources do not.
    return structured === "prefer"
        ? [json, ...toBlocks(items.filter((item) => item?.type !== "text"))]
        : [...blocks, json];
}

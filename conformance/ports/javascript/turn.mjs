/** What goes back to the model: the next user turn, and a whole request. */

import { tools } from "./definitions.mjs";
import { expectList, expectObject, expectString, InvalidValueError, isObject } from "./values.mjs";

/**
 * The next user message: rejections, results, other blocks, each in its order, but every tool_result first (TURN-*).
 *
 * @param {object[]} rejected
 * @param {object[]} results
 * @param {object[]} others
 * @returns {{role: "user", content: object[]}}
 * @throws {InvalidValueError} where one of them is not a list of objects
 */
export function userTurn(rejected, results, others = []) {
    const blocks = [rejected, results, others].flatMap((list) => expectList(list, "each part of the turn"));
    for (const block of blocks) expectObject(block, "a block");
    const isResult = ({ type }) => type === "tool_result";
    return { role: "user", content: [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))] };
}

/**
 * The body of a Messages API request; the caller adds `max_tokens` and what else it wants.
 *
 * @param {import("./toolset.mjs").ToolSet} toolset
 * @param {string} model
 * @param {object[]} messages
 * @param {{toolChoice?: {type: "auto" | "none"} | null, cacheControl?: "last" | null}} options
 * @returns {{model: string, messages: object[], tools: object[], tool_choice?: object}}
 * @throws {InvalidValueError} for a forced tool choice, which current models refuse (CHOICE-*), and for other types
 */
export function request(toolset, model, messages, { toolChoice = null, cacheControl = null } = {}) {
    expectString(model, "the model");
    expectList(messages, "the messages");
    if (toolChoice !== null && !(isObject(toolChoice) && ["auto", "none"].includes(toolChoice.type))) {
        throw new InvalidValueError(
            "a tool choice is of type auto or none: forced tool use is refused by current models",
        );
    }
    return { model, messages, tools: tools(toolset, { cacheControl }), ...(toolChoice && { tool_choice: toolChoice }) };
}

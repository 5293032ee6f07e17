/** The `tools` parameter of a Messages API request. */

import { cleanDescription } from "./descriptions.mjs";
import { InvalidValueError } from "./values.mjs";

/**
 * One definition a tool, in the order of the set (TOOLS-*, ORDER-2). `input_schema` is the tool's own object, no copy.
 *
 * @param {import("./toolset.mjs").ToolSet} toolset
 * @param {{cacheControl?: "last" | null}} options "last" puts a cache marker on the last definition (CACHE-*)
 * @returns {{name: string, description: string, input_schema: object, cache_control?: {type: "ephemeral"}}[]}
 * @throws {InvalidValueError} for another value of `cacheControl`
 */
export function tools(toolset, { cacheControl = null } = {}) {
    if (cacheControl !== null && cacheControl !== "last") {
        throw new InvalidValueError('the cache marker can be asked for "last" only');
    }
    const definitions = toolset.entries().map(([name, { tool }]) => ({
        name,
        description: cleanDescription(tool.description ?? ""),
        input_schema: tool.inputSchema ?? { type: "object" },
    }));
    if (cacheControl === "last" && definitions.length > 0) definitions.at(-1).cache_control = { type: "ephemeral" };
    return definitions;
}

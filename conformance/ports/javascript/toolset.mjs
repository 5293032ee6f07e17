/** The tools offered to a model, keyed by the name the model sees. */

import { expectObject, expectString } from "./values.mjs";

/** An exposed name stands twice in the pairs that a set was to be made of (SET-2). */
export class DuplicateNameError extends Error {
    name = "DuplicateNameError";
}

/**
 * A server's tool: the server's id and the tool as the server listed it.
 * @typedef {{server: string, tool: {name: string, description?: string, inputSchema?: object}}} ServerTool
 */

export class ToolSet {
    // Map, not object: an object moves the names "10" and "2" to the front in number order, and has names of its own.
    /** @type {Map<string, ServerTool>} */
    #byName = new Map();
    /** @type {Map<string, Map<string, string>>} */
    #byServer = new Map();

    /**
     * @param {Iterable<[string, ServerTool]>} pairs exposed names and tools, in the order to keep (SET-1, ORDER-1)
     * @throws {DuplicateNameError} where an exposed name stands twice
     * @throws {InvalidValueError} where a name, a server's id or a tool is of another type
     */
    constructor(pairs = []) {
        for (const [name, { server, tool }] of pairs) this.#add(expectString(name, "an exposed name"), server, tool);
    }

    #add(name, server, tool) {
        expectString(server, "a server's id");
        checkTool(tool);
        if (this.#byName.has(name)) throw new DuplicateNameError(`the name ${JSON.stringify(name)} stands twice`);
        this.#byName.set(name, Object.freeze({ server, tool }));
        if (!this.#byServer.has(server)) this.#byServer.set(server, new Map());
        const names = this.#byServer.get(server);
        if (!names.has(tool.name)) names.set(tool.name, name);
    }

    /** The pairs, in build order. @returns {[string, ServerTool][]} */
    entries() {
        return [...this.#byName];
    }

    /** The exposed names, in build order. @returns {string[]} */
    names() {
        return [...this.#byName.keys()];
    }

    /** The number of tools (SET-3). @returns {number} */
    get size() {
        return this.#byName.size;
    }

    /** The tool behind a name that a model gave (LOOKUP-*). @returns {ServerTool | undefined} for any value at all */
    resolve(name) {
        return this.#byName.get(name);
    }

    /**
     * The exposed name of a server's tool, asked by its MCP name, or undefined (SET-5).
     * @returns {string | undefined}
     * @throws {InvalidValueError} where one of the two is no string
     */
    exposedName(server, tool) {
        expectString(server, "the server's id");
        expectString(tool, "the tool's name");
        return this.#byServer.get(server)?.get(tool);
    }
}

/** @throws {InvalidValueError} where the value is not an MCP tool; description and schema may be missing or null */
export function checkTool(tool) {
    const { name, description, inputSchema } = expectObject(tool, "a tool");
    expectString(name, "a tool's name");
    expectString(description ?? "", "a tool's description");
    expectObject(inputSchema ?? {}, "a tool's inputSchema");
}

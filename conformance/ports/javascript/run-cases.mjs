/**
 * Runs the exported cases on this port in its own process: `node run-cases.mjs corpus.json` prints a JSON object from
 * each case's id to its outcome, the one that the suite finds over the shim.
 */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "./json.mjs";
import { fits, special } from "./matchers.mjs";
import { ask } from "./port.mjs";
import { isObject } from "./values.mjs";

const SHIM = fileURLToPath(new URL("shim.mjs", import.meta.url));
/** The keys that count in these answers, and in the items of their lists; a port may add others. */
const COUNTED = {
    resolve: { server: [], tool: [] },
    toolset: { entries: ["name", "server", "tool"], names: [], size: [], dropped: ["server", "tool", "reason"] },
    tool_calls: { calls: ["call_id", "server", "tool", "arguments"], rejected: [] },
};

class Ended extends Error {} // a case ends early; the message is its outcome
const nameKey = (pair) => JSON.stringify(pair);
const mapValues = (object, change) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
const picked = (object, keys) => Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

/** An answer as it would come over a pipe, from this process or, where the case asks for it, from a new one. */
function answer(method, params, { fresh = false } = {}) {
    const line = stringify({ jsonrpc: "2.0", id: 1, method, params });
    if (fresh) return parse(spawnSync(process.execPath, [SHIM], { input: line, encoding: "utf8" }).stdout);
    return parse(stringify(ask(method, parse(line).params)));
}

function counted(method, result) {
    if (!Object.hasOwn(COUNTED, method) || !isObject(result)) return result;
    return mapValues(picked(result, Object.keys(COUNTED[method])), (value, key) => {
        const keys = COUNTED[method][key];
        const isCut = (item) => keys.length > 0 && isObject(item);
        return Array.isArray(value) ? value.map((item) => (isCut(item) ? picked(item, keys) : item)) : value;
    });
}

/** The port's exposed names, which the case needs if it speaks of one. */
function exposedNames(toolset, steps) {
    if (!/"(\$exposed|\$?if_exposed)":/.test(stringify(steps))) return new Map();
    const { result } = answer("toolset", { toolset });
    if (!Array.isArray(result?.entries)) throw new Ended("failed");
    return new Map(result.entries.map(({ name, server, tool }) => [nameKey([server, tool]), name]).reverse());
}

/** A value with what only the run knows filled in: exposed names, and parts of earlier answers. */
function fill(value, run, compared) {
    const name = special(value);
    const argument = name && value[name];
    const isThere = (item) => special(item) !== "$if_exposed" || run.names.has(nameKey(item.$if_exposed.pair));
    if (Array.isArray(value)) return value.filter(isThere).map((item) => fill(item, run, compared));
    if (!isObject(value) || name === "$literal") return value;
    if (name === "$if_exposed") return fill(argument.then, run, compared);
    if (name === "$join") return argument.map((part) => fill(part, run, false)).join("");
    if (name === "$answer") {
        const found = argument.slice(1).reduce((inside, key) => inside?.[key] ?? null, run.answers[argument[0] - 1]);
        return compared ? { $literal: found } : found;
    }
    if (name !== "$exposed") return mapValues(value, (item) => fill(item, run, compared));
    if (!run.names.has(nameKey(argument)) && !compared) throw new Ended("failed");
    return run.names.get(nameKey(argument)) ?? { $not_exposed: argument };
}

function judged(step, params, expected) {
    const { result, error } = answer(step.ask, params, step);
    if (error?.code === -32601) throw new Ended("unsupported");
    if (error && step.refused === "duplicate_name" && error.data?.kind !== "duplicate_name") throw new Ended("failed");
    if (error ? !(step.refused || step.or_refused) : step.refused) throw new Ended("failed");
    if (error) return { error: error.code };
    const got = counted(step.ask, result);
    const isOpen = ["toolset", "tool_calls"].includes(step.ask) && isObject(expected) && !special(expected);
    if (!fits(isOpen ? { $has: expected } : expected, got)) throw new Ended("failed");
    return got;
}

function outcome({ toolset, steps }) {
    if (steps.some((step) => step.watch)) return "unsupported"; // only the suite can watch a port
    try {
        const run = { names: exposedNames(toolset, steps), answers: [] };
        for (const step of steps) {
            const isLeftOut = step.if_exposed && !run.names.has(nameKey(step.if_exposed));
            const params = () => ({ toolset, options: {}, ...fill(step.with ?? {}, run, false) });
            run.answers.push(isLeftOut ? null : judged(step, params(), fill(step.expect, run, true)));
        }
        return "passed";
    } catch (error) {
        if (error instanceof Ended) return error.message;
        throw error;
    }
}

const { cases } = parse(readFileSync(process.argv[2], "utf8"));
console.log(stringify(Object.fromEntries(cases.map((aCase) => [aCase.id, outcome(aCase)]))));

/**
 * Exposed names for the tools of several servers.
 *
 * A name depends on its own server id and tool name alone, so it stays the same when other servers come and go: plain
 * pairs are joined, all others carry a digest of the pair. Only where such a digest meets a name that is taken already
 * (by chance, or because a server chose it) is another digest taken.
 */

import { createHash } from "node:crypto";

import { checkTool, ToolSet } from "./toolset.mjs";
import { expectList, expectObject, expectString } from "./values.mjs";

const MAX_LENGTH = 64;
const DIGEST_LENGTH = 10;
const MAX_TOOL_PART = 32;

// Without the flag `m`, `$` is the end of the text: "name\n" does not match. A leading letter or `_` is NAME-7.
const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const REFUSED_CHARACTERS = /[^A-Za-z0-9_-]+/gu;

/**
 * Name the tools of all servers (NAME-*, ORDER-1).
 *
 * @param {{id: string, tools: object[]}[]} servers in the order wanted, each with its MCP tools as listed
 * @returns {{toolset: ToolSet, dropped: {server: string, tool: string, reason: string}[]}} only a pair that was listed
 *     before is left out, and stands in `dropped` (NAME-5)
 * @throws {InvalidValueError} where the servers are of another shape
 */
export function build(servers) {
    const named = new Map();
    const seen = new Set();
    const dropped = [];
    for (const entry of expectList(servers, "servers")) {
        const { id: server, tools } = expectObject(entry, "a server");
        expectString(server, "a server's id");
        for (const tool of expectList(tools, "a server's tools")) {
            checkTool(tool);
            const pair = JSON.stringify([server, tool.name]);
            if (seen.has(pair)) {
                dropped.push({ server, tool: tool.name, reason: "listed twice" });
                continue;
            }
            seen.add(pair);
            named.set(freeName(named, server, tool.name), { server, tool });
        }
    }
    return { toolset: new ToolSet(named), dropped };
}

/** Linear in all: digests of two pairs differ, so a name that is in the way is in the way of one pair only. */
function freeName(taken, server, tool) {
    let name = plainName(server, tool) ?? digestName(server, tool, 0);
    for (let attempt = 1; taken.has(name); attempt += 1) name = digestName(server, tool, attempt);
    return name;
}

/** The two parts joined, where no other pair gives the same: the first `__` is then always the one that joins. */
function plainName(server, tool) {
    const name = `${server}__${tool}`;
    return PLAIN.test(name) && name.indexOf("__") === server.length ? name : undefined;
}

function digestName(server, tool, attempt) {
    // JSON text tells apart what UTF-8 cannot hold (lone surrogates) and where one part ends and the next begins.
    const digest = createHash("sha256")
        .update(JSON.stringify([server, tool, attempt]))
        .digest("hex");
    const room = MAX_LENGTH - DIGEST_LENGTH - 1;
    const toolPart = clean(tool).slice(0, MAX_TOOL_PART);
    const serverPart = clean(server)
        .replace(/^(?=[0-9-])/, "_")
        .slice(0, room - 2 - toolPart.length);
    return `${serverPart}__${toolPart}_${digest.slice(0, DIGEST_LENGTH)}`;
}

function clean(text) {
    return text.replace(REFUSED_CHARACTERS, "_");
}

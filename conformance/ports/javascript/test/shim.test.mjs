/** The shim as a process: framing, error codes, life. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SHIM = fileURLToPath(new URL("../shim.mjs", import.meta.url));
const TOOLSET = '{"entries":[{"name":"n","server":"s","tool":{"name":"t"}}]}';

/** Run the shim on these pieces of input; the answers come back once it has ended by itself. */
async function exchange(...pieces) {
    const shim = spawn(process.execPath, [SHIM], { stdio: ["pipe", "pipe", "inherit"] });
    const output = shim.stdout.setEncoding("utf8").toArray();
    const exit = new Promise((resolve) => shim.on("exit", resolve));
    for (const piece of pieces) await new Promise((resolve) => shim.stdin.write(piece, resolve));
    shim.stdin.end();
    assert.equal(await exit, 0);
    return (await output)
        .join("")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
}

const line = (id, method, params) => `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}\n`;
const code = async (method, params) => (await exchange(line(1, method, params)))[0].error?.code;

test(
    "answers one line each, whatever the pieces, empty lines and the last line's end are",
    { timeout: 20_000 },
    async () => {
        const request = Buffer.from(line(1, "resolve", `{"toolset":${TOOLSET},"name":"é\u2028"}`));
        const inCharacter = request.indexOf("é") + 1;
        const answers = await exchange(
            request.subarray(0, inCharacter),
            request.subarray(inCharacter),
            `\r\n\n${line(2, "resolve", `{"toolset":${TOOLSET},"name":"n"}`)}${line('"3"', "describe", "{}").trim()}`,
        );
        assert.deepEqual(
            answers.map(({ id }) => id),
            [1, 2, "3"],
        );
        assert.deepEqual(
            answers.slice(0, 2).map(({ result }) => result),
            [null, { server: "s", tool: "t" }],
        );
    },
);

test("a line of many megabytes is answered", { timeout: 20_000 }, async () => {
    const text = "\\u00e9".repeat(2 ** 21);
    const outcome = `{"result":{"content":[{"type":"text","text":"${text}"}]}}`;
    const [answer] = await exchange(line(1, "tool_result", `{"tool_use_id":"x","outcome":${outcome},"options":{}}`));
    assert.equal(answer.result.content[0].text.length, 2 ** 21);
});

test("each way to fail has its code", { timeout: 20_000 }, async () => {
    assert.equal(await code("constructor", "{}"), -32601);
    assert.equal(await code("tools", `{"toolset":${TOOLSET},"options":{"strict":true}}`), -32601);
    assert.equal(await code("toolset", '{"toolset":{"list":[]}}'), -32601);
    assert.equal(await code("tools", `{"toolset":${TOOLSET},"options":{"cache_control":"first"}}`), -32602);
    assert.equal(await code("tool_calls", `{"toolset":${TOOLSET},"response":7}`), -32602);
    assert.equal(await code("toolset", '{"toolset":{"servers":[{"id":1,"tools":[]}]}}'), -32602);
    const [wrong, twice] = await exchange(
        "{\n",
        line(1, "toolset", `{"toolset":{"entries":[${`,${TOOLSET.slice(12, -2)}`.repeat(2).slice(1)}]}}`),
    );
    assert.equal(wrong.error.code, -32700);
    assert.deepEqual([twice.error.code, twice.error.data], [-32000, { kind: "duplicate_name" }]);
});

test("a request without an id is not answered", { timeout: 20_000 }, async () => {
    assert.deepEqual(await exchange('{"jsonrpc":"2.0","method":"describe","params":{}}\n'), []);
});

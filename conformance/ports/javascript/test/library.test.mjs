/** What the fixtures cannot see of the library: speed, its JavaScript face, values that no JSON message can carry. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
    build,
    ClientError,
    DuplicateNameError,
    InvalidValueError,
    request,
    toolCalls,
    toolResult,
    tools,
    ToolSet,
    userTurn,
} from "../index.mjs";

const EXPOSED_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const named = (name, rest = {}) => ({ name, inputSchema: { type: "object" }, ...rest });

test("odd pairs all get names of their own, and keep their order", () => {
    const ids = [
        "a",
        "a_",
        "a__b",
        "",
        "_",
        "10",
        "2",
        "-",
        "é",
        "\ud800",
        "\ud801",
        "x".repeat(300),
        `${"x".repeat(300)}y`,
    ];
    const names = ["b", "_b", "b__c", "", "__", "a.b", "a_b", "a/b", "b\n", "__proto__", "B", "🙂", "z".repeat(80)];
    const { toolset, dropped } = build(ids.map((id) => ({ id, tools: names.map((name) => named(name)) })));
    assert.deepEqual(dropped, []);
    assert.equal(toolset.size, ids.length * names.length);
    const pairs = ids.flatMap((id) => names.map((name) => [id, name]));
    assert.deepEqual(
        toolset.entries().map(([, { server, tool }]) => [server, tool.name]),
        pairs,
    );
    for (const name of toolset.names()) assert.match(name, EXPOSED_NAME);
    for (const [id, name] of pairs) assert.equal(toolset.resolve(toolset.exposedName(id, name)).server, id);
});

test("a name does not depend on the other tools, unless one of them has taken it", () => {
    const odd = { id: "files", tools: [named("a.b")] };
    const alone = build([odd]).toolset.names()[0];
    assert.equal(
        build([{ id: "files", tools: [named("a_b"), named("a/b")] }, odd]).toolset.exposedName("files", "a.b"),
        alone,
    );
    const thief = { id: "files", tools: [named(alone.slice("files__".length))] };
    const { toolset } = build([thief, odd]);
    assert.deepEqual(toolset.names()[0], alone);
    assert.equal(toolset.resolve(toolset.exposedName("files", "a.b")).tool.name, "a.b");
});

test("a pair listed twice is left out once, and said so", () => {
    const { toolset, dropped } = build([{ id: "s", tools: [named("t"), named("t")] }]);
    assert.deepEqual(toolset.names(), ["s__t"]);
    assert.deepEqual(dropped, [{ server: "s", tool: "t", reason: "listed twice" }]);
});

test("100,000 tools whose names all clean to one text are named in linear time", { timeout: 30_000 }, () => {
    const count = 100_000;
    const clashing = Array.from({ length: count }, (_, n) =>
        named([...n.toString(2)].map((bit) => ".:"[bit]).join("")),
    );
    const { toolset } = build([{ id: "s", tools: clashing }]);
    assert.equal(toolset.size, count);
    assert.equal(tools(toolset).length, count);
});

test("the set refuses a name that stands twice, and values of other types", () => {
    const pair = ["n", { server: "s", tool: named("t") }];
    assert.throws(() => new ToolSet([pair, pair]), DuplicateNameError);
    assert.throws(() => new ToolSet([[1, pair[1]]]), InvalidValueError);
    assert.throws(() => build([{ id: "s", tools: [named(null)] }]), InvalidValueError);
    assert.equal(new ToolSet([pair]).resolve({ toString: () => "n" }), undefined);
});

test("descriptions lose halves of characters, and are cut before a character that does not fit", () => {
    const describe = (text) =>
        tools(new ToolSet([["n", { server: "s", tool: named("t", { description: text }) }]]))[0].description;
    assert.equal(describe("a\ud83d\u200b\ude00b"), "ab");
    assert.equal(describe(`${"\u200b".repeat(9000)}${"a".repeat(4093)}😀é`), "a".repeat(4093));
    assert.equal(describe(`${"a".repeat(4092)}😀b`), `${"a".repeat(4092)}😀`);
});

test("nothing that is given is changed", () => {
    const freeze = (value) => {
        if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
        return value;
    };
    const { toolset } = build(freeze([{ id: "s", tools: [named("t", { description: "d" }), named("u")] }]));
    tools(toolset, { cacheControl: "last" });
    assert.ok(tools(toolset).every((definition) => !("cache_control" in definition)));
    const { calls, rejected } = toolCalls(
        freeze({ content: [{ type: "tool_use", id: "1", name: "s__t", input: { a: 1 } }] }),
        toolset,
    );
    assert.deepEqual(calls, [{ callId: "1", server: "s", tool: "t", arguments: { a: 1 } }]);
    const result = toolResult("1", freeze({ content: [{ type: "text", text: "x" }], structuredContent: { a: 1n } }), {
        structured: "append",
    });
    assert.deepEqual(result.content, [
        { type: "text", text: "x" },
        { type: "text", text: '{"a":1}' },
    ]);
    userTurn(freeze(rejected), freeze([result]), freeze([]));
    assert.throws(() => request(toolset, "m", [], { toolChoice: { type: "any" } }), InvalidValueError);
});

test("a client error gives its message, or its kind where it has none", () => {
    assert.equal(toolResult("1", new ClientError("timeout", "late")).content[0].text, "late");
    assert.match(toolResult("1", new ClientError("timeout", " ")).content[0].text, /timeout/);
});

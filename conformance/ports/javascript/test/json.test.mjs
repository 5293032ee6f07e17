/** The JSON reader and writer against the built-in ones, and where they must differ from those. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { parse, stringify } from "../json.mjs";

test("reads what JSON.parse reads, with the same values", () => {
    const texts = [
        ' { "a" : [ 1 , -2.5e-3 , 0 , true , false , null , { } , [ ] ] , "" : "" } ',
        '"\\"\\\\\\/\\b\\n\\u00e9\\ud83d\\ude00\\ud800 \u2028\ud83d\ude00"',
        '{"__proto__":{"x":1},"constructor":2,"2":1,"1":2}',
        '{"a":1,"a":2}',
        "9007199254740991",
        "1e2",
    ];
    for (const text of texts) assert.deepStrictEqual(parse(text), JSON.parse(text), text);
});

test("refuses what JSON.parse refuses", () => {
    const texts = [
        "",
        " ",
        "{",
        "[",
        '"',
        '"\\',
        '"\\x"',
        '"a\nb"',
        "[1,]",
        '{"a":1,}',
        "{a:1}",
        "{'a':1}",
        '{"a" 1}',
        "[1 2]",
        "01",
        "+1",
        "1.",
        ".5",
        "-",
        "1e",
        "NaN",
        "tru",
        "nulll",
        "1 1",
        "\u00a01",
        "\ufeff1",
        '{"a":1]',
        "[1}",
        "]",
    ];
    for (const text of texts) {
        assert.throws(() => JSON.parse(text), SyntaxError, text);
        assert.throws(() => parse(text), SyntaxError, text);
    }
});

test("keeps integers of any length and never writes a double as an integer that it is not", () => {
    const text = '{"a":[9007199254740993,-123456789012345678901234567890],"b":1}';
    assert.equal(stringify(parse(text)), text);
    assert.equal(stringify(1.2345678901234567e20), "1.2345678901234567e+20");
    assert.throws(() => parse("1e400"), SyntaxError);
});

test("writes what JSON.stringify writes", () => {
    const value = JSON.parse('{"__proto__":1,"b":[null,true,-0.5,1e-7,"\\ud800\\u0000\\"é"],"c":{},"d":[]}');
    assert.equal(stringify({ ...value, gone: undefined }), JSON.stringify(value));
    for (const wrong of [NaN, Infinity, undefined, [undefined], () => 1])
        assert.throws(() => stringify(wrong), TypeError);
});

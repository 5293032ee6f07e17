/** Matchers: whether an answer is as a case expects, in the notation of docs/fixtures.md. */

import { ABSENT, forms } from "./api-forms.mjs";
import { parse } from "./json.mjs";
import { listMatchers } from "./list-matchers.mjs";
import { isObject, kind } from "./values.mjs";

const SCHEMA_KEYS = /^\$(schema|id|ref|defs|anchor|comment|dynamicRef|dynamicAnchor|vocabulary)$/;
const isText = (value) => typeof value === "string";
const isNumber = (value) => ["number", "bigint"].includes(typeof value);
const every = (container, test) => Object.entries(container).every(([key, value]) => test(value, key));

const TEXT = {
    starts: (wanted, text) => text.startsWith(wanted),
    ends: (wanted, text) => text.endsWith(wanted),
    contains: (parts, text) => parts.every((part) => text.includes(part)),
    without: (parts, text) => !parts.some((part) => text.includes(part)),
    min_bytes: (size, text) => Buffer.byteLength(text) >= size,
    max_bytes: (size, text) => Buffer.byteLength(text) <= size,
    blank: (wanted, text) => (text.trim() === "") === wanted,
};
const MATCHERS = {
    $any: () => true,
    $literal: equal,
    $type: (type, got) => type === kind(got) || (type === "number" && kind(got) === "integer"),
    $regex: (source, got) => isText(got) && new RegExp(`^(?:${source})$`, "su").test(got),
    $text: (parts, got) => isText(got) && !/\p{Cs}/u.test(got) && every(parts, (wanted, key) => TEXT[key](wanted, got)),
    $json: (pattern, got) => isText(got) && fitsJson(pattern, got),
    $one_of: (patterns, got) => patterns.some((pattern) => fits(pattern, got)),
    $all: (patterns, got) => patterns.every((pattern) => fits(pattern, got)),
    $not: (pattern, got) => !fits(pattern, got),
    $has: (pattern, got) => isObject(got) && every(pattern, (wanted, key) => fitsKey(wanted, got, key)),
    $absent_or: fits,
    $each: (pattern, got) => Array.isArray(got) && got.every((item) => fits(pattern, item)),
    $some: (pattern, got) => Array.isArray(got) && got.some((item) => fits(pattern, item)),
    $unique: (key, got) => Array.isArray(got) && areUnique(key === true ? got : got.map((item) => item?.[key])),
    $length: (length, got) => Array.isArray(got) && got.length === length,
    $in_any_order: (patterns, got) => Array.isArray(got) && fitInAnyOrder(patterns, [...got]),
    $not_exposed: () => false,
    ...listMatchers(fits, equal),
};

/** The name of the matcher or run-time value that an object with one key stands for, or undefined. */
export function special(value) {
    const [name, ...more] = isObject(value) ? Object.keys(value) : [];
    return more.length === 0 && name?.startsWith("$") && !SCHEMA_KEYS.test(name) ? name : undefined;
}

export function fits(pattern, got) {
    const name = special(pattern);
    if (name) return MATCHERS[name](pattern[name], got);
    if (Array.isArray(pattern)) return Array.isArray(got) && fitsList(pattern, got);
    if (isObject(pattern)) return MATCHERS.$has(pattern, got) && every(got, (_, key) => mayStand(key, pattern, got));
    return equal(pattern, got);
}

const mayStand = (key, pattern, got) => Object.hasOwn(pattern, key) || forms(got, key).includes(ABSENT);
const fitsForm = (wanted, form) => (form === ABSENT ? special(wanted) === "$absent_or" : fits(wanted, form));
const fitsKey = (wanted, got, key) => forms(got, key).some((form) => fitsForm(wanted, form));

function fitsList(patterns, got) {
    let at = 0;
    for (const wanted of patterns) {
        if (special(wanted) === "$maybe") at += at < got.length && fits(wanted.$maybe, got[at]);
        else if (at === got.length || !fits(wanted, got[at++])) return false;
    }
    return at === got.length;
}

function fitInAnyOrder(patterns, left) {
    for (const wanted of patterns) {
        const at = left.findIndex((item) => fits(wanted, item));
        if (at < 0) return false;
        left.splice(at, 1);
    }
    return left.length === 0;
}

function fitsJson(pattern, text) {
    try {
        return fits(pattern, parse(text));
    } catch {
        return false;
    }
}

const areUnique = (items) =>
    items.every((item, at) => item !== undefined && items.findIndex((other) => equal(item, other)) === at);

function equal(one, other) {
    if (isNumber(one) && isNumber(other)) return one == other; // 2n and 2 are the same number
    if (kind(one) !== kind(other) || typeof one !== "object" || one === null) return one === other;
    if (Object.keys(one).length !== Object.keys(other).length) return false;
    return every(one, (value, key) => Object.hasOwn(other, key) && equal(value, other[key]));
}

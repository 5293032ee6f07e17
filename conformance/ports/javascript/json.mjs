/**
 * JSON read and written without loss: integers beyond 2^53-1 are BigInt values (CALLS-8, STRUCT-5).
 *
 * JSON.parse rounds them before anybody sees them, and its reviver is shown the source text only from Node 21 on;
 * JSON.stringify refuses BigInt. In all else the two functions here do as those do. Both take linear time.
 */

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS = new Map([
    ["t", ["true", true]],
    ["f", ["false", false]],
    ["n", ["null", null]],
]);

/**
 * @param {string} text
 * @returns {any} objects and lists as JSON.parse makes them; numbers as `number`, or `bigint` where that would round
 * @throws {SyntaxError} where the text is not JSON, or holds a number too large for a double
 */
export function parse(text) {
    const reader = new Reader(text);
    const value = reader.value();
    if (reader.next() !== undefined) reader.fail();
    return value;
}

class Reader {
    #text;
    #at = 0;

    constructor(text) {
        this.#text = text;
    }

    fail(at = this.#at) {
        throw new SyntaxError(at < this.#text.length ? `not JSON at position ${at}` : "the JSON text ends too early");
    }

    /** The next character that is no white space, without taking it. */
    next() {
        SPACE.lastIndex = this.#at;
        SPACE.test(this.#text);
        this.#at = SPACE.lastIndex;
        return this.#text[this.#at];
    }

    #take(character) {
        if (this.next() !== character) return false;
        this.#at += 1;
        return true;
    }

    #need(character) {
        if (!this.#take(character)) this.fail();
    }

    value() {
        const first = this.next();
        if (first === "{") return this.#object();
        if (first === "[") return this.#list();
        if (first === '"') return this.#string();
        return WORDS.has(first) ? this.#word(...WORDS.get(first)) : this.#number();
    }

    #object() {
        const object = {};
        this.#need("{");
        if (this.#take("}")) return object;
        do {
            if (this.next() !== '"') this.fail();
            const key = this.#string();
            this.#need(":");
            setKey(object, key, this.value());
        } while (this.#take(","));
        this.#need("}");
        return object;
    }

    #list() {
        const list = [];
        this.#need("[");
        if (this.#take("]")) return list;
        do list.push(this.value());
        while (this.#take(","));
        this.#need("]");
        return list;
    }

    #string() {
        const start = this.#at;
        let escaped = false;
        let at = start + 1;
        for (let code; (code = this.#text.charCodeAt(at)) !== 0x22; at += 1) {
            if (code === 0x5c) {
                escaped = true;
                at += 1;
            } else if (!(code >= 0x20)) this.fail(at); // a bare control, or NaN: the end of the text
        }
        this.#at = at + 1;
        return escaped ? JSON.parse(this.#text.slice(start, at + 1)) : this.#text.slice(start + 1, at);
    }

    #word(word, value) {
        if (!this.#text.startsWith(word, this.#at)) this.fail();
        this.#at += word.length;
        return value;
    }

    #number() {
        NUMBER.lastIndex = this.#at;
        const match = NUMBER.exec(this.#text);
        if (match === null) this.fail();
        const [digits, fraction, exponent] = match;
        const number = Number(digits);
        const isInteger = fraction === undefined && exponent === undefined;
        if (!isInteger && !Number.isFinite(number)) this.fail();
        this.#at += digits.length;
        return isInteger && !Number.isSafeInteger(number) ? BigInt(digits) : number;
    }
}

/** `object[key] = value` would set the prototype, and make no key, where the key is `__proto__`. */
function setKey(object, key, value) {
    if (key !== "__proto__") object[key] = value;
    else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * @param {any} value a JSON value, BigInt allowed; keys whose value is undefined are left out
 * @returns {string}
 * @throws {TypeError} for what JSON cannot hold
 */
export function stringify(value) {
    if (typeof value === "bigint") return String(value);
    if (typeof value === "number") return stringifyNumber(value);
    if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
    if (typeof value !== "object") throw new TypeError(`JSON cannot hold ${typeof value}`);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringify(member)}`).join(",")}}`;
}

function stringifyNumber(value) {
    if (!Number.isFinite(value)) throw new TypeError(`JSON cannot hold ${value}`);
    // JavaScript writes 1.2345678901234567e20 as 123456789012345670000, an integer that the double is not equal to.
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value.toExponential() : JSON.stringify(value);
}

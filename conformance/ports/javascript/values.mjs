/** What a JSON value is, and the refusal of a value that is outside the documented types. */

/** A value outside the documented types. Its own class, so that a bug's TypeError is never taken for a refusal. */
export class InvalidValueError extends TypeError {
    name = "InvalidValueError";
}

/** @returns {boolean} true for a JSON object; `typeof` alone says "object" of null and of lists too. */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns {string} the JSON type of a value, with its article, for messages. */
export function typeName(value) {
    if (value === undefined) return "missing";
    if (value === null) return "null";
    if (Array.isArray(value)) return "a list";
    if (typeof value === "bigint") return "a number";
    return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function expect(fits, wanted, value, what) {
    if (!fits) throw new InvalidValueError(`${what} must be ${wanted}, not ${typeName(value)}`);
    return value;
}

/** Each gives `value` back, or throws InvalidValueError with a text that begins with `what`. */
export const expectObject = (value, what) => expect(isObject(value), "an object", value, what);
export const expectList = (value, what) => expect(Array.isArray(value), "a list", value, what);
export const expectString = (value, what) => expect(typeof value === "string", "a string", value, what);

/** The JSON type of a value, as the matchers name it. */
export function kind(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    return typeof value === "bigint" || Number.isInteger(value) ? "integer" : typeof value;
}

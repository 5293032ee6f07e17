/** What the Messages API reads alike, so that no case holds one way to write a thing against another. */

import { isObject } from "./values.mjs";

/** Stands for a key that is not there. */
export const ABSENT = Symbol("absent");
const hasKey = (holder, key) => Object.hasOwn(holder, key);

/** The value of a key as it is, then in the other form that the API reads alike, where there is one. */
export function forms(holder, key) {
    const value = hasKey(holder, key) ? holder[key] : ABSENT;
    const isResult = holder.type === "tool_result";
    if (key === "content" && (isResult || ["user", "assistant"].includes(holder.role))) return contents(value);
    if (key === "is_error" && isResult && value === false) return [value, ABSENT];
    if (key === "is_error" && isResult && value === ABSENT) return [value, false];
    return isDefault(holder, key, value) ? [value, ABSENT] : [value];
}

function contents(value) {
    if (typeof value === "string" && value !== "") return [value, [{ type: "text", text: value }]];
    const text = Array.isArray(value) && value.length === 1 && isObject(value[0]) && onlyText(value[0]);
    return text ? [value, text] : [value];
}

function onlyText({ type, text, ...more }) {
    return type === "text" && typeof text === "string" && Object.keys(more).length === 0 ? text : undefined;
}

function isDefault(holder, key, value) {
    const isDefinition = hasKey(holder, "input_schema");
    if (value === "custom") return key === "type" && isDefinition;
    if (value === "5m") return key === "ttl" && holder.type === "ephemeral";
    if (value !== null) return false;
    if (isDefinition) return ["type", "cache_control", "eager_input_streaming"].includes(key);
    if (key === "citations") return holder.type === "text";
    return key === "cache_control" && ["text", "image", "tool_result"].includes(holder.type);
}

/** MCP content items as blocks of the Messages API (MAP-*). */

import { stringify } from "./json.mjs";
import { isObject } from "./values.mjs";

const TEXT_TYPE = /^(text\/.*|application\/(.*\+)?(json|xml|yaml|javascript))$/;
const ACCEPTED_IMAGES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** @returns {{type: "text", text: string}} */
export function textBlock(text) {
    return { type: "text", text };
}

/**
 * One content item as one block. Of what is broken or not known, whatever can be read is kept (MAP-12).
 *
 * @param {any} item
 * @param {{images: boolean}} options whether image blocks may be made; if not, images become placeholders (RESULT-5)
 * @returns {object} a text or an image block
 */
export function contentBlock(item, { images }) {
    const { type, text, data, mimeType, name, uri, resource } = isObject(item) ? item : {};
    if (type === "text" && typeof text === "string") return textBlock(text);
    if (type === "image") return (images && imageBlock(mimeType, data)) || placeholder("image", mimeType, data);
    if (type === "audio") return placeholder("audio", mimeType, data);
    if (type === "resource_link" && typeof name === "string" && typeof uri === "string") {
        return textBlock(`[resource] ${name} <${uri}>${isFilled(mimeType) ? ` (${mimeType})` : ""}`);
    }
    if (type === "resource" && typeof resource?.uri === "string") return resourceBlock(resource, images);
    return textBlock(readable(item));
}

function resourceBlock(resource, images) {
    const { uri, text, blob, mimeType } = resource;
    if (typeof text === "string") return textBlock(`[resource: ${uri}]\n${text}`);
    if (typeof blob !== "string") return textBlock(readable(resource));
    const holdsBlob = blob !== "" && uri.startsWith("data:"); // such a uri may hold the blob whole (MAP-8)
    const shown = holdsBlob ? uri.replaceAll(blob, "") : uri;
    const decoded = TEXT_TYPE.test(essence(mimeType)) ? utf8(blob) : null;
    if (decoded !== null) return textBlock(`[resource: ${shown}]\n${decoded}`);
    return (images && imageBlock(mimeType, blob)) || placeholder(`resource ${shown}`, mimeType, blob);
}

/** What can be read of an item that is no content, or not whole: its text, its uri, or what it is called. */
function readable(item) {
    if (!isObject(item)) return item === null ? "[nothing]" : typeof item === "string" ? item : stringify(item);
    const { type, text, uri, name, title } = isObject(item.resource) ? { ...item, ...item.resource } : item;
    if (text !== undefined && text !== null && !isBlank(text)) return typeof text === "string" ? text : stringify(text);
    const called = [name, title].find(isFilled);
    if (isFilled(uri)) return `[resource] ${called ?? "(no name)"} <${uri}>`;
    const known = called ?? type;
    return isFilled(known) ? `[${firstCharacters(known, 100)}: content that cannot be shown]` : "[unknown content]";
}

/** An image block, or null where the API would refuse it: another type, or no data. */
function imageBlock(mimeType, data) {
    const mediaType = acceptedImageType(mimeType);
    const base64 = typeof data === "string" ? asBase64(data) : null;
    if (mediaType === null || !isFilled(base64)) return null; // the API refuses the rest (MAP-12)
    return { type: "image", source: { type: "base64", media_type: mediaType, data: base64 } };
}

/** The type as the API wants it, lower case without parameters (MAP-11), or null where it is none of the four. */
function acceptedImageType(mimeType) {
    const type = essence(mimeType);
    const mediaType = type === "image/jpg" ? "image/jpeg" : type;
    return ACCEPTED_IMAGES.has(mediaType) ? mediaType : null;
}

function essence(mimeType) {
    return typeof mimeType === "string" ? mimeType.split(";", 1)[0].trim().toLowerCase() : "";
}

function placeholder(kind, mimeType, data) {
    const base64 = typeof data === "string" ? asBase64(data) : null;
    const size = base64 === null ? "no data that can be read" : `${Buffer.from(base64, "base64").length} bytes`;
    return textBlock(`[${kind}: ${isFilled(mimeType) ? mimeType : "unknown type"}, ${size}]`);
}

/**
 * Base64 as the API takes it: as it is, or mended where it came as a `data:` URI, in the alphabet for addresses or
 * without padding. Null where it is no base64: Buffer.from would pass over what it does not know.
 */
function asBase64(data) {
    const text = data.replace(/^data:[^,]*;base64,/, "");
    const line = text.replace(/[\r\n]/g, "");
    const bare = line.replaceAll("-", "+").replaceAll("_", "/").replace(/={1,2}$/, "");
    if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) return null;
    const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, "=");
    return padded === line ? text : padded;
}

/** The text of a blob, or null where its bytes are no UTF-8. */
function utf8(blob) {
    const base64 = asBase64(blob);
    if (!isFilled(base64)) return null;
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, "base64"));
    } catch {
        return null;
    }
}

/** The first characters of a text; `slice` would count halves of them, and keep half a one. */
export function firstCharacters(text, count) {
    return text.length <= count ? text : `${[...text.slice(0, 2 * count)].slice(0, count).join("")}...`;
}

/** Whether a value is a text with nothing to read in it, which the API refuses as it does an empty one. */
export function isBlank(value) {
    return typeof value === "string" && value.trim() === "";
}

function isFilled(value) {
    return typeof value === "string" && value !== "";
}

/** MCP content items as blocks of the Messages API (MAP-*). */

import { isObject } from "./values.mjs";

const ACCEPTED_IMAGES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** @returns {{type: "text", text: string}} */
export function textBlock(text) {
    return { type: "text", text };
}

/**
 * One content item as one block. What is broken or not known becomes text (MAP-12).
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
    return textBlock(typeof type === "string" ? `[content of type ${type} that cannot be shown]` : "[unknown content]");
}

function resourceBlock({ uri, text, blob, mimeType }, images) {
    if (typeof text === "string") return textBlock(`[resource: ${uri}]\n${text}`);
    const shown = isFilled(blob) ? uri.replaceAll(blob, "") : uri; // a data: URI may hold the blob (MAP-8)
    return (images && imageBlock(mimeType, blob)) || placeholder(`resource ${shown}`, mimeType, blob);
}

/** An image block, or null where the API would refuse it: another type, or no data. */
function imageBlock(mimeType, data) {
    const mediaType = acceptedImageType(mimeType);
    if (mediaType === null || !isFilled(data) || !isBase64(data)) return null; // the API refuses the rest (MAP-12)
    return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

/** The type as the API wants it, lower case without parameters (MAP-11), or null where it is none of the four. */
function acceptedImageType(mimeType) {
    if (typeof mimeType !== "string") return null;
    const essence = mimeType.split(";", 1)[0].trim().toLowerCase();
    const mediaType = essence === "image/jpg" ? "image/jpeg" : essence;
    return ACCEPTED_IMAGES.has(mediaType) ? mediaType : null;
}

function placeholder(kind, mimeType, data) {
    const bytes = typeof data === "string" ? Buffer.from(data, "base64").length : 0;
    return textBlock(`[${kind}: ${isFilled(mimeType) ? mimeType : "unknown type"}, ${bytes} bytes]`);
}

function isBase64(text) {
    const line = text.replace(/[\r\n]/g, "");
    return line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}

function isFilled(value) {
    return typeof value === "string" && value !== "";
}

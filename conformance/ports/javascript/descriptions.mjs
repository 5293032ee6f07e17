/** Descriptions without invisible characters, and of at most 4 KiB (DESC-*). */

const MAX_BYTES = 4096;

const INVISIBLE = new RegExp(
    "[" +
        "\\u{61C}\\u{200E}\\u{200F}\\u{202A}-\\u{202E}\\u{2066}-\\u{2069}" + // DESC-1: bidirectional controls
        "\\u{200B}-\\u{200D}\\u{2060}\\u{FEFF}" + // DESC-2: zero-width characters
        "\\u{E0000}-\\u{E007F}" + // DESC-3: tag characters
        "\\u{0}-\\u{8}\\u{B}\\u{C}\\u{E}-\\u{1F}\\u{7F}-\\u{9F}" + // DESC-4: controls; DESC-5: TAB, LF, CR stay
        // DESC-6: other invisible characters
        "\\u{AD}\\u{34F}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}\\u{180B}-\\u{180F}\\u{2028}\\u{2029}" +
        "\\u{2061}-\\u{2065}\\u{206A}-\\u{206F}\\u{3164}\\u{FE00}-\\u{FE0F}\\u{FFA0}\\u{FFF9}-\\u{FFFB}" +
        "\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0080}-\\u{E0FFF}" +
        // Halves of a character: UTF-8 cannot hold them. With the flag `u` a whole pair is no surrogate.
        "\\p{Surrogate}" +
        "]",
    "gu",
);

/**
 * @param {string} text
 * @returns {string} the text without what cannot be seen, then cut at a whole character (DESC-9 to DESC-11)
 */
export function cleanDescription(text) {
    const visible = text.replace(INVISIBLE, "");
    // encodeInto stops before a character that no longer fits, and says how far it came in UTF-16 units.
    const { read } = new TextEncoder().encodeInto(visible, new Uint8Array(MAX_BYTES));
    return visible.slice(0, read);
}

"""Whether the bytes of an image file are whole, by the structure of its format."""

from __future__ import annotations

import struct
import zlib


def kind(data: bytes) -> str | None:
    """The kind of image that ``data`` is a whole file of, or None: every part there, the end where it should be."""
    return next((name for name, is_whole in _WHOLE.items() if is_whole(data)), None)


def _png(data: bytes) -> bool:
    at, names, pixels = 8, [], b""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return False
    while at + 12 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        name, body, check = data[at + 4 : at + 8], data[at + 8 : at + 8 + size], data[at + 8 + size : at + 12 + size]
        if check != struct.pack(">I", zlib.crc32(name + body)):
            return False
        names.append(name)
        pixels += body if name == b"IDAT" else b""
        at += 12 + size
    whole = at == len(data) and names[:1] == [b"IHDR"] and names[-1:] == [b"IEND"]
    return whole and len(zlib.decompress(pixels)) == 2  # the filter of the one line, and its one pixel


def _gif(data: bytes) -> bool:
    if data[:6] != b"GIF89a" or len(data) < 14:
        return False
    at, pictures = 13 + (3 * 2 ** ((data[10] & 7) + 1) if data[10] & 0x80 else 0), 0
    while at < len(data) and data[at] in (0x21, 0x2C):
        pictures += data[at] == 0x2C
        at += 2 if data[at] == 0x21 else 11
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    return pictures == 1 and data[at:] == b"\x3b"


def _jpeg(data: bytes) -> bool:
    if data[:2] != b"\xff\xd8":
        return False
    at, marks = 2, []
    while data[at : at + 1] == b"\xff" and at + 4 <= len(data):
        marks.append(data[at + 1])
        at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
        if marks[-1] == 0xDA:
            break
    return {0xDB, 0xC0, 0xC4} <= set(marks) and marks[-1:] == [0xDA] and at < len(data) - 2 and data[-2:] == b"\xff\xd9"


def _webp(data: bytes) -> bool:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or struct.unpack_from("<I", data, 4) != (len(data) - 8,):
        return False
    at, names = 12, []
    while at + 8 <= len(data):
        names.append(data[at : at + 4])
        size = int(struct.unpack_from("<I", data, at + 4)[0])
        at += 8 + size + size % 2
    return at == len(data) and (names == [b"VP8L"] or names[:2] == [b"VP8X", b"VP8L"])


_WHOLE = {"png": _png, "gif": _gif, "jpeg": _jpeg, "webp": _webp}

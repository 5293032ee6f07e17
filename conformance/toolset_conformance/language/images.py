"""Images: whole, decodable files of the four types that the Messages API takes, of any size in bytes.

Each shows one pixel. What a greater size asks for besides stands in a part of the file that decoders skip.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator


def image(kind: str, size: int) -> bytes:
    """Return an image of ``size`` bytes; ``kind`` is one of :data:`KINDS`.

    Smaller than the smallest, it is the beginning of that one, which no decoder takes for whole. Raises
    ``ValueError``, which names the sizes that there are, where the format has no file of this size.
    """
    make, smallest, padded, step = _KINDS[kind]
    more = size - smallest
    if more <= 0:
        return make(0)[:size]
    if size < padded or (size - padded) % step:
        raise ValueError(f"a {kind} has {smallest} bytes, or {padded} and more{', an even number' * (step == 2)}")
    return make(more)


def filler(size: int) -> bytes:
    """Return so many bytes that mean nothing."""
    return bytes((7 * index + 13) % 256 for index in range(size))


def _pieces(size: int, overhead: int, most: int) -> Iterator[bytes]:
    """Filler for parts of a file that take ``size`` bytes in all, of which each spends ``overhead`` on itself."""
    while size:
        taken = min(size, overhead + most)
        if 0 < size - taken <= overhead:  # what is left must be enough for one part more
            taken -= overhead
        yield filler(taken - overhead)
        size -= taken


_PNG_DATA = b"\x78\xda\x63\x60\x00\x00\x00\x02\x00\x01"
"""Two zeros as zlib 1.3 compresses them: written out, since another zlib may do it otherwise."""


def _png(more: int) -> bytes:
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), (b"IDAT", _PNG_DATA)]
    chunks += [(b"teSt", filler(more - 12))] if more else []
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(name, data) for name, data in [*chunks, (b"IEND", b"")])


def _png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _gif(more: int) -> bytes:
    screen = struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    pieces = _pieces(more - 3, 1, 255) if more else ()
    comment = b"\x21\xfe" + b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0" if more else b""
    picture = b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + screen + comment + picture + b"\x3b"


def _jpeg(more: int) -> bytes:
    one_code = b"\1" + bytes(15) + b"\0"  # a Huffman table of a single code, for the value 0
    segments = [
        (0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"),
        *((0xFE, piece) for piece in (_pieces(more, 4, 65533) if more else ())),
        (0xDB, b"\0" + b"\1" * 64),
        (0xC0, struct.pack(">BHHBBBB", 8, 1, 1, 1, 1, 0x11, 0)),
        (0xC4, b"\0" + one_code),
        (0xC4, b"\x10" + one_code),
        (0xDA, b"\1\1\0\0\x3f\0"),
    ]
    marked = b"".join(bytes([0xFF, mark]) + struct.pack(">H", len(data) + 2) + data for mark, data in segments)
    return b"\xff\xd8" + marked + b"\x3f\xff\xd9"


def _webp(more: int) -> bytes:
    chunks = [(b"VP8L", b"\x2f\0\0\0\0\x88\x88\x08")]
    if more:
        chunks = [(b"VP8X", bytes(10)), *chunks, (b"teSt", filler(more - 26))]
    body = b"WEBP" + b"".join(name + struct.pack("<I", len(data)) + data for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


_KINDS: dict[str, tuple[Callable[[int], bytes], int, int, int]] = {
    "png": (_png, 67, 79, 1),
    "jpeg": (_jpeg, 159, 163, 1),
    "gif": (_gif, 35, 40, 1),
    "webp": (_webp, 28, 54, 2),
}
"""How to make each with so many bytes more than the smallest, its size, the least size beyond, and the step there."""

KINDS = tuple(_KINDS)
"""The kinds of image, by the names of their types."""

"""Cuts through a character, as languages make them whose texts are not sequences of code points."""

from __future__ import annotations


def cut_in_utf16(text: str, units: int) -> str:
    """The first so many units of UTF-16, as JavaScript, Java and C# count: the last may be half a surrogate pair."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "surrogatepass")


def cut_in_utf8(text: str, size: int) -> str:
    """The first so many bytes, read again with a replacement character for what was cut through."""
    return text.encode()[:size].decode(errors="replace")

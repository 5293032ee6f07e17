"""Descriptions: what a reader cannot see is removed, and the rest is capped."""

from __future__ import annotations

import re

MAX_BYTES = 4096

_INVISIBLE = re.compile(
    "["
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls (DESC-1)
    "\u200b-\u200d\u2060\ufeff"  # zero-width characters (DESC-2)
    "\U000e0000-\U000e007f"  # tag characters (DESC-3)
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls but TAB, LF and CR (DESC-4, DESC-5)
    # Other invisible characters (DESC-6); VS16, U+FE0F, stays: it decides how an emoji is shown.
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2028\u2029\u2061-\u2065\u206a-\u206f"
    "\u3164\ufe00-\ufe0e\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e0fff"
    "\ud800-\udfff"  # halves of surrogate pairs: no characters, and UTF-8 has no form for them
    "]+"
)


def clean_description(text: str) -> str:
    """``text`` without invisible characters, then as many whole characters as fit in 4,096 bytes (DESC-1 to 11)."""
    # The cut can halve only the last character, so that is all there is to ignore.
    return _INVISIBLE.sub("", text).encode()[:MAX_BYTES].decode(errors="ignore")

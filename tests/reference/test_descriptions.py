"""What a description loses on its way to the model, and what it keeps."""

from __future__ import annotations

import pytest
from toolset_reference.descriptions import clean_description

REMOVED = {
    "bidi": "061C 200E-200F 202A-202E 2066-2069",
    "zero-width": "200B-200D 2060 FEFF",
    "tags": "E0000-E007F",
    "controls": "0000-0008 000B-000C 000E-001F 007F-009F",
    "other": "00AD 034F 115F 1160 17B4 17B5 180B-180F 2028 2029 2061-2065 206A-206F 3164 FE00-FE0E FFA0 FFF9-FFFB"
    " 1BCA0-1BCA3 1D173-1D17A E0080-E0FFF",
    "surrogates": "D800-DFFF",
}


def code_points(ranges: str) -> list[int]:
    bounds = [[int(part, 16) for part in item.split("-")] for item in ranges.split()]
    return [code for bound in bounds for code in range(bound[0], bound[-1] + 1)]


@pytest.mark.parametrize("group", REMOVED)
def test_every_invisible_character_goes(group: str) -> None:
    hidden = [chr(code) for code in code_points(REMOVED[group])]
    assert [char for char in hidden if clean_description(f"a{char}b{char}{char}") != "ab"] == []
    assert clean_description("".join(hidden)) == ""


def test_every_other_character_stays() -> None:
    removed = set(code_points(" ".join(REMOVED.values())))
    kept = [chr(code) for code in range(0x110000) if code not in removed]
    lost = [hex(ord(char)) for char in kept if clean_description(char) != char]
    assert lost == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  spaces at the ends\t",
        "line\nline\r\n\ttab",
        "e\u0301 stays decomposed, \u00e9 composed, \ufb01 a ligature",
        "\u0600\u06dd\u070f visible format characters",
        "1\ufe0f\u20e3 and \u2764\ufe0f",
        "private \ue000 use",
        "日本語 العربية हिन्दी ไทย",
    ],
)
def test_visible_text_stays_as_it_is(text: str) -> None:
    assert clean_description(text) == text


@pytest.mark.parametrize("char", ["a", "é", "語", "😀"])
@pytest.mark.parametrize("shift", range(4))
def test_the_cut_keeps_as_many_whole_characters_as_fit(char: str, shift: int) -> None:
    text = "x" * shift + char * 4096
    cut = clean_description(text)
    assert text.startswith(cut)
    assert len(cut) == shift + (4096 - shift) // len(char.encode())


@pytest.mark.parametrize("size", [4095, 4096])
def test_what_fits_is_not_cut(size: int) -> None:
    assert clean_description("a" * size) == "a" * size
    assert clean_description("é" * (size // 2)) == "é" * (size // 2)


def test_hidden_characters_use_up_no_room() -> None:
    assert clean_description("a\u200b" * 5000) == "a" * 4096

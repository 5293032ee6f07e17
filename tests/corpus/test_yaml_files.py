"""YAML as plain data: what is read, what is refused, and on which line it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import yaml_reader
from toolset_conformance.corpus.yaml_reader import Document

JSON = Any


def read(tmp_path: Path, text: str | bytes) -> Document:
    path = tmp_path / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return yaml_reader.read(path)


@pytest.fixture(params=["C", "Python"])
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers of PyYAML, one of which is not everywhere."""
    if request.param == "C" and not hasattr(yaml, "CSafeLoader"):
        pytest.skip("this PyYAML was built without libyaml")
    monkeypatch.setattr(yaml_reader, "_Loader", yaml.CSafeLoader if request.param == "C" else yaml.SafeLoader)


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b", {"a": "b"}),
        ("[true, false, null]", [True, False, None]),
        ("[0, -1, 9007199254740991, -9007199254740991]", [0, -1, 2**53 - 1, -(2**53) + 1]),
        ("[0.5, -12.25, 100.001]", [0.5, -12.25, 100.001]),
        ("['true', \"null\", '012', '~', '']", ["true", "null", "012", "~", ""]),
        ("a: |\n  yes\n  no\n", {"a": "yes\nno\n"}),
        ("a: >-\n  12\n  13\n", {"a": "12 13"}),
        ('"\\u200b\\U0001F600\\0"', "\u200b😀\0"),
        ("é: [漢字, 😀]", {"é": ["漢字", "😀"]}),
        ("a: {b: [], c: {}}", {"a": {"b": [], "c": {}}}),
        ("plain & words * with ! signs", "plain & words * with ! signs"),
        ("[v1.2, 1st, a-b, -x, '-']", ["v1.2", "1st", "a-b", "-x", "-"]),
    ],
)
def test_plain_data_is_read_as_it_stands(text: str, value: JSON, tmp_path: Path) -> None:
    found = read(tmp_path, text).value
    assert found == value
    assert repr(found) == repr(value), "also by type"


DIFFERENTLY = [
    "y", "No", "ON", "off", "True", "NULL", "~", "=", "<<", "+1", "012", "1_000", "1e3", "1.0", "1.50", ".5", "0x1F",
    "0o7", "0b1", "1.2.3", ".inf", "-.NaN", "190:20:30", "2024-01-01", "2024-1-1T00:00:00Z", "1,000", "-0x1",
]  # fmt: skip


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize("text", DIFFERENTLY)
def test_what_readers_read_differently_is_refused_and_taken_in_quotes(text: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read(tmp_path, f"a: 1\nb: [x, {text}]\n" if "," not in text else f"a: 1\nb: {text}\n")
    assert caught.value.line == 2
    assert f"'{text}' is read differently by different YAML readers: put it in quotes" in str(caught.value)
    assert read(tmp_path, f"a: '{text}'").value == {"a": text}


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "is empty"),
        ("# words alone\n", 1, "is empty"),
        ("a: 1\nb:\n", 2, "has no value here"),
        ("a: 1\na: 2\n", 2, "the key 'a' stands twice"),
        ("a:\n  b: 1\n  b: 2\n", 3, "the key 'b' stands twice"),
        ("a: 1\n2: b\n", 2, "a key is not a string: put it in quotes"),
        ("? [a]\n: b\n", 1, "a key is not a string"),
        ("a: &x 1\nb: *x\n", 1, "anchors and aliases are not allowed"),
        ("a: 1\nb: !!str c\n", 2, "the tag tag:yaml.org,2002:str is not allowed"),
        ("a: !mine b\n", 1, "the tag !mine is not allowed"),
        ("a: 9007199254740992\n", 1, "the integer 9007199254740992 is beyond 2^53-1: use $integer"),
        ('a: "\\ud83d\\ude00"\n', 1, ""),  # libyaml refuses it in words of its own
        ("a: 1\n---\nb: 2\n", 2, "is not YAML: "),
        ("a: [1\n", 2, "is not YAML: "),
        ("a: b: c\n", 1, "is not YAML: mapping values are not allowed"),
        ("a: 1\n\tb: 2\n", 2, "is indented with a tab"),
        ("a: x\u00a0y\n", 1, "U+00A0"),
        ("a: 1\nb: x\u200by\n", 2, "U+200B"),
        ("a: x\ufe0fy\n", 1, "U+FE0F: write it as an escape in quotes"),
        ("\ufeffa: 1\n", 1, "begins with a byte order mark"),
        ("a: 1\r\n", 1, "ends its lines with CR"),
        (b"a: \xff\n", None, "is not UTF-8 (byte 4)"),
    ],
)
def test_what_is_not_plain_data_is_named_with_its_line(
    text: str | bytes, line: int | None, said: str, tmp_path: Path
) -> None:
    with pytest.raises(FileError) as caught:
        read(tmp_path, text)
    assert said in caught.value.message
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.yaml: cannot be read: No such file or directory"):
        yaml_reader.read(tmp_path / "none.yaml")


def test_each_value_has_its_line_and_what_is_inside_none_that_of_what_is_around_it(tmp_path: Path) -> None:
    document = read(tmp_path, "# words\na: 1\nb:\n  - c: |\n      x\n    d: [1,\n      2]\n")
    assert [document.line(where) for where in ((), ("a",), ("b",), ("b", 0), ("b", 0, "d"))] == [2, 2, 3, 4, 6]
    assert document.line(("b", 0, "d", 1)) == 7
    assert document.line(("b", 0, "d", 9, "x")) == 6
    assert document.line(("none",)) == 2
    error = document.error(("b", 0, "c"), "is wrong")
    assert str(error) == f"{document.path}:4: is wrong"

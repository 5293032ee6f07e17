"""Images that the fixtures build are whole files, so that a port which decodes them finds a picture."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

import image_files
import pytest
from toolset_conformance.corpus.model import Case, Corpus
from toolset_conformance.language import images

JSON = Any

SIZES = {
    "png": [67, 79, 80, 81, 100_000],
    "jpeg": [159, 163, 164, 400, 65_700, 65_701, 100_000],
    "gif": [35, 40, 41, 294, 295, 296, 297, 100_000],
    "webp": [28, 54, 56, 100_000],
}


@pytest.mark.parametrize(("kind", "size"), [(kind, size) for kind, sizes in SIZES.items() for size in sizes])
def test_an_image_is_a_whole_file_of_its_kind_and_size(kind: str, size: int) -> None:
    made = images.image(kind, size)
    assert (len(made), image_files.kind(made)) == (size, kind)


@pytest.mark.parametrize("kind", images.KINDS)
def test_a_smaller_image_is_the_beginning_of_the_smallest(kind: str) -> None:
    whole = images.image(kind, SIZES[kind][0])
    for size in range(len(whole)):
        assert images.image(kind, size) == whole[:size]
        assert image_files.kind(whole[:size]) is None


@pytest.mark.parametrize(
    ("kind", "size", "said"),
    [
        ("png", 68, "a png has 67 bytes, or 79 and more"),
        ("jpeg", 162, "a jpeg has 159 bytes, or 163 and more"),
        ("gif", 36, "a gif has 35 bytes, or 40 and more"),
        ("webp", 55, "a webp has 28 bytes, or 54 and more, an even number"),
    ],
)
def test_a_size_that_no_file_has_is_an_error_that_names_those_there_are(kind: str, size: int, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        images.image(kind, size)


@pytest.mark.parametrize("kind", images.KINDS)
def test_a_file_that_is_broken_anywhere_is_not_taken_for_whole(kind: str) -> None:
    """The checks of this file's own tests see what they are there to see."""
    whole = images.image(kind, SIZES[kind][1])
    assert image_files.kind(whole[:-1]) is None
    assert image_files.kind(whole + b"\0") is None
    assert image_files.kind(b"\0" + whole[1:]) is None
    assert image_files.kind(whole[:24] + whole[26:]) is None


TYPES = {"image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif", "image/webp": "webp"}


def _images(value: JSON) -> Iterable[tuple[str, str]]:
    """The kind and the data of each image in a value, as MCP and as the Messages API write them."""
    if isinstance(value, list):
        for item in value:
            yield from _images(item)
    elif isinstance(value, dict):
        kind = TYPES.get(str(value.get("mimeType", value.get("media_type"))))
        data = value.get("data", value.get("blob"))
        if kind and isinstance(data, str):
            yield kind, data
        yield from _images(list(value.values()))


def _kind_of(data: str) -> str | None:
    try:
        return image_files.kind(base64.b64decode(data, validate=True))
    except ValueError:
        return None


def test_every_image_that_a_required_case_gives_is_a_whole_one_of_its_type(whole_corpus: Corpus) -> None:
    given = [
        (case.id, kind, data)
        for case in whole_corpus.cases
        if case.level == "required"
        for step in case.steps
        for kind, data in _images(step.given)
    ]
    assert len(given) > 50
    assert [(name, kind) for name, kind, data in given if _kind_of(data) != kind] == []


def test_every_image_that_is_to_be_kept_is_a_whole_one_of_its_type(whole_corpus: Corpus) -> None:
    def broken(case: Case) -> bool:
        return any(_kind_of(data) != kind for step in case.steps for kind, data in _images(step.expect))

    assert [case.id for case in whole_corpus.cases if broken(case)] == []

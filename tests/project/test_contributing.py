"""CONTRIBUTING.md against the code: the packages, their order, and the commands it names."""

from __future__ import annotations

import importlib.machinery
import re
from pathlib import Path

import toolset_conformance

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PACKAGE = Path(toolset_conformance.__file__).parent


def drawn() -> list[set[str]]:
    """The floors of the picture, from the top: the names on each."""
    (picture,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    floors = [re.split(r" {2,}", line.strip()) for line in picture.splitlines()]
    return [{word for word in floor if re.fullmatch(r"[a-z_]+", word)} for floor in floors]


def contracted() -> list[set[str]]:
    """The floors of the import contract, from the top."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (layers,) = re.findall(r"^layers = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    return [set(line.split(" | ")) for line in re.findall(r'"([^"]+)"', layers)]


def test_the_picture_shows_the_contract() -> None:
    assert drawn() == contracted()


def test_the_picture_shows_every_package() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert set().union(*drawn()) == packages | modules


def test_no_package_is_a_crowd() -> None:
    """The properties apart, which are one module for each group of rules."""
    ends = tuple(importlib.machinery.SOURCE_SUFFIXES)
    folders = [path.parent for path in PACKAGE.rglob("__init__.py") if path.parent.name != "properties"]
    crowds = {}
    for folder in folders:
        modules = [path for path in folder.iterdir() if path.name.endswith(ends) and path.stem != "__init__"]
        if len(modules) > 11:
            crowds[folder.name] = len(modules)
    assert crowds == {}


def test_every_place_it_names_is_there() -> None:
    rows = PAGE.split("you want to add", 1)[1].split("## ", 1)[0]
    places = re.findall(r"`([a-z_]+/[a-z_/]*(?:\.[a-z]+)?)`", rows)
    assert len(places) > 8
    assert [place for place in places if not (PACKAGE / place).exists() and not (ROOT / place).exists()] == []

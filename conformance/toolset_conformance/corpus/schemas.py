"""The JSON Schemas of the formats, and where the data files are that go with the corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

JSON = Any

_PACKAGED = Path(__file__).parents[1] / "_data"
_CHECKOUT = Path(__file__).parents[3] / "fixtures"


def schema(name: str) -> dict[str, JSON]:
    """One of the JSON Schemas of the formats: ``cases``, ``rules``, ``protocol``, ``report``, ..."""
    found: dict[str, JSON] = json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    return found


def schema_folder() -> Path:
    """Where the JSON Schemas are."""
    return data_folder() / "schemas"


def data_folder() -> Path:
    """Where the data files are that go with the corpus: in the installed package, or in a checkout."""
    return _PACKAGED if _PACKAGED.exists() else _CHECKOUT

"""Builds the fixtures into the wheel: the JSON export and the schemas, in place of the YAML files."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent


class FixturesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds ``toolset_conformance/_data`` to the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Expand the fixtures; an error in one of them ends the build with its file and line."""
        if version == "editable":
            return
        sys.path.insert(0, str(HERE))
        from toolset_conformance.corpus import export, fixtures

        folder = HERE.parent / "fixtures"
        made = Path(tempfile.mkdtemp()) / "corpus.json"
        made.write_text(export.text(fixtures.read_corpus(folder)), "utf-8")
        included = build_data["force_include"]
        included[str(made)] = "toolset_conformance/_data/corpus.json"
        for name in ("traceability.yaml", "questions.yaml"):
            included[str(folder / name)] = f"toolset_conformance/_data/{name}"
        for schema in sorted((folder / "schemas").glob("*.json")):
            included[str(schema)] = f"toolset_conformance/_data/schemas/{schema.name}"

"""The corpus as plain JSON, constructors carried out, for ports that run the cases natively."""

from __future__ import annotations

import json
from pathlib import Path

from toolset_conformance.corpus import schemas
from toolset_conformance.corpus.model import Corpus


def text(corpus: Corpus) -> str:
    """The export's one line of ASCII."""
    return json.dumps(corpus.plain(), ensure_ascii=True, separators=(",", ":")) + "\n"


def write(corpus: Corpus, folder: Path) -> list[Path]:
    """Write ``corpus.json`` and its schema into a folder, which is made where it is missing; raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        folder / "corpus.json": text(corpus),
        folder / "corpus.schema.json": json.dumps(schemas.schema("corpus"), indent=2) + "\n",
    }
    for path, content in made.items():
        path.write_text(content, "utf-8")
    return list(made)

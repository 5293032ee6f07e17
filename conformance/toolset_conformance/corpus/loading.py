"""The corpus that goes with this program, from the export or from the YAML files."""

from __future__ import annotations

import functools
import json

from toolset_conformance.corpus import fixtures
from toolset_conformance.corpus.model import Corpus, case_from, rule_from
from toolset_conformance.corpus.schemas import _CHECKOUT, _PACKAGED


@functools.cache
def load() -> Corpus:
    """The corpus that goes with this program: the export in an installed package, the YAML files in a checkout.

    Raises :class:`toolset_conformance.file_error.FileError` where the YAML files are not as they should be.
    """
    packaged = _PACKAGED / "corpus.json"
    if packaged.exists():
        plain = json.loads(packaged.read_text("utf-8"))
        rules = {rule["id"]: rule_from(rule) for rule in plain["rules"]}
        return Corpus(plain["version"], plain["digest"], rules, tuple(map(case_from, plain["cases"])))

    return fixtures.read_corpus(_CHECKOUT)

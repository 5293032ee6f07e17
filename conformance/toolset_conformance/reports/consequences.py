"""What people would meet: the failed cases of a report by what comes of them, worst first.

A case that raised, or gave no usable answer, has answered nothing wrong: it stands apart, behind the six consequences.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from toolset_conformance.corpus.model import CONSEQUENCES, Corpus
from toolset_conformance.engine.consequences import Outlook, outlook
from toolset_conformance.engine.verdict import Verdict

JSON = Any

WRONG = ("failed", "error", "deviation")
"""The outcomes of cases that were not answered right."""
TITLE = "What people would meet"

APART: dict[str, str] = {
    "raises": "the program stops with an error where it should answer",
    "no_answer": "the program hangs, dies, or answers what cannot be read",
}
"""What was seen in place of a wrong answer, each with what it means."""
KINDS: dict[str, str] = {**{str(kind): said for kind, said in CONSEQUENCES.items()}, **APART}
"""All kinds in the order of the reports, worst first, each with what it means."""
LABELS = {"no_answer": "no answer"}
"""The kinds whose name is not the word that people read."""


@dataclass(frozen=True)
class Met:
    """What people would meet of one kind: how many cases of which rules, and the case to show for it."""

    kind: str
    cases: int
    rules: tuple[str, ...]
    example: str
    meets: str
    refusal: str = ""
    """What the API answers in the example, where it refuses that."""

    @property
    def label(self) -> str:
        """The kind, as people read it."""
        return LABELS.get(self.kind, self.kind)

    @property
    def meaning(self) -> str:
        """What the kind means."""
        return KINDS[self.kind]

    @property
    def counted(self) -> str:
        """The numbers in words."""
        cases, rules = self.cases, len(self.rules)
        return f"{cases} case{'s' if cases > 1 else ''} of {rules} rule{'s' if rules > 1 else ''}"

    def plain(self) -> dict[str, JSON]:
        """Return it as the JSON report holds it."""
        return {
            "kind": self.kind, "cases": self.cases, "rules": list(self.rules), "example": self.example,
            "meets": self.meets,
        }  # fmt: skip


def of_verdict(verdict: Verdict, corpus: Corpus | None) -> Outlook | None:
    """Return what comes of a verdict; ``None`` where nothing wrong was answered."""
    return None if verdict.seen or corpus is None else outlook(verdict, corpus)


def kind_of(entry: Mapping[str, JSON]) -> str | None:
    """Return the kind that a case of a report stands under; ``None`` where it was not answered wrongly."""
    if entry["outcome"] not in WRONG:
        return None
    kind: str | None = entry.get("seen") or entry.get("consequence", {}).get("kind")
    return kind


def refusal_words(entry: Mapping[str, JSON]) -> str:
    """Return what the API answers to what a report's case was answered with, and the source; or nothing."""
    found = entry.get("refusal")
    return (
        f"The API answers 400: {found['words']} ({found['source']['url']}, {found['source']['date']})" if found else ""
    )


def summary(entries: Iterable[Mapping[str, JSON]]) -> list[Met]:
    """Return what people would meet by the cases of a report, worst first."""
    by_kind: dict[str, list[Mapping[str, JSON]]] = {}
    for entry in entries:
        kind = kind_of(entry)
        if kind in KINDS:
            by_kind.setdefault(kind, []).append(entry)
    return [_met(kind, by_kind[kind]) for kind in KINDS if kind in by_kind]


def _met(kind: str, entries: list[Mapping[str, JSON]]) -> Met:
    example = min(entries, key=lambda entry: weight(entry["level"], entry.get("evidence")))
    meets = example.get("consequence", {}).get("meets") or f"{example['message']}"
    rules = tuple(dict.fromkeys(entry["rule"] for entry in entries))
    return Met(kind, len(entries), rules, example["id"], meets, refusal_words(example))


def weight(level: str, evidence: Mapping[str, JSON] | None) -> tuple[bool, int]:
    """Return the key by which failures are put in order: what is required comes first, then what is quickly read."""
    if not evidence:
        return level != "required", 1_000_000
    return level != "required", len(json.dumps([evidence.get(key) for key in ("params", "expected", "got")]))

"""Traceability: which sentence of the two documents is tested by which rule, and which cannot be tested, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolset_conformance.corpus import fixtures, schemas, yaml_reader
from toolset_conformance.corpus.model import Rule
from toolset_conformance.corpus.yaml_reader import Document
from toolset_conformance.reports.markdown import words
from toolset_conformance.specification import MADE

_ABOUT = """
Each sentence of the two documents stands here by its place, with the rules that test it. A row of a table, a line of
an example, a type and an option count as sentences of their section. A recommended rule stands at the sentence that it
completes; one that rests on other sources stands at none. Made from `fixtures/traceability.yaml`.
"""


@dataclass(frozen=True)
class Sentence:
    """A sentence by its place: document, section, number in it. ``rules`` test it, or ``untestable`` says why none."""

    document: str
    section: str
    number: int
    rules: tuple[str, ...] = ()
    untestable: str = ""


def load(rules: Mapping[str, Rule]) -> list[Sentence]:
    """All sentences; raises :class:`~toolset_conformance.file_error.FileError` where the file is not as it should be.

    Each rule that rests on the documents must stand at a sentence, each rule named must be there, and no sentence may
    stand twice.
    """

    document = yaml_reader.read(schemas.data_folder() / "traceability.yaml")
    fixtures.check_schema(document, "traceability")
    sentences: list[Sentence] = []
    for index, plain in enumerate(document.value["sentences"]):
        place = (plain["document"], plain["section"], plain["sentence"])
        made = Sentence(*place, tuple(plain.get("rules", ())), plain.get("untestable", ""))
        if any((one.document, one.section, one.number) == place for one in sentences):
            raise document.error(("sentences", index), "this sentence stands twice")
        for rule in made.rules:
            if rule not in rules:
                raise document.error(("sentences", index, "rules"), f"there is no rule {rule}; see rules.yaml")
        sentences.append(made)
    _check_all_there(document, sentences, rules)
    return sentences


def _check_all_there(document: Document, sentences: list[Sentence], rules: Mapping[str, Rule]) -> None:
    named = {rule for sentence in sentences for rule in sentence.rules}
    of_them = [rule.id for rule in rules.values() if any("url" not in source for source in rule.sources)]
    lost = [rule for rule in of_them if rule not in named]
    if lost:
        raise document.error(("sentences",), f"the rule {lost[0]} stands at no sentence")


def page(rules: Mapping[str, Rule]) -> Iterable[str]:
    """The lines of the page."""

    sentences = load(rules)
    tested = sum(bool(sentence.rules) for sentence in sentences)
    yield MADE
    yield ""
    yield "# Traceability"
    yield ""
    yield f"{len(sentences)} sentences, of which {tested} are tested; of the others it is said why they cannot be."
    yield from _ABOUT.splitlines()
    for document in dict.fromkeys(sentence.document for sentence in sentences):
        yield ""
        yield f"## The {document} document"
        yield ""
        yield "| section | sentence | rules |"
        yield "|---|---|---|"
        for sentence in sentences:
            if sentence.document == document:
                said = ", ".join(_link(rules[rule]) for rule in sentence.rules)
                why_not = f"cannot be tested: {words(sentence.untestable)}"
                yield f"| {words(sentence.section)} | {sentence.number} | {said or why_not} |"
    yield ""
    yield "## By rule"
    yield ""
    yield "| rule | level | sentences |"
    yield "|---|---|---|"
    for rule in (rules[name] for name in rules if any(name in sentence.rules for sentence in sentences)):
        places = [f"{s.document}, {words(s.section)}, {s.number}" for s in sentences if rule.id in s.rules]
        yield f"| {_link(rule)} | {rule.level} | {'; '.join(places)} |"


def _link(rule: Rule) -> str:
    return f"[{rule.id}](spec/{rule.group}.md#{rule.id.lower()})"

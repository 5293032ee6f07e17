"""Questions: the specification as people look things up, each question answered by cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolset_conformance.corpus import fixtures, schemas, yaml_reader
from toolset_conformance.corpus.model import Case, Consequence, Corpus
from toolset_conformance.engine.verdict import WRONG
from toolset_conformance.reports.markdown import block, code, words
from toolset_conformance.reports.report_view import ReportView
from toolset_conformance.specification import MADE
from toolset_conformance.text import case_words

_ABOUT = """
Questions that come up between MCP tools and the Messages API. Each answer is shown by cases of the suite: what is
asked, what is right, and what people meet otherwise. [How to read a case](spec/README.md#how-to-read-a-case). Made from
`fixtures/questions.yaml`.
"""
_NO_REPORTS = """
Which programs get each of them right is not said here: `toolset-conformance docs --reports DIR` adds it, from the JSON
reports in a folder.
"""


@dataclass(frozen=True)
class Question:
    """A question in somebody's words, its answer in short, and the cases that show it."""

    text: str
    answer: str
    cases: tuple[Case, ...]

    @property
    def anchor(self) -> str:
        """The name of the question's place on its page."""
        return re.sub(r"[^a-z0-9]+", "-", self.text.lower()).strip("-")


def load(corpus: Corpus) -> list[Question]:
    """Return all questions; raise :class:`~toolset_conformance.core.errors.FileError` where one names no case."""
    document = yaml_reader.read(schemas.data_folder() / "questions.yaml")
    fixtures.check_schema(document, "questions")
    by_id = {case.id: case for case in corpus.cases}
    questions: list[Question] = []
    for index, plain in enumerate(document.value["questions"]):
        for case_id in plain["cases"]:
            if case_id not in by_id:
                raise document.error(("questions", index, "cases"), f"there is no case {case_id}; see fixtures/ids.txt")
        question = Question(plain["question"], plain["answer"], tuple(by_id[case_id] for case_id in plain["cases"]))
        if any(question.anchor == other.anchor for other in questions):
            raise document.error(("questions", index), "this question stands twice")
        questions.append(question)
    return questions


def page(corpus: Corpus, views: Sequence[ReportView] = ()) -> Iterable[str]:
    """Yield the lines of the page; ``views``: the reports of today's programs, none where there are none at hand."""
    questions = load(corpus)
    yield MADE
    yield ""
    yield "# Questions"
    yield from _ABOUT.splitlines()
    if not views:
        yield from _NO_REPORTS.splitlines()
    yield ""
    yield from (f"- [{words(question.text)}](#{question.anchor})" for question in questions)
    for question in questions:
        yield ""
        yield f'<a id="{question.anchor}"></a>'
        yield ""
        yield f"## {words(question.text)}"
        yield ""
        yield words(question.answer)
        for case in question.cases:
            yield ""
            yield from _case(corpus, case)
        if views:
            yield ""
            yield from _programs(question, views)


def _case(corpus: Corpus, case: Case) -> Iterable[str]:
    rule = corpus.rules[case.rule]
    yield from block(case_words.of(case).lines())
    yield ""
    yield from _otherwise(corpus.consequence(case))
    yield ""
    yield f"[{rule.id}](spec/{rule.page}), {case.level}: {words(rule.title)}. The case is {code(case.id)}."


def _otherwise(consequence: Consequence) -> Iterable[str]:
    yield f"Otherwise, **{consequence.kind}**: {words(consequence.meets)}"
    if consequence.otherwise:
        yield f"Where {consequence.spared}, **{consequence.otherwise.kind}**: {words(consequence.otherwise.meets)}"


def _programs(question: Question, views: Sequence[ReportView]) -> Iterable[str]:
    """Which programs get the question right, by all of its cases."""
    named: dict[str, list[str]] = {"Right": [], "Wrong": [], "Not tested": []}
    for view in views:
        asked = {case.id for case in question.cases}
        outcomes = [case.outcome for case in view.cases if case.id in asked]
        wrong = any(outcome in (*WRONG, "deviation") for outcome in outcomes)
        right = bool(outcomes) and set(outcomes) == {"passed"} and len(outcomes) == len(asked)
        port = view.port
        named["Wrong" if wrong else "Right" if right else "Not tested"].append(f"{port['name']} {port['version']}")
    yield from (f"- **{said}**: {', '.join(map(code, programs))}" for said, programs in named.items() if programs)

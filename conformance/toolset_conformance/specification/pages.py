"""The specification as Markdown pages, made from the fixtures: an index, a page a group, the schemas, traceability."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from toolset_conformance.corpus import schemas
from toolset_conformance.corpus.model import CONSEQUENCES, LEVELS, ORIGINS, Case, Corpus, Rule
from toolset_conformance.reports.markdown import block, code, words
from toolset_conformance.reports.report_view import ReportView
from toolset_conformance.specification import MADE, messages_api_page, questions, traceability
from toolset_conformance.specification.families import Family, fold
from toolset_conformance.specification.introductions import INTRODUCTIONS
from toolset_conformance.text import case_words

GROUPS = {
    "names": "Exposed names",
    "order": "Order",
    "set": "The set",
    "lookup": "Look-up",
    "tools": "Tool definitions",
    "descriptions": "Descriptions",
    "cache": "Cache marker",
    "choice": "Tool choice",
    "calls": "Tool calls",
    "results": "Results",
    "mapping": "MCP content as blocks",
    "structured": "Structured content",
    "turn": "The next user turn",
    "purity": "Purity",
    "conversation": "Whole conversations",
}

_ABOUT = """
A **required** rule rests on a sentence of the two documents that the project tests; a port that breaks it does not
conform. A **recommended** one rests on the reason that stands beside it, and never decides conformance. The documents,
`toolset` and `anthropic`, describe `ConduitMcp.Client.ToolSet` and `ConduitMcp.Client.Adapters.Anthropic`. Which
sentence of them is tested by which rule stands in [traceability](../traceability.md). They say nothing of whole
conversations; those rules rest on the pages of the Messages API and of MCP, and on public reports of what went wrong.

<a id="how-to-read-a-case"></a>

## How to read a case

A case gives a tool set, asks a port questions, and says what is right to answer. Values are JSON; what stands outside
quotes between angle brackets is words, such as `<anything>`, `<missing, or> false`, or
`<the exposed name of "read" of "files">`, a name that only the port knows. `<plain tool "read">` is
`{"name": "read", "inputSchema": {"type": "object"}}`. An object has exactly the keys shown, and a list exactly the
elements, unless words say otherwise. Long texts are abridged or counted, and a character that cannot be seen is
written `\\u{200B}` and named below its case.

Cases that differ in a few values alone stand together: the values are in the table, by letter. The exact cases are in
`fixtures/`, or in the JSON that `toolset-conformance export DIR` writes; `toolset-conformance explain CASE` shows one.
"""


_EXAMPLES = 2
"""How many cases of a rule stand on a brief page."""


def write(corpus: Corpus, folder: Path, *, brief: bool = False, views: Sequence[ReportView] = ()) -> list[Path]:
    """Write the pages into a folder and its ``spec``, and return their paths.

    ``brief``: with the first cases of each rule only; ``views``: reports of programs, for the page of questions. Raises
    ``OSError``.
    """
    made = []
    for name, text in pages(corpus, brief=brief, views=views).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
        made.append(path)
    return made


def pages(corpus: Corpus, *, brief: bool = False, views: Sequence[ReportView] = ()) -> dict[str, str]:
    """Return the pages: the name below the folder, and the text."""
    made = {"spec/README.md": _index(corpus)}
    for group in dict.fromkeys(rule.group for rule in corpus.rules.values()):
        made[f"spec/{group}.md"] = _group(corpus, group, brief)
    made["questions.md"] = questions.page(corpus, views)
    made["messages-api.md"] = messages_api_page.page()
    made["schemas.md"] = _schemas()
    made["traceability.md"] = traceability.page(corpus.rules)
    return {name: "\n".join(lines) + "\n" for name, lines in made.items()}


def _index(corpus: Corpus) -> Iterable[str]:
    required, recommended = (sum(case.level == level for case in corpus.cases) for level in LEVELS)
    yield MADE
    yield ""
    yield "# The specification"
    yield ""
    yield f"Version {corpus.version} of the corpus: {len(corpus.rules)} rules and {len(corpus.cases)} cases, of which"
    yield f"{required} are required and {recommended} recommended."
    yield from _ABOUT.splitlines()
    yield ""
    yield "## What comes of breaking a rule"
    yield ""
    yield "It is said with each rule, and decides neither its level nor a verdict."
    yield ""
    yield from (f"- **{kind}**: {meaning}" for kind, meaning in CONSEQUENCES.items())
    for group in dict.fromkeys(rule.group for rule in corpus.rules.values()):
        yield ""
        yield f"## [{GROUPS.get(group, group.capitalize())}]({group}.md)"
        yield ""
        yield "| rule | level | cases | what it asks |"
        yield "|---|---|---|---|"
        for rule in corpus.rules.values():
            if rule.group == group:
                number = sum(case.rule == rule.id for case in corpus.cases)
                yield f"| [{rule.id}]({group}.md#{rule.id.lower()}) | {rule.level} | {number} | {words(rule.title)} |"


def _group(corpus: Corpus, group: str, brief: bool) -> Iterable[str]:
    yield MADE
    yield ""
    yield f"# {GROUPS.get(group, group.capitalize())}"
    yield ""
    yield "[All rules and how to read a case](README.md)"
    introduction = INTRODUCTIONS.get(group, "")
    yield from introduction.splitlines()
    rules = [rule for rule in corpus.rules.values() if rule.group == group]
    # Where there is an introduction, the rules follow as it speaks of them.
    for rule in sorted(rules, key=lambda rule: introduction.find(f"(#{rule.id.lower()})")):
        yield ""
        yield from _rule(rule, [case for case in corpus.cases if case.rule == rule.id], brief)


def _rule(rule: Rule, cases: list[Case], brief: bool) -> Iterable[str]:
    yield f'<a id="{rule.id.lower()}"></a>'
    yield ""
    yield f"## {rule.id}: {words(rule.title)}"
    yield ""
    yield f"**{rule.level.capitalize()}.** {words(rule.statement)}"
    yield ""
    yield f"If broken, **{rule.breaks.kind}**: {words(rule.breaks.meets)}"
    if rule.breaks.otherwise:
        other = rule.breaks.otherwise
        yield f"Where {rule.breaks.spared}, **{other.kind}**: {words(other.meets)}"
    yield ""
    yield f"Asked for by {ORIGINS[rule.origin]}."
    yield f"Source: {'; '.join(map(_source, rule.sources))}."
    if rule.rests_on:
        yield ""
        yield f"Not judged where one of these fails: {', '.join(map(code, rule.rests_on))}."
    for label, said in (("Reason", rule.reason), ("Note", rule.notes)):
        if said:
            yield ""
            yield f"{label}: {words(said)}"
    families = list(fold(cases))
    if brief:
        families = [family for each in families[:_EXAMPLES] for family in fold(each.cases[:1])]
    for family in families:
        yield ""
        yield from _family(rule, family)
    more = len(cases) - sum(len(family.cases) for family in families)
    if more:
        yield ""
        yield f"And {more} more, which `toolset-conformance explain {rule.id}` lists."


def _source(source: dict[str, str]) -> str:
    section = words(source["section"])
    if "url" in source:
        return f"{source['document']}, [{section}]({source['url']})"
    return f"{source['document']} document, {section}"


def _family(rule: Rule, family: Family) -> Iterable[str]:
    first = family.cases[0]
    level = f" ({first.level})" if first.level != rule.level else ""
    if len(family.cases) == 1:
        yield f'### <a id="{first.id}"></a>{code(first.id)}{level}'
        yield ""
        yield words(first.why)
    else:
        yield f"### {len(family.cases)} cases: {code(_common(case.id for case in family.cases) + '…')}{level}"
    shown = case_words.of(family.shown)
    yield ""
    yield from block(shown.lines())
    own = list(dict.fromkeys(name for case in family.cases for name in case.rests_on if name not in rule.rests_on))
    if own:
        yield ""
        yield f"Not judged where one of these fails: {', '.join(map(code, own))}."
    for name, said in first.exceptions.items():
        subject = "The input is not valid MCP" if name == "mcp" else "The answer is not valid for the Messages API"
        yield ""
        yield f"{subject}: {words(said)}"
    hidden = sorted({name for case in family.cases for name in case_words.hidden(case)}, key=_code_point)
    if hidden:
        yield ""
        yield f"Hidden characters: {_some(hidden, 80)}."
    if len(family.cases) > 1:
        yield ""
        yield f"| case | why | {' | '.join(family.columns)} |"
        yield "|---|---|" + "---|" * len(family.columns)
        for case, row in zip(family.cases, family.rows, strict=True):
            cells = " | ".join(map(code, row))
            yield f'| <a id="{case.id}"></a>{code(case.id)} | {words(case.why)} | {cells} |'


def _common(ids: Iterable[str]) -> str:
    first, *others = ids
    while not all(other.startswith(first) for other in others):
        first = first[:-1]
    return first


def _code_point(name: str) -> int:
    return int(name[2:].partition(" ")[0], 16)


def _some(names: list[str], most: int) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _schemas() -> Iterable[str]:
    yield MADE
    yield ""
    yield "# The schemas"
    yield ""
    yield "The JSON Schemas of all formats, as they stand in `fixtures/schemas` and in the installed package."
    for path in sorted(schemas.schema_folder().glob("*.schema.json")):
        name = path.name.removesuffix(".schema.json")
        yield ""
        yield f"## {name}"
        yield ""
        yield f"{schemas.schema(name)['title']}."
        yield ""
        yield from block(path.read_text("utf-8").splitlines(), "json")

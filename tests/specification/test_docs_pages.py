"""The pages made from the fixtures: fresh, whole, and every link leading somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from toolset_conformance.cli.program import main
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import schemas
from toolset_conformance.corpus.model import Corpus, Rule
from toolset_conformance.specification import pages, traceability
from toolset_conformance.specification.introductions import INTRODUCTIONS

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def made(whole_corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages by their names, as the command writes them."""
    folder = tmp_path_factory.mktemp("docs")
    assert main(["docs", str(folder)]) == 0
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}


def test_the_committed_pages_are_fresh(whole_corpus: Corpus, tmp_path: Path) -> None:
    assert main(["docs", "--brief", str(tmp_path)]) == 0
    brief = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.md")}
    stale = [name for name, text in brief.items() if not _same(DOCS / name, text)]
    assert not stale, "run `toolset-conformance docs --brief docs`"
    kept = {f"spec/{path.name}" for path in (DOCS / "spec").iterdir()}
    assert kept == {name for name in brief if name.startswith("spec/")}


def test_a_brief_page_says_how_many_cases_it_leaves_out(made: dict[str, str], whole_corpus: Corpus) -> None:
    page = pages.pages(whole_corpus, brief=True)["spec/names.md"]
    shown = re.findall(r'<a id="(names/[^"]+)"></a>', page)
    more = sum(map(int, re.findall(r"^And ([0-9]+) more, which", page, re.MULTILINE)))
    assert len(shown) + more == sum(case.group == "names" for case in whole_corpus.cases)
    assert len(page) < len(made["spec/names.md"]) / 3


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def test_every_rule_and_every_case_stands_on_a_page(made: dict[str, str], whole_corpus: Corpus) -> None:
    anchors = {anchor for text in made.values() for anchor in re.findall(r'<a id="([^"]+)"></a>', text)}
    assert anchors >= {case.id for case in whole_corpus.cases}
    assert anchors >= {rule.lower() for rule in whole_corpus.rules}


def test_every_rule_says_what_comes_of_breaking_it(made: dict[str, str], rules: dict[str, Rule]) -> None:
    for rule in rules.values():
        page = made[f"spec/{rule.group}.md"]
        assert f"If broken, **{rule.breaks.kind}**: " in page
        assert re.fullmatch(r"[A-Z].*[.]", rule.breaks.meets), rule.id
    assert (
        "Where the API takes it all the same, **form**: Claude takes names of up to 128 characters"
        in made["spec/names.md"]
    )
    assert "Asked for by the Messages API." in made["spec/names.md"]


def test_every_rule_is_said_in_sentences(rules: dict[str, Rule]) -> None:
    odd = [rule.id for rule in rules.values() if not re.fullmatch(r"[A-Z][^→]*\.\)?", rule.statement)]
    assert odd == []


def test_every_link_leads_somewhere(made: dict[str, str]) -> None:
    for name, text in made.items():
        for target, anchor in re.findall(r"\]\(([^)#\s]*)(#[^)\s]*)?\)", re.sub(r"`[^`\n]*`", "", _prose(text))):
            if target.startswith("https://"):
                continue
            page = str((Path(name).parent / target).as_posix()) if target else name
            page = page.replace("spec/../", "")
            assert page in made or (DOCS / page).exists(), f"{name}: {target}"
            if anchor:
                assert f'<a id="{anchor[1:]}">' in made[page], f"{name}: {target}{anchor}"


def _prose(text: str) -> str:
    return re.sub(r"^(`{3,})[^\n]*\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def test_no_character_on_a_page_is_hidden(made: dict[str, str]) -> None:
    hidden = re.compile(
        "[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
    )
    for name, text in made.items():
        found = hidden.search(text)
        assert not found, f"{name}: {found[0]!r} at {found.start()}"


def test_hidden_characters_are_named(made: dict[str, str]) -> None:
    assert "U+202E RIGHT-TO-LEFT OVERRIDE" in made["spec/descriptions.md"]
    assert "U+0000 NULL" in made["spec/descriptions.md"]


def test_the_schemas_stand_there_word_for_word(made: dict[str, str]) -> None:
    for path in schemas.schema_folder().glob("*.json"):
        assert f"\n## {path.name.removesuffix('.schema.json')}\n" in made["schemas.md"]
        assert path.read_text("utf-8").rstrip("\n") in made["schemas.md"]


def test_what_the_protocol_page_links_to_is_there(made: dict[str, str]) -> None:
    wanted = set(re.findall(r"schemas\.md#([a-z]+)", (DOCS / "protocol.md").read_text("utf-8")))
    assert wanted <= set(re.findall(r"^## ([a-z]+)$", made["schemas.md"], re.MULTILINE))


def test_the_command_says_what_it_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "pages", lambda _, brief, views: {"spec/a.md": "A", "b.md": "B"})
    assert main(["docs", str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / "spec/a.md"), str(tmp_path / "b.md")]


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "pages", lambda _, brief, views: {"spec/a.md": "A"})
    (tmp_path / "file").write_text("", "utf-8")
    assert main(["docs", str(tmp_path / "file")]) == 2
    assert "nothing could be written" in capsys.readouterr().err


@pytest.mark.parametrize("group", INTRODUCTIONS)
def test_an_introduction_speaks_of_each_rule_of_its_group(group: str, rules: dict[str, Rule]) -> None:
    spoken_of = re.findall(r"\(#([a-z]+-[0-9]+)\)", INTRODUCTIONS[group])
    assert set(spoken_of) == {rule.id.lower() for rule in rules.values() if rule.group == group}


@pytest.mark.parametrize("group", INTRODUCTIONS)
def test_the_rules_follow_as_the_introduction_speaks_of_them(group: str, whole_corpus: Corpus) -> None:
    page = pages.pages(whole_corpus, brief=True)[f"spec/{group}.md"]
    follow = re.findall(r'<a id="([a-z]+-[0-9]+)">', page)
    assert follow == list(dict.fromkeys(re.findall(r"\(#([a-z]+-[0-9]+)\)", INTRODUCTIONS[group])))


def test_each_rule_is_traced_to_a_sentence(rules: dict[str, Rule]) -> None:
    sentences = traceability.load(rules)
    of_the_documents = {rule.id for rule in rules.values() if all("url" not in source for source in rule.sources)}
    assert {rule for sentence in sentences for rule in sentence.rules} == of_the_documents
    assert all(bool(sentence.rules) != bool(sentence.untestable) for sentence in sentences)


def test_sentences_are_numbered_without_a_gap(rules: dict[str, Rule]) -> None:
    numbers: dict[tuple[str, str], list[int]] = {}
    for sentence in traceability.load(rules):
        numbers.setdefault((sentence.document, sentence.section), []).append(sentence.number)
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("{document: toolset, section: intro, sentence: 1, rules: [NAME-99]}", "there is no rule NAME-99"),
        ("{document: toolset, section: intro, sentence: 1, rules: [NAME-1]}", "stands at no sentence"),
        ("{document: toolset, section: intro, sentence: 1}", "sentences/0: "),
    ],
)
def test_what_is_wrong_in_the_list_of_sentences_is_said(
    sentence: str, says: str, rules: dict[str, Rule], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "traceability.yaml").write_text(f"sentences:\n  - {sentence}\n", "utf-8")
    (tmp_path / "schemas").symlink_to(schemas.schema_folder())
    monkeypatch.setattr(schemas, "data_folder", lambda: tmp_path)
    with pytest.raises(FileError) as caught:
        traceability.load(rules)
    assert says in str(caught.value)

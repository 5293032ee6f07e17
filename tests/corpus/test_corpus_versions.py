"""Ids and versions: what was published stays, and an earlier corpus can be run."""

from __future__ import annotations

from pathlib import Path

import pytest
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import fixtures, selection
from toolset_conformance.corpus.model import Corpus

ROOT = Path(__file__).parents[2]

RULES = """
version: "1.2"
rules:
  - id: LOOKUP-1
    group: lookup
    level: required
    title: "A known name resolves to its tool"
    statement: "A known name resolves to its tool."
    origin: documents
    breaks: {kind: misrouted, meets: "The call reaches no tool."}
    sources: [{document: toolset, section: "resolve/2"}]
"""
CASE = """
  - id: lookup/%s
    rule: LOOKUP-1
    why: "%s"
    since: "%s"
    toolset: {servers: [{id: files, tools: [{$tool: read}]}]}
    steps:
      - {ask: exposed_name, with: {server: files, tool: read}, expect: {$type: string}}
"""


def small_corpus(folder: Path, *cases: tuple[str, str, str], retired: str = "") -> Path:
    """A folder of fixtures with one rule and these cases, each an id, a reason and a version."""
    (folder / "lookup").mkdir(parents=True, exist_ok=True)
    (folder / "rules.yaml").write_text(RULES, "utf-8")
    (folder / "lookup" / "all.yaml").write_text("cases:" + "".join(CASE % case for case in cases), "utf-8")
    if retired:
        (folder / "retired.yaml").write_text(retired, "utf-8")
    return folder


def test_an_earlier_version_leaves_later_cases_out(tmp_path: Path) -> None:
    made = fixtures.read_corpus(small_corpus(tmp_path, ("a", "A.", "1.0"), ("b", "B.", "1.2"), ("c", "C.", "1.1")))
    assert [case.id for case in selection.as_of(made, "1.0")] == ["lookup/a"]
    assert [case.id for case in selection.as_of(made, "1.1")] == ["lookup/a", "lookup/c"]
    assert [case.id for case in selection.as_of(made, None)] == ["lookup/a", "lookup/b", "lookup/c"]


def test_versions_are_numbers_and_no_texts(tmp_path: Path) -> None:
    folder = small_corpus(tmp_path, ("a", "A.", "1.9"))
    (folder / "rules.yaml").write_text(RULES.replace("1.2", "1.10"), "utf-8")
    assert len(selection.as_of(fixtures.read_corpus(folder), "1.10")) == 1


def test_a_case_cannot_be_later_than_its_corpus(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"all\.yaml:5: 1\.3 is later than the corpus, which is 1\.2"):
        fixtures.read_corpus(small_corpus(tmp_path, ("a", "A.", "1.3")))


def test_a_retired_id_is_not_used_again(tmp_path: Path) -> None:
    retired = 'retired: [{id: lookup/a, since: "1.0", until: "1.1", reason: "It was wrong."}]\n'
    with pytest.raises(FileError, match=r"all\.yaml:2: the id 'lookup/a' was retired"):
        fixtures.read_corpus(small_corpus(tmp_path, ("a", "A.", "1.0"), retired=retired))


def test_a_rule_without_a_case_of_its_level_is_an_error(tmp_path: Path) -> None:
    folder = small_corpus(tmp_path, ("a", "A.", "1.0"))
    (folder / "rules.yaml").write_text(RULES + RULES.partition("rules:")[2].replace("LOOKUP-1", "LOOKUP-2"), "utf-8")
    with pytest.raises(FileError, match=r"rules\.yaml:13: the rule LOOKUP-2 has no case at its own level"):
        fixtures.read_corpus(folder)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (RULES.partition("rules:")[2], r"rules\.yaml:12: the rule LOOKUP-1 stands twice"),
        (
            RULES.partition("rules:")[2].replace("LOOKUP-1", "LOOKUP-2").replace("required", "recommended"),
            r"rules\.yaml:12: the rule LOOKUP-2 is recommended and gives no 'reason'",
        ),
    ],
)
def test_a_rule_stands_once_and_a_recommended_one_gives_its_reason(more: str, said: str, tmp_path: Path) -> None:
    folder = small_corpus(tmp_path, ("a", "A.", "1.0"))
    (folder / "rules.yaml").write_text(RULES.rstrip() + more, "utf-8")
    with pytest.raises(FileError, match=said):
        fixtures.read_corpus(folder)


OTHER_RULE = RULES.partition("rules:")[2].replace("LOOKUP-1", "LOOKUP-2")
OTHERWISE = "otherwise: {kind: lost, meets: 'The call is gone.'}"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            OTHER_RULE.replace("misrouted", "refused"),
            r"rules\.yaml:18: rules/1/breaks: 'otherwise' is a required property",
        ),
        (
            OTHER_RULE.replace("misrouted, ", f"refused, {OTHERWISE}, "),
            r"rules\.yaml:17: breaking LOOKUP-2 is 'refused' by the Messages API, so its 'origin' is 'messages_api'",
        ),
        (
            OTHER_RULE.replace("misrouted, ", f"misrouted, {OTHERWISE}, "),
            r"rules\.yaml:18: rules/1/breaks: 'keeps' is a dependency of 'otherwise'",
        ),
        (OTHER_RULE.replace("misrouted", "annoying"), r"rules\.yaml:18: rules/1/breaks/kind: 'annoying' is not one of"),
    ],
)
def test_a_rule_says_in_full_what_comes_of_breaking_it(more: str, said: str, tmp_path: Path) -> None:
    folder = small_corpus(tmp_path, ("a", "A.", "1.0"))
    (folder / "rules.yaml").write_text(RULES.rstrip() + more, "utf-8")
    with pytest.raises(FileError, match=said):
        fixtures.read_corpus(folder)


def test_an_id_begins_with_its_folder(tmp_path: Path) -> None:
    folder = small_corpus(tmp_path, ("a", "A.", "1.0"))
    (folder / "lookup").rename(folder / "names")
    with pytest.raises(FileError, match="must begin with its folder, 'names/'"):
        fixtures.read_corpus(folder)


def test_an_id_stands_once_in_all_files(tmp_path: Path) -> None:
    folder = small_corpus(tmp_path, ("a", "A.", "1.0"))
    (folder / "lookup" / "more.yaml").write_text("cases:" + CASE % ("a", "Again.", "1.0"), "utf-8")
    with pytest.raises(FileError, match=r"more\.yaml:2: the id 'lookup/a' is taken already, at .*all\.yaml:2"):
        fixtures.read_corpus(folder)


def test_the_digest_changes_with_what_is_tested(tmp_path: Path) -> None:
    one = fixtures.read_corpus(small_corpus(tmp_path / "one", ("a", "A.", "1.0")))
    same = fixtures.read_corpus(small_corpus(tmp_path / "same", ("a", "A.", "1.0")))
    other = fixtures.read_corpus(small_corpus(tmp_path / "other", ("a", "A.", "1.1")))
    assert one.digest == same.digest != other.digest


def test_no_published_id_goes_away_without_a_word(whole_corpus: Corpus) -> None:
    published = set((ROOT / "fixtures" / "ids.txt").read_text("ascii").split())
    retired = fixtures.retired_ids(ROOT / "fixtures" / "retired.yaml")
    present = {case.id for case in whole_corpus.cases}
    assert published - present - retired == set()
    assert present - published == set(), "`nox -s ids` adds the new ids to the ledger"

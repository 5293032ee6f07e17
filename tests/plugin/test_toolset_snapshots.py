"""--toolset-snapshots: the port's whole answers, compared with those stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus.model import Case, Step
from toolset_conformance.engine.verdict import Evidence, Verdict
from toolset_conformance.pytest_plugin import snapshots

from .conftest import CASES, CHOSEN, KEYS, ONE, OWN, PORT, Inner

pytestmark = pytest.mark.slow

ON = [*PORT, "--toolset-snapshots"]
WORKERS = pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])


def _file(pytester: pytest.Pytester, group: str = "turn") -> Path:
    return pytester.path / "toolset-snapshots" / f"{group}.snap"


def test_without_snapshots_each_case_says_how_to_make_them(inner: Inner, pytester: pytest.Pytester) -> None:
    result = inner(*ON, *CHOSEN)
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines(
        ["*turn/keys: no snapshot in *turn.snap; --snapshot-update takes this one in:", "1 user_turn: *"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    assert not _file(pytester).exists()


@WORKERS
def test_update_accepts_and_unused_ones_are_reported_and_removed(
    inner: Inner, pytester: pytest.Pytester, workers: list[str]
) -> None:
    made = inner(*ON, *workers, *CHOSEN, "--snapshot-update")
    made.assert_outcomes(passed=5)
    made.stdout.fnmatch_lines(["5 snapshots generated."])
    file = _file(pytester)
    assert list(snapshots.read(file)) == sorted(CASES)
    assert [path.name for path in file.parent.iterdir()] == ["turn.snap"]

    file.write_text(file.read_text("utf-8") + "\nturn/of-old\n  1 user_turn: null\n", "utf-8")
    unused = inner(*ON, *workers, *CHOSEN)
    unused.stdout.fnmatch_lines(["5 snapshots passed. 1 snapshot unused.", "Re-run pytest with --snapshot-update *"])
    assert unused.ret == 1
    assert inner(*ON, *workers, *CHOSEN, "--snapshot-warn-unused").ret == 0

    removed = inner(*ON, *workers, *CHOSEN, "--snapshot-update")
    removed.stdout.fnmatch_lines(["5 snapshots passed. 1 unused snapshot deleted.", "Deleted turn/of-old (*turn.snap)"])
    assert list(snapshots.read(file)) == sorted(CASES)
    assert inner(*ON, *workers, *CHOSEN).ret == 0


@WORKERS
def test_a_change_is_shown_and_accepted(inner: Inner, pytester: pytest.Pytester, workers: list[str]) -> None:
    inner(*ON, *CHOSEN, "--snapshot-update")
    before = _file(pytester).read_text("utf-8").splitlines()
    changed = inner(*ON, *workers, *CHOSEN, turns="rejections-last")
    # A recommended case that fails is an xfail; that its answer is another than before is a failure.
    changed.assert_outcomes(failed=3, passed=2)
    assert changed.ret == 1
    changed.stdout.fnmatch_lines(["*turn/one-of-each: differs from its snapshot in *; --snapshot-update accepts it:"])
    assert inner(*ON, *workers, *CHOSEN, "--snapshot-update", turns="rejections-last").ret == 0
    after = _file(pytester).read_text("utf-8").splitlines()
    assert after != before
    assert len(set(after) ^ set(before)) < 12
    assert inner(*ON, *CHOSEN, turns="rejections-last").ret == 0


def test_new_ones_alone_can_be_accepted(inner: Inner, pytester: pytest.Pytester) -> None:
    inner(*ON, "--toolset-case", ONE, "--snapshot-update")
    before = snapshots.read(_file(pytester))
    words = [*ON, "--toolset-case", ONE, "--toolset-case", KEYS, "--snapshot-update-new-only"]
    inner(*words, turns="rejections-last").assert_outcomes(passed=1, failed=1)
    after = snapshots.read(_file(pytester))
    assert (set(after), after[ONE]) == ({ONE, KEYS}, before[ONE])


def test_a_choice_leaves_the_other_snapshots_alone(inner: Inner, pytester: pytest.Pytester) -> None:
    inner(*ON, *CHOSEN, "--snapshot-update")
    before = _file(pytester).read_text("utf-8")
    for words in (
        ["-k", KEYS],
        ["-m", "TURN-3"],
        ["--lf"],
        ["-x"],
        [f"toolset::{KEYS}"],
        ["--deselect", f"toolset::{ONE}"],
    ):
        chosen = [] if words[0].startswith("toolset") else CHOSEN
        result = inner(*ON, *chosen, *words, "--snapshot-update")
        assert result.ret == 0, words
        result.stdout.no_fnmatch_line("*unused*")
    assert _file(pytester).read_text("utf-8") == before
    # A port that no longer offers a thing keeps its snapshots, as a skipped test does.
    inner(*ON, *CHOSEN, "--snapshot-update", turns="not-offered").assert_outcomes(skipped=5)
    assert _file(pytester).read_text("utf-8") == before


def test_a_wrong_answer_is_in_the_snapshot_too(inner: Inner, pytester: pytest.Pytester) -> None:
    result = inner(*ON, *CHOSEN, "--snapshot-update", turns="assistant")
    result.assert_outcomes(failed=2, passed=3)
    assert '"role": "assistant"' in snapshots.read(_file(pytester))[KEYS]
    again = inner(*ON, *CHOSEN, turns="assistant")
    again.assert_outcomes(failed=2, passed=3)
    again.stdout.no_fnmatch_line("*snapshot in *")


def test_own_cases_have_snapshots(inner: Inner, pytester: pytest.Pytester) -> None:
    own = pytester.path / "mine.toolset.yaml"
    own.write_text(OWN, "utf-8")
    inner(*ON, *CHOSEN, "--toolset-case", "mine/*", "--snapshot-update").assert_outcomes(passed=6)
    assert list(snapshots.read(_file(pytester, "mine"))) == ["mine/words-alone"]
    test = pytester.makepyfile("def test_of_the_user(): pass")
    # Somebody who points at other files has said nothing about the cases of this one.
    assert inner(*ON, *CHOSEN, test.name, "--snapshot-update").ret == 0
    assert inner(*ON, *CHOSEN, "--ignore", own.name, "--snapshot-update").ret == 0
    assert _file(pytester, "mine").exists()
    own.write_text("cases: nothing", "utf-8")
    inner(*ON, *CHOSEN, "--continue-on-collection-errors", "--snapshot-update")
    assert _file(pytester, "mine").exists()
    own.unlink()
    inner(*ON, *CHOSEN).stdout.fnmatch_lines(["5 snapshots passed. 1 snapshot unused."])
    inner(*ON, *CHOSEN, "--snapshot-update").stdout.fnmatch_lines(["Deleted mine/words-alone (*mine.snap)"])
    assert not _file(pytester, "mine").exists()


def test_own_cases_under_xdist_are_known_to_the_controller(inner: Inner, pytester: pytest.Pytester) -> None:
    (pytester.path / "mine.toolset.yaml").write_text(OWN, "utf-8")
    words = [*ON, *CHOSEN, "--toolset-case", "mine/*"]
    inner(*words, "--snapshot-update").assert_outcomes(passed=6)
    result = inner(*words, "-n", "2", "-m", "TURN-3", "--snapshot-update")
    assert result.parseoutcomes()["passed"] == 2
    assert _file(pytester, "mine").exists()


def test_the_place_is_an_option_and_an_ini_key(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntoolset_snapshots = true\ntoolset_snapshots_dir = kept/here\n")
    assert inner(*PORT, *CHOSEN, "--snapshot-update").ret == 0
    assert (pytester.path / "kept/here/turn.snap").exists()
    assert inner(*PORT, *CHOSEN, "--toolset-snapshots-dir", "there", "--snapshot-update").ret == 0
    assert (pytester.path / "there/turn.snap").exists()


def test_what_others_keep_in_the_folder_is_let_be(inner: Inner, pytester: pytest.Pytester) -> None:
    other = _file(pytester).with_name("README.md")
    other.parent.mkdir()
    other.write_text("Ours.", "utf-8")
    inner(*ON, *CHOSEN, "--snapshot-update")
    assert inner(*ON, *CHOSEN, "--snapshot-update").ret == 0
    assert other.exists()


def test_snapshots_of_python_tests_go_on_beside_ours(inner: Inner, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_of_the_user(snapshot): assert snapshot == [1]")
    inner(*ON, *CHOSEN, "--snapshot-update").assert_outcomes(passed=6)
    result = inner(*ON, *CHOSEN)
    result.assert_outcomes(passed=6)
    result.stdout.fnmatch_lines(
        ["*toolset snapshots*", "5 snapshots passed.", "*snapshot report summary*", "1 snapshot passed."]
    )


def test_without_syrupy_the_way_out_is_said(inner: Inner) -> None:
    result = inner(*ON, "-p", "no:syrupy")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --toolset-snapshots needs the plugin syrupy*add -p syrupy"])


def test_a_broken_file_is_named_with_its_line(inner: Inner, pytester: pytest.Pytester) -> None:
    inner(*ON, *CHOSEN, "--snapshot-update")
    file = _file(pytester)
    file.write_text("<<<<<<< ours\n" + file.read_text("utf-8"), "utf-8")
    result = inner(*ON, *CHOSEN)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *turn.snap:1: is no line of a snapshot*delete the file*"])


def _verdict(*answers: object, outcome: str = "passed", evidence: Evidence | None = None) -> Verdict:
    steps = tuple(Step("tools", {}, None) for _ in range(3))
    case = Case("mine/case", "TOOLS-1", "required", "", "1.0", steps)
    return Verdict(case, outcome, evidence=evidence, answers=answers)  # type: ignore[arg-type]


def _text(*answers: object) -> str:
    text = snapshots.text_of(_verdict(*answers))
    assert text is not None
    return text


def test_keys_stand_in_order_and_lists_as_they_are() -> None:
    assert _text({"b": [2, 1], "a": None}) == '1 tools: {"a": null, "b": [2, 1]}' == _text({"a": None, "b": [2, 1]})


def test_hidden_characters_are_escaped() -> None:
    text = _text("a\u200b\u202e\n\x85\u2028")
    assert text == '1 tools: "a\\u{200B}\\u{202E}\\n\\u{0085}\\u{2028}"'
    assert text.isascii()


@pytest.mark.parametrize(
    "long",
    ["é" * 5000, list(range(5000)), {str(number): number for number in range(5000)}],
    ids=["text", "list", "object"],
)
def test_what_is_long_is_abridged_with_a_digest_of_all_of_it(long: object) -> None:
    text = _text(long)
    assert len(text) < 400
    assert "sha256" in text
    last = (
        json.loads(json.dumps(long).replace("4990", "4991"))
        if not isinstance(long, str)
        else "é" * 2500 + "e" + "é" * 2499
    )
    assert _text(last) != text


def test_a_refusal_and_a_wrong_answer_are_shown() -> None:
    failed = _verdict(1, outcome="failed", evidence=Evidence(2, "tools", {}, None, {"got": 1}))
    assert snapshots.text_of(failed) == '1 tools: 1\n2 tools: {"got": 1}'


@pytest.mark.parametrize("outcome", ["error", "unsupported", "not_run"])
def test_where_no_answer_came_there_is_nothing_to_compare(outcome: str) -> None:
    assert snapshots.text_of(_verdict(1, outcome=outcome)) is None


def test_files_read_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "mine.snap"
    made = {"mine/b": "1 tools: [\n    1,\n\n    2\n  ]", "mine/a": "1 tools: null"}
    snapshots.write(path, made)
    assert snapshots.read(path) == made
    assert path.read_text("utf-8").index("mine/a") < path.read_text("utf-8").index("mine/b")
    snapshots.write(path, {})
    assert not path.exists()
    path.write_text("mine/a\n  1\nmine/a\n  2\n", "utf-8")
    with pytest.raises(FileError, match=r"mine\.snap:3: "):
        snapshots.read(path)

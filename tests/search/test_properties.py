"""Properties: what they hold for, how a search is repeated, and what becomes of what it finds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import core, given, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from judging import ClassTarget
from ports import fair
from toolset_conformance import Port, strategies
from toolset_conformance.cli import program
from toolset_conformance.connections.target import Target
from toolset_conformance.corpus import loading, model, own_cases
from toolset_conformance.corpus.model import Corpus, Rule
from toolset_conformance.engine.session import Session
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.running import case_writer
from toolset_conformance.search import Property, all_properties, run, search
from toolset_conformance.search.properties import sets
from toolset_conformance.strategies.text import is_blank, readable
from toolset_reference.port import ReferencePort

pytestmark = pytest.mark.slow

REFERENCE = "toolset_reference.port:ReferencePort"
FAIR_PORTS = [fair.FairPort, fair.FairPortB, fair.FairPortC, fair.FairPortD]


def session_of(port: type[Port]) -> Session:
    return Session(ClassTarget(port=f"{port.__module__}:{port.__qualname__}", made=port))


def named(name: str) -> Property:
    (found,) = [wanted for wanted in all_properties() if wanted.name == name]
    return found


def not_passed(port: type[Port], *levels: str) -> dict[str, str | None]:
    with session_of(port) as session:
        session.probe(loading.load().cases)
        searched = [run(session, wanted, examples=8, number=1) for wanted in all_properties() if wanted.level in levels]
    return {verdict.case.id: verdict.message for verdict in searched if verdict.outcome != "passed"}


def test_the_reference_has_every_property() -> None:
    assert not_passed(ReferencePort, "required", "recommended") == {}


@pytest.mark.parametrize("port", FAIR_PORTS, ids=lambda port: port.__name__)
def test_no_free_choice_fails_a_required_property(port: type[Port]) -> None:
    failed = {name: said for name, said in not_passed(port, "required").items() if "does not offer" not in (said or "")}
    assert failed == {}


def test_each_rule_has_a_property_of_its_level(rules: dict[str, Rule]) -> None:
    levels = {(wanted.rule, wanted.level) for wanted in all_properties()}
    assert {wanted.rule for wanted in all_properties()} <= set(rules)
    assert [rule.id for rule in rules.values() if (rule.id, rule.level) not in levels] == []


def test_names_are_unique() -> None:
    names = [wanted.name for wanted in all_properties()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("sign", ["\x85", "\x1c", "\x1f", "\ufeff", "\u200b", "\u3000", "\n"])
def test_no_text_is_blank_to_one_language_only(sign: str) -> None:
    assert is_blank(sign * 2)
    assert not is_blank(f"{sign}a") and not is_blank(f"\ue000{sign}")
    assert readable(sign).strip(f"{sign} \t\n") != ""


@given(strategies.contents(("text", "embedded text")))
def test_each_text_of_a_content_has_something_to_read(made: tuple[list[Any], list[Any]]) -> None:
    texts = [item["text"] if "text" in item else item["resource"]["text"] for item in made[0]]
    assert not any(is_blank(text) for text in texts)


FOUND = ["all-tools-are-there", "as-much-as-fits", "turn-order", "placeholders-count-bytes", "in-place-of-the-text"]


@pytest.mark.parametrize("name", FOUND)
def test_a_counterexample_is_a_case(name: str, tmp_path: Path, rules: dict[str, Rule]) -> None:
    port = fair.FairPort if name in ("all-tools-are-there", "in-place-of-the-text") else fair.FairPortB
    with session_of(port) as session, session_of(ReferencePort) as reference:
        found = run(session, named(name), examples=30, number=1)
        assert case_writer.is_one(found)
        path = case_writer.write(tmp_path, found, session.description)
        (case,) = own_cases.read(path, rules, {})
        again = session.judge(case)
        assert reference.judge(case).outcome == "passed"
    assert (case.id, case.rule, case.level) == (f"found/{name}", found.case.rule, found.case.level)
    assert (again.outcome, f"{again.message} (found by search)") == ("failed", found.message)
    assert "The port's answer to step" in path.read_text("utf-8")


ODD = {
    "plain": "yes",
    "yes": "no",
    "": "",
    "hidden \u200b\ufeff\u3164": "\x00\u2028\U000e0041\ud7ff\u0301",
    "quotes": '"\\ \n\t\r',
    "long": "ab" * 500 + "end",
    "numbers": [2**53, -(2**70), 0.1, 1e-7, 0, -1],
    "words": [None, True, False, [], {}],
    "deep": {"$where": {"$any": 1}, "other": [{"$ref": "#/x"}, {"$exposed-not": 1}]},
}


def test_whatever_stands_in_a_case_is_read_back(tmp_path: Path, rules: dict[str, Rule]) -> None:
    block = {"type": "tool_use", "id": "toolu_1", "name": {"$exposed": ["s", "t"]}, "input": ODD}
    call = {"call_id": "toolu_1", "server": "s", "tool": "t", "arguments": {"$literal": ODD}}
    written = model.case_from(
        {
            "id": "properties/odd",
            "rule": "CALLS-8",
            "level": "required",
            "why": "Odd.",
            "since": "1.0",
            "toolset": {"servers": [{"id": "s", "tools": [{"name": "t", "inputSchema": {"type": "object"}}]}]},
            "steps": [
                {"ask": "tool_calls", "with": {"response": [block]}, "expect": {"calls": [call], "rejected": []}}
            ],
        }
    )
    port = {"name": "a\u202e", "version": "1", "language": "x"}
    path = case_writer.write(tmp_path, Verdict(written, "failed", "a\u200bb\nc"), port)
    (read,) = own_cases.read(path, rules, {})
    assert read.toolset == written.toolset
    assert read.steps[0].given == written.steps[0].given
    with session_of(ReferencePort) as session:
        assert session.judge(read).outcome == "passed"


def test_a_seed_repeats_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "--port", "ports.fair:FairPortB", "--level", "recommended", "--properties", "20", "--seed", "7"]
    said = []
    for _ in range(2):
        assert program.main([*words, "--case", "properties/all-tools-are-there", "--case", "properties/turn-*"]) == 1
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "searching: --properties 20 --seed 7" in said[0]
    assert "--properties 20 --seed 7 --case properties/turn-order" in said[0]


def test_a_search_without_a_seed_says_which_it_took(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where CI is set, Hypothesis loads a profile that takes no seed.
    monkeypatch.setattr(search, "_profile", lambda: settings.get_profile("default"))
    assert program.main(["run", "--port", REFERENCE, "--properties", "2", "--case", "properties/turn-keys"]) == 0
    assert "searching: --properties 2 --seed " in capsys.readouterr().out


def test_a_plain_run_searches_nothing(capsys: pytest.CaptureFixture[str], whole_corpus: Corpus) -> None:
    assert program.main(["run", "--port", REFERENCE, "--rule", "TURN-3"]) == 0
    assert "propert" not in capsys.readouterr().out
    assert not any(case.group == model.PROPERTIES for case in whole_corpus.cases)
    assert program.main(["run", "--port", REFERENCE, "--case", "properties/turn-keys"]) == 2
    assert "no case is called" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--seed", "1"], ["--counterexamples", "x"], ["--properties", "0"]])
def test_options_that_say_nothing_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["run", "--port", REFERENCE, *words]) == 2
    assert words[0] in capsys.readouterr().err


def test_hypothesis_is_imported_where_it_is_asked_for() -> None:
    code = (
        "import sys; from toolset_conformance.cli.program import main; "
        f"main(['run', '-q', '--port', '{REFERENCE}', '--rule', 'TURN-3']); sys.exit('hypothesis' in sys.modules)"
    )
    paths = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=paths, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


class Dying(ReferencePort):
    """A port whose process ends in the middle of an answer."""

    def user_turn(self, rejected: object, results: object, others: object) -> object:
        os._exit(3)


def test_a_dead_shim_ends_the_property(tmp_path: Path) -> None:
    code = f"import sys; sys.path[:0] = {sys.path!r}; from test_properties import Dying; "
    code += "from toolset_conformance.connections import serve; serve.serve(Dying())"
    (tmp_path / "shim.py").write_text(code)
    with Session(Target(command=f"{sys.executable} {tmp_path / 'shim.py'}")) as session:
        verdicts = [run(session, named(name), examples=50, number=1) for name in ("turn-keys", "texts-stay")]
    assert [verdict.outcome for verdict in verdicts] == ["error", "passed"]


def test_what_failed_is_tried_first_the_next_time(tmp_path: Path) -> None:
    wanted = named("placeholders-count-bytes")
    before = settings.get_current_profile_name()
    # A profile takes from the one in force what it does not name, and where CI is set that one forgets.
    database = DirectoryBasedExampleDatabase(tmp_path)
    settings.register_profile("remembering", database=database, max_examples=40, derandomize=False)
    settings.load_profile("remembering")
    try:
        with session_of(fair.FairPortB) as session:
            first = run(session, wanted, database=True)
            kept = [path for path in tmp_path.rglob("*") if path.is_file()]
            again = run(session, wanted, examples=1, database=True)
    finally:
        settings.load_profile(before)
    assert kept
    assert (first.outcome, again.outcome) == ("failed", "failed")
    assert again.case.steps == first.case.steps


def test_the_plugin_has_an_item_a_property(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    # A run inside leaves its seed behind, and with a seed of its own Hypothesis remembers nothing.
    monkeypatch.setattr(core, "global_force_seed", None)
    pytester.makeini("[pytest]\naddopts = -p no:randomly -p no:cacheprovider")
    port = ["--toolset-port", "ports.fair:FairPortB", "--toolset-case", "properties/turn-*", "--toolset-properties"]
    result = pytester.runpytest_inprocess(*port, "-v", "--hypothesis-seed", "5", "--toolset-counterexamples", "found")
    result.stdout.fnmatch_lines(["*toolset::properties/turn-order XFAIL*", "*toolset::properties/turn-keys PASSED*"])
    assert (pytester.path / "found" / "properties-turn-order.toolset.yaml").exists()
    marked = pytester.runpytest_inprocess(*port, "-m", "recommended", "--collect-only", "-q")
    marked.stdout.fnmatch_lines(["toolset::properties/turn-order", "1/2 tests collected*"])
    without = pytester.runpytest_inprocess(*port[:-1])
    without.stderr.fnmatch_lines(["*no case is called properties/turn-*"])


def test_no_drawn_tool_clashes_with_the_control() -> None:
    servers = [{"id": "files", "tools": [{"name": name} for name in ("Plain", "plain", "read")]}]
    made = sets.with_control([*servers, {"id": "Control", "tools": []}])
    assert sets.pairs(made) == [("files", "read"), sets.CONTROL]

"""`explain`: rules and cases in plain words."""

from __future__ import annotations

import unicodedata

import pytest
from toolset_conformance.cli.commands import explain
from toolset_conformance.cli.program import main
from toolset_conformance.corpus.model import Case, Consequence, Corpus, Rule, Step

SOURCES = ({"document": "toolset", "section": "new/1"},)
FORM = Consequence("form", "Nothing is met.")
REFUSED = Consequence("refused", "The turn ends.", Consequence("lost", "A result is gone."))
SMALL = Corpus(
    "1.0",
    "",
    {
        "SET-1": Rule("SET-1", "set", "required", "A set", "A statement. " * 20, "documents", FORM, SOURCES),
        "SET-2": Rule("SET-2", "set", "required", "No set", "Said.", "mcp", FORM, SOURCES),
        "TURN-1": Rule(
            "TURN-1", "turn", "recommended", "A turn", "Said.", "messages_api", REFUSED, (), "It helps.", "Or not."
        ),
    },
    (
        Case("set/one", "SET-1", "required", "One\u200b.", "1.0", ()),
        Case("set/two", "SET-1", "recommended", "Two.", "1.0", ()),
        Case(
            "turn/one",
            "TURN-1",
            "recommended",
            "Hidden \u202e words.",
            "1.2",
            (Step("user_turn", {"rejected": [], "results": [], "others": ["a\u200bb"]}, {"$any": True}),),
            exceptions={"mcp": "No block."},
            breaks=Consequence("lost", "Words go missing."),
        ),
    ),
)
"""Three rules and three cases."""


def test_all_rules_by_group_with_the_numbers_of_their_cases() -> None:
    assert list(explain.rules_lines(SMALL)) == [
        "set",
        "  SET-1      required     form       A set (2 cases)",
        "  SET-2      required     form       No set (0 cases)",
        "\nturn",
        "  TURN-1     recommended  refused    A turn (1 case)",
    ]


def test_a_rule_with_what_it_rests_on_and_its_cases() -> None:
    lines = list(explain.rule_lines(SMALL, "SET-1"))
    assert lines[:2] == ["SET-1 (required): A set", ""]
    assert "source: toolset, new/1" in lines
    assert lines[-2:] == ["  set/one: One\\u{200B}.", "  set/two (recommended): Two."]
    assert max(map(len, lines)) <= explain.WIDTH
    assert not any(line.startswith(("reason", "note")) for line in lines)
    assert "if broken: form: it differs from the documents, and nothing else" in lines
    assert list(explain.rule_lines(SMALL, "TURN-1"))[4:10] == [
        "if broken: refused: the Messages API refuses the request; the session is stuck",
        "what people meet: The turn ends.",
        "where the API takes it all the same: lost: A result is gone.",
        "asked for by: the Messages API",
        "reason: It helps.",
        "note: Or not.",
    ]


def test_a_case_with_what_is_asked_what_is_right_and_what_cannot_be_seen() -> None:
    lines = list(explain.case_lines(SMALL, "turn/one"))
    assert lines[:7] == [
        "turn/one (TURN-1, recommended, since 1.2)",
        "Hidden \\u{202E} words.",
        "rule: A turn",
        "page: docs/spec/turn.md#turn-1",
        "if broken: lost: content, data or a tool is lost or invented without a sign",
        "what people meet: Words go missing.",
        "exception (mcp): No block.",
    ]
    assert any("user_turn" in line for line in lines)
    assert "hidden characters: U+200B ZERO WIDTH SPACE" in lines
    assert lines[-1] == "its requests: toolset-conformance request turn/one"
    assert not any(line.startswith("hidden") for line in explain.case_lines(SMALL, "set/two"))


@pytest.mark.slow
def test_no_case_of_the_corpus_shows_a_character_that_cannot_be_seen(whole_corpus: Corpus) -> None:
    out = "\n".join(line for case in whole_corpus.cases for line in explain.case_lines(whole_corpus, case.id))
    hidden = {char for char in out if char != "\n" and unicodedata.category(char) in ("Cc", "Cs", "Co", "Zl", "Zp")}
    assert not hidden
    assert not {"\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\u2066", "\U000e0041"} & set(out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "  LOOKUP-1 "),
        (["CALLS-1"], "source: anthropic, tool_calls/2"),
        (["CALLS-1"], "  calls/one-call: The plain case"),
        (["calls/one-call"], "calls/one-call (CALLS-1, required, since 1.0)"),
    ],
)
def test_the_command_explains_what_it_is_given(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *words]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("unknown", ["LOOKUP-99", "calls/one-cal"])
def test_something_unknown_is_one_line_with_a_way_out(unknown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", unknown]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"there is no rule or case {unknown}")
    assert ("did you mean calls/one-call" in said) == ("/" in unknown)
    assert said.endswith("`toolset-conformance explain` lists the rules\n")

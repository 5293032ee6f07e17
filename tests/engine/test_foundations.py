"""Failures that rest on others: which are not judged, and that one always stands."""

from __future__ import annotations

import itertools

import pytest
from toolset_conformance.corpus.model import Case, Level
from toolset_conformance.engine import foundations
from toolset_conformance.engine.run import DOES_NOT, Run, Scope
from toolset_conformance.engine.verdict import Outcome, Verdict


def verdict(
    name: str, *rests_on: str, rule: str = "", level: Level = "required", outcome: Outcome = "failed"
) -> Verdict:
    """The verdict on a case of that name, of a rule in capitals."""
    return Verdict(Case(name, rule or name.upper(), level, "", "1.1", (), rests_on=rests_on), outcome, "wrong")


def messages(*verdicts: Verdict) -> list[str | None]:
    """What became of them."""
    return [one.message for one in foundations.settled(verdicts)]


def test_a_failure_that_rests_on_a_rule_or_a_case_that_fails_is_not_judged() -> None:
    below = verdict("a", rule="CALLS-4")
    (stands, not_judged) = foundations.settled([below, verdict("b", "CALLS-4")])
    assert stands == below
    assert (not_judged.outcome, not_judged.seen, not_judged.evidence) == ("unsupported", "not_judged", None)
    assert not_judged.message == "not judged, since CALLS-4 fails"
    assert messages(below, verdict("b", "a"))[1] == "not judged, since a (CALLS-4) fails"


@pytest.mark.parametrize("outcome", ["passed", "unsupported", "not_run", "deviation"])
def test_what_did_not_fail_accounts_for_nothing_and_needs_no_account(outcome: Outcome) -> None:
    assert messages(verdict("a", outcome=outcome), verdict("b", "A")) == ["wrong", "wrong"]
    assert messages(verdict("a"), verdict("b", "A", outcome=outcome)) == ["wrong", "wrong"]


def test_another_case_of_the_rule_does_not_account_for_one_that_rests_on_a_case() -> None:
    assert messages(verdict("a", rule="R"), verdict("a2", rule="R", outcome="passed"), verdict("b", "a2"))[2] == "wrong"


def test_a_recommended_failure_never_accounts_for_a_required_one() -> None:
    below = verdict("a", level="recommended")
    assert messages(below, verdict("b", "A"))[1] == "wrong"
    assert messages(below, verdict("b", "A", level="recommended"))[1] == "not judged, since A fails"


def test_an_account_may_itself_rest_on_others_where_it_stands() -> None:
    chain = [verdict("c", "B"), verdict("b", "A"), verdict("a", outcome="passed")]
    assert messages(*chain) == ["not judged, since B fails", "wrong", "wrong"]
    # Where the middle is not judged, it accounts for nothing: what is below it has to be named.
    assert messages(verdict("c", "B"), verdict("b", "A"), verdict("a")) == [
        "wrong", "not judged, since A fails", "wrong",
    ]  # fmt: skip


def test_failures_in_a_circle_stand() -> None:
    assert messages(verdict("a", "B"), verdict("b", "A")) == ["wrong", "wrong"]


def test_no_wrong_port_comes_to_conform() -> None:
    """Whatever three cases rest on, and at whatever level they are, the run says the same with and without it."""
    others = [(), ("A",), ("B",), ("C",), ("A", "B"), ("B", "C"), ("A", "C")]
    levels: list[Level] = ["required", "recommended"]
    for rests, own in itertools.product(itertools.product(others, repeat=3), itertools.product(levels, repeat=3)):
        named = zip("abc", rests, own, strict=True)
        failing = [verdict(name, *(x for x in r if x != name.upper()), level=level) for name, r, level in named]
        for decides in levels:
            before = Run(None, Scope(decides), verdicts=failing).verdict
            after = Run(None, Scope(decides), verdicts=foundations.settled(failing)).verdict
            assert (before == DOES_NOT) == (after == DOES_NOT)


def test_below_is_all_the_way_down() -> None:
    cases = [one.case for one in (verdict("a"), verdict("b", "A"), verdict("c", "b"), verdict("d"))]
    found = foundations.Foundations(cases)
    assert [case.id for case in found.below(cases[2])] == ["b", "a"]
    assert found.below(cases[0]) == []

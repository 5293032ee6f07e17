"""The judge, asked with replies made up for it: what each kind of reply means for a case."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import pytest
from toolset_conformance.core.messages import DUPLICATE_NAME, INTERNAL, Call, Error, Fault, Reply
from toolset_conformance.corpus import model
from toolset_conformance.corpus.model import Case, Level
from toolset_conformance.engine.capabilities import Offers, named_capabilities
from toolset_conformance.engine.judge import judge, normalised
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.text.capability_words import in_short

JSON = Any
SET = {"servers": [{"id": "files", "tools": [{"name": "read", "inputSchema": {"type": "object"}}]}]}
ENTRIES = {"entries": [{"name": "files__read", "server": "files", "tool": "read"}]}
EXPOSED = {"$exposed": ["files", "read"]}
NOT_OFFERED, REFUSED = Reply(error=Error(-32601, "no")), Reply(error=Error(-32602, "no"))
TAKEN = Reply({"entries": []})


def case(*steps: JSON) -> Case:
    """A case with these steps, about one small set."""
    plain = {"id": "a/b", "rule": "LOOKUP-1", "level": "required", "why": "", "since": "1.0", "toolset": SET}
    return model.case_from({**plain, "steps": list(steps)})


def resolve(name: JSON = "a", **keys: JSON) -> JSON:
    """A step that asks for a name."""
    return {"ask": "resolve", "with": {"name": name}, **({"expect": None} | keys)}


def judged(about: Case, *replies: Reply | Fault, offers: Offers | None = None) -> tuple[Verdict, list[Call]]:
    """The verdict where the port gives these replies, and what was asked."""
    questions, asked = judge(about, offers or Offers()), []
    coming: Iterable[Reply | Fault] = iter(replies)
    try:
        call = next(questions)
        for reply in coming:
            asked.append(call)
            call = questions.send(reply)
    except StopIteration as stop:
        assert list(coming) == [], "not every reply was asked for"
        found: Verdict = stop.value
        return found, asked
    raise AssertionError(f"one more question: {call}")


def outcome(about: Case, *replies: Reply | Fault, offers: Offers | None = None) -> tuple[str, str | None]:
    """The outcome and its message."""
    verdict, _ = judged(about, *replies, offers=offers)
    return verdict.outcome, verdict.message


def test_all_is_right() -> None:
    verdict, asked = judged(case(resolve()), Reply(None))
    assert (verdict.outcome, verdict.message, verdict.answers) == ("passed", None, (None,))
    assert asked == [Call("resolve", {"toolset": SET, "name": "a"})]


def test_the_first_wrong_answer_ends_the_case() -> None:
    said = outcome(case(resolve(), resolve(), resolve()), Reply(None), Reply({"server": "a", "tool": "b"}))
    assert said == ("failed", "step 2, resolve: an object, not null")


def test_a_fault_is_no_answer() -> None:
    verdict, _ = judged(case(resolve()), Fault("it died", "look there", "Segmentation fault"))
    assert (verdict.outcome, verdict.message) == ("error", "resolve: it died")
    assert verdict.evidence is not None
    assert (verdict.evidence.remedy, verdict.evidence.stderr) == ("look there", "Segmentation fault")


@pytest.mark.parametrize(
    ("keys", "reply", "wanted"),
    [
        ({}, REFUSED, "failed"),
        ({"or_refused": True}, REFUSED, "passed"),
        ({"or_refused": True}, Reply(error=Error(-32603, "crash")), "passed"),
        ({"or_refused": True}, Reply("a"), "failed"),
        ({"refused": "any"}, REFUSED, "passed"),
        ({"refused": "any"}, Reply(error=Error(1, "own")), "passed"),
        ({"refused": "any"}, Reply(None), "failed"),
        ({"refused": "any"}, NOT_OFFERED, "unsupported"),
        ({"refused": "duplicate_name"}, Reply(error=Error(-32000, "a", {"kind": "duplicate_name"})), "passed"),
        ({"refused": "duplicate_name"}, Reply(error=Error(-32000, "a", {"kind": "other"})), "failed"),
        ({"refused": "duplicate_name"}, Reply(error=Error(-32000, "a", "duplicate_name")), "failed"),
        ({"refused": "duplicate_name"}, Reply(error=Error(-32602, "a", {"kind": "duplicate_name"})), "failed"),
        ({"refused": "duplicate_name"}, NOT_OFFERED, "unsupported"),
    ],
    ids=str,
)
def test_errors(keys: JSON, reply: Reply, wanted: str) -> None:
    step = {"ask": "resolve", "with": {"name": "a"}, **({"expect": None} if "refused" not in keys else {}), **keys}
    # A port that raises where no error is right is asked besides whether it takes the set.
    besides = [] if keys else [TAKEN]
    assert outcome(case(step), reply, *besides)[0] == wanted


def test_what_was_answered_before_cannot_be_not_offered() -> None:
    offers = Offers(answered={("resolve", "servers")})
    said = "resolve: not offered, though it answered resolve (servers) before"
    assert outcome(case(resolve()), NOT_OFFERED, offers=offers) == ("failed", said)
    other = Offers(answered={("resolve", "entries")})
    assert outcome(case(resolve()), NOT_OFFERED, offers=other)[0] == "unsupported"


def test_what_is_known_not_to_be_offered_is_not_asked() -> None:
    lacking = Offers(lacking={("resolve", "servers")})
    assert outcome(case(resolve()), offers=lacking) == ("unsupported", "the port does not offer resolve (servers)")
    claimed = Offers(claimed=frozenset({"tools"}))
    assert outcome(case(resolve()), offers=claimed)[1] == "the port does not claim to offer resolve (--offers)"


@pytest.mark.parametrize("watch", ["input", "network"])
def test_what_is_watched(watch: str) -> None:
    about, sees = case(resolve(watch=watch)), Offers(sees=True)
    assert outcome(about)[0] == "unsupported"
    assert outcome(about, Reply(None, seen=False), offers=sees)[0] == "passed"
    assert outcome(about, Reply(None, seen=True), offers=sees)[0] == "failed"
    assert outcome(about, Reply(None), offers=sees)[0] == "unsupported"
    assert outcome(about, Reply("a", seen=False), offers=sees)[0] == "failed"


def test_names_come_from_the_set() -> None:
    verdict, asked = judged(case(resolve(EXPOSED)), Reply(ENTRIES), Reply(None))
    assert verdict.outcome == "passed"
    assert [(call.method, call.params.get("name")) for call in asked] == [("toolset", None), ("resolve", "files__read")]


def test_names_come_one_by_one_where_the_set_is_not_offered() -> None:
    about = case(resolve(EXPOSED), resolve({"$exposed": ["files", "write"]}))
    verdict, asked = judged(about, NOT_OFFERED, Reply("r"), Reply("w"), Reply(None), Reply(None))
    assert verdict.outcome == "passed"
    assert [call.params.get("name") for call in asked] == [None, None, None, "r", "w"]
    known = Offers(lacking={("toolset", "servers")})
    assert judged(case(resolve(EXPOSED)), Reply("r"), Reply(None), offers=known)[0].outcome == "passed"


@pytest.mark.parametrize(
    ("replies", "wanted", "said"),
    [
        ([NOT_OFFERED, NOT_OFFERED], "unsupported", "needs an exposed name"),
        ([REFUSED, TAKEN], "failed", "asking for the exposed names, toolset: error -32602"),
        ([REFUSED, REFUSED], "unsupported", "refused the set: no"),
        ([Fault("it died")], "error", "asking for the exposed names, toolset: it died"),
        ([Reply(None)], "failed", 'no "entries"'),
        ([Reply({"entries": [{"name": 1, "server": "files", "tool": "read"}]})], "failed", 'no "entries"'),
        ([Reply({"entries": []})], "failed", "the tool 'read' of 'files' has no exposed name"),
        ([NOT_OFFERED, Reply(7)], "failed", "exposed_name: neither a string nor null"),
        ([NOT_OFFERED, Reply(None)], "failed", "the tool 'read' of 'files' has no exposed name"),
    ],
    ids=str,
)
def test_names_that_cannot_be_had(replies: list[Reply | Fault], wanted: str, said: str) -> None:
    found, message = outcome(case(resolve(EXPOSED)), *replies)
    assert found == wanted
    assert said in (message or "")


def test_no_names_are_asked_for_where_none_is_claimed() -> None:
    offers = Offers(claimed=frozenset({"resolve"}))
    assert outcome(case(resolve(EXPOSED)), offers=offers)[0] == "unsupported"


def test_a_step_about_a_tool_that_is_not_exposed_is_left_out() -> None:
    about = case(resolve("x", if_exposed=["files", "odd"]), resolve(if_exposed=["files", "read"]))
    verdict, asked = judged(about, Reply(ENTRIES), Reply(None))
    assert verdict.outcome == "passed"
    assert [call.params.get("name") for call in asked] == [None, "a"]


def test_an_earlier_answer_is_expected_again() -> None:
    about = case(resolve(expect={"$any": True}), resolve(expect={"$answer": [1, "tool"]}))
    assert outcome(about, Reply({"server": "a", "tool": "b"}), Reply("b"))[0] == "passed"
    assert outcome(about, Reply({"server": "a", "tool": "b"}), Reply("c"))[0] == "failed"
    assert outcome(about, Reply(None), Reply(None))[0] == "passed"


def test_keys_that_a_port_may_leave_out() -> None:
    step = {"ask": "toolset", "expect": {"size": 1, "entries": ENTRIES["entries"]}}
    assert outcome(case(step), Reply({**ENTRIES, "size": 1, "etag": "x"}))[0] == "passed"
    said = "the port's answer to toolset leaves out size"
    assert outcome(case(step), Reply(ENTRIES)) == ("unsupported", said)
    assert outcome(case(step), Reply({"entries": []}))[0] == "failed"
    assert outcome(case(step), Reply({**ENTRIES, "size": 2}))[0] == "failed"


@pytest.mark.parametrize(
    ("method", "answer", "kept"),
    [
        ("resolve", {"server": "a", "tool": "b", "more": 1}, {"server": "a", "tool": "b"}),
        ("resolve", None, None),
        ("toolset", {"entries": [{"name": "a", "x": 1}, 3], "x": 1}, {"entries": [{"name": "a"}, 3]}),
        ("toolset", {"entries": None, "names": ["a"]}, {"entries": None, "names": ["a"]}),
        ("tool_calls", {"calls": [{"call_id": "a", "x": 1}], "rejected": [{"x": 1}], "x": 1},
         {"calls": [{"call_id": "a"}], "rejected": [{"x": 1}]}),
        ("tool_calls", [1], [1]),
        ("tools", [{"name": "a", "x": 1}], [{"name": "a", "x": 1}]),
        ("tool_result", {"x": 1}, {"x": 1}),
    ],
    ids=str,
)  # fmt: skip
def test_further_keys_are_passed_over_where_a_port_may_add_them(method: str, answer: JSON, kept: JSON) -> None:
    assert normalised(method, answer) == kept


def test_forms_in_short() -> None:
    forms = [
        ("user_turn",),
        ("tools", "servers"),
        ("tools", "entries"),
        ("tools", "servers", "cache_control=last"),
        ("tool_result", "result", "structured=append"),
        ("tool_result", "result", "structured=auto"),
        ("tool_result", "result"),
    ]
    tools, result = (
        "tools (servers, entries; cache_control=last of servers)",
        "tool_result (result; structured=append|auto)",
    )
    assert in_short(forms) == f"{tools}; {result}; user_turn"
    assert in_short(forms, but_for=["tools"]).endswith("; tool_result; user_turn")


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply("a\ud83d"), "resolve: half a surrogate pair: not valid Unicode"),
        (Reply({"server": "a", "tool": "\ude00"}), "resolve: tool: half a surrogate pair: not valid Unicode"),
        (Reply({"server": "a", "note": ["\ud83d"]}), "resolve: note[0]: half a surrogate pair: not valid Unicode"),
        (Reply({"\ud83d": 1}), "resolve: in a key, half a surrogate pair: not valid Unicode"),
        (Reply(error=Error(-32602, "a\ud83d")), "resolve: an error with half a surrogate pair: not valid Unicode"),
        (
            Reply(error=Error(-32602, "a", ["\ud83d"])),
            "resolve: an error with half a surrogate pair: not valid Unicode",
        ),
    ],
    ids=str,
)
def test_no_answer_holds_half_a_character(reply: Reply, said: str) -> None:
    about = case(resolve(expect={"$any": True}, or_refused=True))
    assert outcome(about, Reply({"server": "a", "tool": "\U0001f600"}))[0] == "passed"
    assert outcome(about, reply) == ("failed", said)


def test_no_exposed_name_holds_half_a_character() -> None:
    entries = {"entries": [{"name": "a\ud83d", "server": "files", "tool": "read"}]}
    said = outcome(case(resolve(EXPOSED)), Reply(entries))
    where = "entries[0].name"
    assert said == (
        "failed",
        f"asking for the exposed names, toolset: {where}: half a surrogate pair: not valid Unicode",
    )


@pytest.mark.parametrize(
    ("error", "needed"),
    [
        ({"kind": "timeout", "message": ""}, None),
        ({"kind": "cancelled", "message": ""}, "cancelled"),
        ({"kind": "protocol", "message": "", "code": 1}, "error_data"),
        ({"kind": "protocol", "message": "", "data": None}, "error_data"),
    ],
    ids=str,
)
def test_a_port_is_asked_what_it_names_among_its_capabilities(error: JSON, needed: str | None) -> None:
    step = {"ask": "tool_result", "with": {"tool_use_id": "a", "outcome": {"error": error}}, "expect": {"$any": True}}
    knows = Offers(capabilities=frozenset({"cancelled", "error_data"}))
    assert outcome(case(step), Reply(None), offers=knows)[0] == "passed"
    if needed:
        said = f'the port does not name "{needed}" among its capabilities (describe)'
        assert outcome(case(step)) == ("unsupported", said)
    else:
        assert outcome(case(step), Reply(None))[0] == "passed"


@pytest.mark.parametrize("named", [None, {}, "cancelled", [1], {"cancelled": True}], ids=str)
def test_capabilities_of_another_form_are_a_ports_own(named: JSON) -> None:
    assert named_capabilities({"capabilities": named}) == frozenset()
    assert named_capabilities({"capabilities": ["cancelled", 1]}) == {"cancelled"}


RAISED = Reply(error=Error(INTERNAL, "TypeError"))


@pytest.mark.parametrize("code", [INTERNAL, -32602, DUPLICATE_NAME, 1])
def test_a_port_that_raises_over_a_set_and_will_not_have_it_at_all_refused_the_set(code: int) -> None:
    verdict, asked = judged(case(resolve()), RAISED, Reply(error=Error(code, "names clash")))
    assert (verdict.outcome, verdict.message, verdict.seen) == (
        "unsupported", "refused the set: names clash", "refused_set",
    )  # fmt: skip
    assert asked[1] == Call("toolset", {"toolset": SET})


@pytest.mark.parametrize("reply", [Reply({"entries": []}), Reply(error=Error(-32602, " ")), Fault("it died")], ids=str)
def test_a_port_that_takes_the_set_or_does_not_say_that_it_will_not_raised(reply: Reply | Fault) -> None:
    verdict, _ = judged(case(resolve()), RAISED, reply)
    assert (verdict.outcome, verdict.message, verdict.seen) == ("failed", f"resolve: {RAISED.error}", "raises")


def test_a_port_without_toolset_is_asked_for_definitions() -> None:
    refusal = Reply(error=Error(-32602, "odd"))
    verdict, asked = judged(case(resolve()), RAISED, NOT_OFFERED, refusal)
    assert (verdict.seen, asked[2]) == ("refused_set", Call("tools", {"toolset": SET, "options": {}}))
    known = Offers(claimed=frozenset({"resolve", "tools"}))
    assert judged(case(resolve()), RAISED, refusal, offers=known)[0].seen == "refused_set"
    neither = Offers(claimed=frozenset({"resolve"}))
    assert judged(case(resolve()), RAISED, offers=neither)[0].seen == "raises"


def test_what_carries_no_set_refuses_none() -> None:
    step = {"ask": "user_turn", "with": {"rejected": [], "results": [], "others": []}, "expect": {"$any": True}}
    assert judged(case(step), RAISED)[0].seen == "raises"


def test_a_set_refused_where_its_names_are_asked_for_is_refused() -> None:
    refusal = Reply(error=Error(-32602, "odd"))
    assert judged(case(resolve(EXPOSED)), refusal, refusal)[0].seen == "refused_set"


@pytest.mark.parametrize(
    ("rule", "level", "seen"),
    [
        ("SET-1", "required", "raises"),
        ("SET-2", "required", "raises"),
        ("SET-4", "required", "raises"),
        ("SET-7", "recommended", "raises"),
        ("NAME-8", "required", "raises"),
    ],
)
def test_rules_that_speak_of_refusal_judge_it(rule: str, level: Level, seen: str) -> None:
    about = dataclasses.replace(case(resolve()), rule=rule, level=level)
    assert judged(about, RAISED)[0].seen == seen
    odd = dataclasses.replace(about, rule="NAME-8", level="recommended")
    assert judged(odd, RAISED, Reply(error=Error(-32602, "odd")))[0].seen == "refused_set"

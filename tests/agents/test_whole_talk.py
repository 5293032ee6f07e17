"""What an agent's whole conversation is taken for: an answer, or a question that could not be put to it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from toolset_conformance.agents.conversation import Call, Observation, Reaction, Request
from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.whole_talk import LONGEST_WAIT, WholeTalk
from toolset_conformance.corpus import model
from toolset_conformance.engine.capabilities import Offers
from toolset_conformance.engine.verdict import Verdict

SILENT = Call(1.0, "files", "read", {}, True, Reaction("never"))


def request(**more: Any) -> Request:
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi."}], **more}
    return Request(0.5, "main", body, {})


def verdict(seen: Observation, **options: Any) -> Verdict | None:
    """The verdict on a case that asks for one request, from what was seen; None where it is no answer."""
    servers = [{"id": "files", "pages": [[]], "fault": "list_never"}]
    given = {"prompt": "Hi.", "servers": servers, "script": [], "options": options}
    step = {"ask": "conversation", "with": given, "expect": {"requests": {"$length": 1}, "calls": {"$any": True}}}
    about = {"id": "own/one", "rule": "CONV-17", "level": "recommended", "why": "One.", "since": "1.1"}
    asked = Asked.begin(model.case_from({**about, "steps": [step]}), Offers())
    talk = WholeTalk(asked, Brought())
    talk.conversation("Hi.", 30.0)
    if not talk.tells(seen):
        return None
    talk.ended(seen)
    return asked.verdict


def outcome(seen: Observation, **options: Any) -> str | None:
    found = verdict(seen, **options)
    return found.outcome if found else None


@pytest.mark.parametrize("end", ["ended", "early", "failed"])
def test_it_is_judged_by_what_was_sent_whatever_the_exit_status(end: Any) -> None:
    assert outcome(Observation((request(),), end=end)) == "passed"
    assert outcome(Observation((request(), request()), end=end)) == "failed"


@pytest.mark.parametrize("end", ["killed", "hung", "kept_asking"])
def test_what_was_ended_from_outside_is_no_answer(end: Any) -> None:
    assert outcome(Observation((request(),), end=end)) is None


def test_a_failure_before_the_first_request_is_no_answer() -> None:
    assert outcome(Observation((), end="failed")) is None


def test_patience_is_no_fault_until_it_is_longer_than_any() -> None:
    patient = Observation((request(),), (SILENT,), end="hung", seconds=30.0)
    found = verdict(patient)
    assert found is not None
    assert found.outcome == "unsupported"
    assert "--timeout 75" in (found.message or "")
    assert outcome(dataclasses.replace(patient, seconds=LONGEST_WAIT)) is None
    answered = dataclasses.replace(SILENT, reaction=Reaction(), answered=1.1)
    assert outcome(dataclasses.replace(patient, calls=(answered,))) is None
    assert outcome(Observation((), listed={"files": 1}, end="hung", seconds=30.0)) == "unsupported"


def test_after_a_stream_that_broke_an_agent_may_do_without() -> None:
    streamed, whole = request(stream=True), request()
    assert outcome(Observation((streamed, whole)), stream=True) == "failed"
    assert outcome(Observation((whole, streamed)), stream=True) == "unsupported"
    assert outcome(Observation((streamed,)), stream=False) == "unsupported"

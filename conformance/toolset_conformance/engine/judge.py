"""The judge: asks one case's questions and says whether the answers are right.

It knows nothing of how a port is reached: it is a generator that yields calls and is sent replies.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from typing import Any

from toolset_conformance.core import json_values, messages, methods
from toolset_conformance.core.messages import Call, Fault, Reply
from toolset_conformance.core.mismatch import MISSING, Mismatch, path
from toolset_conformance.corpus.model import NOTHING, Case, Step
from toolset_conformance.engine import refused_sets, transcripts
from toolset_conformance.engine.capabilities import Offers, is_missing
from toolset_conformance.engine.verdict import Evidence, Outcome, Seen, Verdict
from toolset_conformance.language import matchers
from toolset_conformance.language.placeholders import Names, NoName, fill
from toolset_conformance.language.syntax import special

JSON = Any
Questions = Generator[Call, "Reply | Fault", "Verdict"]


class _Stop(Exception):
    def __init__(
        self, outcome: Outcome, message: str, evidence: Evidence | None = None, seen: Seen | None = None
    ) -> None:
        self.outcome, self.message, self.evidence, self.seen = outcome, message, evidence, seen


def judge(case: Case, offers: Offers) -> Questions:
    """Yield the case's calls one after the other, each to be sent its reply; return the verdict."""
    answers: list[JSON] = []
    why_not = offers.why_not(case)
    if why_not:
        return Verdict(case, "unsupported", why_not)
    try:
        names = (yield from _names(case, offers)) if case.pairs else {}
        for number, step in enumerate(case.steps, 1):
            if step.if_exposed and step.if_exposed not in names:
                answers.append(None)
                continue
            params, expected = case.params(step), step.expect
            if case.dynamic:
                params, expected = _filled(number, step, params, names, answers)
            reply = yield Call(step.ask, params, step.fresh, step.watch)
            evidence = Evidence(number, step.ask, params, MISSING if expected is NOTHING else expected, MISSING)
            answers.append(_judge_reply(case, step, reply, expected, evidence, offers))
    except _Stop as stop:
        if stop.seen == "raises" and stop.evidence and not refused_sets.is_about_refusal(case):
            refusal = yield from refused_sets.words_of_refusal(stop.evidence.params.get("toolset"), offers)
            if refusal is not None:
                return Verdict(case, "unsupported", f"refused the set: {refusal}", None, tuple(answers), "refused_set")
        return Verdict(case, stop.outcome, stop.message, stop.evidence, tuple(answers), stop.seen)
    return Verdict(case, "passed", answers=tuple(answers))


def _judge_reply(
    case: Case, step: Step, reply: Reply | Fault, expected: JSON, evidence: Evidence, offers: Offers
) -> JSON:
    """The answer, normalised, where it is right; raises :class:`_Stop` where it is not."""
    before = "" if len(case.steps) == 1 else f"step {evidence.step}, "
    if isinstance(reply, Fault):
        found = dataclasses.replace(evidence, error=reply.what, remedy=reply.remedy, stderr=reply.stderr)
        raise _Stop("error", f"{before}{step.ask}: {reply.what}", found, "no_answer")
    if reply.error is not None:
        return _judge_error(step, reply, evidence, offers, before)
    offers.answered.add(methods.form(step.ask, evidence.params))
    halved = tuple(matchers.half_characters(reply.result))
    if halved:
        raise _mismatched(f"{before}{step.ask}", halved, dataclasses.replace(evidence, got=reply.result))
    got = normalised(step.ask, reply.result)
    if expected is NOTHING:
        message = f"{before}{step.ask}: answered where it must refuse"
        raise _Stop("failed", message, dataclasses.replace(evidence, got=got))
    left_out = _left_out(step, expected, got)
    if left_out:
        expected = {key: value for key, value in expected.items() if key not in left_out}
    mismatches = tuple(matchers.match(_opened(step.ask, expected), got))
    if mismatches:
        raise _mismatched(f"{before}{step.ask}", mismatches, dataclasses.replace(evidence, got=got))
    if left_out:
        raise _Stop("unsupported", f"the port's answer to {step.ask} leaves out {', '.join(left_out)}")
    if step.watch and reply.seen is not False:
        if reply.seen is None:
            raise _Stop("unsupported", "can be seen only in the same process")
        what = "changed what it was given" if step.watch == "input" else "opened a network connection"
        raise _Stop("failed", f"{before}{step.ask}: {what}", dataclasses.replace(evidence, got=got, error=what))
    return got


def _mismatched(asked: str, mismatches: tuple[Mismatch, ...], evidence: Evidence) -> _Stop:
    """The end of a case whose answer has these mismatches."""
    at = path(mismatches[0].where)
    more = f" (and {len(mismatches) - 1} more)" if len(mismatches) > 1 else ""
    message = f"{asked}{': ' + at if at else ''}: {mismatches[0].note}{more}"
    return _Stop("failed", message, dataclasses.replace(evidence, mismatches=mismatches))


def _judge_error(step: Step, reply: Reply, evidence: Evidence, offers: Offers, before: str) -> JSON:
    error = reply.error
    assert error is not None
    evidence = dataclasses.replace(evidence, error=str(error), stderr=reply.stderr)
    if not json_values.is_unicode([error.message, error.data]):
        raise _Stop("failed", f"{before}{step.ask}: an error with {matchers.HALF_CHARACTER}", evidence)
    if error.code == messages.NOT_OFFERED:
        form = methods.form(step.ask, evidence.params)
        if form not in offers.answered:
            raise _Stop("unsupported", f"the port does not offer {methods.describe_form(form)}")
        said = f"not offered, though it answered {methods.describe_form(form)} before"
        raise _Stop("failed", f"{before}{step.ask}: {said}", evidence)
    if step.refused == "duplicate_name":
        kind = error.data.get("kind") if isinstance(error.data, dict) else None
        if (error.code, kind) != (messages.DUPLICATE_NAME, "duplicate_name"):
            message = f'{before}{step.ask}: refused, but not with -32000 and {{"kind": "duplicate_name"}}'
            raise _Stop("failed", message, evidence)
    elif not (step.refused or step.or_refused):
        raise _Stop("failed", f"{before}{step.ask}: {error}", evidence, "raises")
    return {"error": error.code}


_OPTIONAL_KEYS = ("names", "size", "dropped")
_KNOWN_KEYS: dict[str, dict[str, tuple[str, ...]]] = {
    "toolset": {"entries": ("name", "server", "tool"), "dropped": ("server", "tool", "reason")},
    "tool_calls": {"calls": ("call_id", "server", "tool", "arguments")},
}


def normalised(method: str, result: JSON) -> JSON:
    """Return a result in the form in which it is compared.

    It goes without the further keys that a port may add to ``toolset``, ``tool_calls``, ``resolve`` and
    ``conversation``; of the last, what is free in a request is made alike.
    """
    if not isinstance(result, dict):
        return result
    if method == "resolve":
        return {key: result[key] for key in ("server", "tool") if key in result}
    if method == "conversation":
        return transcripts.normalised(result)
    lists = _KNOWN_KEYS.get(method)
    if lists is None:
        return result
    kept = dict(result)
    for name, keys in lists.items():
        if isinstance(kept.get(name), list):
            kept[name] = [
                {key: item[key] for key in keys if key in item} if isinstance(item, dict) else item
                for item in kept[name]
            ]
    top = ("entries", "names", "size", "dropped") if method == "toolset" else ("calls", "rejected")
    return {key: kept[key] for key in top if key in kept}


def _opened(method: str, expected: JSON) -> JSON:
    if method in _KNOWN_KEYS and isinstance(expected, dict) and special(expected) is None:
        return {"$has": expected}
    return expected


def _left_out(step: Step, expected: JSON, got: JSON) -> list[str]:
    if step.ask != "toolset" or not isinstance(got, dict) or not isinstance(expected, dict):
        return []
    return [key for key in _OPTIONAL_KEYS if key in expected and key not in got]


def _names(case: Case, offers: Offers) -> Generator[Call, Reply | Fault, Names]:
    """The exposed names of the case's set: from ``toolset``, or pair by pair where a port does not offer that."""
    kinds = [kind for kind in ("servers", "entries") if kind in case.toolset]
    params: dict[str, JSON] = {"toolset": case.toolset}
    for method in ("toolset", "exposed_name"):
        form = (method, *kinds)
        if form in offers.lacking or (offers.claimed is not None and method not in offers.claimed):
            continue
        if method == "toolset":
            reply = yield Call(method, params)
            entries = _names_reply(method, params, reply, offers)
            if is_missing(reply):
                continue
            return _entries_names(entries, params)
        names: Names = {}
        for server, tool in case.pairs:
            asked = {**params, "server": server, "tool": tool}
            reply = yield Call(method, asked)
            name = _names_reply(method, asked, reply, offers)
            if is_missing(reply):
                break
            if isinstance(name, str):
                names[server, tool] = name
            elif name is not None:
                raise _Stop(
                    "failed", "exposed_name: neither a string nor null", Evidence(0, method, asked, MISSING, name)
                )
        else:
            return names
    raise _Stop("unsupported", "needs an exposed name, and the port offers neither toolset nor exposed_name")


def _names_reply(method: str, params: dict[str, JSON], reply: Reply | Fault, offers: Offers) -> JSON:
    evidence = Evidence(0, method, params, MISSING, MISSING)
    if isinstance(reply, Fault):
        found = dataclasses.replace(evidence, error=reply.what, remedy=reply.remedy, stderr=reply.stderr)
        raise _Stop("error", f"asking for the exposed names, {method}: {reply.what}", found, "no_answer")
    form = methods.form(method, params)
    halved = tuple(matchers.half_characters(reply.result))
    if halved:
        found = dataclasses.replace(evidence, got=reply.result)
        raise _mismatched(f"asking for the exposed names, {method}", halved, found)
    if reply.error is None:
        offers.answered.add(form)
    elif reply.error.code != messages.NOT_OFFERED or form in offers.answered:
        found = dataclasses.replace(evidence, error=str(reply.error), stderr=reply.stderr)
        seen: Seen | None = None if reply.error.code == messages.NOT_OFFERED else "raises"
        raise _Stop("failed", f"asking for the exposed names, {method}: {reply.error}", found, seen)
    return reply.result


def _entries_names(result: JSON, params: dict[str, JSON]) -> Names:
    names: Names = {}
    entries = result.get("entries") if isinstance(result, dict) else None
    for entry in entries if isinstance(entries, list) else [None]:
        parts = [entry.get(key) for key in ("server", "tool", "name")] if isinstance(entry, dict) else []
        texts = [part for part in parts if isinstance(part, str)]
        if len(texts) != 3:
            evidence = Evidence(0, "toolset", params, MISSING, result)
            raise _Stop("failed", 'asking for the exposed names, toolset: no "entries" of name, server, tool', evidence)
        server, tool, name = texts
        names.setdefault((server, tool), name)
    return names


def _filled(
    number: int, step: Step, params: dict[str, JSON], names: Names, answers: list[JSON]
) -> tuple[dict[str, JSON], JSON]:
    try:
        asked = {**params, **fill(step.given, names, answers, compared=False)}
    except NoName as error:
        server, tool = error.args
        message = f"the tool '{tool}' of '{server}' has no exposed name in the port's set"
        raise _Stop("failed", message, Evidence(number, step.ask, params, MISSING, MISSING, message)) from None
    return asked, step.expect if step.expect is NOTHING else fill(step.expect, names, answers, compared=True)

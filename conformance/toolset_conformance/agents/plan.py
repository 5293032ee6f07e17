"""Which questions share a conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.result_talk import ResultTalk
from toolset_conformance.agents.questions.set_talk import SetTalk
from toolset_conformance.agents.questions.talk import Talk
from toolset_conformance.agents.questions.whole_talk import WholeTalk
from toolset_conformance.corpus.model import Case

JSON = Any

RESULTS_AT_ONCE = 30
"""How many results are asked for in one conversation."""
SETS_AT_ONCE = 12
"""How many sets share a conversation, where no question is about names."""
TOOLS_AT_ONCE = 40
LARGEST = 200_000
"""How many characters of JSON all that shares a conversation may have."""

_SHARED_RULES = ("DESC-", "TOOLS-")
"""The rules that speak of each definition by itself, not of names or of the whole set."""
_PLAIN = re.compile(r"[a-z][a-z0-9_]{0,15}")


def talks(pool: Iterable[Asked], brought: Brought) -> list[Talk]:
    """Return conversations that put all of these questions."""
    results: dict[int, list[Asked]] = {}
    sets: dict[tuple[JSON, ...], list[Asked]] = {}
    found: list[Talk] = []
    for asked in pool:
        call = asked.call
        if call.method == "conversation":
            found.append(WholeTalk(asked, brought))
        elif "toolset" in call.params:
            # A question that wants a process of its own is asked in a conversation of its own.
            apart = id(asked) if call.fresh else 0
            sets.setdefault((json.dumps(call.params["toolset"]), asked.company, apart), []).append(asked)
        else:
            results.setdefault(asked.company, []).append(asked)
    shared = [group for group in sets.values() if _is_sociable(group)]
    found += [SetTalk([group], brought) for group in sets.values() if not _is_sociable(group)]
    found += [SetTalk(bundle, brought) for bundle in _bundles(shared)]
    for company in results.values():
        found += [ResultTalk(batch, brought) for batch in _batches(company)]
    return found


def _is_sociable(group: Sequence[Asked]) -> bool:
    """Whether the questions on a set may be asked in a conversation with other sets."""
    if any(asked.alone or asked.died or asked.company for asked in group):
        return False
    return may_share([(asked.case, asked.call.params["toolset"]) for asked in group])


def may_share(cases: Sequence[tuple[Case, JSON]]) -> bool:
    """Return whether a set can share a conversation with others: its cases are about each definition by itself.

    Each case stands with the set that it asks about.
    """
    toolset = cases[0][1]
    servers = toolset.get("servers") if isinstance(toolset, dict) else None
    plain = all(
        _is_plain(server["id"])
        and isinstance(server.get("tools"), list)
        and server["tools"]
        and all(isinstance(tool, dict) and _is_plain(tool.get("name")) for tool in server["tools"])
        for server in servers or ()
    )
    return bool(servers) and plain and all(_is_of_definitions(case) for case, _ in cases)


def _is_plain(name: JSON) -> bool:
    return isinstance(name, str) and _PLAIN.fullmatch(name) is not None


def _is_of_definitions(case: Case) -> bool:
    if not case.rule.startswith(_SHARED_RULES):
        return False
    return all(step.ask == "tools" and not step.fresh for step in case.steps)


def _bundles(groups: Sequence[Sequence[Asked]]) -> list[list[Sequence[Asked]]]:
    bundles: list[list[Sequence[Asked]]] = []
    tools = size = 0
    for group in groups:
        toolset = group[0].call.params["toolset"]
        more = sum(len(server["tools"]) for server in toolset["servers"])
        long = len(json.dumps(toolset))
        if not bundles or len(bundles[-1]) == SETS_AT_ONCE or tools + more > TOOLS_AT_ONCE or size + long > LARGEST:
            bundles.append([])
            tools = size = 0
        bundles[-1].append(group)
        tools, size = tools + more, size + long
    return bundles


def _batches(asked: Sequence[Asked]) -> list[list[Asked]]:
    batches: list[list[Asked]] = []
    size = 0
    for one in asked:
        long = len(json.dumps(one.call.params))
        if not batches or len(batches[-1]) == RESULTS_AT_ONCE or size + long > LARGEST:
            batches.append([])
            size = 0
        batches[-1].append(one)
        size += long
    return batches

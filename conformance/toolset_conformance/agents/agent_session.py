"""A session with an agent: the same cases and the same judge as with a port, asked by way of conversations."""

from __future__ import annotations

import itertools
import os
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from toolset_conformance.agents import plan
from toolset_conformance.agents.conversation import Conversation, Message, Observation, Server
from toolset_conformance.agents.questions import askable, brought
from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.talk import Talk
from toolset_conformance.connections.connection import PortError
from toolset_conformance.core.messages import Fault
from toolset_conformance.core.methods import form
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.capabilities import Offers
from toolset_conformance.engine.verdict import Verdict

JSON = Any

SECONDS = 30.0
"""How long one conversation may take."""
FAULTS_IN_A_ROW = 20
"""After so many conversations that came to nothing, without a whole one between them, the rest is not run."""


class Converses(Protocol):
    """What holds conversations with an agent, from several threads at once."""

    def converse(self, conversation: Conversation) -> Observation:
        """Hold one conversation, and return what was seen."""
        ...

    def close(self) -> None:
        """End all that is still running."""
        ...


class StandInFault(Exception):
    """A stand-in of ours failed; the agent is not to blame."""


class AgentSession:
    """One agent, to be asked; to be closed.

    ``name``, ``version``: who it says it is. ``claimed``: as of a session with a port. ``workers``: how many
    conversations are held at once. ``seconds``: how long one may take. ``progress``: told how many conversations are
    done and how many are to come, as far as is known. ``wire``: told what was seen in each conversation.
    """

    def __init__(
        self,
        agent: Converses,
        name: str,
        version: str | None = None,
        claimed: frozenset[str] | None = None,
        *,
        workers: int | None = None,
        seconds: float = SECONDS,
        progress: Callable[[int, int], None] = lambda done, coming: None,
        wire: Callable[[Observation], None] = lambda seen: None,
    ) -> None:
        self._agent, self._seconds = agent, seconds
        self._progress, self._wire = progress, wire
        self.workers = workers or os.cpu_count() or 1
        self.description: dict[str, JSON] = {
            "name": name, "version": version or "unknown", "language": "agent", "protocol": 1,
        }  # fmt: skip
        self.offers = Offers(claimed)
        self.brought = Brought()
        self.conversations = 0
        self.notes: tuple[str, ...] = ()
        self.oddities: Counter[str] = Counter()
        self._companies = itertools.count(1)
        self._faults = 0
        self._ended: str | None = None
        self._cases: dict[str, Case] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="conversation")
        try:
            self._learn()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> AgentSession:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End all that is still running."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._agent.close()

    def _learn(self) -> None:
        """Learn what the agent brings along: from a conversation without servers, and from one with a plain tool.

        Raises :class:`PortError` where the agent does not work at all.
        """
        alone = Conversation(self._prompt(), (), (), self._seconds)
        tool = {"name": "look_around", "description": "Looks around.", "inputSchema": {"type": "object"}}
        server = Server("suite", ([tool],))

        def call(seen: Observation) -> Message:
            names = [one["name"] for one in brought.named(seen.main[-1].body.get("tools"))]
            wanted = [name for name in names if name not in self.brought.tools]
            uses = [
                {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": {}} for n, name in enumerate(wanted)
            ]
            return Message(tuple(uses))

        first = self._held(alone)
        if first.main:
            self.brought.learn(first.main[0].body.get("tools"))
        second = self._held(Conversation(self._prompt(), (server,), (call,), self._seconds))
        for seen in (first, second):
            if not seen.main or seen.end not in ("ended", "early"):
                remedy = "try the profile alone: toolset-conformance run --agent FILE --check"
                raise PortError(f"the agent {seen.detail}", remedy, seen.stderr)
        definitions = brought.named(second.main[0].body.get("tools"))
        layer = [
            one for one in definitions if "look_around" in one["name"] or one.get("description") == "Looks around."
        ]
        if not layer or not second.calls:
            what = "offers the tool, and no call of it reached the server" if layer else "did not offer a plain tool"
            remedy = "see what it did: toolset-conformance run --agent FILE --check"
            raise PortError(f"the agent {what} of an MCP server", remedy, second.stderr)
        self.brought.learn([one for one in definitions if one not in layer])

    def _prompt(self) -> str:
        return f"Use the tools as you see fit, for run {secrets.token_hex(6)}."

    def _held(self, conversation: Conversation) -> Observation:
        seen = self._agent.converse(conversation)
        self.conversations += 1
        self._wire(seen)
        self.oddities.update(seen.oddities)
        self.brought.aside["other requests, as for a title"] += len(seen.requests) - len(seen.main)
        if seen.faults:
            raise StandInFault(seen.faults[0])
        return seen

    def facts(self) -> dict[str, JSON]:
        """Return what a report says besides the verdicts: what was set aside, and what else was seen."""
        return {
            "conversations": self.conversations,
            "own_tools": sorted(self.brought.tools),
            "set_aside": {what: number for what, number in sorted(self.brought.aside.items()) if number},
            "oddities": dict(sorted(self.oddities.items())),
            "notes": list(self.notes),
        }

    def probe(self, cases: Iterable[Case]) -> None:
        """Say which cases are going to be judged, so that those that can share a conversation do."""
        for case in cases:
            if case.steps:
                self._cases[case.id] = case
            for step in case.steps:
                params = case.params(step)
                found = form(step.ask, params)
                reason = askable.why_not_asked(step.ask, params)
                (self.offers.lacking if reason else self.offers.answered).add(found)
        self.offers.lacking -= self.offers.answered

    def judge(self, case: Case) -> Verdict:
        """Return the verdict on one case; all that were probed are judged with it."""
        if case.id not in self._verdicts:
            cases = list(self._cases.values()) if case.id in self._cases else [case]
            self._verdicts.update({verdict.case.id: verdict for verdict in self.judge_all(cases)})
        return self._verdicts.pop(case.id) if case.id not in self._cases else self._verdicts[case.id]

    def judge_all(self, cases: Iterable[Case]) -> Iterator[Verdict]:
        """Yield the verdict on each case as it is reached; each case gets exactly one."""
        pool: list[Asked] = []
        for case in cases:
            reason = askable.why_not(case, self.brought.tools)
            if reason is not None:
                yield Verdict(case, "unsupported", f"cannot be asked from outside: {reason}")
                continue
            asked = Asked.begin(case, self.offers)
            if asked.verdict is not None:
                yield asked.verdict
            else:
                pool.append(asked)
        yield from self._ask(pool)

    def _ask(self, pool: list[Asked]) -> Iterator[Verdict]:
        waiting: list[Talk] = []
        running: dict[Future[Observation | StandInFault], Talk] = {}
        done = 0
        try:
            while pool or waiting or running:
                if self._ended is not None:
                    left = [*pool, *(asked for talk in waiting for asked in talk.open)]
                    yield from (Verdict(asked.case, "not_run", self._ended) for asked in left)
                    pool, waiting = [], []
                if pool and len(waiting) < self.workers:
                    pool, dropped = self._sorted_out(pool)
                    yield from dropped
                    waiting += plan.talks(pool, self.brought)
                    pool = []
                while waiting and len(running) < self.workers:
                    talk = waiting.pop(0)
                    running[self._pool.submit(self._hold, talk)] = talk
                self._progress(done, len(running) + len(waiting))
                if not running:
                    continue
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    talk = running.pop(future)
                    done += 1
                    pool += self._settle(talk, future.result())
                    yield from (asked.verdict for asked in talk.done if asked.verdict is not None)
                    talk.done = []
            self._progress(done, 0)
        finally:
            for talk in running.values():
                talk.closed = True

    def _sorted_out(self, pool: Sequence[Asked]) -> tuple[list[Asked], list[Verdict]]:
        """Return what is to be asked, and the verdict on what turns out not to be a question for outside."""
        left, verdicts = [], []
        for asked in pool:
            # Names are known by now, and what was an open question before may be none.
            reason = askable.why_not_asked(asked.call.method, asked.call.params, self.brought.tools)
            if reason is None:
                left.append(asked)
                continue
            asked.drop(reason)
            assert asked.verdict is not None
            verdicts.append(asked.verdict)
        return left, verdicts

    def _hold(self, talk: Talk) -> Observation | StandInFault:
        try:
            seen = self._held(talk.conversation(self._prompt(), self._seconds))
        except StandInFault as fault:
            return fault
        if talk.tells(seen):
            talk.ended(seen)
        return seen

    def _settle(self, talk: Talk, seen: Observation | StandInFault) -> list[Asked]:
        """Return the questions that are still to be asked after a conversation, and give blame where it is due."""
        if isinstance(seen, StandInFault):
            for asked in list(talk.open):
                asked.verdict = Verdict(asked.case, "not_run", f"a stand-in of the suite failed: {seen}")
                talk.route(asked)
            return talk.leaving
        if talk.closed:
            self._faults = 0
            return talk.leaving
        suspects = [asked for asked in talk.in_flight if asked in talk.open] or list(talk.open)
        innocent = [asked for asked in talk.open if asked not in suspects]
        if not suspects:
            self._faults = 0
            return [*talk.leaving, *innocent]
        company = len(talk.leaving) + len(innocent) > 0 or talk.done
        return [*talk.leaving, *innocent, *self._blamed(talk, suspects, bool(company), seen)]

    def _blamed(self, talk: Talk, suspects: list[Asked], had_company: bool, seen: Observation) -> list[Asked]:
        """Have the suspects asked again apart from each other; of one that was asked by itself, the agent died."""
        self._faults += 1
        if self._faults >= FAULTS_IN_A_ROW:
            self._ended = f"{FAULTS_IN_A_ROW} conversations in a row came to nothing, the last: the agent {seen.detail}"
        of_one_set = len({id(asked.case) for asked in suspects}) > 1 and not talk.in_flight and _one_set(suspects)
        if len(suspects) > 1 and not of_one_set:
            middle = len(suspects) // 2
            for half in (suspects[:middle], suspects[middle:]):
                company = next(self._companies)
                for asked in half:
                    asked.company, asked.alone = company, True
            return suspects
        company = next(self._companies)
        for asked in suspects:
            asked.died += 1
            asked.company, asked.alone = company, True
        if suspects[0].died == 1 and (had_company or seen.end != "hung"):
            # Once more by itself: what it died of may have been the company.
            return suspects
        left = []
        for asked in suspects:
            asked.reply(Fault(f"the agent {seen.detail}", "", seen.stderr))
            if asked.verdict is None:
                left.append(asked)
            else:
                talk.done.append(asked)
        return left


def _one_set(suspects: Sequence[Asked]) -> bool:
    sets = [asked.call.params.get("toolset") for asked in suspects]
    return sets[0] is not None and all(one == sets[0] for one in sets)


def _call(identifier: str, name: str) -> JSON:
    return {"type": "tool_use", "id": identifier, "name": name, "input": {}}

"""The runner: chooses the cases, has them judged and searched, and accounts for all of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from toolset_conformance.agents import quick
from toolset_conformance.agents.agent_session import AgentSession
from toolset_conformance.agents.target import AgentTarget
from toolset_conformance.connections.connection import PortError
from toolset_conformance.connections.target import Target
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import loading, model, own_cases, selection
from toolset_conformance.corpus.model import Case
from toolset_conformance.corpus.selection import SelectionError
from toolset_conformance.engine import foundations, known_failures
from toolset_conformance.engine.known_failures import Deviations
from toolset_conformance.engine.run import Run
from toolset_conformance.engine.session import Judges, Session
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.running import case_writer
from toolset_conformance.running.plan import Plan, PlanError

AGENT_EXAMPLES = 3
"""How many cases of each property are tried on an agent, where nothing is said."""


class Listener:
    """What a face is told while the run goes on. This one shows nothing."""

    conversations: Callable[[int, int], None] | None = None
    """Told how many conversations with an agent are done, of how many that are to come."""

    def start(self, total: int) -> None:
        """The run begins, with so many cases."""

    def port_opened(self, run: Run) -> None:
        """The port is known, and what it offers."""

    def case_judged(self, verdict: Verdict) -> None:
        """A case has its verdict."""

    def search_started(self, options: str) -> None:
        """The search begins; ``options`` are the words that repeat it."""

    def counterexample_written(self, path: Path) -> None:
        """A case that the search found is in this file."""

    def stop(self) -> None:
        """No more cases are judged."""

    def deviations_updated(self, line: str) -> None:
        """The list of known failures is rewritten; ``line`` says how."""


class Runner:
    """One run of a plan against a target.

    ``run``: the run so far; ``cases``: the chosen ones; ``repeat``: the options that repeat the search; ``ended``:
    whether all was done that was planned, or that an interrupt left.
    """

    def __init__(self, target: Target | AgentTarget, plan: Plan, listener: Listener | None = None) -> None:
        self.target, self.plan, self.listener = target, plan, listener or Listener()
        self.run = Run(None, plan.scope)
        self.cases: list[Case] = []
        self.repeat = ""
        self.ended = False

    def execute(self) -> Run:
        """Return the run; where it cannot be done, its ``problem`` says why and what the way out is."""
        try:
            known = self._choose()
            self._judge()
            self._compare(known)
            self.ended = True
        except (PlanError, SelectionError, FileError) as error:
            self.run.problem = str(error)
        except PortError as error:
            self.run.problem = error.what + (f"\n  way out: {error.remedy}" if error.remedy else "")
            if error.stderr:
                lines = "\n    ".join(error.stderr.splitlines())
                self.run.problem += f"\n  its last lines on standard error:\n    {lines}"
        except KeyboardInterrupt:
            self.interrupt()
        return self.run

    def interrupt(self) -> None:
        """Account for an interrupt that came outside of the judging."""
        self.run.interrupted = True
        self.run.finish(self.cases, "interrupted")
        if not self.cases:
            self.run.problem = "interrupted before it began"

    def _choose(self) -> Deviations | None:
        """Choose the cases; return the list of known failures."""
        plan = self.plan
        corpus = self.run.corpus = loading.load()
        cases = selection.as_of(corpus, plan.as_of)
        cases += own_cases.find(corpus, plan.own)
        plan.check()
        if plan.properties is not None:
            from toolset_conformance.search import all_properties

            cases += [one.stub for one in all_properties()]
        cases = selection.chosen(corpus, cases, plan.names, plan.rules)
        self.cases = quick.choose(cases) if plan.quick else cases
        if plan.deviations is None or (plan.update_deviations and not plan.deviations.exists()):
            return None
        return known_failures.read(plan.deviations)

    def _judge(self) -> None:
        """Reach the port and judge every case; what an interrupt keeps from it is not run."""
        assert self.run.corpus is not None
        run, cases, listener = self.run, self.cases, self.listener
        plain = [case for case in cases if case.group != model.PROPERTIES]
        here = Path.cwd()
        listener.start(len(cases))
        try:
            with self._opened() as session:
                run.port = session.description
                # A property's questions are of any form that there is.
                session.probe(plain if plain == cases else [*plain, *self.run.corpus.cases])
                run.offered, run.lacking = sorted(session.offers.answered), sorted(session.offers.lacking)
                listener.port_opened(run)
                try:
                    for verdict in session.judge_all(plain):
                        run.verdicts.append(verdict)
                        listener.case_judged(verdict)
                finally:
                    if isinstance(session, AgentSession):
                        run.agent = session.facts()
                if plain != cases:
                    self._search(session, here)
        except KeyboardInterrupt:
            run.interrupted = True
        finally:
            # A port in Python may have changed the folder that relative paths start from.
            os.chdir(here)
            listener.stop()
        run.verdicts = foundations.settled(run.verdicts)
        run.finish(cases, "interrupted")

    def _opened(self) -> Session | AgentSession:
        if isinstance(self.target, Target):
            return Session(self.target, self.plan.offers)
        return self.target.open(self.plan.offers, self.listener.conversations or (lambda done, coming: None))

    def _search(self, session: Judges, here: Path) -> None:
        """Search through the chosen properties; counterexamples go to a folder seen from ``here``."""
        from toolset_conformance.search import Search, all_properties

        names = {case.id for case in self.cases}
        # A question to an agent is a conversation: a second, not a millisecond.
        usual = AGENT_EXAMPLES if isinstance(self.target, AgentTarget) else None
        search = Search.of(self.plan.properties or usual, self.plan.seed)
        self.listener.search_started(search.words())
        for verdict in search.verdicts(session, [one for one in all_properties() if one.id in names]):
            self.run.verdicts.append(verdict)
            self.listener.case_judged(verdict)
            if self.plan.counterexamples is not None and case_writer.is_one(verdict):
                self._write_counterexample(self.plan.counterexamples, here, verdict)
        self.repeat = search.words()

    def _write_counterexample(self, folder: Path, here: Path, verdict: Verdict) -> None:
        assert self.run.port is not None
        try:
            path = case_writer.write(here / folder, verdict, self.run.port)
        except OSError as error:
            raise PlanError(f"nothing can be written to {folder}: {error.strerror}") from None
        self.listener.counterexample_written(folder / path.name)

    def _compare(self, known: Deviations | None) -> None:
        """Hold the verdicts against the list of known failures, after rewriting it where that is asked for."""
        assert self.run.corpus is not None
        rules = {case.id: case.rule for case in [*self.run.corpus.cases, *self.cases]}
        if self.plan.update_deviations and not self.run.interrupted:
            assert self.plan.deviations is not None
            deciding = [verdict for verdict in self.run.deciding() if verdict.case.group != model.PROPERTIES]
            self.listener.deviations_updated(known_failures.update(self.plan.deviations, deciding, rules))
            known = known_failures.read(self.plan.deviations)
        if known is not None:
            self.run.verdicts = [known.judged(verdict) for verdict in self.run.verdicts]
            self.run.stale_deviations = known.stale(self.run.verdicts, rules)

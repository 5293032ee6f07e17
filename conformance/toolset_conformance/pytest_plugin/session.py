"""A pytest session that tests a port: what it is to test, and the verdicts on its cases."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolset_conformance.agents.agent_session import AgentSession
from toolset_conformance.connections.connection import PortError
from toolset_conformance.connections.target import Target
from toolset_conformance.core.errors import FileError
from toolset_conformance.core.mismatch import MISSING
from toolset_conformance.corpus import loading, model, own_cases, selection
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine import foundations, known_failures
from toolset_conformance.engine.known_failures import Deviations
from toolset_conformance.engine.run import Scope
from toolset_conformance.engine.session import Session
from toolset_conformance.engine.verdict import WRONG, Evidence, Verdict
from toolset_conformance.pytest_plugin import options
from toolset_conformance.pytest_plugin.options import NODE
from toolset_conformance.running import case_writer

if TYPE_CHECKING:
    from toolset_conformance.pytest_plugin.snapshots import Snapshots
    from toolset_conformance.search import Property, Search


class Toolset:
    """The hooks of a pytest session that tests a port."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.target = options.target(config)
        self.level = options.level(config)
        self.session: Session | AgentSession | None = None
        self.unreachable: str | None = None
        self.broken_file: str | None = None
        self.updates_deviations = bool(config.option.toolset_update_deviations)
        self.names: list[str] = config.option.toolset_case + [
            word.partition("::")[2] for word in options.node_ids(config)
        ]
        try:
            self.offers = selection.offers(options.option(config, "offers"))
            self.corpus = loading.load()
            self.all_cases = selection.as_of(self.corpus, options.option(config, "as-of"))
            self.properties = self._all_properties()
            self.all_cases += [wanted.stub for wanted in self.properties.values()]
            self.cases = selection.matching(self.all_cases, self.names) if options.wants_corpus(config) else []
            self.deviations = self._known_deviations()
            self.snapshots = self._stored_snapshots()
            self._check_names(lambda name: name.partition("/")[0] in {case.group for case in self.all_cases})
        except (selection.SelectionError, FileError) as error:
            raise pytest.UsageError(str(error)) from None
        self.scope = Scope(self.level, self.offers)
        self.collected: list[Case] = []
        self._found: dict[str, Verdict] = {}
        self.marks: set[str] = set()
        titles = {rule.id: rule.title for rule in self.corpus.rules.values()}
        groups = [case.group for case in self.corpus.cases] + [model.PROPERTIES]
        self._register_marks([*titles, *groups, *model.LEVELS, NODE], titles)

    def _all_properties(self) -> dict[str, Property]:
        """The properties by the ids of their cases, where they are asked for."""
        self.search: Search | None = None
        if not (self.config.option.toolset_properties or self.config.getini("toolset_properties")):
            return {}
        from toolset_conformance.search import Search, all_properties

        self.search = Search.of(None, options.seed(self.config))
        return {wanted.id: wanted for wanted in all_properties()}

    def _register_marks(self, names: Iterable[str], titles: Mapping[str, str]) -> None:
        # A mark that is somebody else's, as `order` of pytest-order, would do to our items what it says there.
        taken = {re.split(r"[(:]", line)[0].strip() for line in self.config.getini("markers")}
        for name in dict.fromkeys(names):
            if name not in taken:
                self.marks.add(name)
                self.config.addinivalue_line("markers", f"{name}: {titles.get(name, f'cases of {name}')}")

    def _known_deviations(self) -> Deviations | None:

        if self.updates_deviations:
            path = options.deviations_path(self.config)
            return known_failures.read(path) if path.exists() else None
        name = options.option(self.config, "deviations")
        return None if name is None else known_failures.read(Path(name))

    def _stored_snapshots(self) -> Snapshots | None:
        given = self.config.option
        if not (given.toolset_snapshots or self.config.getini("toolset_snapshots")):
            return None
        if not hasattr(given, "update_snapshots"):
            raise pytest.UsageError("--toolset-snapshots needs the plugin syrupy, and it is not loaded: add -p syrupy")
        from toolset_conformance.pytest_plugin.snapshots import Snapshots

        folder = self.config.rootpath / (options.option(self.config, "snapshots-dir") or "toolset-snapshots")
        return Snapshots(folder, given, {case.group for case in self.corpus.cases})

    def _check_names(self, is_meant: Callable[[str], bool]) -> None:
        for name in filter(is_meant, self.names):
            if not selection.matching(self.all_cases, [name]):
                raise pytest.UsageError(f"no case is called {name}{selection.nearest(name, self.all_cases)}")

    def own_cases(self, path: Path) -> list[Case]:
        """The cases of such a file; raises ``FileError``."""
        try:
            found = own_cases.read(path, self.corpus.rules, {case.id: case.rule for case in self.all_cases})
        except FileError as error:
            self.broken_file = self.broken_file or str(error)
            raise
        self.all_cases += found
        self._register_marks((case.group for case in found), {})
        return selection.matching(found, self.names)

    def pytest_collection_modifyitems(self) -> None:
        """With all files read, a chosen case that is in none of them is a slip."""
        if self.broken_file is None:
            self._check_names(lambda name: True)

    def _opened(self) -> Session | AgentSession:
        return Session(self.target, self.offers) if isinstance(self.target, Target) else self.target.open(self.offers)

    def verdict(self, case: Case) -> Verdict:
        """The verdict on one case; the port is reached when it is first needed."""
        if self.unreachable is not None:
            return Verdict(case, "not_run", self.unreachable)
        if self.session is None:
            try:
                self.session = self._opened()
                self.session.probe(self.collected)
            except PortError as error:
                self.unreachable = error.what
                found = Evidence(0, "describe", {}, MISSING, MISSING, error.what, (), error.remedy, error.stderr)
                return Verdict(case, "error", error.what, found)
        verdict = self._settled(self.session, self._judged(self.session, case))
        if self.deviations is None or self.updates_deviations:
            return verdict
        return self.deviations.judged(verdict)

    @functools.cached_property
    def _foundations(self) -> foundations.Foundations:
        return foundations.Foundations(self.collected)

    def _settled(self, session: Session | AgentSession, verdict: Verdict) -> Verdict:
        """The verdict, *not judged* where a failure of another item that it rests on accounts for it.

        The other item may come later, or in another worker; what was judged here before is not judged again.
        """
        if verdict.outcome not in WRONG or not verdict.case.rests_on:
            return verdict
        below = self._foundations.below(verdict.case)
        found = [self._found.get(case.id) or self._judged(session, case) for case in below]
        return foundations.settled([verdict, *found])[0]

    def _judged(self, session: Session | AgentSession, case: Case) -> Verdict:
        verdict = self._anew(session, case)
        self._found[case.id] = verdict
        return verdict

    def _anew(self, session: Session | AgentSession, case: Case) -> Verdict:
        if self.search is None or case.id not in self.properties:
            return session.judge(case)
        (verdict,) = self.search.verdicts(session, [self.properties[case.id]])
        folder = options.option(self.config, "counterexamples")
        if folder is not None and case_writer.is_one(verdict):
            # A port in this process may have changed the folder that relative paths start from.
            case_writer.write(self.config.invocation_params.dir / folder, verdict, session.description)
        return verdict

    def changed(self, verdict: Verdict) -> str | None:
        """How the answers to a case differ from their snapshot, where snapshots are asked for and they do."""
        if self.snapshots is None or verdict.case.id in self.properties:
            return None
        from toolset_conformance.pytest_plugin import snapshots

        text = snapshots.text_of(verdict)
        return None if text is None else self.snapshots.difference(verdict.case.id, text)

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Know the session, which items and reports do not name."""
        self.pytest_session = session

    def pytest_sessionfinish(self) -> None:
        """End the port."""
        if self.session is not None:
            self.session.close()

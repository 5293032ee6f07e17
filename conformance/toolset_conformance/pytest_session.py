"""A pytest session that tests a port: the hooks that make the items and have their cases judged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from toolset_conformance import corpus, own_cases, selection
from toolset_conformance import pytest_options as options
from toolset_conformance.connection import PortError
from toolset_conformance.corpus import Case
from toolset_conformance.file_error import FileError
from toolset_conformance.matchers import MISSING
from toolset_conformance.pytest_items import NODE, CaseCollector, CaseItem, OwnFile
from toolset_conformance.run import Scope
from toolset_conformance.session import Session
from toolset_conformance.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from toolset_conformance.deviations import Deviations
    from toolset_conformance.properties import Property, Search
    from toolset_conformance.snapshots import Snapshots


class Toolset:
    """The hooks of a pytest session that tests a port."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.target = options.target(config)
        self.level = options.level(config)
        self.session: Session | None = None
        self.unreachable: str | None = None
        self.broken_file: str | None = None
        self.updates_deviations = bool(config.option.toolset_update_deviations)
        self.names: list[str] = config.option.toolset_case + [
            word.partition("::")[2] for word in options.node_ids(config)
        ]
        try:
            self.offers = selection.offers(options.option(config, "offers"))
            self.corpus = corpus.load()
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
        self.marks: set[str] = set()
        titles = {rule.id: rule.title for rule in self.corpus.rules.values()}
        groups = [case.group for case in self.corpus.cases] + [corpus.PROPERTIES]
        self._register_marks([*titles, *groups, *corpus.LEVELS, NODE], titles)

    def _all_properties(self) -> dict[str, Property]:
        """The properties by the ids of their cases, where they are asked for."""
        self.search: Search | None = None
        if not (self.config.option.toolset_properties or self.config.getini("toolset_properties")):
            return {}
        from toolset_conformance.properties import Search, all_properties

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
        from toolset_conformance import deviations

        if self.updates_deviations:
            path = options.deviations_path(self.config)
            return deviations.read(path) if path.exists() else None
        name = options.option(self.config, "deviations")
        return None if name is None else deviations.read(Path(name))

    def _stored_snapshots(self) -> Snapshots | None:
        given = self.config.option
        if not (given.toolset_snapshots or self.config.getini("toolset_snapshots")):
            return None
        if not hasattr(given, "update_snapshots"):
            raise pytest.UsageError("--toolset-snapshots needs the plugin syrupy, and it is not loaded: add -p syrupy")
        from toolset_conformance.snapshots import Snapshots

        folder = self.config.rootpath / (options.option(self.config, "snapshots-dir") or "toolset-snapshots")
        return Snapshots(folder, given, {case.group for case in self.corpus.cases})

    def _check_names(self, is_meant: Callable[[str], bool]) -> None:
        for name in filter(is_meant, self.names):
            if not selection.matching(self.all_cases, [name]):
                raise pytest.UsageError(f"no case is called {name}{selection.nearest(name, self.all_cases)}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """A node id from an earlier summary, as ``toolset::lookup/known-name``, is no path that pytest could find."""
        # The process that hands out work to xdist's workers gives them its words as they are: they do this themselves.
        if not self.config.pluginmanager.has_plugin("dsession"):
            for word in options.node_ids(self.config):
                self.config.args.remove(word)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Put our items beside the files that pytest collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed and self.cases:
            report.result.append(CaseCollector.from_parent(collector, name=NODE, nodeid=NODE, toolset=self))
        return report

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> OwnFile | None:
        """A file of somebody's own cases, wherever pytest finds one."""
        if not file_path.name.endswith(own_cases.SUFFIX):
            return None
        made: OwnFile = OwnFile.from_parent(parent, path=file_path, toolset=self)
        return made

    def own_cases(self, path: Path) -> list[Case]:
        """The cases of such a file; raises ``FileError``."""
        try:
            found = own_cases.read(path, self.corpus.rules, [case.id for case in self.all_cases])
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

    def verdict(self, case: Case) -> Verdict:
        """The verdict on one case; the port is reached when it is first needed."""
        if self.unreachable is not None:
            return Verdict(case, "not_run", self.unreachable)
        if self.session is None:
            try:
                self.session = Session(self.target, self.offers)
                items = self.pytest_session.items
                self.session.probe(item.case for item in items if isinstance(item, CaseItem))
            except PortError as error:
                self.unreachable = error.what
                found = Evidence(0, "describe", {}, MISSING, MISSING, error.what, (), error.remedy, error.stderr)
                return Verdict(case, "error", error.what, found)
        verdict = self._judged(self.session, case)
        if self.deviations is None or self.updates_deviations:
            return verdict
        return self.deviations.judged(verdict)

    def _judged(self, session: Session, case: Case) -> Verdict:
        if self.search is None or case.id not in self.properties:
            return session.judge(case)
        (verdict,) = self.search.verdicts(session, [self.properties[case.id]])
        folder = options.option(self.config, "counterexamples")
        if folder is not None:
            from toolset_conformance import counterexamples

            if counterexamples.is_one(verdict):
                counterexamples.write(Path(folder), verdict, session.description)
        return verdict

    def changed(self, verdict: Verdict) -> str | None:
        """How the answers to a case differ from their snapshot, where snapshots are asked for and they do."""
        if self.snapshots is None or verdict.case.id in self.properties:
            return None
        from toolset_conformance import snapshots

        text = snapshots.text_of(verdict)
        return None if text is None else self.snapshots.difference(verdict.case.id, text)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Hang the verdict on the item's report, by which it also gets from an xdist worker to its controller."""
        report = yield
        if isinstance(item, CaseItem) and call.when == "setup" and report.skipped:
            # Somebody's conftest or another plugin did it: what it kept from being tested is not to go unseen.
            item.verdict = Verdict(item.case, "not_run", "skipped before it could be asked")
        if isinstance(item, CaseItem) and item.verdict is not None and (call.when == "call" or report.skipped):
            if isinstance(report.longrepr, tuple):
                # A skip is said to be where its exception was raised, which is a place in the plugin.
                where = item.path if isinstance(item.parent, OwnFile) else self.config.rootpath / NODE
                report.longrepr = (str(where), None, report.longrepr[2])  # type: ignore[assignment]
            from toolset_conformance import report as reports

            made: dict[str, Any] = {"case": reports.case_entry(item.verdict, answers=False)}
            if self.unreachable is not None:
                made["problem"] = self.unreachable
            if self.snapshots is not None and item.case.id not in self.properties:
                from toolset_conformance import snapshots

                made["snapshot"] = snapshots.text_of(item.verdict)
            if self.session is not None:
                offers = self.session.offers
                made.update(port=self.session.description, lacking=sorted(offers.lacking))
                made.update(offered=sorted(offers.answered))
            report.__dict__["toolset"] = json.dumps(made)
        return report

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Know the session, which items and reports do not name."""
        self.pytest_session = session

    def pytest_sessionfinish(self) -> None:
        """End the port."""
        if self.session is not None:
            self.session.close()

"""The collection of the items, and what hangs on their reports."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from toolset_conformance.corpus import own_cases
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.pytest_plugin import options
from toolset_conformance.pytest_plugin.items import CaseCollector, CaseItem, OwnFile
from toolset_conformance.pytest_plugin.options import NODE
from toolset_conformance.pytest_plugin.session import Toolset
from toolset_conformance.reports import json_report


class Collection:
    """The hooks that make the items, one a case, and put their verdicts on the reports."""

    def __init__(self, toolset: Toolset) -> None:
        self.toolset = toolset

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """A node id from an earlier summary, as ``toolset::lookup/known-name``, is no path that pytest could find."""
        # The process that hands out work to xdist's workers gives them its words as they are: they do this themselves.
        if not self.toolset.config.pluginmanager.has_plugin("dsession"):
            for word in options.node_ids(self.toolset.config):
                self.toolset.config.args.remove(word)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Put our items beside the files that pytest collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed and self.toolset.cases:
            report.result.append(CaseCollector.from_parent(collector, name=NODE, nodeid=NODE, toolset=self.toolset))
        return report

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> OwnFile | None:
        """A file of somebody's own cases, wherever pytest finds one."""
        if not file_path.name.endswith(own_cases.SUFFIX):
            return None
        made: OwnFile = OwnFile.from_parent(parent, path=file_path, toolset=self.toolset)
        return made

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
                where = item.path if isinstance(item.parent, OwnFile) else self.toolset.config.rootpath / NODE
                report.longrepr = (str(where), None, report.longrepr[2])  # type: ignore[assignment]

            made: dict[str, Any] = {"case": json_report.case_entry(item.verdict, self.toolset.corpus, answers=False)}
            if self.toolset.unreachable is not None:
                made["problem"] = self.toolset.unreachable
            if self.toolset.snapshots is not None and item.case.id not in self.toolset.properties:
                from toolset_conformance.pytest_plugin import snapshots

                made["snapshot"] = snapshots.text_of(item.verdict)
            if self.toolset.session is not None:
                offers = self.toolset.session.offers
                made.update(port=self.toolset.session.description, lacking=sorted(offers.lacking))
                made.update(offered=sorted(offers.answered))
            report.__dict__["toolset"] = json.dumps(made)
        return report

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Tell the port's session which cases are to come."""
        self.toolset.collected = [item.case for item in session.items if isinstance(item, CaseItem)]

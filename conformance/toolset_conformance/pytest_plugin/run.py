"""The run of a pytest session: gathers the verdicts, wherever the items ran, and says what they mean together."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from toolset_conformance.core import signals
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine import known_failures
from toolset_conformance.engine.known_failures import Deviations
from toolset_conformance.engine.run import Run, Scope
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.pytest_plugin import options
from toolset_conformance.pytest_plugin.session import Toolset
from toolset_conformance.reports import json_report, terminal


class SessionRun:
    """The hooks that make one run of a session's items: its report, its summary and its exit status."""

    def __init__(self, toolset: Toolset) -> None:
        self.toolset, self.config = toolset, toolset.config
        self.entries: dict[str, dict[str, Any]] = {}
        self.port: dict[str, Any] | None = None
        self.lacking: list[list[str]] = []
        self.offered: list[list[str]] = []
        self.problem: str | None = None
        self.report_problem: str | None = None
        self.deviations_said: str | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Begin the report, before a port can end the whole process."""
        path = self.config.getoption("--toolset-report")
        if path and not session.config.option.collectonly and not options.is_worker(self.config):
            with contextlib.suppress(OSError):
                json_report.begin(self.config.invocation_params.dir / path)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather the verdicts, wherever the items ran."""
        text = getattr(report, "toolset", None)
        if isinstance(text, str):
            made = json.loads(text)
            name = made["case"]["id"]
            self.entries[name] = made["case"]
            self.problem = made.get("problem", self.problem)
            if self.toolset.snapshots is not None and made.get("snapshot") and not options.is_worker(self.config):
                self.toolset.snapshots.record(self.toolset.pytest_session, name, made["snapshot"])
            self.port = made.get("port", self.port)
            self.lacking, self.offered = made.get("lacking", self.lacking), made.get("offered", self.offered)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Learn from a worker of xdist which cases of somebody's own there are: its controller collects none."""
        told = getattr(node, "workeroutput", {}).get("toolset", {})
        self.toolset.broken_file = self.toolset.broken_file or told.get("broken")
        known = {case.id for case in self.toolset.all_cases}
        own = [case for case in told.get("own", []) if case[0] not in known]
        self.toolset.all_cases += [Case(name, rule, level, "", "", ()) for name, rule, level in own]

    def run(self) -> Run:
        """The run so far, as the command line would have it."""
        selected = len(self.entries) < len(self.toolset.all_cases)
        scope = Scope(self.toolset.level, self.toolset.offers, selected)
        made = Run(self.toolset.corpus, scope, self.port, problem=self.problem or self.toolset.broken_file)
        made.lacking, made.offered = [tuple(form) for form in self.lacking], [tuple(form) for form in self.offered]
        made.verdicts = [
            Verdict(case, entry["outcome"], entry["message"], seen=entry.get("seen"))
            for case in self.toolset.all_cases
            if (entry := self.entries.get(case.id))
        ]
        if self.toolset.deviations is not None:
            made.stale_deviations = self.toolset.deviations.stale(made.verdicts, self._rules(self.toolset.deviations))
        return made

    def _rules(self, known: Deviations | None) -> dict[str, str]:
        """The rule of every case that there is; with those of own files that were not read, where some were not."""
        made = {case.id: case.rule for case in self.toolset.all_cases}
        if known is not None and not self._reads_all():
            ours = {case.group for case in self.toolset.corpus.cases}
            for entry in known.entries:
                if entry.case and entry.case.partition("/")[0] not in ours:
                    made.setdefault(entry.case, "")
        return made

    def _reads_all(self) -> bool:
        return options.collects_everything(self.config) and self.toolset.broken_file is None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run that the protocol gives another exit status than 0 never ends with 0."""
        if options.is_worker(self.config):
            ours = {case.id for case in self.toolset.corpus.cases}
            own = [(case.id, case.rule, case.level) for case in self.toolset.all_cases if case.id not in ours]
            self.config.workeroutput["toolset"] = {"own": own, "broken": self.toolset.broken_file}  # type: ignore[attr-defined]
            return
        if session.config.option.collectonly:
            return
        if self.toolset.updates_deviations and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            self._update_deviations()
        run = self.run()
        run.interrupted = exitstatus == pytest.ExitCode.INTERRUPTED
        self._write_report(run)
        wrong = bool(run.exit_status) or self.report_problem is not None
        if self.toolset.snapshots is not None and exitstatus != pytest.ExitCode.INTERRUPTED:
            wrong = self.toolset.snapshots.finish(self._is_gone) or wrong
        if wrong and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = 1
        ended = signals.exit_status()
        if ended is not None:
            session.exitstatus = ended

    def _is_gone(self, name: str) -> bool:
        """Whether there is no case of this name any more; of cases in files that were not all read, none is."""
        cases = (*self.toolset.corpus.cases, *self.toolset.all_cases)
        if name in self.entries or any(name == case.id for case in cases):
            return False
        group = name.partition("/")[0]
        ours = any(case.group == group for case in self.toolset.corpus.cases)
        return ours or self._reads_all()

    def _update_deviations(self) -> None:

        path = options.deviations_path(self.config)
        run = self.run()
        decided = [verdict for verdict in run.deciding() if verdict.case.id not in self.toolset.properties]
        try:
            self.deviations_said = known_failures.update(path, decided, self._rules(self.toolset.deviations))
            self.toolset.deviations = known_failures.read(path)
        except FileError as error:
            self.report_problem = str(error)
            return
        for verdict in map(self.toolset.deviations.judged, run.verdicts):
            self.entries[verdict.case.id].update(outcome=verdict.outcome, message=verdict.message)

    def _write_report(self, run: Run) -> None:
        path = self.config.getoption("--toolset-report")
        if not path:
            return

        made = json_report.build(run, cases=[self.entries[verdict.case.id] for verdict in run.verdicts])
        try:
            json_report.write(self.config.invocation_params.dir / path, made)
        except OSError as error:
            self.report_problem = f"the report cannot be written to {path}: {error.strerror}"

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The verdict, in the words of the command line, and what syrupy says of the snapshots."""

        if self.config.option.collectonly or not self.entries:
            return
        run = self.run()
        snapshots = [] if self.toolset.snapshots is None else self.toolset.snapshots.lines()
        if snapshots:
            terminalreporter.section("toolset snapshots", sep="-")
            for line in snapshots:
                terminalreporter.write_line(line)
        terminalreporter.section("toolset conformance")
        style = terminal.Style(bool(terminalreporter._tw.hasmarkup))
        said = [line for line in (self.deviations_said, self.report_problem) if line]
        met = terminal.consequences(self.entries.values(), style)
        for line in [*met, *terminal.opening(run), *said, *terminal.closing(run, style)]:
            terminalreporter.write_line(line)


def write_not_run(config: pytest.Config, problem: str) -> None:
    """Write the report of a run that cannot be done, where one was asked for, so that no old one is taken for new."""
    path = config.getoption("--toolset-report")
    if not path or hasattr(config, "workerinput"):
        return

    with contextlib.suppress(OSError):
        json_report.write(Path(path), json_report.build(Run(None, problem=problem)))

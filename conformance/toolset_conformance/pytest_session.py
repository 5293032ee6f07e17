"""A pytest session that tests a port: the hooks that make the items, gather their verdicts and say the verdict."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from toolset_conformance import corpus, selection
from toolset_conformance.connection import PortError
from toolset_conformance.corpus import Case
from toolset_conformance.matchers import MISSING
from toolset_conformance.plugin import option
from toolset_conformance.pytest_items import NODE, CaseCollector, CaseItem, OwnFile
from toolset_conformance.run import Run, Scope
from toolset_conformance.session import Session, Target
from toolset_conformance.verdict import Evidence, Verdict
from toolset_conformance.yaml_files import FileError

if TYPE_CHECKING:
    from toolset_conformance.deviations import Deviations

OWN_SUFFIX = ".toolset.yaml"


class Toolset:
    """The hooks of a pytest session that tests a port."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.target = _target(config)
        self.level = _level(config)
        self.session: Session | None = None
        self.unreachable: str | None = None
        self.entries: dict[str, dict[str, Any]] = {}
        self.port: dict[str, Any] | None = None
        self.lacking: list[list[str]] = []
        self.offered: list[list[str]] = []
        names = self._take_node_ids()
        try:
            self.offers = selection.offers(option(config, "offers"))
            self.corpus = corpus.load()
            self.all_cases = selection.as_of(self.corpus, option(config, "as-of"))
            self.cases = selection.matching(self.all_cases, names)
            self.deviations = self._known_deviations()
        except (selection.SelectionError, FileError) as error:
            raise pytest.UsageError(str(error)) from None
        self.scope = Scope(self.level, self.offers)
        for name in dict.fromkeys([*self.corpus.rules, *(case.group for case in self.cases), *corpus.LEVELS, NODE]):
            about = self.corpus.rules[name].title if name in self.corpus.rules else f"cases of {name}"
            config.addinivalue_line("markers", f"{name}: {about}")

    def _known_deviations(self) -> Deviations | None:
        from toolset_conformance import deviations

        path = option(self.config, "deviations")
        return None if path is None else deviations.read(Path(path))

    def _take_node_ids(self) -> list[str]:
        # A node id from an earlier run's summary, as `toolset::lookup/unknown-name`, is no path: it chooses a case.
        chosen: list[str] = self.config.option.toolset_case
        for word in [word for word in self.config.args if word.startswith(f"{NODE}::")]:
            self.config.args.remove(word)
            chosen.append(word.partition("::")[2])
        return chosen

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Put our items beside the files that pytest collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result.append(CaseCollector.from_parent(collector, name=NODE, nodeid=NODE, toolset=self))
        return report

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> OwnFile | None:
        """A file of somebody's own cases, wherever pytest finds one."""
        if not file_path.name.endswith(OWN_SUFFIX):
            return None
        made: OwnFile = OwnFile.from_parent(parent, path=file_path, toolset=self)
        return made

    def own_cases(self, path: Path) -> list[Case]:
        """The cases of such a file; raises ``FileError``."""
        from toolset_conformance import fixtures

        found = fixtures.read_own(path, self.corpus.rules, [case.id for case in self.all_cases])
        self.all_cases += found
        for name in {case.group for case in found}:
            self.config.addinivalue_line("markers", f"{name}: cases of {name}")
        return selection.matching(found, self.config.option.toolset_case)

    def verdict(self, case: Case) -> Verdict:
        """The verdict on one case; the port is reached when it is first needed."""
        if self.unreachable is not None:
            return Verdict(case, "not_run", self.unreachable)
        if self.session is None:
            try:
                self.session = Session(self.target, self.offers)
                self.session.probe(self.all_cases)
            except PortError as error:
                self.unreachable = error.what
                found = Evidence(0, "describe", {}, MISSING, MISSING, error.what, (), error.remedy, error.stderr)
                return Verdict(case, "error", error.what, found)
        verdict = self.session.judge(case)
        return verdict if self.deviations is None else self.deviations.judged(verdict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Hang the verdict on the item's report, by which it also gets from an xdist worker to its controller."""
        report = yield
        if isinstance(item, CaseItem) and call.when == "call" and item.verdict is not None:
            from toolset_conformance import report as reports

            made: dict[str, Any] = {"case": reports.case_entry(item.verdict, answers=False)}
            if self.session is not None:
                offers = self.session.offers
                made.update(port=self.session.description, lacking=sorted(offers.lacking))
                made.update(offered=sorted(offers.answered))
            report.__dict__["toolset"] = json.dumps(made)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather the verdicts, wherever the items ran."""
        text = getattr(report, "toolset", None)
        if isinstance(text, str):
            made = json.loads(text)
            self.entries[made["case"]["id"]] = made["case"]
            self.port = made.get("port", self.port)
            self.lacking, self.offered = made.get("lacking", self.lacking), made.get("offered", self.offered)

    def run(self) -> Run:
        """The run so far, as the command line would have it."""
        # An xdist controller has collected nothing, and knows of own cases only by what it was told of them.
        told = [Case(e["id"], e["rule"], e["level"], "", "", ()) for e in self.entries.values()]
        cases = {case.id: case for case in [*self.all_cases, *told]} | {case.id: case for case in self.all_cases}
        made = Run(self.corpus, Scope(self.level, self.offers, len(self.entries) < len(cases)), self.port)
        made.lacking, made.offered = [tuple(form) for form in self.lacking], [tuple(form) for form in self.offered]
        made.verdicts = [
            Verdict(case, self.entries[name]["outcome"], self.entries[name]["message"])
            for name, case in cases.items()
            if name in self.entries
        ]
        if self.deviations is not None:
            made.stale_deviations = self.deviations.stale(made.verdicts, {c.id: c.rule for c in self.all_cases})
        return made

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """End the port; a full run that the protocol gives exit status 1 never ends with 0."""
        if self.session is not None:
            self.session.close()
        if hasattr(self.config, "workerinput") or session.config.option.collectonly:
            return
        run = self.run()
        wrong = run.exit_status == 1 and not run.scope.selected
        if (wrong or run.stale_deviations) and exitstatus in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = 1
        path = self.config.getoption("--toolset-report")
        if path:
            self._write_report(run, path)

    def _write_report(self, run: Run, path: str) -> None:
        from toolset_conformance import report

        made = report.build(run)
        made["cases"] = [self.entries[verdict.case.id] for verdict in run.verdicts]
        try:
            report.write(Path(path), made)
        except OSError as error:
            raise pytest.UsageError(f"the report cannot be written to {path}: {error.strerror}") from None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The verdict, in the words of the command line."""
        from toolset_conformance import terminal

        if self.config.option.collectonly or not self.entries:
            return
        run = self.run()
        terminalreporter.section("toolset conformance")
        style = terminal.Style(bool(terminalreporter._tw.hasmarkup))
        for line in [*terminal.opening(run), *terminal.closing(run, style)]:
            terminalreporter.write_line(line)


def _target(config: pytest.Config) -> Target:
    port, command = option(config, "port"), option(config, "command")
    if config.getoption("--toolset-port") and not config.getoption("--toolset-command"):
        command = None
    elif config.getoption("--toolset-command") and not config.getoption("--toolset-port"):
        port = None
    if port and command:
        raise pytest.UsageError("both a port and a command are given: name one, --toolset-port or --toolset-command")
    timeout, start = (_seconds(config, name, default) for name, default in (("timeout", 10.0), ("start-timeout", 60.0)))
    return Target(command, port, timeout, start)


def _seconds(config: pytest.Config, name: str, default: float) -> float:
    text = option(config, name)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise pytest.UsageError(f"--toolset-{name}: '{text}' is not a number of seconds above 0")
    return value


def _level(config: pytest.Config) -> Any:
    level = option(config, "level") or "required"
    if level not in ("required", "recommended"):
        raise pytest.UsageError(f"--toolset-level: '{level}' is neither required nor recommended")
    return level

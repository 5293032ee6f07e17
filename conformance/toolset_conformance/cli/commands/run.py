"""The ``run`` command: the suite against a port."""

from __future__ import annotations

import argparse
import functools
import os
import shlex
import sys
from pathlib import Path

from toolset_conformance.agents.target import AgentTarget
from toolset_conformance.cli import agent_check, console
from toolset_conformance.connections.target import Target
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import model, selection
from toolset_conformance.corpus.selection import SelectionError
from toolset_conformance.engine.run import Run
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.reports import json_report, terminal, workflow_commands
from toolset_conformance.reports.terminal import Style
from toolset_conformance.running.plan import Plan, PlanError
from toolset_conformance.running.runner import Listener, Runner


class _Shown(Listener):
    """Shows the run while it goes on; with ``quiet``, no more than what was done to files."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._progress: console.Progress | None = None

    def start(self, total: int) -> None:
        if not self._quiet:
            self._progress = console.Progress(total, sys.stdout)
            self.conversations = self._progress.conversations

    def port_opened(self, run: Run) -> None:
        if not self._quiet:
            console.say(terminal.opening(run))

    def case_judged(self, verdict: Verdict) -> None:
        if self._progress:
            self._progress.step(verdict)

    def search_started(self, options: str) -> None:
        if self._progress:
            self._progress.clear()
            console.say([f"searching: {options}"])

    def counterexample_written(self, path: Path) -> None:
        if self._progress:
            self._progress.clear()
            console.say([f"wrote {path}"])

    def stop(self) -> None:
        if self._progress:
            self._progress.clear()

    def deviations_updated(self, line: str) -> None:
        console.say([line])


def execute(options: argparse.Namespace) -> int:
    """``run``: the suite against a port."""
    if options.check and options.agent is not None:
        return agent_check.execute(options)
    if options.format == "text":
        return _run(options).exit_status
    with workflow_commands.commands_stopped(sys.stdout):
        run = _run(options)
    console.say(workflow_commands.lines(run, Path(os.environ.get("GITHUB_WORKSPACE") or ".")))
    return run.exit_status


def _run(options: argparse.Namespace) -> Run:
    """Run what the options ask for, and show it; the report is written whatever comes of it."""
    run = Run(None)
    runner: Runner | None = None
    style = Style.of(sys.stdout)
    try:
        _check_target(options)
        plan = _plan(options)
        run.scope = plan.scope
        _begin_report(options)
        runner = Runner(_target(options), plan, _Shown(quiet=options.quiet))
        run = runner.run
        runner.execute()
        if runner.ended and not options.quiet:
            _show(runner, options, style)
    except (PlanError, SelectionError, FileError) as error:
        run.problem = str(error)
    except KeyboardInterrupt:
        if runner is not None:
            runner.interrupt()
        else:
            run.interrupted, run.problem = True, "interrupted before it began"
    except OSError as error:
        # Whoever read our output has gone, or its disk is full: the report is to say so, and nothing else can.
        run.problem = f"it was cut short: {error.strerror}"
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
    if options.report:
        problem = _write_report(Path(options.report), run, answers=options.answers)
        if problem:
            run.problem = run.problem or problem
    console.say(terminal.closing(run, style), sys.stderr if run.problem else sys.stdout)
    return run


def _show(runner: Runner, options: argparse.Namespace, style: Style) -> None:
    """Show the table and the failures."""
    run = runner.run
    assert run.corpus is not None
    entries = [json_report.case_entry(verdict, run.corpus, answers=False) for verdict in run.verdicts]
    console.say([*terminal.consequences(entries, style), "", *terminal.table(run, style)])
    words, own = runner.target.words(), " ".join(f"--cases {shlex.quote(path)}" for path in options.cases)
    shown = functools.partial(terminal.failures, run, run.corpus.rules, style, words, search=runner.repeat, own=own)
    for level in model.LEVELS:
        if level == "required" or options.verbose or level == run.scope.level:
            console.say(shown(every=options.verbose, level=level))
    console.say([""])
    if options.verbose:
        console.say(terminal.reasons(run, "unsupported"))


def _plan(options: argparse.Namespace) -> Plan:
    return Plan(
        level=options.level,
        offers=selection.offers(options.offers),
        names=tuple(options.case),
        rules=tuple(options.rule),
        own=tuple(Path(path) for path in options.cases),
        as_of=options.as_of,
        quick=bool(options.quick),
        properties=options.properties,
        seed=options.seed,
        counterexamples=None if options.counterexamples is None else Path(options.counterexamples),
        deviations=None if options.deviations is None else Path(options.deviations),
        update_deviations=options.update_deviations,
    )


def _target(options: argparse.Namespace) -> Target | AgentTarget:
    if options.agent is None:
        return Target(options.command, options.port, options.timeout or 10.0, options.start_timeout)
    programs = tuple(Path(folder).resolve() for folder in options.programs)
    wire = None if options.wire is None else Path(options.wire)
    seconds, start = options.timeout or 30.0, options.start_timeout
    return AgentTarget(options.agent, programs, options.jobs, seconds, start, options.isolate, wire)


def _check_target(options: argparse.Namespace) -> None:
    """Raise :class:`PlanError` where not exactly one port is named, or an option does not go with it."""
    named = [name for name in ("command", "port", "agent") if getattr(options, name) is not None]
    if len(named) != 1:
        said = f"{' and '.join(f'--{name}' for name in named)} are given" if named else "no port is given"
        ways = '--command "node shim.mjs", --port package.module:Class or --agent claude-code'
        raise PlanError(f"{said}: name one, {ways}")
    for name in ("quick", "check", "jobs", "programs", "isolate", "wire"):
        if getattr(options, name) and options.agent is None:
            raise PlanError(f"--{name} is for an agent: name one with --agent")


def _begin_report(options: argparse.Namespace) -> None:
    if options.report:
        try:
            json_report.begin(Path(options.report))
        except OSError as error:
            raise PlanError(_unwritten(options.report, error)) from None


def _unwritten(path: str | Path, error: OSError) -> str:
    return f"the report cannot be written to {path}: {error.strerror}"


def _write_report(path: Path, run: Run, *, answers: bool = False) -> str | None:

    try:
        json_report.write(path, json_report.build(run, answers=answers))
    except OSError as error:
        return _unwritten(path, error)
    return None


def refuse_usage(words: list[str], message: str) -> int:
    """Say what is wrong with the options; a report asked for says so too, so that no old one is taken for new."""
    run = Run(None, problem=message)
    if words[:1] == ["run"]:
        for number, word in enumerate(words):
            name, equals, value = word.partition("=")
            # An option may be shortened as far as it stays apart from the others.
            asked = len(name) > len("--r") and "--report".startswith(name)
            if asked and (equals or number + 1 < len(words)):
                _write_report(Path(value if equals else words[number + 1]), run)
    console.say(terminal.closing(run, Style.of(sys.stderr)), sys.stderr)
    return 2

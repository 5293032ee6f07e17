"""The ``run`` command: the suite against a port."""

from __future__ import annotations

import argparse
import functools
import os
import shlex
import sys
from pathlib import Path

from toolset_conformance.agents import quick
from toolset_conformance.agents.agent_session import AgentSession
from toolset_conformance.agents.target import AgentTarget
from toolset_conformance.cli import agent_check, console
from toolset_conformance.connections.connection import PortError
from toolset_conformance.connections.target import Target
from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus import loading, model, own_cases, selection
from toolset_conformance.corpus.model import Case
from toolset_conformance.corpus.selection import SelectionError
from toolset_conformance.engine import known_failures
from toolset_conformance.engine.known_failures import Deviations
from toolset_conformance.engine.run import Run, Scope
from toolset_conformance.engine.session import Judges, Session
from toolset_conformance.reports import case_writer, json_report, terminal
from toolset_conformance.reports.terminal import Style

AGENT_EXAMPLES = 3
"""How many cases of each property are tried on an agent, where nothing is said."""


class _NotRun(Exception):
    """The run cannot be done: why, and the way out."""


def execute(options: argparse.Namespace) -> int:
    """``run``: the suite against a port."""
    if options.check and options.agent is not None:
        return agent_check.execute(options)
    this = Run(None)
    cases: list[Case] = []
    style = Style.of(sys.stdout)
    try:
        this.scope = _scope(options)
        _begin_report(options)
        this.corpus = loading.load()
        cases = selection.as_of(this.corpus, options.as_of)
        cases += own_cases.find(this.corpus, [Path(path) for path in options.cases])
        cases += _properties(options)
        cases = selection.chosen(this.corpus, cases, options.case, options.rule)
        if options.quick:
            cases = quick.choose(cases)
        known = _known_deviations(options)
        _run_cases(this, cases, known, options, style)
    except (_NotRun, SelectionError, FileError) as error:
        this.problem = str(error)
    except PortError as error:
        this.problem = error.what + (f"\n  way out: {error.remedy}" if error.remedy else "")
        if error.stderr:
            this.problem += "\n  its last lines on standard error:\n    " + "\n    ".join(error.stderr.splitlines())
    except KeyboardInterrupt:
        this.interrupted = True
        this.finish(cases, "interrupted")
        if not cases:
            this.problem = "interrupted before it began"
    except OSError as error:
        # Whoever read our output has gone, or its disk is full: the report is to say so, and nothing else can.
        this.problem = f"it was cut short: {error.strerror}"
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
    if options.report:
        problem = _write_report(Path(options.report), this, answers=options.answers)
        if problem:
            this.problem = this.problem or problem
    console.say(terminal.closing(this, style), sys.stderr if this.problem else sys.stdout)
    return this.exit_status


def _known_deviations(options: argparse.Namespace) -> Deviations | None:
    if options.deviations is None:
        if options.update_deviations:
            raise _NotRun("--update-deviations needs to know the file: name it with --deviations")
        return None

    path = Path(options.deviations)
    if options.update_deviations and not path.exists():
        return None
    return known_failures.read(path)


def _run_cases(
    this: Run, cases: list[Case], known: Deviations | None, options: argparse.Namespace, style: Style
) -> None:

    target = _target(options)
    assert this.corpus is not None
    plain = [case for case in cases if case.group != model.PROPERTIES]
    again = ""
    here = Path.cwd()
    progress = None if options.quiet else console.Progress(len(cases), sys.stdout)
    try:
        with _opened(target, this.scope, progress) as session:
            this.port = session.description
            # A property's questions are of any form that there is.
            session.probe(plain if plain == cases else [*plain, *this.corpus.cases])
            this.offered, this.lacking = sorted(session.offers.answered), sorted(session.offers.lacking)
            if not options.quiet:
                console.say(terminal.opening(this))
            try:
                for verdict in session.judge_all(plain):
                    this.verdicts.append(verdict)
                    if progress:
                        progress.step(verdict)
            finally:
                if isinstance(session, AgentSession):
                    this.agent = session.facts()
            if plain != cases:
                again = _search(this, session, {case.id for case in cases}, options, progress, here)
    except KeyboardInterrupt:
        this.interrupted = True
    finally:
        # A port in Python may have changed the folder that relative paths start from.
        os.chdir(here)
        if progress:
            progress.clear()
    this.finish(cases, "interrupted")
    rule_of = {case.id: case.rule for case in [*this.corpus.cases, *cases]}
    if options.update_deviations and not this.interrupted:
        path = Path(options.deviations)
        console.say(
            [known_failures.update(path, [v for v in this.deciding() if v.case.group != model.PROPERTIES], rule_of)]
        )
        known = known_failures.read(path)
    if known is not None:
        this.verdicts = [known.judged(verdict) for verdict in this.verdicts]
        this.stale_deviations = known.stale(this.verdicts, rule_of)
    if not options.quiet:
        entries = [json_report.case_entry(verdict, this.corpus, answers=False) for verdict in this.verdicts]
        console.say([*terminal.consequences(entries, style), "", *terminal.table(this, style)])
        words, own = target.words(), " ".join(f"--cases {shlex.quote(path)}" for path in options.cases)
        shown = functools.partial(terminal.failures, this, this.corpus.rules, style, words, search=again, own=own)
        for level in model.LEVELS:
            if level == "required" or options.verbose or level == this.scope.level:
                console.say(shown(every=options.verbose, level=level))
        console.say([""])
        if options.verbose:
            console.say(terminal.reasons(this, "unsupported"))


def _target(options: argparse.Namespace) -> Target | AgentTarget:
    if options.agent is None:
        return Target(options.command, options.port, options.timeout or 10.0, options.start_timeout)
    programs = tuple(Path(folder).resolve() for folder in options.programs)
    wire = None if options.wire is None else Path(options.wire)
    seconds, start = options.timeout or 30.0, options.start_timeout
    return AgentTarget(options.agent, programs, options.jobs, seconds, start, options.isolate, wire)


def _opened(target: Target | AgentTarget, scope: Scope, progress: console.Progress | None) -> Session | AgentSession:
    if isinstance(target, Target):
        return Session(target, scope.offers)
    return target.open(scope.offers, progress.conversations if progress else lambda done, coming: None)


def _properties(options: argparse.Namespace) -> list[Case]:
    """The properties as cases that may be chosen; none where none are asked for."""
    if options.properties is None:
        for name in ("seed", "counterexamples"):
            if getattr(options, name) is not None:
                raise _NotRun(f"--{name} is for the search through properties: add --properties")
        return []
    from toolset_conformance.search import all_properties

    return [wanted.stub for wanted in all_properties()]


def _search(
    this: Run,
    session: Judges,
    names: set[str],
    options: argparse.Namespace,
    progress: console.Progress | None,
    here: Path,
) -> str:
    """Search through the properties of these names; the options that repeat the search.

    Counterexamples go to a folder seen from ``here``.
    """
    from toolset_conformance.search import Search, all_properties

    # A question to an agent is a conversation: a second, not a millisecond.
    search = Search.of(options.properties or (AGENT_EXAMPLES if options.agent else None), options.seed)
    if progress:
        progress.clear()
        console.say([f"searching: {search.words()}"])
    for verdict in search.verdicts(session, [wanted for wanted in all_properties() if wanted.id in names]):
        this.verdicts.append(verdict)
        if progress:
            progress.step(verdict)
        if options.counterexamples is not None and case_writer.is_one(verdict):
            assert this.port is not None
            try:
                path = case_writer.write(here / options.counterexamples, verdict, this.port)
            except OSError as error:
                raise _NotRun(f"nothing can be written to {options.counterexamples}: {error.strerror}") from None
            if progress:
                progress.clear()
                console.say([f"wrote {Path(options.counterexamples, path.name)}"])
    return search.words()


def _scope(options: argparse.Namespace) -> Scope:
    named = [name for name in ("command", "port", "agent") if getattr(options, name) is not None]
    if len(named) != 1:
        said = f"{' and '.join(f'--{name}' for name in named)} are given" if named else "no port is given"
        ways = '--command "node shim.mjs", --port package.module:Class or --agent claude-code'
        raise _NotRun(f"{said}: name one, {ways}")
    for name in ("quick", "check", "jobs", "programs", "isolate", "wire"):
        if getattr(options, name) and options.agent is None:
            raise _NotRun(f"--{name} is for an agent: name one with --agent")
    return Scope(options.level, selection.offers(options.offers), bool(options.case or options.rule or options.quick))


def _begin_report(options: argparse.Namespace) -> None:
    if options.report:
        try:
            json_report.begin(Path(options.report))
        except OSError as error:
            raise _NotRun(_unwritten(options.report, error)) from None


def _unwritten(path: str | Path, error: OSError) -> str:
    return f"the report cannot be written to {path}: {error.strerror}"


def _write_report(path: Path, this: Run, *, answers: bool = False) -> str | None:

    try:
        json_report.write(path, json_report.build(this, answers=answers))
    except OSError as error:
        return _unwritten(path, error)
    return None


def refuse_usage(words: list[str], message: str) -> int:
    """Say what is wrong with the options; a report asked for says so too, so that no old one is taken for new."""
    this = Run(None, problem=message)
    if words[:1] == ["run"]:
        for number, word in enumerate(words):
            name, equals, value = word.partition("=")
            # An option may be shortened as far as it stays apart from the others.
            asked = len(name) > len("--r") and "--report".startswith(name)
            if asked and (equals or number + 1 < len(words)):
                _write_report(Path(value if equals else words[number + 1]), this)
    console.say(terminal.closing(this, Style.of(sys.stderr)), sys.stderr)
    return 2

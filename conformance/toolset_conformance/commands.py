"""What each command but ``run`` does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from toolset_conformance import corpus as corpora
from toolset_conformance import own_cases, selection, terminal
from toolset_conformance.corpus import Corpus


def version(options: argparse.Namespace) -> int:
    """``--version``."""
    from toolset_conformance import __version__

    corpus = corpora.load()
    terminal.say([f"toolset-conformance {__version__}, corpus {corpus.version} ({corpus.digest})"])
    return 0


def init(options: argparse.Namespace) -> int:
    """``init``: a port to fill in, and its workflow."""
    from toolset_conformance import init as starting

    try:
        terminal.say(starting.write(options.starter, Path()))
    except starting.InTheWay as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def serve(options: argparse.Namespace) -> int:
    """``serve``: a Python port over the protocol."""
    from toolset_conformance import serve as server
    from toolset_conformance.port import PortNotFound, load_port

    try:
        port = load_port(options.port)
    except PortNotFound as error:
        print(f"toolset-conformance serve: {error}", file=sys.stderr)
        return 2
    server.serve(port)
    return 0


def request(options: argparse.Namespace) -> int:
    """``request``: a case's requests, one a line."""
    corpus = corpora.load()
    cases = [*corpus.cases, *own_cases.find(corpus, [Path(path) for path in options.cases])]
    case = next((case for case in cases if case.id == options.case), None)
    if case is None:
        print(f"no case is called {options.case}{selection.nearest(options.case, cases)}", file=sys.stderr)
        return 2
    from toolset_conformance import requests

    terminal.say(requests.lines(case))
    if case.dynamic:
        print(
            'what stands as {"$exposed": …} or {"$answer": …} only a run knows: put in its place the name that '
            "the port gave that tool, or its answer to that step",
            file=sys.stderr,
        )
    return 0


def explain(options: argparse.Namespace) -> int:
    """``explain``: all rules, one rule with its cases, or one case."""
    from toolset_conformance import explain as explaining

    corpus = corpora.load()
    subject = options.subject
    if subject is None:
        terminal.say(explaining.rules(corpus))
    elif subject in corpus.rules:
        terminal.say(explaining.rule(corpus, subject))
    elif any(case.id == subject for case in corpus.cases):
        terminal.say(explaining.case(corpus, subject))
    else:
        near = selection.nearest(subject, corpus.cases)
        print(
            f"there is no rule or case {subject}{near}; `toolset-conformance explain` lists the rules", file=sys.stderr
        )
        return 2
    return 0


def validate(options: argparse.Namespace) -> int:
    """``validate``: a file of cases, or a folder of fixtures."""
    from toolset_conformance import fixtures

    path = Path(options.path)
    if path.is_dir() and (path / "rules.yaml").exists():
        found = fixtures.read_corpus(path)
        said = f"{len(found.rules)} rules, {len(found.cases)} cases"
    else:
        number = len(own_cases.find(corpora.load(), [path]))
        said = f"{number} case{'s' if number > 1 else ''}"
    terminal.say([f"{path}: {said}, all as they should be"])
    return 0


def export(options: argparse.Namespace) -> int:
    """``export``: all cases as plain JSON."""
    from toolset_conformance import export as exporting

    return _write_folder(exporting.write, options.folder)


def _write_folder(write: Callable[[Corpus, Path], list[Path]], folder: str) -> int:
    """Have the files of a folder written and say which; the exit status."""
    try:
        made = write(corpora.load(), Path(folder))
    except OSError as error:
        print(f"nothing could be written to {folder}: {error.strerror}", file=sys.stderr)
        return 2
    terminal.say(map(str, made))
    return 0


def report(options: argparse.Namespace) -> int:
    """``report``: what people look at, made from JSON reports."""
    from toolset_conformance import publish

    try:
        publish.publish(list(map(Path, options.reports)), corpora.load(), options.html, options.markdown, options.badge)
    except publish.PublishError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def compare(options: argparse.Namespace) -> int:
    """``compare``: what differs between two reports; exit status 1 where something does."""
    from toolset_conformance import compare as comparing
    from toolset_conformance import reports

    first, second = (reports.read(Path(path)) for path in (options.first, options.second))
    try:
        lines = list(comparing.lines(first, second))
    except comparing.NotComparable as error:
        print(error, file=sys.stderr)
        return 2
    terminal.say(lines or ["nothing differs"])
    return 1 if lines else 0


def docs(options: argparse.Namespace) -> int:
    """``docs``: the specification as pages."""
    from toolset_conformance import docs_pages

    return _write_folder(docs_pages.write, options.folder)

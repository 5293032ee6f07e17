"""The ``report`` command: makes a page, Markdown or a badge of a JSON report; of several reports the matrix."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from toolset_conformance.cli import console
from toolset_conformance.corpus import loading
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.reports import badge as badge_module
from toolset_conformance.reports import html as html_module
from toolset_conformance.reports import markdown as markdown_module
from toolset_conformance.reports import matrix, report_view

STDOUT = "-"


class PublishError(Exception):
    """What was asked for cannot be made; the text says why, and what to write instead."""


def publish(sources: list[Path], corpus: Corpus, html: str | None, markdown: str | None, badge: str | None) -> None:
    """Write what is asked for; ``-`` for ``markdown`` is standard output.

    Raises :class:`PublishError`, and :class:`~toolset_conformance.file_error.FileError` about a source.
    """
    if not (html or markdown or badge):
        raise PublishError("nothing to write is named: add --html FILE, --markdown FILE or --badge FILE")
    if badge and len(sources) > 1:
        raise PublishError("a badge is of one report: name one file, or leave --badge out")
    views = report_view.views(sources, corpus)
    several = len(views) > 1
    if html:
        _write(
            html, html_module.matrix_page(matrix.build(views, corpus)) if several else html_module.report_page(views[0])
        )
    if markdown:
        lines = list(
            markdown_module.matrix(matrix.build(views, corpus)) if several else markdown_module.report(views[0])
        )
        if markdown == STDOUT:
            console.say(lines)
        else:
            _write(markdown, "\n".join(lines) + "\n")
    if badge:
        _write(badge, json.dumps(badge_module.build(views[0])) + "\n")


def _write(path: str, text: str) -> None:
    try:
        # Half a surrogate pair, which only a broken answer holds, has no UTF-8.
        Path(path).write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise PublishError(f"nothing could be written to {path}: {error.strerror}") from error


def execute(options: argparse.Namespace) -> int:
    """``report``: what people look at, made from JSON reports."""
    try:
        publish(list(map(Path, options.reports)), loading.load(), options.html, options.markdown, options.badge)
    except PublishError as error:
        print(error, file=sys.stderr)
        return 2
    return 0

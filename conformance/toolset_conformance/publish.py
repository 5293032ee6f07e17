"""Makes the reports that people look at from JSON reports: a page, Markdown, a badge; of several reports the matrix."""

from __future__ import annotations

import json
from pathlib import Path

from toolset_conformance import reports, terminal
from toolset_conformance.corpus import Corpus

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
    views = [reports.ReportView(reports.read(source), corpus) for source in sources]
    several = len(views) > 1
    if html:
        from toolset_conformance import matrix, pages

        _write(html, pages.matrix_page(matrix.build(views, corpus)) if several else pages.report_page(views[0]))
    if markdown:
        from toolset_conformance import markdown as md
        from toolset_conformance import matrix

        lines = list(md.matrix(matrix.build(views, corpus)) if several else md.report(views[0]))
        if markdown == STDOUT:
            terminal.say(lines)
        else:
            _write(markdown, "\n".join(lines) + "\n")
    if badge:
        from toolset_conformance import badge as badges

        _write(badge, json.dumps(badges.build(views[0])) + "\n")


def _write(path: str, text: str) -> None:
    try:
        # Half a surrogate pair, which only a broken answer holds, has no UTF-8.
        Path(path).write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise PublishError(f"nothing could be written to {path}: {error.strerror}") from error

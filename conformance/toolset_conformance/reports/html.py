"""HTML pages: one self-contained file each, everything that comes from a port escaped."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from toolset_conformance import __version__
from toolset_conformance.corpus.model import LEVELS, ORIGINS
from toolset_conformance.reports.consequences import APART, TITLE
from toolset_conformance.reports.matrix import Matrix
from toolset_conformance.reports.outcomes import OUTCOME_WORDS
from toolset_conformance.reports.report_view import ReportView
from toolset_conformance.text.differences import Part

_TEMPLATES = Path(__file__).parent / "templates"
_ESCAPED = re.compile(r"\\u\{[0-9A-F]{4,6}\}")

ICONS = {
    "passed": "✓", "failed": "✗", "error": "!", "unsupported": "–", "deviation": "≈", "not_run": "○", "partly": "◐",
    "none": " ",
}  # fmt: skip
"""The mark of an outcome or of a result; the words stand beside it."""


def report_page(view: ReportView) -> str:
    """The page of one report."""
    return _render("report.html.j2", view=view)


def matrix_page(matrix: Matrix) -> str:
    """The page of several reports."""
    return _render("matrix.html.j2", matrix=matrix)


def _render(template: str, **values: Any) -> str:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(code=_code, parts=_parts, prose=_prose)
    style, script = (Markup((_TEMPLATES / name).read_text("utf-8")) for name in ("page.css", "page.js"))
    return environment.get_template(template).render(
        **values,
        style=style,
        script=script,
        # Only our own script and style may run: markup that slipped through would still do nothing.
        policy=f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'",
        icons=ICONS,
        outcome_words=OUTCOME_WORDS,
        levels=LEVELS,
        met_title=TITLE,
        apart=APART,
        origins=ORIGINS,
        suite_version=__version__,
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _code(lines: Iterable[str]) -> Markup:
    """Lines of code, the escapes of hidden characters set apart."""
    return Markup("\n").join(_visible(line) for line in lines)


def _visible(line: str) -> Markup:
    # Quotes need no escape inside an element, and escaped they would make up half of a page full of JSON.
    return Markup(_ESCAPED.sub(lambda found: f"<i>{found[0]}</i>", html.escape(line, quote=False)))


def _parts(lines: Iterable[Iterable[Part]]) -> Markup:
    """Lines of parts, what differs marked."""
    marked = [
        Markup("").join(
            Markup("<mark>{}</mark>").format(_visible(part.text)) if part.differs else _visible(part.text)
            for part in line
        )
        for line in lines
    ]
    return Markup("\n").join(marked)


def _prose(text: str) -> Markup:
    """A sentence in which what stands between backticks is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces)
    )

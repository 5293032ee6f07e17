"""The ``docs`` command: the specification as pages."""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path

from toolset_conformance.cli import folders
from toolset_conformance.corpus import loading
from toolset_conformance.reports import report_view
from toolset_conformance.reports.report_view import ReportView
from toolset_conformance.specification import pages


def execute(options: argparse.Namespace) -> int:
    """``docs``: the specification as pages."""
    views: list[ReportView] = []
    if options.reports is not None:
        files = sorted(Path(options.reports).glob("*.json"))
        if not files:
            print(f"{options.reports}: holds no report: name a folder with REPORT.json files", file=sys.stderr)
            return 2
        views = report_view.views(files, loading.load())
    return folders.write_folder(functools.partial(pages.write, brief=options.brief, views=views), options.folder)

"""The badge: the JSON that shields.io's endpoint badge reads."""

from __future__ import annotations

from typing import Any

from toolset_conformance.reports.report_view import ReportView

_COLOURS = {"conforms": "brightgreen", "conforms in part": "yellow", "not judged": "lightgrey", "not run": "lightgrey"}


def build(view: ReportView) -> dict[str, Any]:
    """The badge of a report: its verdict, and where something failed how many of the required cases passed."""
    made: dict[str, Any] = {
        "schemaVersion": 1,
        "label": "toolset conformance",
        "message": view.verdict,
        "color": _COLOURS.get(view.verdict, "red"),
    }
    if view.verdict == "does not conform":
        required = view.result("required")
        made["message"] = f"{required.counts['passed']} of {required.tested} required"
    if view.verdict == "not run":
        made["isError"] = True
    return made

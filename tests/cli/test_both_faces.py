"""The command line in process, the command line over a shim, and the plugin: the same outcome for every case."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.cli.program import main

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]


def _outcomes(report: Path) -> dict[str, Any]:
    return {case["id"]: (case["outcome"], case["message"]) for case in json.loads(report.read_text("utf-8"))["cases"]}


@pytest.mark.parametrize(
    "port",
    [
        pytest.param("toolset_reference.port:ReferencePort", id="all-passed"),
        pytest.param("ports.partial:DefinitionsOnly", id="unsupported-and-failures-at-both-levels"),
        pytest.param("ports.idle:NothingOfferedPort", id="nothing-offered"),
    ],
)
def test_three_faces_give_the_same_outcomes(
    port: str, tmp_path: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(TESTS))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *sys.path]))
    serve = shlex.join([sys.executable, "-m", "toolset_conformance", "serve", port])
    statuses = {
        main(["run", "-q", "--port", port, "--report", str(tmp_path / "port.json")]),
        main(["run", "-q", "--command", serve, "--report", str(tmp_path / "command.json")]),
        int(
            pytester.runpytest_inprocess(
                "--toolset-port", port, "--toolset-report", str(tmp_path / "plugin.json"), "-p", "no:randomly"
            ).ret
        ),
    }
    in_process, over_a_shim, plugin = (_outcomes(tmp_path / f"{face}.json") for face in ("port", "command", "plugin"))
    assert in_process == over_a_shim
    assert in_process == plugin
    assert len(statuses) == 1
    verdicts = {
        json.loads((tmp_path / f"{face}.json").read_text("utf-8"))["verdict"] for face in ("port", "command", "plugin")
    }
    assert len(verdicts) == 1


def test_the_partial_port_shows_every_kind_of_outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS))
    main(["run", "-q", "--port", "ports.partial:DefinitionsOnly", "--report", str(tmp_path / "report.json")])
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    shown = {(case["level"], case["outcome"]) for case in report["cases"]}
    wanted = {
        (level, outcome) for level in ("required", "recommended") for outcome in ("passed", "failed", "unsupported")
    }
    assert shown >= wanted

"""Agents on the command line and under pytest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from toolset_conformance.agents.starting import profile
from toolset_conformance.cli import program
from toolset_conformance.corpus import schemas

from agents.starting import CONFIG, HERE, ONCE

pytestmark = pytest.mark.slow

WORDS = ["{python}", str(HERE / "small_agent.py")]


@pytest.fixture
def small(tmp_path: Path) -> str:
    """The file of a profile of the small agent."""
    path = tmp_path / "small.yaml"
    path.write_text(_profile([*WORDS, "loop"], "loop"), "ascii")
    return str(path)


def _profile(command: list[str], mode: str) -> str:
    plain = {"name": "small", "command": command, "mode": mode, "transport": "http"}
    files = {"files": {"mcp.json": CONFIG["http"]}} if mode == "once" else {}
    return yaml.safe_dump({**plain, **files}, default_style='"')


def test_an_agent_is_run_as_a_port_is(small: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, wire = tmp_path / "report.json", tmp_path / "wire.jsonl"
    words = ["--rule", "LOOKUP-1", "--rule", "RESULT-2", "--report", str(report), "--wire", str(wire)]
    assert program.main(["run", "--agent", small, *words]) == 0
    assert "verdict: not judged" in capsys.readouterr().out
    found = json.loads(report.read_text("ascii"))
    Draft202012Validator(schemas.schema("report")).validate(found)
    assert found["port"] == {"name": "small", "version": "unknown", "language": "agent"}
    outcomes = {case["outcome"] for case in found["cases"]}
    assert outcomes == {"passed", "unsupported"}
    assert found["agent"]["conversations"] < 20
    entries = [json.loads(line) for line in wire.read_text("ascii").splitlines()]
    ends = [entry for entry in entries if entry["what"] == "end"]
    assert len(ends) == found["agent"]["conversations"]
    assert {entry["to"] for entry in entries if "to" in entry} > {"messages-api", "mcp:files", "agent"}


def test_a_known_failure_of_an_agent_is_a_deviation(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(_profile([*WORDS, "loop", "--wrong", "loses_failures"], "loop"), "ascii")
    known = tmp_path / "known.yaml"
    words = ["run", "--agent", str(wrong), "--case", "results/client-error-protocol", "-q"]
    assert program.main(words) == 1
    assert program.main([*words, "--deviations", str(known), "--update-deviations"]) == 0
    assert "results/client-error-protocol" in known.read_text("utf-8")


def test_a_check_says_step_by_step_what_was_seen(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["run", "--agent", small, "--check"]) == 0
    out = capsys.readouterr().out
    assert [line.split(":")[0] for line in out.splitlines() if line.startswith("  yes")] == [
        "  yes  started",
        "  yes  asked the Messages API",
        "  yes  sent the prompt",
        "  yes  listed the tools of the server",
        "  yes  offered the tool",
        "  yes  called the tool",
        "  yes  sent the result back",
        "  yes  ended by itself",
    ]


@pytest.mark.parametrize(
    ("kind", "stopped", "change"),
    [
        ("exits_at_once", "asked the Messages API", "{api}"),
        ("never_lists_tools", "listed the tools of the server", "$each_server"),
        ("calls_nothing", "called the tool", "allows all tools"),
    ],
)
def test_a_check_says_where_an_agent_stopped_and_what_to_change(
    kind: str, stopped: str, change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(_profile(["{python}", str(HERE / "bad_agents.py"), kind, *ONCE], "once"), "ascii")
    assert program.main(["run", "--agent", str(bad), "--check"]) == 1
    out = capsys.readouterr().out
    assert f"  no   {stopped}" in out
    assert change in out.partition("to change: ")[2]


def test_the_ready_profiles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["agents"]) == 0
    out = capsys.readouterr().out
    for name, path in profile.ready().items():
        found = profile.read(path)
        assert f"{name}: found" in out or f"{name}: not found: {found.command[0]}\n  to install: {found.install}" in out


def test_a_profile_to_fill_in_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert program.main(["init", "agent"]) == 0
    assert "next: toolset-conformance run --agent my-agent.yaml --check" in capsys.readouterr().out
    assert profile.read(Path("my-agent.yaml")).mode == "once"
    assert program.main(["init", "agent"]) == 2
    assert program.main(["run", "--agent", "my-agent.yaml", "--case", "lookup/known-name"]) == 2
    assert "is not found: my-agent" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--quick"], ["--check"], ["--wire", "x"], ["--jobs", "2"], ["--isolate"]])
def test_options_of_agents_are_refused_for_a_port(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["run", "--port", "toolset_reference.port:ReferencePort", *option]) == 2
    assert f"{option[0]} is for an agent: name one with --agent" in capsys.readouterr().err


def test_under_pytest_an_agents_cases_are_tests(small: str, pytester: pytest.Pytester) -> None:
    words = ["--toolset-agent", small, "--toolset-case", "lookup/known-*", "-p", "no:randomly", "-n", "0"]
    result = pytester.runpytest_subprocess(*words)
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] == 1
    assert "failed" not in outcomes


def test_under_pytest_a_port_and_an_agent_are_one_too_many(pytester: pytest.Pytester) -> None:
    words = ["--toolset-agent", "claude-code", "--toolset-port", "toolset_reference.port:ReferencePort"]
    result = pytester.runpytest_subprocess(*words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*a port and an agent are given*"])

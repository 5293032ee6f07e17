"""`toolset-conformance init`: what it writes, and that it never overwrites."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest
import yaml
from toolset_conformance.cli import starters
from toolset_conformance.cli.program import main

pytestmark = pytest.mark.slow

PYTHON = ["python", "python-shim"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "toolset_port", raising=False)
    return tmp_path


@pytest.mark.parametrize("starter", starters.STARTERS)
def test_it_writes_a_port_and_a_workflow_and_says_what_is_next(
    starter: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", starter]) == 0
    written = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    port = Path(starters.STARTERS[starter].template).name
    assert written == sorted([".github/workflows/toolset-conformance.yml", port])
    out = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in out[:2]] == [f"wrote {port}", f"wrote {starters.WORKFLOW}"]
    assert out[2].startswith("next: ")
    assert f"toolset-conformance run {starters.STARTERS[starter].port}" in out[2]
    text = (folder / port).read_text("utf-8")
    # What it says to run is what the port itself says in its first lines.
    assert f"toolset-conformance run {starters.STARTERS[starter].port}" in text
    workflow = yaml.safe_load(starters.WORKFLOW.read_text("utf-8"))
    action = workflow["jobs"]["conformance"]["steps"][-1]
    assert action["uses"].startswith("OWNER/toolset-conformance@")
    option, value = shlex.split(starters.STARTERS[starter].port)
    assert action["with"] == {option.removeprefix("--"): value}


@pytest.mark.parametrize("starter", [*PYTHON, "node"])
def test_the_next_command_runs(starter: str, capsys: pytest.CaptureFixture[str]) -> None:
    if starter == "node" and shutil.which("node") is None:
        pytest.skip("node is not on the path (on Debian: the package nodejs)")
    main(["init", starter])
    words = starters.STARTERS[starter].port.replace('"', "").split(" ", 1)
    if starter == "python-shim":
        words[1] = words[1].replace("python", sys.executable)
    capsys.readouterr()
    assert main(["run", *words]) == 1
    out = capsys.readouterr().out
    language = "javascript" if starter == "node" else "python"
    assert f"\nport: my-port 0.1.0 ({language})\noffers: nothing\ndoes not offer: toolset; " in out
    assert out.endswith("verdict: conforms in part\n")


def test_it_never_overwrites(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "toolset_port.py").write_text("mine", "utf-8")
    assert main(["init", "python"]) == 2
    err = capsys.readouterr().err
    assert err == "toolset_port.py is there already, and nothing was written: move it away, or run init elsewhere\n"
    assert [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()] == ["mine"]


@pytest.mark.parametrize("second", sorted({*starters.STARTERS} - {"python"}))
def test_a_second_port_has_its_job_told(second: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["init", "python"])
    before = starters.WORKFLOW.read_text("utf-8")
    capsys.readouterr()
    assert main(["init", second]) == 0
    assert (folder / Path(starters.STARTERS[second].template).name).exists()
    assert starters.WORKFLOW.read_text("utf-8") == before
    first, said, *job, empty, following = capsys.readouterr().out.splitlines()
    assert first.startswith("wrote ")
    assert said == f"{starters.WORKFLOW} is there already, and stays as it is: add this job at its end"
    assert empty == ""
    assert following.startswith("next: ")
    jobs = yaml.safe_load("\n".join([before.rstrip("\n"), *job]))["jobs"]
    assert list(jobs) == ["conformance", f"conformance-{second}"]
    given = [job["steps"][-1]["with"] for job in jobs.values()]
    assert shlex.split(starters.STARTERS[second].port)[1] in given[1].values()
    # The first keeps its report under the usual name of the action.
    assert "artifact" not in given[0]
    assert given[1]["artifact"] == f"toolset-conformance-report-{second}"


@pytest.mark.parametrize("git", ["folder", "file"])
def test_inside_a_repository_it_says_where_the_workflow_belongs(
    git: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A file in a work tree or a submodule.
    (folder / ".git").mkdir() if git == "folder" else (folder / ".git").write_text("gitdir: elsewhere", "utf-8")
    inside = folder / "ports" / "mine"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert main(["init", "node"]) == 0
    out = capsys.readouterr().out
    assert "\nGitHub reads workflows only in the root of a repository: move it to ../..\n" in out
    assert "working-directory: ports/mine" in out
    assert "`working-directory: ports/mine`, under `with`" in out
    monkeypatch.chdir(folder)
    assert main(["init", "node"]) == 0
    assert "GitHub" not in capsys.readouterr().out


def test_what_cannot_be_written_is_named_and_leaves_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".github").write_text("mine", "utf-8")
    assert main(["init", "node"]) == 2
    assert f"{starters.WORKFLOW} cannot be written: " in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == [".github"]


def test_a_language_that_there_is_not_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "cobol"]) == 2
    err = capsys.readouterr().err
    assert "invalid choice: 'cobol'" in err
    assert "elixir" in err
    assert err.count("\n") == 1


def test_a_run_begins_with_what_was_seen_to_be_offered(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = (
        "from toolset_conformance import NotOffered\nfrom toolset_reference.port import ReferencePort\n\n\n"
        "class MyPort(ReferencePort):\n"
        "    def tools(self, toolset, options):\n"
        "        if options or 'entries' in toolset:\n            raise NotOffered('option')\n"
        "        return super().tools(toolset, options)\n"
        "    def request(self, toolset, model, messages, options):\n        raise NotOffered('request')\n"
    )
    (folder / "toolset_port.py").write_text(port, "utf-8")
    main(["run", "--port", "toolset_port:MyPort", "--case", "tools/*", "--case", "choice/*", "--case", "cache/*"])
    opening = capsys.readouterr().out.partition("\n\n")[0].split("\n", 1)[1]
    found = " ".join(opening.split())
    assert found.startswith("port: toolset-reference ")
    offers, _, lacks = found.partition("does not offer: ")
    assert "tools (servers)" in offers
    assert lacks == "tools (entries; cache_control=last of entries and servers); request"

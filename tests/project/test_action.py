"""action.yml, the GitLab template, the pre-commit hooks: their shell parts, on right, wrong and broken ports."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = pytest.mark.network

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step.get("id", step["name"]): step for step in ACTION["runs"]["steps"]}
TEMPLATES = ROOT / "conformance/toolset_conformance/cli/templates/ci"
WRONG = """\
from toolset_reference.port import ReferencePort

class Wrong(ReferencePort):
    def user_turn(self, rejected, results, others):
        return {"role": "user", "content": others + results + rejected}
"""


@dataclass
class Runner:
    """Runs steps of the action as GitHub's runner does, in a clean folder."""

    folder: Path
    programs: Path
    source: Path = ROOT

    def __post_init__(self) -> None:
        self.outputs: dict[str, dict[str, str]] = {}
        self.summary = ""
        for name in ("work", "temp"):
            (self.folder / name).mkdir()

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def step(self, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run one step; its outputs and the job's summary are kept."""
        known = {f"inputs.{key}": value["default"] for key, value in ACTION["inputs"].items()}
        known |= {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
        known["github.action_path"] = str(self.source)
        for step, outputs in self.outputs.items():
            known |= {f"steps.{step}.outputs.{key}": value for key, value in outputs.items()}

        def filled(text: str) -> str:
            return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: known[found[1]], text)

        output, summary = self.folder / f"{name}.output", self.folder / f"{name}.summary"
        own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST", "GITHUB"))}
        own |= {key: filled(value) for key, value in STEPS[name]["env"].items()}
        own |= {
            "PATH": f"{self.programs}{os.pathsep}{own['PATH']}",
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(self.work),
            "RUNNER_TEMP": str(self.folder / "temp"),
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
            cwd=self.work / filled(STEPS[name].get("working-directory", ".")),
            env=own,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        lines = output.read_text("utf-8").splitlines() if output.exists() else []
        self.outputs[name] = dict(line.split("=", 1) for line in lines)
        self.summary = summary.read_text("utf-8") if summary.exists() else ""
        return done


@pytest.fixture
def runner(tmp_path: Path, installed: Path) -> Runner:
    """A runner whose own python has the suite, as after the step that installs it beside a Python port."""
    made = Runner(tmp_path, installed)
    made.outputs["install"] = {"python": "python"}
    return made


def test_a_right_port_from_installing_to_its_verdict(runner: Runner, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(checkout)], check=True)
    runner.source = checkout
    runner.outputs.clear()
    done = runner.step("install", command="x")
    assert done.returncode == 0, done.stderr
    python = runner.outputs["install"]["python"]
    assert python.startswith(str(tmp_path / "temp"))
    serve = shlex.join([python, "-m", "toolset_conformance", "serve", "toolset_reference.port:ReferencePort"])
    done = runner.step("run", command=serve, level="recommended")
    assert done.returncode == 0, done.stdout
    assert runner.outputs["run"]["verdict"] == "conforms"
    report = json.loads(Path(runner.outputs["run"]["report"]).read_text("utf-8"))
    assert report["scope"]["level"] == "recommended"
    assert runner.summary.startswith("# ✅ conforms: `toolset-reference")
    assert "::error" not in done.stdout
    assert list(runner.work.iterdir()) == []


def test_a_wrong_port_fails_with_annotations(runner: Runner) -> None:
    (runner.work / "inside").mkdir()
    (runner.work / "inside" / "wrong.py").write_text(WRONG, "utf-8")
    done = runner.step("run", port="wrong:Wrong", offers="user_turn", working_directory="inside")
    assert done.returncode == 1
    assert runner.outputs["run"]["verdict"] == "does not conform"
    assert re.search(r"^::error title=TURN-1 .*::[0-9]+ of [0-9]+ required cases fail, as turn/", done.stdout, re.M)
    assert "TURN-1" in runner.summary
    (runner.work / "inside" / "known.yaml").write_text('deviations:\n  - {rule: TURN-1, reason: "Known."}\n', "utf-8")
    words = {"offers": "user_turn", "deviations": "known.yaml", "working_directory": "inside"}
    done = runner.step("run", port="wrong:Wrong", **words)
    assert "::error title=TURN-1" not in done.stdout
    assert done.returncode == 0, done.stdout


def test_a_broken_port_fails_and_has_a_report(runner: Runner) -> None:
    done = runner.step("run", command="python -c 'raise SystemExit(3)'")
    assert done.returncode == 2
    assert runner.outputs["run"]["verdict"] == "not run"
    assert "::error title=The suite could not be run::" in done.stdout
    assert "not run" in runner.summary
    done = runner.step("run")
    assert done.returncode == 2
    assert runner.outputs["run"]["verdict"] == "not run"


def test_inputs_are_never_run_by_the_shell(runner: Runner) -> None:
    hostile = '$(touch hacked); `touch hacked`"; touch hacked #'
    for name in ("command", "port", "agent", "level", "offers", "deviations", "cases"):
        runner.step("run", **({"command": "x"} | {name: hostile}))
    assert list(runner.work.iterdir()) == []
    assert all("${{" not in step.get("run", "") for step in STEPS.values())


def test_the_report_is_kept_whatever_the_verdict() -> None:
    kept = ACTION["runs"]["steps"][-1]
    assert kept["if"].startswith("always()")
    assert kept["with"]["path"] == ACTION["outputs"]["report"]["value"]


def test_actions_are_pinned_and_workflows_may_only_read() -> None:
    files = [ROOT / "action.yml", *(ROOT / ".github/workflows").glob("*.yml"), *TEMPLATES.rglob("*.yml")]
    used = [line for file in files for line in re.findall(r"uses: (.+)", file.read_text("utf-8"))]
    assert len(used) > 8
    pinned = r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v[0-9.]+|OWNER/toolset-conformance@COMMIT"
    assert [one for one in used if not re.fullmatch(pinned, one)] == []
    for file in (ROOT / ".github/workflows").glob("*.yml"):
        assert yaml.safe_load(file.read_text("utf-8"))["permissions"] == {"contents": "read"}


def _gitlab(**inputs: str) -> dict[str, Any]:
    """The job of the template with its inputs filled in, as GitLab does it: in the text."""
    spec, text = (ROOT / "ci" / "gitlab.yml").read_text("utf-8").split("\n---\n")
    known = {key: value.get("default") for key, value in yaml.safe_load(spec)["spec"]["inputs"].items()} | inputs
    (job,) = yaml.safe_load(re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: str(known[found[1]]), text)).values()
    assert isinstance(job, dict)
    return job


@pytest.mark.parametrize(("port", "status"), [("right", 0), ("wrong", 1), ("broken", 2)])
def test_the_script_of_gitlab(port: str, status: int, tmp_path: Path, installed: Path, wheel: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    ports = {"right": "toolset_reference.port:ReferencePort", "wrong": "wrong:Wrong", "broken": "no_such:Port"}
    job = _gitlab(source=str(wheel), port=ports[port], offers="user_turn", prepare="touch ready")
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST"))}
    own |= {key: value["value"] for key, value in job["variables"].items()}
    own["PATH"] = f"{installed}{os.pathsep}{own['PATH']}"
    script = "\n".join(job["script"])
    done = subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, env=own, timeout=300, check=False)
    assert done.returncode == status
    assert (tmp_path / "ready").exists()
    assert all((tmp_path / name).exists() for name in job["artifacts"]["paths"])
    assert job["artifacts"]["when"] == "always"


def test_the_hooks_of_pre_commit(tmp_path: Path, installed: Path) -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    environment = {**os.environ, "PATH": f"{installed}{os.pathsep}{os.environ['PATH']}"}

    def status(hook: str, *words: str) -> int:
        line = [*shlex.split(hooks[hook]["entry"]), *words]
        return subprocess.run(line, cwd=tmp_path, env=environment, timeout=300, check=False).returncode

    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    offers = ["--offers", "user_turn", "--command"]
    serve = "python -m toolset_conformance serve"
    assert status("toolset-conformance", *offers, f"{serve} toolset_reference.port:ReferencePort") == 0
    assert status("toolset-conformance", *offers, f"{serve} wrong:Wrong") == 1
    assert status("toolset-conformance", *offers, "python -c 1") == 2
    block = (ROOT / "docs" / "fixtures.md").read_text("utf-8").partition("```yaml\n")[2].partition("```")[0]
    (tmp_path / "one.toolset.yaml").write_text(block, "utf-8")
    (tmp_path / "two.toolset.yaml").write_text(block, "utf-8")
    pattern = hooks["toolset-conformance-validate"]["files"]
    files = sorted(path.name for path in tmp_path.iterdir() if re.search(pattern, path.name))
    assert files == ["one.toolset.yaml", "two.toolset.yaml"]
    assert status("toolset-conformance-validate", *files) == 0
    (tmp_path / "two.toolset.yaml").write_text("cases: 1\n", "utf-8")
    assert status("toolset-conformance-validate", *files) == 2

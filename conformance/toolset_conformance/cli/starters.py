"""What ``init`` writes: a port to fill in, and the workflow that runs the suite on it in CI."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_TEMPLATES = Path(__file__).parent / "templates"
WORKFLOW = Path(".github/workflows/toolset-conformance.yml")


@dataclass(frozen=True)
class Starter:
    """What to begin with in a language: the template of the port, and the options that name it to ``run``."""

    template: str
    port: str
    steps: str
    before: str = ""


STARTERS = {
    "python": Starter("python/toolset_port.py", "--port toolset_port:MyPort", "python"),
    "python-shim": Starter("python/shim.py", '--command "python shim.py"', "python"),
    "node": Starter("node/shim.mjs", '--command "node shim.mjs"', "node"),
    "go": Starter("go/shim.go", '--command "go run shim.go"', "go"),
    "elixir": Starter(
        "elixir/shim.exs", '--command "mix run --no-compile --no-start shim.exs"', "elixir", "mix compile && "
    ),
}
"""The starters by name. ``before``: what has to be done before the first run."""


class InTheWay(Exception):
    """A file is there already, or cannot be written; the text says which."""


PROFILE = Path("my-agent.yaml")
"""The profile that ``init agent`` writes."""


def write_profile(folder: Path) -> Iterable[str]:
    """Write the profile of an agent into a folder; returns what to tell. Raises :class:`InTheWay`."""
    if (folder / PROFILE).exists():
        raise InTheWay(f"{PROFILE} is there already, and nothing was written: move it away, or run init elsewhere")
    _write({PROFILE: (_TEMPLATES / "agent" / PROFILE).read_text("utf-8")}, folder)
    told = f"wrote {PROFILE}, the profile: each key says what to fill in"
    return [told, f"next: toolset-conformance run --agent {PROFILE} --check"]


def write(name: str, folder: Path) -> Iterable[str]:
    """Write a starter into a folder; returns what to tell. Raises :class:`InTheWay`, and has written nothing then.

    A workflow that is there already stays as it is: the job to add to it is told instead.
    """
    starter = STARTERS[name]
    port = Path(Path(starter.template).name)
    if (folder / port).exists():
        raise InTheWay(f"{port} is there already, and nothing was written: move it away, or run init elsewhere")
    files = {port: (_TEMPLATES / "shims" / starter.template).read_text("utf-8")}
    told = [f"wrote {port}, the port: each method says what to fill in"]
    if (folder / WORKFLOW).exists():
        told += [f"{WORKFLOW} is there already, and stays as it is: add this job at its end", *_job(name), ""]
    else:
        files[WORKFLOW] = workflow(starter)
        told += [f"wrote {WORKFLOW}, for CI: say in it where the suite is to be installed from", *_moves(folder)]
    _write(files, folder)
    return [*told, f"next: {starter.before}toolset-conformance run {starter.port}"]


def _write(files: dict[Path, str], folder: Path) -> None:
    written: list[Path] = []
    for path, text in files.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            with (folder / path).open("x", encoding="utf-8", newline="\n") as file:
                written.append(folder / path)
                file.write(text)
        except OSError as error:
            for made in written:
                made.unlink()
            raise InTheWay(f"{path} cannot be written: {error.strerror}; nothing was written") from None


def _job(name: str) -> list[str]:
    """The job of a starter's workflow, with names of its own, to stand beside another one."""
    _, _, job = workflow(STARTERS[name]).partition("\njobs:\n")
    job = job.replace("  conformance:\n", f"  conformance-{name}:\n", 1)
    # Two jobs of one run cannot keep their reports under one name.
    return [*job.splitlines(), f"          artifact: toolset-conformance-report-{name}"]


def _moves(folder: Path) -> Iterator[str]:
    """What has to be done where the folder lies inside a repository: GitHub reads the workflows of its root alone."""
    here = folder.resolve()
    root = next((place for place in (here, *here.parents) if (place / ".git").exists()), here)
    if root != here:
        inside = here.relative_to(root).as_posix()
        yield f"GitHub reads workflows only in the root of a repository: move it to {Path(os.path.relpath(root, here))}"
        yield f"  and give its job `defaults: {{run: {{working-directory: {inside}}}}}`,"
        yield f"  and its last step `working-directory: {inside}`, under `with`"


def workflow(starter: Starter) -> str:
    """The workflow for GitHub Actions, with the steps of the starter's language put in."""
    text = (_TEMPLATES / "ci" / "github-actions.yml").read_text("utf-8")
    steps = (_TEMPLATES / "ci" / "steps" / f"{starter.steps}.yml").read_text("utf-8")
    option, value = shlex.split(starter.port)
    return text.replace("      # __STEPS__\n", steps).replace("__PORT__", f"{option.removeprefix('--')}: {value}")

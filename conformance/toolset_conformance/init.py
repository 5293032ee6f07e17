"""What ``init`` writes: a port to fill in, and the workflow that runs the suite on it in CI."""

from __future__ import annotations

from collections.abc import Iterable
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


def write(name: str, folder: Path) -> Iterable[str]:
    """Write a starter into a folder, all of it or nothing; returns what to tell. Raises :class:`InTheWay`."""
    starter = STARTERS[name]
    port = Path(Path(starter.template).name)
    files = {
        port: (_TEMPLATES / "shims" / starter.template).read_text("utf-8"),
        WORKFLOW: workflow(starter),
    }
    for path in files:
        if (folder / path).exists():
            raise InTheWay(f"{path} is there already, and nothing was written: move it away, or run init elsewhere")
    for path, text in files.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            with (folder / path).open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise InTheWay(f"{path} cannot be written: {error.strerror}") from None
    return [
        f"wrote {port}, the port: each method says what to fill in",
        f"wrote {WORKFLOW}, for CI: say in it where the suite is to be installed from",
        f"next: {starter.before}toolset-conformance run {starter.port}",
    ]


def workflow(starter: Starter) -> str:
    """The workflow for GitHub Actions, with the steps of the starter's language put in."""
    text = (_TEMPLATES / "ci" / "github-actions.yml").read_text("utf-8")
    steps = (_TEMPLATES / "ci" / "steps" / f"{starter.steps}.yml").read_text("utf-8")
    return text.replace("      # __STEPS__\n", steps).replace("__PORT__", starter.port)

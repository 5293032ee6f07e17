"""Runs mutmut on the reference with the fixtures alone as its tests, and prints each mutant that survives.

``python tests/mutation/mutate.py [MUTANT ...]`` in the folder of the repository, with mutmut installed beside the
project; ``docs/mutation.md`` says what came of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from toolset_conformance.corpus import export, loading

ROOT = Path(__file__).parents[2]
SETTINGS = """\
[mutmut]
source_paths=toolset_reference
pytest_add_cli_args_test_selection=tests/rules.py
pytest_add_cli_args=
    -pno:randomly
    -pno:xdist
also_copy=
    corpus.json
    tests
"""


def main() -> None:
    """Copy what is needed to a folder of its own, since mutmut works in the current one, and run it there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "reference" / "toolset_reference", folder / "toolset_reference")
        (folder / "tests").mkdir()
        shutil.copy(Path(__file__).with_name("rules.py"), folder / "tests")
        export.write(loading.load(), folder)
        (folder / "setup.cfg").write_text(SETTINGS, "ascii")
        _mutmut(folder, "run", "--max-children", "1", *sys.argv[1:])
        found = _mutmut(folder, "results", "--all", "true").split("\n")
        states = dict(line.strip().split(": ") for line in found if ": " in line)
        run = {mutant: state for mutant, state in states.items() if state != "not checked"}
        survivors = [mutant for mutant, state in run.items() if state != "killed"]
        for mutant in survivors:
            print(_mutmut(folder, "show", mutant))
        print(f"{len(run)} mutants, {len(survivors)} survived")


def _mutmut(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main()

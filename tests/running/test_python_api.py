"""``from toolset_conformance import run``: a verdict for somebody's own program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import toolset_conformance
from toolset_conformance import run
from toolset_conformance.cli.program import main

PAGE = Path(__file__).parents[2] / "docs" / "python-api.md"
REFERENCE = "toolset_reference.port:ReferencePort"


def test_the_example_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    exec(example, {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 3
    assert all(re.fullmatch(r"[a-z0-9/-]+ passed ", line) for line in lines)


def test_the_attributes_of_the_page_are_there() -> None:
    names = re.findall(r"^\| `(\w+)", PAGE.read_text("utf-8"), re.MULTILINE)
    result = run(REFERENCE, cases=["lookup/known-name"])
    assert len(names) == 5
    assert all(hasattr(result, name) for name in names)
    assert (result.verdict, result.counts("required")["passed"]) == ("not judged", 1)


def test_it_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    run(REFERENCE, cases=["lookup/known-name"])
    run("no.such:Port")
    assert capsys.readouterr() == ("", "")


def test_what_keeps_a_run_from_being_done_is_its_problem(capsys: pytest.CaptureFixture[str]) -> None:
    result = run("no.such:Port")
    assert (result.verdict, result.exit_status) == ("not run", 2)
    assert main(["run", "--port", "no.such:Port"]) == 2
    assert result.problem is not None
    assert result.problem in capsys.readouterr().err


def test_a_case_that_does_not_exist() -> None:
    result = run(REFERENCE, cases=["lookup/known-nam"])
    assert result.problem is not None
    assert "no case is called lookup/known-nam; did you mean lookup/known-name" in result.problem


def test_known_failures_are_held_against_it(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text("deviations:\n  - case: lookup/known-name\n    reason: Slow.\n", "utf-8")
    result = run(REFERENCE, cases=["lookup/known-name"], deviations=known)
    assert result.exit_status == 1
    assert result.stale_deviations == [f"{known}:2: lookup/known-name passes: remove the entry"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "name one port"),
        ({"port": REFERENCE, "command": "true"}, "name one port"),
        ({"port": REFERENCE, "level": "all"}, "'all' is neither required nor recommended"),
        ({"port": REFERENCE, "offers": ["everything"]}, "there is no method everything"),
    ],
)
def test_wrong_arguments(words: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run(**words)  # type: ignore[arg-type]


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'runs'"):
        toolset_conformance.runs  # noqa: B018


def test_the_package_alone_brings_nothing_of_a_run() -> None:
    code = (
        "import sys, toolset_conformance; print(sorted(name for name in sys.modules if name.startswith('toolset_c')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['toolset_conformance', 'toolset_conformance.port']\n"

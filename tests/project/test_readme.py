"""The README and the project's files: commands that are run, links that lead somewhere, nothing of one machine."""

from __future__ import annotations

import fnmatch
import re
import subprocess
from pathlib import Path

import pytest
from toolset_conformance.cli.program import main
from toolset_conformance.corpus.model import Corpus
from toolset_conformance.search import all_properties

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
MADE = {"matrix.md", "questions.md", "schemas.md", "traceability.md"}
WRITTEN = [ROOT / "README.md", *(path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in MADE)]
"""The pages that people write, not programs."""


def _tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    (command,) = re.findall(r"^(python3 -m venv .*pytest -n auto)$", README, re.MULTILINE)
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_links_lead_to_files() -> None:
    broken = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        prose = re.sub(r"^(`{3,})[^\n]*\n.*?^\1$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose):
            if not target.startswith(("http:", "https:", "mailto:")) and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


def test_links_into_a_page_lead_to_a_heading() -> None:
    """In the pages that people write; those that are made have a test of their own."""
    broken, seen = [], 0
    for page in WRITTEN:
        for target, anchor in re.findall(r"\]\(([^):#\s]*)#([^)\s]+)\)", page.read_text("utf-8")):
            text = (page.parent / target if target else page).read_text("utf-8")
            headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
            # As the sites that show Markdown make an anchor: small letters, no signs, a dash for a blank.
            there = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
            seen += 1
            if anchor not in there | set(re.findall(r'<a id="([^"]+)"', text)):
                broken.append(f"{page.relative_to(ROOT)}: {target}#{anchor}")
    assert broken == []
    assert seen > 3


def test_every_case_that_a_page_names_is_there_or_is_somebodys_own(whole_corpus: Corpus) -> None:
    ids = [case.id for case in whole_corpus.cases] + [one.id for one in all_properties()]
    groups = {one.partition("/")[0] for one in ids}
    methods_of_mcp = {"tools/list", "tools/call"}
    named, unknown = 0, []
    for page in WRITTEN:
        text = page.read_text("utf-8")
        words = re.findall(rf"(?<![\w./-])(?:{'|'.join(sorted(groups))})/[a-z0-9*][a-z0-9*-]*(?!\.?[\w/-])", text)
        # Where an id stands and nothing else can, its group is one of ours or says that the case is somebody's own.
        words += re.findall(r"(?:id: |case: |--case |\"id\": )[\"']?([\w-]+/[\w*-]+)", text)
        for word in set(words) - methods_of_mcp:
            named += 1
            if not word.startswith(("mine/", "found/")) and not fnmatch.filter(ids, word):
                unknown.append(f"{page.name}: {word}")
    assert unknown == []
    assert named > 10


def test_the_case_of_the_format_page_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "fixtures.md").read_text("utf-8")
    (tmp_path / "mine.toolset.yaml").write_text(text.partition("```yaml\n")[2].partition("```")[0], "utf-8")
    words = ["--port", "toolset_reference.port:ReferencePort", "--cases", str(tmp_path), "--case", "mine/*"]
    main(["run", "--quiet", *words])
    assert capsys.readouterr().out.startswith("required: 1 passed\n")


def test_no_file_names_a_path_of_one_machine() -> None:
    # Put together here, so that this file is none of those it looks for.
    marks = ["/" + "work/main", "/" + "work/shared", "/" + "root/", "/" + "tmp/venv"]
    found = []
    for path in _tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path.relative_to(ROOT)}: {mark}" for mark in marks if mark in text]
    assert found == []


def test_no_lock_file_names_a_registry() -> None:
    locks = [path for path in _tracked() if path.name in ("package-lock.json", "npm-shrinkwrap.json")]
    assert [path for path in locks if '"resolved": "http' in path.read_text("utf-8")] == []

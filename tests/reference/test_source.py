"""What the reference promises about itself: small, and free of everything but the standard library."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import toolset_reference

MODULES = sorted(Path(toolset_reference.__file__).parent.glob("**/*.py"))


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add((node.module or "").partition(".")[0])
    return names


def test_it_is_small() -> None:
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert sum(number for name, number in lines.items() if name not in ("port.py", "loop.py")) < 500
    assert sum(number for name, number in lines.items() if name != "port.py") < 700


def test_it_needs_the_standard_library_alone_and_only_the_port_knows_the_suite() -> None:
    own = {*sys.stdlib_module_names, "toolset_reference"}
    foreign = {path.name: imported(path) - own for path in MODULES}
    assert {name: names for name, names in foreign.items() if names} == {"port.py": {"toolset_conformance"}}


def test_nothing_in_it_can_reach_the_network() -> None:
    reaching = {"socket", "ssl", "http", "urllib", "asyncio", "subprocess", "os"}
    assert {path.name for path in MODULES if imported(path) & reaching} == set()

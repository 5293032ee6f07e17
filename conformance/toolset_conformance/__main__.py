"""``python -m toolset_conformance``."""

from toolset_conformance.cli.program import program

program()

"""``python -m toolset_conformance``."""

from toolset_conformance.cli import program

program()

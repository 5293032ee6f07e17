"""Print the versions of the packages that are named, as ``mcp 2.3.0, anthropic 2.14.0``."""

import sys
from importlib.metadata import version

print(", ".join(f"{name} {version(name)}" for name in sys.argv[1:]))

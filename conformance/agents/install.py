"""Install drivers, each in an environment of its own: ``install.py NAME...``, or all of them where none is named."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "ports"))
from ready import Installation, PortError, install, usual_python

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Exit status 0 where all of them are installed, 2 where one is not."""
    known = sorted(path.parent.name for path in HERE.glob("*/profile.yaml"))
    names = sys.argv[1:] or known
    failed = False
    for name in names:
        if name not in known:
            print(f"error: {name}: there is no such driver; there are {', '.join(known)}", file=sys.stderr)
            failed = True
            continue
        try:
            install(Installation(HERE / name), usual_python())
        except PortError as error:
            print(f"error: {name}: {error}", file=sys.stderr)
            failed = True
        else:
            print(f"next: toolset-conformance run --agent conformance/agents/{name}/profile.yaml --check")
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The ``serve`` command: a Python port over the protocol."""

from __future__ import annotations

import argparse
import sys

from toolset_conformance.connections import serve
from toolset_conformance.connections.loading import PortNotFound, load_port


def execute(options: argparse.Namespace) -> int:
    """``serve``: a Python port over the protocol."""

    try:
        port = load_port(options.port)
    except PortNotFound as error:
        print(f"toolset-conformance serve: {error}", file=sys.stderr)
        return 2
    serve.serve(port)
    return 0

"""A conformance suite for the layer between MCP tools and the Messages API.

People may rely on what ``__all__`` names, on :mod:`toolset_conformance.strategies`, on the pytest plugin with its
fixture ``toolset_lab``, and on the command line. All other modules are inside, and may change with any version.
"""

from typing import TYPE_CHECKING, Any

from toolset_conformance.port import DuplicateName, NotOffered, Port, Refused

if TYPE_CHECKING:
    from toolset_conformance.running.api import run

__all__ = ["DuplicateName", "NotOffered", "Port", "Refused", "__version__", "run"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # A port imports this package, and needs nothing of what a run does.
    if name == "run":
        from toolset_conformance.running.api import run

        return run
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")

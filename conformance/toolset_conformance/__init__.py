"""A conformance suite for the layer between MCP tools and the Messages API."""

from toolset_conformance.port import DuplicateName, NotOffered, Port, Refused

__all__ = ["DuplicateName", "NotOffered", "Port", "Refused", "__version__"]
__version__ = "0.1.0"

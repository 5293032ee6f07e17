"""What the shims of Python bridges share; it has no dependency, since each bridge has an environment of its own.

``stdio``          the port protocol on standard input and output
``servers``        MCP servers with canned results that write down the calls that reach them
``messages_api``   the Messages API: a scripted answer out, the request bodies in
``bridge``         the protocol's methods in terms of a *turn*: one assistant message in, one user turn out
"""

from .bridge import Bridge, pairs_of, servers_of
from .messages_api import MessagesApi
from .servers import CallFailed, Server, Session
from .stdio import NotOffered, Refused, serve

__all__ = [
    "Bridge",
    "CallFailed",
    "MessagesApi",
    "NotOffered",
    "Refused",
    "Server",
    "Session",
    "pairs_of",
    "serve",
    "servers_of",
]

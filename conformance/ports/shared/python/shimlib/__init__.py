"""What the shims of Python bridges share; it has no dependency, since each bridge has an environment of its own.

``stdio``          the port protocol on standard input and output
``servers``        MCP servers with canned results that write down the calls that reach them
``sessions``       a client's session with such a server, or the streams under one
``messages_api``   the Messages API: a scripted answer out, the request bodies in
``loopback``       the same, and MCP servers, on a loopback address
``loop``           the loop over tool calls, for bridges that have none
``bridge``         the protocol's methods in terms of a *turn*: one assistant message in, one user turn out
"""

from .bridge import Bridge, in_order, pairs_of, servers_of
from .loop import users_loop
from .loopback import LoopbackServers, loopback
from .messages_api import LAST, MessagesApi
from .servers import CallFailed, Server
from .sessions import Session, memory_streams
from .stdio import NotOffered, Refused, serve

__all__ = [
    "LAST",
    "Bridge",
    "CallFailed",
    "LoopbackServers",
    "MessagesApi",
    "NotOffered",
    "Refused",
    "Server",
    "Session",
    "in_order",
    "loopback",
    "memory_streams",
    "pairs_of",
    "serve",
    "servers_of",
    "users_loop",
]

"""No network but loopback: the process, and all that it starts, moves into a network namespace of its own (Linux)."""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
import sys
from pathlib import Path

_NEW_USER, _NEW_NET = 0x10000000, 0x40000000
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1


class NotIsolated(Exception):
    """The system does not allow it; the message says why, and the way out."""


def isolate() -> None:
    """Leave the network behind, for this thread and all threads and processes that it starts; loopback stays usable.

    Root needs nothing for it, others a kernel that gives users namespaces of their own; then it has to come before
    the first thread. The stand-ins have to be started after it, or the agents cannot reach them. Raises
    :class:`NotIsolated`, and changes nothing then.
    """
    if sys.platform != "linux":
        raise NotIsolated("only Linux takes the network away from a process: leave --isolate out, or use a container")
    user, group = os.geteuid(), os.getegid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NET):
        if libc.unshare(_NEW_USER | _NEW_NET):
            said = os.strerror(ctypes.get_errno())
            raise NotIsolated(
                f"the system gives no network namespace ({said}): run as root, or allow users namespaces of their own"
            )
        # Within, the user stays who it was: HOME and files are as before.
        Path("/proc/self/setgroups").write_text("deny", "ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")
    _loopback_up()


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh", b"lo", 0)
        (flags,) = struct.unpack("16xh", fcntl.ioctl(any_socket, _GET_FLAGS, asked + bytes(14))[:18])
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh", b"lo", flags | _UP) + bytes(14))

"""The program that an agent starts as its MCP server: it passes bytes between its own pipes and a loopback port.

``python -I -S stdio_relay.py PORT``. It knows nothing of MCP. It exits with 0 when its standard input ends, with 1 when
the other side breaks, or when nothing listens there.
"""

import contextlib
import os
import socket
import sys
import threading


def main() -> None:
    """Pass bytes both ways until one side ends."""
    try:
        wire = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5)
    except OSError:
        sys.exit(1)
    wire.settimeout(None)

    def inward() -> None:
        with contextlib.suppress(OSError):
            while data := os.read(0, 65536):
                wire.sendall(data)
            wire.shutdown(socket.SHUT_WR)
        os._exit(0)

    threading.Thread(target=inward, daemon=True).start()
    with contextlib.suppress(OSError):
        while data := wire.recv(65536):
            while data:
                data = data[os.write(1, data) :]
    os._exit(1)


if __name__ == "__main__":
    main()

"""The Messages API and MCP servers on a loopback address, for bridges that take only a URL."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .messages_api import MessagesApi
from .servers import Server

Answer = tuple[int, str, bytes]
"""Status, content type and body."""


def serve_posts(answer: Callable[[str, bytes], Answer]) -> str:
    """Answer POSTs by path and body from a thread of its own until the shim ends; the base URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            self.say(*answer(self.path, self.rfile.read(int(self.headers["Content-Length"]))))

        def do_GET(self) -> None:
            self.say(405, "text/plain", b"")

        do_DELETE = do_GET

        def say(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Listener(ThreadingHTTPServer):
        request_queue_size = 128  # a gateway connects to all servers of a set at once

    server = Listener(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def loopback(api: MessagesApi) -> str:
    """The base URL of a Messages API."""
    return serve_posts(lambda _, body: (200, *api.reply(body)))


class LoopbackServers:
    """The MCP servers of a turn by Streamable HTTP, without a session, each under its place in the list."""

    def __init__(self) -> None:
        self._servers: dict[str, Server] = {}
        self._base = serve_posts(self._answer)

    def urls(self, servers: Sequence[Server]) -> list[str]:
        """Serve these from now on, and no other; where each is found."""
        self._servers = {f"/{number}/mcp": server for number, server in enumerate(servers)}
        return [self._base + path for path in self._servers]

    def _answer(self, path: str, body: bytes) -> Answer:
        if path not in self._servers:
            return 404, "text/plain", b""
        said = self._servers[path].answer(json.loads(body))
        return (202, "text/plain", b"") if said is None else (200, "application/json", json.dumps(said).encode())

"""A small MCP client of the tests' own, over Streamable HTTP and stdio, for both eras; standard library only."""

from __future__ import annotations

import contextlib
import http.client
import json
import queue
import subprocess
import threading
import urllib.parse
from collections.abc import Iterator
from typing import Any

JSON = Any
MODERN = "2026-07-28"
INFO = {"name": "small-agent", "version": "1.0.0"}


class CallFailed(Exception):
    """A request got no result. ``kind``: as in the port protocol: ``timeout``, ``transport`` or ``protocol``."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Client:
    """A connection to one server. ``revision``: of MCP; ``seconds``: for each request."""

    def __init__(self, server: dict[str, JSON], revision: str, seconds: float) -> None:
        self.id, self.revision, self.seconds = server["id"], revision, seconds
        self.changed = threading.Event()
        self._count = 0
        self._lock = threading.Lock()

    def open(self) -> None:
        """Begin: shake hands, or in the newest revision find out what the server can do."""
        if self.revision == MODERN:
            capabilities = self.request("server/discover", {})["capabilities"]
            if capabilities.get("tools", {}).get("listChanged"):
                self._listen()
            return
        asked = {"protocolVersion": self.revision, "capabilities": {}, "clientInfo": INFO}
        answer = self.request("initialize", asked)
        self._notify({"jsonrpc": "2.0", "method": "notifications/initialized"})
        if answer["capabilities"].get("tools", {}).get("listChanged"):
            self._listen()

    def tools(self, pages: int = 50) -> list[JSON]:
        """Read the list of tools, at most so many pages."""
        self.changed.clear()
        found: list[JSON] = []
        cursor = None
        for _ in range(pages):
            page = self.request("tools/list", {"cursor": cursor} if cursor else {})
            if not isinstance(page.get("tools"), list):
                raise CallFailed("protocol", "the server's tools are no list")
            found += page["tools"]
            cursor = page.get("nextCursor")
            if cursor is None:
                break
        return found

    def request(self, method: str, params: dict[str, JSON]) -> JSON:
        """Send a request and return its result; raises :class:`CallFailed`."""
        with self._lock:
            self._count += 1
            number = self._count
        if self.revision == MODERN:
            params = {**params, "_meta": self._meta()}
        answer = self._exchange({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        if "error" in answer:
            raise CallFailed("protocol", str(answer["error"].get("message", "error")))
        return answer.get("result")

    def close(self) -> None:
        """End the connection."""

    def _meta(self) -> dict[str, JSON]:
        base = "io.modelcontextprotocol"
        return {f"{base}/protocolVersion": MODERN, f"{base}/clientInfo": INFO, f"{base}/clientCapabilities": {}}

    def _listen(self) -> None:
        raise NotImplementedError

    def _notify(self, message: JSON) -> None:
        raise NotImplementedError

    def _exchange(self, message: JSON) -> JSON:
        raise NotImplementedError

    def _heard(self, message: JSON) -> None:
        if isinstance(message, dict) and message.get("method") == "notifications/tools/list_changed":
            self.changed.set()


class HttpClient(Client):
    """Over Streamable HTTP."""

    def __init__(self, server: dict[str, JSON], revision: str, seconds: float) -> None:
        super().__init__(server, revision, seconds)
        self._url = urllib.parse.urlsplit(server["url"])
        self._session: str | None = None

    def _post(self, message: JSON, seconds: float | None) -> http.client.HTTPResponse:
        assert self._url.hostname
        connection = http.client.HTTPConnection(self._url.hostname, self._url.port, timeout=seconds)
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        headers["mcp-protocol-version"] = self.revision
        if self.revision == MODERN:
            headers["mcp-method"] = message["method"]
            if message["method"] == "tools/call" and str(message["params"]["name"]).isascii():
                headers["mcp-name"] = message["params"]["name"]
        if self._session:
            headers["mcp-session-id"] = self._session
        connection.request("POST", self._url.path, json.dumps(message), headers)
        return connection.getresponse()

    def _exchange(self, message: JSON) -> JSON:
        try:
            response = self._post(message, self.seconds)
            self._session = response.headers.get("mcp-session-id", self._session)
            if "text/event-stream" in response.headers.get("content-type", ""):
                for event in events(response):
                    if event.get("id") == message["id"]:
                        return event
                    self._heard(event)
                raise CallFailed("transport", "the stream ended without an answer")
            return json.loads(response.read())
        except TimeoutError:
            raise CallFailed("timeout", f"no answer within {self.seconds:g} seconds") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CallFailed("transport", f"{type(error).__name__}: {error}") from None

    def _notify(self, message: JSON) -> None:
        self._post(message, self.seconds).read()

    def _listen(self) -> None:
        opened = threading.Event()

        def listen() -> None:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                if self.revision == MODERN:
                    wanted = {"notifications": {"toolsListChanged": True}, "_meta": self._meta()}
                    ask = {"jsonrpc": "2.0", "id": "listen", "method": "subscriptions/listen", "params": wanted}
                    response = self._post(ask, None)
                else:
                    assert self._url.hostname
                    connection = http.client.HTTPConnection(self._url.hostname, self._url.port)
                    headers = {"accept": "text/event-stream", "mcp-session-id": self._session or ""}
                    connection.request("GET", self._url.path, headers=headers)
                    response = connection.getresponse()
                opened.set()
                for event in events(response):
                    self._heard(event)

        threading.Thread(target=listen, daemon=True).start()
        opened.wait(self.seconds)


class StdioClient(Client):
    """Over the pipes of a process."""

    def __init__(self, server: dict[str, JSON], revision: str, seconds: float) -> None:
        super().__init__(server, revision, seconds)
        words = [server["command"], *server["args"]]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._waiting: dict[JSON, queue.Queue[JSON]] = {}
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            message = json.loads(line)
            waiting = self._waiting.get(message.get("id"))
            if waiting is not None and "method" not in message:
                waiting.put(message)
            else:
                self._heard(message)
        self._ended = True
        for waiting in list(self._waiting.values()):
            waiting.put(None)

    def _exchange(self, message: JSON) -> JSON:
        answers: queue.Queue[JSON] = queue.Queue()
        self._waiting[message["id"]] = answers
        self._notify(message)
        try:
            answer = None if self._ended and answers.empty() else answers.get(timeout=self.seconds)
        except queue.Empty:
            raise CallFailed("timeout", f"no answer within {self.seconds:g} seconds") from None
        if answer is None:
            raise CallFailed("transport", "the server has ended")
        return answer

    def _notify(self, message: JSON) -> None:
        assert self._process.stdin
        try:
            with self._lock:
                self._process.stdin.write(json.dumps(message).encode() + b"\n")
                self._process.stdin.flush()
        except OSError:
            raise CallFailed("transport", "the server has ended") from None

    def _listen(self) -> None:
        if self.revision == MODERN:
            wanted = {"notifications": {"toolsListChanged": True}, "_meta": self._meta()}
            self._notify({"jsonrpc": "2.0", "id": "listen", "method": "subscriptions/listen", "params": wanted})

    def close(self) -> None:
        """Close its standard input, at which it is to exit."""
        assert self._process.stdin
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        self._process.kill()
        self._process.wait()


def connect(server: dict[str, JSON], revision: str, seconds: float) -> Client:
    """Connect to a server as a driver is told of it."""
    return (HttpClient if "url" in server else StdioClient)(server, revision, seconds)


def events(response: http.client.HTTPResponse) -> Iterator[JSON]:
    """Yield the data of each server-sent event, which is JSON."""
    data = b""
    for line in response:
        line = line.rstrip(b"\r\n")
        if line.startswith(b"data:"):
            data += line[5:].strip()
        elif not line and data:
            yield json.loads(data)
            data = b""

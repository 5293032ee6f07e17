"""Agents that behave badly: ``python bad_agents.py KIND --api URL --key KEY --prompt TEXT --config mcp.json``."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from agents.mcp_client import Client, connect
from agents.small_agent import ask

JSON = Any
FOREVER = 3600


def option(name: str) -> str:
    return sys.argv[sys.argv.index(f"--{name}") + 1]


def body(messages: list[JSON] | None = None, tools: list[JSON] | None = None) -> JSON:
    first = {"role": "user", "content": option("prompt")}
    return {"model": "m", "max_tokens": 10, "stream": False, "tools": tools or [], "messages": messages or [first]}


def asked(messages: list[JSON] | None = None, tools: list[JSON] | None = None) -> JSON:
    return ask(option("api"), option("key"), body(messages, tools))


def listed() -> tuple[list[Client], list[JSON]]:
    servers = json.loads(Path(option("config")).read_text("utf-8"))
    clients = [connect({"id": name, **server}, "2025-11-25", 3) for name, server in servers.items()]
    tools = []
    for client in clients:
        client.open()
        tools += [{"name": tool["name"], "input_schema": tool["inputSchema"]} for tool in client.tools()]
    return clients, tools


def exits_at_once() -> None:
    print("no licence", file=sys.stderr)
    sys.exit(3)


def ends_at_once() -> None:
    pass


def hangs_at_once() -> None:
    time.sleep(FOREVER)


def hangs_after_the_first_request() -> None:
    asked()
    time.sleep(FOREVER)


def ignores_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hangs_after_the_first_request()


def forks_a_daemon() -> None:
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        os.closerange(0, 3)
        for name in ("/dev/null",) * 3:
            os.open(name, os.O_RDWR)
        os.execvp("sleep", ["sleep", str(FOREVER)])
    listed()
    asked()


def floods_standard_output() -> None:
    asked()
    while True:
        os.write(1, b"y\n" * 32768)


def never_lists_tools() -> None:
    asked()


def calls_nothing() -> None:
    _, tools = listed()
    first = {"role": "user", "content": option("prompt")}
    message = asked(tools=tools)
    results = [{"type": "tool_result", "tool_use_id": block["id"], "content": "?"} for block in message["content"]]
    asked([first, {"role": "assistant", "content": message["content"]}, {"role": "user", "content": results}], tools)


def sends_half_a_request() -> None:
    url = urllib.parse.urlsplit(option("api"))
    with socket.create_connection((url.hostname or "", url.port or 0)) as wire:
        wire.sendall(b'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"model": "')
        time.sleep(FOREVER)


def retries_for_ever() -> None:
    while True:
        asked()


def opens_a_hundred_connections() -> None:
    url = urllib.parse.urlsplit(option("api"))
    wires = [socket.create_connection((url.hostname or "", url.port or 0)) for _ in range(100)]
    text = json.dumps(body()).encode()
    head = f"POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: {len(text)}\r\n\r\n".encode()
    for wire in wires:
        wire.sendall(head + text)
    for wire in wires:
        wire.recv(65536)


def kills_itself() -> None:
    asked()
    os.kill(os.getpid(), signal.SIGSEGV)


def stops_half_way() -> None:
    listed()
    asked()


KINDS: dict[str, Callable[[], None]] = {
    name: value for name, value in globals().items() if callable(value) and value.__module__ == __name__
}

if __name__ == "__main__":
    KINDS[sys.argv[1]]()

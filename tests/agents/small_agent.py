"""A small agent: its loop is here, its layer is any Python port. Right with the reference; wrong on purpose otherwise.

``python small_agent.py once --api URL --key KEY --prompt TEXT --config mcp.json`` holds one conversation;
``python small_agent.py loop`` one a line. ``--port module:Class`` takes another layer (a mutant, for example),
``--wrong NAME`` breaks the loop itself: see :data:`WRONG`.
"""

from __future__ import annotations

import argparse
import http.client
import importlib
import json
import sys
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from agents.mcp_client import CallFailed, Client, connect, events

JSON = Any
WRONG = {
    "answers_twice": "each call is answered twice",
    "calls_twice": "each call goes out twice",
    "first_page": "only the first page of tools/list is read",
    "stops_early": "it ends after the first message",
    "loses_failures": "a call that got no result is not answered",
    "sequential": "(right as well) calls go out one after the other",
}


class Agent:
    """The loop over one conversation."""

    def __init__(self, port: Any, options: argparse.Namespace) -> None:
        self.port, self.options, self.wrong = port, options, set(options.wrong)

    def converse(self, prompt: str, api: str, key: str, servers: list[JSON]) -> None:
        """Hold one conversation."""
        clients: list[Client] = []
        try:
            for server in servers:
                try:
                    client = connect(server, self.options.revision, self.options.seconds)
                    clients.append(client)
                    client.open()
                except (CallFailed, OSError) as error:
                    print(f"{server['id']}: {error}", file=sys.stderr)
            self._turns(prompt, api, key, clients)
        finally:
            for client in clients:
                client.close()

    def _turns(self, prompt: str, api: str, key: str, clients: list[Client]) -> None:
        messages: list[JSON] = [{"role": "user", "content": prompt}]
        tools = {client.id: self._tools(client) for client in clients}
        while True:
            for client in clients:
                if client.changed.is_set():
                    tools[client.id] = self._tools(client)
            held = {"servers": [{"id": name, "tools": listed} for name, listed in tools.items()]}
            body = self.port.request(held, "claude-sonnet-5-5", messages, {})
            answer = ask(api, key, {"max_tokens": 1000, **body, "stream": not self.options.plain})
            messages.append({"role": "assistant", "content": answer["content"]})
            if answer["stop_reason"] == "pause_turn":
                continue
            if answer["stop_reason"] != "tool_use" or "stops_early" in self.wrong:
                return
            read = self.port.tool_calls(held, answer)
            calls = read["calls"] * (2 if "calls_twice" in self.wrong else 1)
            workers = 1 if "sequential" in self.wrong else max(1, len(calls))
            with ThreadPoolExecutor(workers) as pool:
                outcomes = list(pool.map(lambda call: self._call(clients, call), calls))
            results = [
                self.port.tool_result(call["call_id"], outcome, {})
                for call, outcome in zip(calls, outcomes, strict=True)
                if not ("loses_failures" in self.wrong and "error" in outcome)
            ]
            if "calls_twice" in self.wrong:
                results = results[: len(read["calls"])]
            if "answers_twice" in self.wrong:
                results += results
            messages.append(self.port.user_turn(read["rejected"], results, []))

    def _tools(self, client: Client) -> list[JSON]:
        try:
            return client.tools(1 if "first_page" in self.wrong else 50)
        except CallFailed as error:
            print(f"{client.id}: {error}", file=sys.stderr)
            return []

    def _call(self, clients: list[Client], call: JSON) -> JSON:
        client = next(client for client in clients if client.id == call["server"])
        try:
            return {"result": client.request("tools/call", {"name": call["tool"], "arguments": call["arguments"]})}
        except CallFailed as error:
            return {"error": {"kind": error.kind, "message": str(error)}}


def ask(api: str, key: str, body: JSON) -> JSON:
    """Send a request to the Messages API and return the message, put together where it is a stream."""
    url = urllib.parse.urlsplit(api)
    assert url.hostname
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
    headers = {"x-api-key": key, "anthropic-version": "2023-06-01", "content-type": "application/json"}
    connection.request("POST", "/v1/messages", json.dumps(body), headers)
    response = connection.getresponse()
    if response.status != 200:
        raise SystemExit(f"the API answered {response.status}: {response.read().decode()}")
    if not body["stream"]:
        return json.loads(response.read())
    return assembled(events(response))


def assembled(stream: Any) -> JSON:
    """Put a message together from its events; raises ``SystemExit`` where it breaks off."""
    message: JSON = None
    inputs: dict[int, str] = {}
    for event in stream:
        kind = event["type"]
        if kind == "message_start":
            message = event["message"]
        elif kind == "content_block_start":
            message["content"].append(event["content_block"])
        elif kind == "content_block_delta":
            block, delta = message["content"][event["index"]], event["delta"]
            if delta["type"] == "input_json_delta":
                inputs[event["index"]] = inputs.get(event["index"], "") + delta["partial_json"]
            else:
                key = delta["type"].removesuffix("_delta")
                block[key] = block.get(key, "") + delta[key]
        elif kind == "content_block_stop" and inputs.get(event["index"]):
            message["content"][event["index"]]["input"] = json.loads(inputs[event["index"]])
        elif kind == "message_delta":
            message.update(event["delta"])
        elif kind == "message_stop":
            return message
        elif kind == "error":
            raise SystemExit(f"the stream holds an error: {event['error']}")
    raise SystemExit("the stream broke off")


def main() -> None:
    """Read the command line and converse."""
    options = argparse.ArgumentParser()
    options.add_argument("mode", choices=("once", "loop"))
    options.add_argument("--api")
    options.add_argument("--key")
    options.add_argument("--prompt")
    options.add_argument("--config", type=Path)
    options.add_argument("--port", default="toolset_reference.port:ReferencePort")
    options.add_argument("--revision", default="2025-11-25")
    options.add_argument("--seconds", type=float, default=3.0)
    options.add_argument("--plain", action="store_true", help="no streams")
    options.add_argument("--wrong", action="append", default=[], choices=list(WRONG))
    given = options.parse_args()
    module, _, name = given.port.partition(":")
    agent = Agent(getattr(importlib.import_module(module), name)(), given)
    if given.mode == "once":
        servers = [{"id": name, **server} for name, server in json.loads(given.config.read_text("utf-8")).items()]
        agent.converse(given.prompt, given.api, given.key, servers)
        return
    for line in sys.stdin:
        told = json.loads(line)
        try:
            agent.converse(told["prompt"], told["api"], told["key"], told["servers"])
            print("{}", flush=True)
        except (Exception, SystemExit) as error:
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)


if __name__ == "__main__":
    main()

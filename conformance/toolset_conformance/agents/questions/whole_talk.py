"""A conversation that is itself the question: the case says what the servers and the model do."""

from __future__ import annotations

import dataclasses
from typing import Any

from toolset_conformance.agents.conversation import Answer, Conversation, Observation, Server
from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.talk import Talk
from toolset_conformance.agents.reading import conversation_from

JSON = Any

LONGEST_WAIT = 75.0
"""Seconds after which an agent that waits for a silent server is taken to wait for ever; SDKs of MCP wait 60."""


class WholeTalk(Talk):
    """One question ``conversation``."""

    def __init__(self, asked: Asked, brought: Brought) -> None:
        super().__init__([asked])
        self._brought = brought
        self._servers: tuple[Server, ...] = ()
        self.in_flight = [asked]

    def conversation(self, prompt: str, seconds: float) -> Conversation:
        """Return the conversation as the case has it."""
        params = self.in_flight[0].call.params
        read = conversation_from(params["prompt"], params["servers"], params["script"])
        self._servers = read.servers
        return dataclasses.replace(read, seconds=seconds)

    def play(self, seen: Observation) -> Answer:
        """Not asked: the script is the case's."""
        raise NotImplementedError

    def tells(self, seen: Observation) -> bool:
        """Whether what was seen is an answer: also where the agent says by its exit status how the turn ended."""
        return super().tells(seen) or (seen.end == "failed" and bool(seen.main)) or self._is_patient(seen)

    def ended(self, seen: Observation) -> None:
        """Answer with what the agent sent and what reached the servers."""
        asked = self.in_flight.pop()
        wanted = asked.call.params["options"].get("stream")
        bodies = [request.body for request in seen.main]
        if self._is_patient(seen):
            asked.drop(
                f"it still waited for a silent server when its {seen.seconds:.0f} seconds were over, which it may; "
                f"--timeout {LONGEST_WAIT:.0f} gives it longer"
            )
        elif wanted is not None and bodies and bool(bodies[0].get("stream")) is not wanted:
            # The first request says what it does; after a stream that broke it may do without.
            asked.drop("the program asks for streams" if wanted is False else "the program asks for no streams")
        else:
            requests = [
                {**body, "tools": self._brought.left(body["tools"])} if "tools" in body else body for body in bodies
            ]
            calls = [
                {"server": call.server, "tool": call.tool, "arguments": call.arguments if call.had_arguments else None}
                for call in seen.calls
            ]
            asked.answer({"requests": requests, "calls": calls})
        self.closed = True
        self.route(asked)

    def _is_patient(self, seen: Observation) -> bool:
        """Whether the time was over while a server was silent, and was too short to tell patience from hanging."""
        is_silent = any(call.answered is None and call.reaction.kind != "dies" for call in seen.calls)
        never_lists = {server.id for server in self._servers if server.fault == "list_never"} & seen.listed.keys()
        return seen.end == "hung" and (is_silent or bool(never_lists)) and seen.seconds < LONGEST_WAIT

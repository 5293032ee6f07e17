"""A conversation that is itself the question: the case says what the servers and the model do."""

from __future__ import annotations

import dataclasses
from typing import Any

from toolset_conformance.agents.conversation import Answer, Conversation, Observation
from toolset_conformance.agents.questions.asked import Asked
from toolset_conformance.agents.questions.brought import Brought
from toolset_conformance.agents.questions.talk import Talk
from toolset_conformance.agents.reading import conversation_from

JSON = Any


class WholeTalk(Talk):
    """One question ``conversation``."""

    def __init__(self, asked: Asked, brought: Brought) -> None:
        super().__init__([asked])
        self._brought = brought
        self.in_flight = [asked]

    def conversation(self, prompt: str, seconds: float) -> Conversation:
        """Return the conversation as the case has it."""
        params = self.in_flight[0].call.params
        read = conversation_from(params["prompt"], params["servers"], params["script"])
        return dataclasses.replace(read, seconds=seconds)

    def play(self, seen: Observation) -> Answer:
        """Not asked: the script is the case's."""
        raise NotImplementedError

    def ended(self, seen: Observation) -> None:
        """Answer with what the agent sent and what reached the servers."""
        asked = self.in_flight.pop()
        wanted = asked.call.params["options"].get("stream")
        bodies = [request.body for request in seen.main]
        if wanted is not None and any(bool(body.get("stream")) is not wanted for body in bodies):
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

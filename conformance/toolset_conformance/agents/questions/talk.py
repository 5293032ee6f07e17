"""A conversation with a purpose: it puts questions to an agent, and reads the answers from what the agent does."""

from __future__ import annotations

import abc
from collections.abc import Iterable
from typing import Any

from toolset_conformance.agents.conversation import DONE, Answer, Conversation, Observation
from toolset_conformance.agents.questions.asked import Asked

JSON = Any


class Talk(abc.ABC):
    """One conversation.

    ``open``: the questions that it is to answer and has not answered yet. ``leaving``: those whose case has another
    question by now, for another conversation. ``in_flight``: those that the last message put, unanswered.
    ``closed``: whether it said its last word by itself. ``done``: the cases that came to a verdict.
    """

    def __init__(self, asked: Iterable[Asked]) -> None:
        self.open: list[Asked] = list(asked)
        self.leaving: list[Asked] = []
        self.in_flight: list[Asked] = []
        self.closed = False
        self.done: list[Asked] = []

    @abc.abstractmethod
    def conversation(self, prompt: str, seconds: float) -> Conversation:
        """Return the conversation to be held."""

    @abc.abstractmethod
    def play(self, seen: Observation) -> Answer:
        """Read what was seen since the last message, and return the next one."""

    def line(self, seen: Observation) -> Answer:
        """Return the next message: a line of the conversation's script."""
        return DONE if self.closed else self.play(seen)

    def tells(self, seen: Observation) -> bool:
        """Whether an agent that came to this end has answered: by itself, and not by failing."""
        return seen.end in ("ended", "early")

    def ended(self, seen: Observation) -> None:  # noqa: B027 (most have nothing to read there)
        """Read what only the end shows."""

    def stays(self, asked: Asked) -> bool:
        """Whether a case's next question can be put in this conversation too."""
        return False

    def close(self) -> Answer:
        """Say the last word; what is still open leaves."""
        self.closed = True
        for asked in list(self.open):
            self.leave(asked)
        return DONE

    def leave(self, asked: Asked) -> None:
        """Leave a question to another conversation."""
        self.open.remove(asked)
        self.leaving.append(asked)

    def route(self, asked: Asked) -> None:
        """Keep a case that has been answered, or let it go."""
        if asked.verdict is not None:
            self.open.remove(asked)
            self.done.append(asked)
        elif not self.stays(asked):
            self.leave(asked)

"""A question that waits for its answer: the judge of one case, and what it has asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolset_conformance.core import messages
from toolset_conformance.core.messages import Call, Error, Fault, Reply
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine import judge as judging
from toolset_conformance.engine.capabilities import Offers
from toolset_conformance.engine.judge import Questions
from toolset_conformance.engine.verdict import Verdict

JSON = Any


@dataclass(eq=False)
class Asked:
    """The judge of a case, stopped at a question.

    ``company``: only questions of the same company share a conversation; ``alone``: the set has a conversation of its
    own; ``died``: how often a conversation that could be its fault has died; ``waited``: how often the agent began
    before it had the tools. ``verdict``: where it has come to one.
    """

    case: Case
    judge: Questions
    call: Call
    company: int = 0
    alone: bool = False
    died: int = 0
    waited: int = 0
    verdict: Verdict | None = None

    @classmethod
    def begin(cls, case: Case, offers: Offers) -> Asked:
        """Return the case at its first question, or with its verdict."""
        judge = judging.judge(case, offers)
        try:
            return cls(case, judge, next(judge))
        except StopIteration as stop:
            return cls(case, judge, Call("", {}), verdict=stop.value)

    def reply(self, reply: Reply | Fault) -> None:
        """Answer the question; another one follows, or the verdict."""
        try:
            self.call = self.judge.send(reply)
            self.died = 0
        except StopIteration as stop:
            self.verdict = stop.value

    def answer(self, result: JSON) -> None:
        """Answer the question with a result."""
        self.reply(Reply(result))

    def refuse(self, words: str) -> None:
        """Answer that the input was refused."""
        self.reply(Reply(error=Error(messages.REFUSED, words)))

    def drop(self, why: str) -> None:
        """End without a test: the question cannot be asked."""
        self.judge.close()
        self.verdict = Verdict(self.case, "unsupported", f"cannot be asked from outside: {why}")

    @property
    def may_be_refused(self) -> bool:
        """Whether the case takes a refusal for right somewhere."""
        return any(step.refused or step.or_refused for step in self.case.steps)

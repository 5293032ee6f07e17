"""What the Messages API would refuse: a model of it, each check with the API's words and their public source.

It knows nothing of cases and ports. ``refusals(request)`` judges the body of a request, ``of_definitions``,
``of_tool_result`` and ``of_user_message`` a part of one, ``of_answer`` a port's answer to a method of the protocol.
What is not settled is not refused: docs/messages-api.md says what that is.
"""

from __future__ import annotations

from toolset_conformance.messages_api.answers import of_answer, of_definitions, of_tool_result, of_user_message
from toolset_conformance.messages_api.checks import CHECKS, Check, Source
from toolset_conformance.messages_api.refusal import Refusal
from toolset_conformance.messages_api.request import refusals

__all__ = [
    "CHECKS",
    "Check",
    "Refusal",
    "Source",
    "of_answer",
    "of_definitions",
    "of_tool_result",
    "of_user_message",
    "refusals",
]

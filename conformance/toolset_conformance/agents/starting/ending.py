"""How an agent came to its end, told apart and put in words."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass

from toolset_conformance.agents.conversation import JSON, Conversation, End, Message, Observation


@dataclass(frozen=True)
class Finish:
    """The facts about an agent's end.

    ``status``: its exit status (negative: the signal), ``None`` while it runs. ``error``: the system's error number
    where it could not be started. ``timed_out``, ``flooded``, ``kept_asking``: why it was ended, where it was.
    ``answer``: what a driver answered. ``played``: the whole script has been played and its last calls were answered.
    """

    program: str
    status: int | None = None
    error: int | None = None
    timed_out: bool = False
    flooded: bool = False
    kept_asking: bool = False
    answer: Mapping[str, JSON] | None = None
    played: bool = False


def end(finish: Finish, seen: Observation) -> End:
    """Tell how the agent came to its end."""
    if finish.error is not None:
        return "not_started"
    if finish.kept_asking:
        return "kept_asking"
    if finish.flooded:
        return "flooded"
    if finish.timed_out:
        return "hung"
    if finish.answer is not None and "error" in finish.answer:
        return "driver_error"
    if finish.status is not None and finish.status < 0:
        return "killed"
    if finish.status:
        return "failed"
    if not seen.main:
        return "never_asked"
    return "ended" if finish.played else "early"


def detail(how: End, finish: Finish, conversation: Conversation, seen: Observation) -> str:
    """Put in a sentence or two how it ended, what it had done by then, and what it had not."""
    sentences = [_sentence(how, finish, conversation, seen)]
    if how == "not_started":
        return sentences[0]
    if how != "ended":
        sentences.append(_progress(conversation, seen))
    wanted = [server.id for server in conversation.servers if server.fault != "unreachable"]
    silent = [identifier for identifier in wanted if identifier not in seen.listed]
    if silent:
        sentences.append(f"never asked {_listed(silent)} for the list of tools")
    if wanted and not seen.calls and _calls(seen):
        sentences.append("none of the calls that the model made reached a server")
    return "; ".join(sentence for sentence in sentences if sentence)


def _sentence(how: End, finish: Finish, conversation: Conversation, seen: Observation) -> str:
    if how == "not_started":
        assert finish.error is not None
        return f"could not be started: {finish.program}: {os.strerror(finish.error)}"
    if how == "kept_asking":
        return f"went on asking the Messages API after {len(seen.requests)} requests, and was ended"
    if how == "flooded":
        return "wrote more output than anybody would read, and was ended"
    if how == "hung":
        if not seen.wire:
            return "asked neither the Messages API nor a server for anything in the time that it has to start"
        return f"did not end within {conversation.seconds:g} seconds, and was ended"
    if how == "driver_error":
        assert finish.answer is not None
        return f"the driver answered with an error: {str(finish.answer['error'])[:500]}"
    if how == "killed":
        assert finish.status is not None
        return f"was killed by {_signal_name(-finish.status)}"
    if how == "failed":
        return f"exited with status {finish.status}"
    if how == "never_asked":
        return "ended by itself and never sent the Messages API the prompt"
    if how == "early":
        return "ended by itself before the conversation was over"
    return "ended by itself after the whole conversation"


def _progress(conversation: Conversation, seen: Observation) -> str:
    """How far it had come."""
    if not seen.wire:
        return ""
    main, calls = len(seen.main), len(seen.calls)
    played = min(main, len(conversation.script))
    script = f"{played} of {len(conversation.script)} answers of the script"
    return f"by then: {_count(main, 'request')} of the conversation, {script}, {_count(calls, 'call')} to servers"


def _calls(seen: Observation) -> bool:
    return any(
        isinstance(block, dict) and block.get("type") == "tool_use"
        for request in seen.requests
        if isinstance(request.answer, Message)
        for block in request.answer.content
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _listed(names: list[str]) -> str:
    shown = [f"'{name}'" for name in names[:3]]
    return ", ".join(shown) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

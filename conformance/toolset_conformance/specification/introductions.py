"""Introductions: what a page says before its rules, where the rules alone would not be read in their order."""

from __future__ import annotations

INTRODUCTIONS = {
    "conversation": """
An agent loop sends a conversation to the Messages API, makes the calls that the model asks for, sends back their
results, and repeats this until the model ends its turn. One round is twenty lines of code. This page is about the rest:
what happens between two rounds, and what to do when something goes wrong in one. Read this text first; it is the loop
from its first request to its last. The rules follow in the same order, each with its reason and with examples.

**Before the first request.** Ask each MCP server for its tools, page by page, until a page has no cursor
([CONV-13](#conv-13)), and not for ever ([CONV-14](#conv-14)). A server that cannot be asked has no tools; the others
have theirs ([CONV-12](#conv-12)).

**A request** holds all messages so far, just as they were sent before, with nothing added but at the end
([CONV-7](#conv-7)), and the same definitions in the same order ([CONV-8](#conv-8)): both are what the prompt cache
knows a conversation by.

**The answer.** If it is streamed, put its blocks together from all their deltas ([CONV-18](#conv-18)), and forget it if
the stream breaks off ([CONV-19](#conv-19)). Then look at the stop reason, and at nothing else:

| stop reason | what to do |
|---|---|
| `tool_use` | keep the message as it came ([CONV-5](#conv-5)), make the calls, answer them, send the next request |
| `pause_turn` | keep the message as it came, send the next request ([CONV-16](#conv-16)) |
| `end_turn`, `stop_sequence` | the turn is over: no further request ([CONV-17](#conv-17)) |
| `max_tokens`, `model_context_window_exceeded` | the last call may be half: do not make it ([CONV-15](#conv-15)) |
| `refusal` | the turn is over, and the last call is not made either; another model may be asked |

**The calls.** Send each input to its server as it was given ([CONV-6](#conv-6)), one after the other or all at once.
Match each answer to its request by the JSON-RPC id ([CONV-3](#conv-3)). Give every call a time limit. If a server is
silent or gone, the result of the call is an error that says so ([CONV-2](#conv-2)). So is the result of a call to a
tool that does not exist, and of one that the server answers with a task or a question ([CONV-20](#conv-20)).

**The message of results** comes right after the message of calls. It answers each of them once ([CONV-1](#conv-1)),
and begins with the answers, whatever else it says ([CONV-4](#conv-4)).

**When a server says that its list has changed**, read it again before the next request: offer what is new
([CONV-9](#conv-9)), stop offering and calling what is gone ([CONV-10](#conv-10)), and keep the names of the rest
([CONV-11](#conv-11)).

A loop that does all this, in less than 200 lines on top of a tool layer, is
[`reference/toolset_reference/loop.py`](../../reference/toolset_reference/loop.py). How to have a loop of one's own
judged stands in [the protocol](../protocol.md): the suite plays the model and the servers, and compares
what the loop sent. All rules of this page are recommended; none decides conformance.
"""
}
"""Markdown by group. Each rule of the group is spoken of in it."""

"""Conversations in plain words: what the servers do, what the model says, and what is right to send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolset_conformance.language.syntax import special
from toolset_conformance.text import notation

JSON = Any
Given = tuple[str, list[str]]
"""A label, and the lines of what stands behind it."""

_FAULTS = {
    "unreachable": "cannot be reached",
    "list_error": "answers tools/list with an error",
    "list_never": "does not answer tools/list",
    "list_endless": "gives the last page again and again, each time with another cursor",
}
_ENDS = {"error_after": "an error event after {} events", "break_after": "the connection breaks after {} events"}


def given(params: dict[str, JSON], width: int, sizes: dict[str, int]) -> tuple[Given, ...]:
    """Return the params of a question in words; what is not of their shape stands as it is."""

    def plain(value: JSON) -> list[str]:
        return notation.request(value, width, **sizes)

    made: list[Given] = [("user", plain(params["prompt"]))]
    servers, script = params["servers"], params["script"]
    for server in servers if isinstance(servers, list) else ():
        made += _server(server, plain)
    if not isinstance(servers, list):
        made.append(("servers", plain(servers)))
    if params.get("options", {}) != {}:
        made.append(("options", plain(params["options"])))
    for message in script if isinstance(script, list) else ():
        made += _message(message, plain)
    if not isinstance(script, list):
        made.append(("script", plain(script)))
    return tuple(made)


def expected(pattern: JSON, width: int, sizes: dict[str, int]) -> list[str]:
    """Return what is right to answer: the requests and the calls, each where something is asked of it."""
    if not isinstance(pattern, dict) or set(pattern) != {"requests", "calls"}:
        return notation.pattern(pattern, width, **sizes)
    lines: list[str] = []
    for key, value in pattern.items():
        if value != {"$any": True}:
            first, *rest = notation.pattern(value, width, **sizes)
            lines += [f"{key}: {first}", *rest]
    return lines


def _server(server: JSON, plain: Any) -> Iterable[Given]:
    if not isinstance(server, dict) or special(server) or not isinstance(server.get("id"), str):
        yield "server", plain(server)
        return
    name = server["id"]
    pages = server["pages"]
    shown = [_page(page, plain) for page in pages] if isinstance(pages, list) else plain(pages)
    yield name, ["lists " + ", then ".join(shown)] if all(shown) else plain(pages)
    if "fault" in server:
        fault = server["fault"]
        yield name, [_FAULTS[fault]] if isinstance(fault, str) else plain(fault)
    reactions = server.get("reactions", {})
    if special(reactions):
        yield f"{name}, calls", plain(reactions)
        return
    for tool, those in reactions.items():
        for one in those if isinstance(those, list) else [those]:
            yield f"{name}, {tool}", _reaction(one, plain)


def _page(page: JSON, plain: Any) -> str:
    if not isinstance(page, list):
        return " ".join(plain(page))
    names = [_plain_name(tool) or " ".join(plain(tool)) for tool in page]
    if len(names) > 8:
        names = [*names[:6], f"<{len(names) - 7} more>", names[-1]]
    return ", ".join(names) if names else "nothing"


def _plain_name(tool: JSON) -> str:
    is_plain = (
        isinstance(tool, dict) and set(tool) == {"name", "inputSchema"} and tool["inputSchema"] == {"type": "object"}
    )
    return str(tool["name"]) if is_plain and isinstance(tool["name"], str) else ""


def _reaction(reaction: JSON, plain: Any) -> list[str]:
    if not isinstance(reaction, dict) or special(reaction):
        return plain(reaction)  # type: ignore[no-any-return]
    kind = reaction.get("kind", "result")
    more = []
    if "delay" in reaction:
        more.append(f"after {reaction['delay']} seconds")
    if "behind" in reaction:
        more.append(f"behind {reaction['behind']} later")
    if "then_pages" in reaction:
        pages = reaction["then_pages"]
        now = (
            ", then ".join(_page(page, plain) for page in pages) if isinstance(pages, list) else " ".join(plain(pages))
        )
        more.append(f"and its server now lists {now}")
    before = [line for message in reaction.get("before", []) for line in ["sends " + " ".join(plain(message))]]
    tail = "".join(f", {part}" for part in more)
    if kind == "never":
        return [*before, f"is never answered{tail}"]
    if kind == "dies":
        return [*before, "ends the server"]
    first, *rest = plain(_text_alone(reaction["value"]))
    return [*before, f"{'fails' if kind == 'error' else 'answers'}{tail}: {first}", *rest]


def _text_alone(value: JSON) -> JSON:
    """The text of a result that is one plain text."""
    match value:
        case {"content": [{"type": "text", "text": text}]} if len(value) == 1:
            return text
    return value


def _message(message: JSON, plain: Any) -> Iterable[Given]:
    if not isinstance(message, dict) or special(message) or not isinstance(message.get("content"), list):
        yield "model", plain(message)
        return
    reason = message["stop_reason"]
    label = f"model, {reason if isinstance(reason, str) else ' '.join(plain(reason))}"
    lines: list[str] = []
    for block in message["content"]:
        lines += _block(block, plain)
    streaming = message.get("streaming")
    if isinstance(streaming, dict) and not special(streaming):
        lines += _streaming(streaming, plain)
    elif streaming is not None:
        lines += plain(streaming)
    yield label, lines


def _block(block: JSON, plain: Any) -> list[str]:
    match block:
        case {"type": "text", "text": text} if len(block) == 2:
            first, *rest = plain(text)
            return [f"says {first}", *rest]
        case {"type": "tool_use", "id": call, "name": name, "input": value} if len(block) == 4:
            first, *rest = plain(value)
            return [
                f"calls {_called(name, plain)} as {call if isinstance(call, str) else ' '.join(plain(call))}: {first}",
                *rest,
            ]
    return plain(block)  # type: ignore[no-any-return]


def _called(name: JSON, plain: Any) -> str:
    match name:
        case {"$exposed": [str(server), str(tool)]}:
            return f"{tool} of {server}"
    return " ".join(plain(name))


def _streaming(streaming: dict[str, JSON], plain: Any) -> Iterable[str]:
    if "cut" in streaming:
        yield f"streamed, cut {' '.join(plain(streaming['cut']))}"
    if "pieces" in streaming:
        first, *rest = plain(streaming["pieces"])
        yield f"streamed in the pieces {first}"
        yield from rest
    for key, words in _ENDS.items():
        if key in streaming:
            yield words.format(streaming[key])

"""What the Messages API refuses, as a Markdown page: a table of all checks, made from them."""

from __future__ import annotations

from collections.abc import Iterable

from toolset_conformance.messages_api import CHECKS, Check
from toolset_conformance.specification import MADE

_ABOUT = """
# What the Messages API refuses

Where a port's answer would be refused, a report says so in the API's words. They come from this table: error texts
that people quoted in public issues, and pages of the documentation, each with its date. Nothing of it was tried
against the API itself. A refusal puts the place, the names and the values at hand into the words that are quoted; where
a check covers many keys, the words for the others are of the same form.
"""

_BEYOND = """
## What is not refused here

What is not settled is let through, so that no port is blamed for a guess:

- an empty text, an empty list or an empty string in a `tool_result` that is no error: reports differ, and leaving
  `content` out is the documented way to say nothing;
- white space in a message that holds something else besides;
- a forced `tool_choice` for a model that is not named above, or without tools;
- a schema that names an older draft in `$schema`, a reference that leads nowhere, a pattern that does not compile;
- keys of properties below the first level of an `input_schema`;
- base64 with line breaks, or without padding;
- an image whose bytes begin like none of the four types, that does not decode, or that is too large;
- a `tool_use` at the end of a conversation, where no message follows;
- results in two user messages in a row, which the API reads as one;
- numbers and texts that count as true or false;
- the tools, blocks and keys of the API's own features, beta ones included, but for their types.
"""


def page() -> Iterable[str]:
    """Yield the lines of the page."""
    yield MADE
    yield from _ABOUT.rstrip().splitlines()
    yield ""
    yield "| check | what is refused | the API's words | sources |"
    yield "|---|---|---|---|"
    for check in CHECKS.values():
        yield f"| `{check.id}` | {_cell(check.refuses)} | `` {_cell(check.words)} `` | {_sources(check)} |"
    yield from _BEYOND.rstrip().splitlines()


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _sources(check: Check) -> str:
    return ", ".join(f"[{source.name}]({source.url}), {source.date}" for source in check.sources)

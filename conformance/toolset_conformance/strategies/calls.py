"""The blocks of a response: ids of ``tool_use`` blocks, and blocks of every other type."""

from __future__ import annotations

import json
import string

from hypothesis import strategies as st

from toolset_conformance.strategies.drawing import Object, once

ID_FAMILIES: tuple[tuple[str, ...], ...] = (
    tuple(f"toolu_{n}" for n in range(8)),
    ("7", "6", "5", "4", "3", "2", "1", "0"),
    ("a", "A", "b", "B", "toolu_A", "toolu_a", "x", "X"),
    (" a", "a ", "a", "a\n", "\ta", " a ", "a  ", "  a"),
    tuple("x" * 70 + str(n) for n in range(8)),
    tuple("y" * 130 + str(n) for n in range(8)),
    ("a.b", "a_b", "a-b", "a b", "a/b", "a:b", "a__b", "ab"),
    ("__proto__", "constructor", "toString", "__class__", "get", "items", "hasOwnProperty", "keys"),
    ("1", "01", "1.0", "1e0", '"1"', "+1", "1_0", "0x1"),
    ("\u00fc", "u\u0308", "\u00c5", "\u212b", "\ufb01", "fi", "\u00e9", "e\u0301"),
    ("_a_", "-a-", "a-", "-a", "_a", "a_", "-", "_"),
)
"""Ids that fall together when they are cleaned, shortened, compared or sorted without care."""


@once
def tool_use_ids() -> st.SearchStrategy[str]:
    """Ids of ``tool_use`` blocks, of every character that the API allows."""
    plain = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=40)
    return plain | st.sampled_from([id for family in ID_FAMILIES for id in family])


def _other_blocks() -> list[Object]:
    use = {"id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
    results = [
        "web_search", "web_fetch", "code_execution", "bash_code_execution", "text_editor_code_execution",
        "tool_search", "mcp", "advisor",
    ]  # fmt: skip
    blocks: list[Object] = [
        {"type": "text", "text": "I will look."},
        {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "ZGF0YQ=="},
        {"type": "server_tool_use", **use},
        {"type": "mcp_tool_use", "server_name": "remote", **use},
        {"type": "container_upload", "file_id": "file_1"},
        {"type": "something_new", **use},
        {"type": "tool_use_v2", **use},
        {"type": "TOOL_USE", **use},
        {"type": "tool-use", **use},
        {"type": " tool_use ", **use},
        {"type": "toolUse", **use},
        {"type": "Tool_use", **use},
        {"type": "function", **use},
        {"type": "custom_tool_use", **use},
        {"type": "client_tool_use", **use},
        {"type": "tool_call", "function": {"name": "web_search", "arguments": "{}"}, **use},
        {"type": "function_call", "call_id": "x", "arguments": "{}", **use},
        {"type": "text", "text": json.dumps({"type": "tool_use", **use})},
        {"type": "text", "text": ""},
        {"type": "something_new", "content": [{"type": "tool_use", **use}]},
        {"type": "something_new", "content": {"type": "tool_use", **use}},
        {"type": "something_new", "content": "text"},
        {"type": "web_fetch_tool_result", "tool_use_id": "x", "content": {"type": "web_fetch_tool_error"}},
        {"type": "mcp_tool_result", "tool_use_id": "toolu_0", "is_error": False, "content": "text"},
        {"type": "tool_result", "tool_use_id": "toolu_0", "content": "text"},
    ]
    for kind in results:
        known = "mcp_tool_result" if kind == "mcp" else f"{kind}_tool_result"
        blocks.append({"type": known, "tool_use_id": "srvtoolu_1", "content": []})
    return blocks


OTHER_BLOCKS = _other_blocks()
"""Content blocks of a response that are no ``tool_use``: known kinds, and kinds not known yet (CALLS-5)."""


@once
def other_blocks() -> st.SearchStrategy[Object]:
    """One of :data:`OTHER_BLOCKS`."""
    return st.sampled_from(OTHER_BLOCKS)

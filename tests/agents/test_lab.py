"""The lab: what somebody uses to test an agent of their own, in process or not, with real wire on both sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anthropic
import pytest
from toolset_conformance.agents.conversation import Reaction, Streaming
from toolset_conformance.agents.lab import Lab

from agents.mcp_client import connect
from agents.starting import small_agent, tool

pytestmark = pytest.mark.slow

JSON = Any
ROOT = Path(__file__).parents[2]


def own_agent(lab: Lab, prompt: str, *, stream: bool = False) -> str:
    """An agent of one's own, as people write them: a plain loop over the SDK."""
    config = lab.mcp_config["mcpServers"]
    clients = {name: connect({"id": name, **server}, "2025-11-25", 3) for name, server in config.items()}
    owners: dict[str, tuple[str, str]] = {}
    tools: list[JSON] = []
    for name, client in clients.items():
        client.open()
        for listed in client.tools():
            owners[f"{name}__{listed['name']}"] = (name, listed["name"])
            tools.append({"name": f"{name}__{listed['name']}", "input_schema": listed["inputSchema"]})
    api = anthropic.Anthropic(base_url=lab.api, api_key=lab.key, max_retries=0)
    messages: list[JSON] = [{"role": "user", "content": prompt}]
    while True:
        asked: JSON = {"model": "claude-sonnet-5-5", "max_tokens": 100, "tools": tools, "messages": messages}
        if stream:
            with api.messages.stream(**asked) as events:
                answer = events.get_final_message()
        else:
            answer = api.messages.create(**asked)
        messages.append({"role": "assistant", "content": [block.to_dict() for block in answer.content]})
        results: list[JSON] = []
        for block in answer.content:
            if block.type == "tool_use":
                server, name = owners[block.name]
                result = clients[server].request("tools/call", {"name": name, "arguments": block.input})
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": result["content"]})
        if not results:
            for client in clients.values():
                client.close()
            return "".join(block.text for block in answer.content if block.type == "text")
        messages.append({"role": "user", "content": results})


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_an_agent_in_process(transport: Any, stream: bool) -> None:
    with Lab(transport=transport) as lab:
        lab.server("files", [tool("read"), tool("write")], {"read": ["one", {"content": [], "isError": True}]})
        lab.says("I look.", lab.uses("read", q="a"), lab.uses("files__write"))
        lab.says(lab.uses("read"), streaming=Streaming("unkind"))
        lab.says("It says one.")
        assert own_agent(lab, "What does it say?", stream=stream) == "It says one."
        called = [(call.server, call.tool, call.arguments) for call in lab.calls]
        assert called == [("files", "read", {"q": "a"}), ("files", "write", {}), ("files", "read", {})]
        assert [len(request.messages) for request in lab.requests] == [1, 3, 5]
        results = [result["content"] for result in lab.requests[1].results]
        assert results == [[{"type": "text", "text": "one"}], [{"type": "text", "text": "write: done"}]]
        assert lab.requests[2].results[0]["content"] == []
        assert {name["name"] for name in lab.requests[0].tools} == {"files__read", "files__write"}
    assert len(lab.requests) == 3


def test_the_fixture(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import anthropic

        def test_it(toolset_lab):
            toolset_lab.says("Hello.")
            api = anthropic.Anthropic(base_url=toolset_lab.api, api_key=toolset_lab.key)
            message = api.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": "Hi"}])
            assert message.content[0].text == "Hello."
            assert toolset_lab.requests[0].messages == [{"role": "user", "content": "Hi"}]
        """
    )
    pytester.runpytest_subprocess("-p", "no:randomly", "-p", "no:xdist").assert_outcomes(passed=1)


def test_a_command_line_agent() -> None:
    with Lab() as lab:
        lab.server("files", [tool("read")], {"read": "one"})
        lab.says(lab.uses("read", q="a"))
        lab.says("It says one.")
        seen = lab.run(small_agent(), "What does it say?")
        assert (seen.end, [call.arguments for call in lab.calls]) == ("ended", [{"q": "a"}])
        assert lab.requests[-1].results[0]["content"] == [{"type": "text", "text": "one"}]


def test_an_error_of_the_api() -> None:
    with Lab() as lab:
        lab.refuses(529)
        lab.says("Well.")
        api = anthropic.Anthropic(base_url=lab.api, api_key=lab.key, max_retries=2)
        message = api.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": "Hi"}])
        assert message.content[0].type == "text"
        assert len(lab.requests) == 2


def test_a_tool_that_the_agent_does_not_offer_is_asked_for_as_it_is() -> None:
    with Lab() as lab:
        lab.says(lab.uses("nowhere"))
        api = anthropic.Anthropic(base_url=lab.api, api_key=lab.key)
        message = api.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": "Hi"}])
        assert message.content[0].type == "tool_use"
        assert message.content[0].name == "nowhere"


def test_what_comes_too_late_is_said() -> None:
    with Lab() as lab:
        assert lab.api.startswith("http://127.0.0.1:")
        with pytest.raises(RuntimeError, match="add all servers before"):
            lab.server("files", [])
    with pytest.raises(RuntimeError, match="the lab is closed"):
        _ = lab.api


def test_a_server_that_dies() -> None:
    with Lab() as lab:
        lab.server("files", [tool("read")], {"read": Reaction("dies")})
        lab.says(lab.uses("read"))
        seen = lab.run(small_agent(), "What does it say?")
        assert seen.end == "ended"
        assert seen.main[-1].results[0]["is_error"] is True


BLOCKS = (ROOT / "docs" / "lab.md").read_text("utf-8").split("```python\n")[1:]


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_examples_of_the_page_run(number: int, pytester: pytest.Pytester) -> None:
    text = BLOCKS[number].partition("```")[0]
    for package in ("anthropic", "pydantic_ai", "mcp"):
        if f"import {package}" in text or f"from {package}" in text:
            pytest.importorskip(package)
    if "claude-code" in text:
        with Lab() as lab:
            seen = lab.run("claude-code", "-", seconds=1)
        if seen.end == "not_started":
            pytest.skip(f"claude-code {seen.detail}")
    pytester.makepyfile(text)
    pytester.runpytest_subprocess("-p", "no:randomly", "-p", "no:xdist").assert_outcomes(passed=1)


def test_nothing_of_the_lab_is_loaded_before_it_is_used(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_it():
            assert not [name for name in sys.modules if name.startswith("toolset_conformance.agents")]
        """
    )
    pytester.runpytest_subprocess("-p", "no:randomly", "-p", "no:xdist").assert_outcomes(passed=1)

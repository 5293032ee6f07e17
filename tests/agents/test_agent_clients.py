"""The stand-in MCP servers are understood by the real clients, of both generations, in every revision.

``tests/agents/clients/install`` installs them beside itself, from pinned versions; CI does. The tests are skipped where
they are not installed.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from toolset_conformance.agents.conversation import REVISIONS, Conversation, Reaction, Server, text_result
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.stand_ins.stage import Stage, Transport

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "clients"
COMMANDS = {
    "python_old": ([str(FOLDER / "python-old/bin/python"), str(FOLDER / "python_old.py")], "python-old/bin/python"),
    "python_new": ([str(FOLDER / "python-new/bin/python"), str(FOLDER / "python_new.py")], "python-new/bin/python"),
    "typescript_old": (["node", str(FOLDER / "typescript_old.mjs")], "node_modules/@modelcontextprotocol/sdk"),
    "typescript_new": (["node", str(FOLDER / "typescript_new.mjs")], "node_modules/@modelcontextprotocol/client"),
}
NEW = ("python_new", "typescript_new")


def tool(name: str) -> dict[str, object]:
    return {"name": name, "description": name, "inputSchema": {"type": "object", "properties": {"q": {}}}}


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    loop = Background()
    yield loop
    loop.close()


def seen(background: Background, client: str, transport: Transport, server: Server) -> tuple[dict[str, object], Stage]:
    command, needed = COMMANDS[client]
    if not (FOLDER / needed).exists():
        pytest.skip(f"{needed} is not installed: run tests/agents/clients/install")
    stage = Stage(background, Conversation("-", (server,)), transport, key="-")
    with stage:
        told = json.dumps(stage.servers[0].plain())
        ran = subprocess.run([*command, told], cwd=FOLDER, capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout.strip(), ran.stderr
    return json.loads(ran.stdout.splitlines()[-1]), stage


@pytest.mark.parametrize("transport", ["http", "stdio"])
@pytest.mark.parametrize("revision", [*REVISIONS, "all"])
@pytest.mark.parametrize("client", COMMANDS)
def test_a_client_lists_calls_and_hears_of_changes(
    background: Background, client: str, revision: str, transport: Transport
) -> None:
    if revision == REVISIONS[-1] and client not in NEW:
        pytest.skip("the client is older than the revision")
    revisions = REVISIONS if revision == "all" else (revision,)
    first = ([tool("read")], [tool("grow")])
    after = ([tool("read"), tool("grow"), tool("more")],)
    reactions = {"read": [text_result("r\u00e9ad")], "grow": [Reaction(value={"content": []}, then_pages=after)]}
    answer, stage = seen(background, client, transport, Server("files", first, reactions, revisions=revisions))
    assert answer == {
        "before": ["read", "grow"],
        "text": ["r\u00e9ad"],
        "changed": True,
        "after": ["read", "grow", "more"],
    }
    spoken = stage.recording.connected["files"]
    assert spoken == (revision if revision != "all" else REVISIONS[-1 if client in NEW else -2])
    assert [(call.tool, call.arguments) for call in stage.recording.calls] == [("read", {"q": "\u00e9"}), ("grow", {})]
    assert not stage.recording.oddities

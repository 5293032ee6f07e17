"""How tools get the names that the model sees."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any
from unittest.mock import Mock

import pytest
from toolset_reference import build, naming

VALID = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")


def named(*names: Any) -> list[dict[str, Any]]:
    return [{"name": name, "inputSchema": {"type": "object"}} for name in names]


def names_of(*servers: tuple[str, list[dict[str, Any]]]) -> list[str]:
    toolset, dropped = build(servers)
    assert dropped == []
    return toolset.names()


def test_plain_names_are_joined_and_kept_in_order() -> None:
    servers = [("web", named("search", "fetch-page")), ("files", named("read_2", "__init", "2"))]
    assert names_of(*servers) == ["web__search", "web__fetch-page", "files__read_2", "files____init", "files__2"]


def test_a_name_does_not_depend_on_its_neighbours() -> None:
    odd = [("a.b", named("c")), ("a_b", named("c")), ("files", named("read.file", "read_file", "r" * 80))]
    alone = [names_of((server, [tool]))[0] for server, tools in odd for tool in tools]
    assert names_of(*odd) == alone


@pytest.mark.parametrize(
    "server, tool",
    [
        ("", ""),
        ("", "read"),
        ("files", ""),
        ("-", "-"),
        ("1c", "read"),
        ("-x", "read"),
        ("_x", "read"),
        ("files", "read\n"),
        ("files\n", "read"),
        ("files", "read.file/../x: y"),
        ("файлы", "读取"),
        ("files", "café"),
        ("files", "٣"),
        ("files", "😀" * 500),
        ("x" * 300, "y" * 300),
        ("files", "\ud800"),
        ("5f2b7c1e-1111-4222-8333-123456789012", "search_the_archive_of_all_documents_ever"),
    ],
)
def test_every_name_is_valid_and_leads_back(server: str, tool: str) -> None:
    toolset, dropped = build([(server, named(tool))])
    (name,) = toolset.names()
    assert VALID.fullmatch(name)
    assert dropped == []
    assert toolset.exposed_name(server, tool) == name
    found = toolset.resolve(name)
    assert found is not None
    assert (found.server, found.name) == (server, tool)


@pytest.mark.parametrize(
    "pairs",
    [
        [("files", "a.b"), ("files", "a_b"), ("files", "a/b"), ("files", "a b")],
        [("a", "b__c"), ("a__b", "c"), ("a_", "b__c"), ("a", "_b__c")],
        [("a", "_b"), ("a_", "b"), ("a__", "b"), ("a", "__b")],
        [("a", ""), ("", "a"), ("a_", ""), ("", "_a"), ("", ""), ("_", ""), ("", "_")],
        [("s", "x" * 80 + end) for end in ("", "1", "2")],
        [("s", start + "x" * 80) for start in ("", "1", "2")],
        [("s", "x" * 40 + middle + "x" * 40) for middle in ("", "1", "2")],
        [("s" * 80 + end, "read") for end in ("", "1", "2")],
        [("s", "读取"), ("s", "写入"), ("s", "😀"), ("s", "?")],
        [("s", "Read"), ("s", "read"), ("S", "read")],
        [("1a", "b"), ("_1a", "b"), ("-1a", "b")],
        [("s", "\ud83d\ude00"), ("s", "😀"), ("s", r"\ud83d\ude00")],
        [("a'", "b"), ("a", "'b"), ("a', 'b", "c"), ("a", "b', 'c")],
    ],
)
def test_no_two_tools_share_a_name(pairs: list[tuple[str, str]]) -> None:
    names = names_of(*((server, named(tool)) for server, tool in pairs))
    assert len(set(names)) == len(pairs)
    assert all(VALID.fullmatch(name) for name in names)


@pytest.mark.parametrize("first", ["plain", "marked"])
def test_a_tool_named_like_a_marked_name_clashes_with_nothing(first: str) -> None:
    (marked,) = names_of(("files", named("read.file")))
    copycat = marked.removeprefix("files__")
    tools = named(copycat, "read.file") if first == "plain" else named("read.file", copycat)
    names = names_of(("files", tools))
    assert len(set(names)) == 2
    assert marked in names
    assert all(VALID.fullmatch(name) for name in names)


@pytest.mark.parametrize("length, kept", [(63, True), (64, True), (65, False)])
def test_a_plain_name_is_kept_as_long_as_it_fits(length: int, kept: bool) -> None:
    tool = "t" * (length - len("files__"))
    (name,) = names_of(("files", named(tool)))
    assert (name == f"files__{tool}") is kept
    assert len(name) == min(length, 64)


def test_shortened_names_stay_readable() -> None:
    (name,) = names_of(("5f2b7c1e-1111-4222-8333-123456789012", named("search_the_archive_of_all_documents")))
    assert "search_the_archive" in name


def test_equal_digests_still_give_different_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "_digest", lambda server, tool, attempt: f"{attempt:016x}")
    names = names_of(("s", named("a.b", "a/b", "a b", "a:b")))
    assert names == [f"s__a_b_{attempt:016x}" for attempt in range(4)]


@pytest.mark.parametrize("count", [500, 2000])
def test_clashing_names_cost_one_digest_a_tool(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    counted = Mock(side_effect=naming._digest)
    monkeypatch.setattr(naming, "_digest", counted)
    names = names_of(("s", named(*(chr(0x4E00 + n) for n in range(count)))))
    assert len(set(names)) == counted.call_count == count


def test_a_pair_listed_twice_is_kept_once_and_reported() -> None:
    first, second = {"name": "read", "description": "one"}, {"name": "read", "description": "two"}
    toolset, dropped = build([("files", [first, second]), ("web", [first]), ("files", [first, {"name": "write"}])])
    assert toolset.names() == ["files__read", "web__read", "files__write"]
    assert toolset.entries()[0][1].description == "one"
    assert [(tool.server, tool.tool) for tool in dropped] == [("files", "read"), ("files", "read")]
    assert all(tool.reason for tool in dropped)


@pytest.mark.parametrize("entry", [{}, {"name": None}, {"name": 7}, None, "read", []])
def test_an_entry_without_a_name_is_reported_and_harms_no_other(entry: Any) -> None:
    toolset, dropped = build([("files", [entry, {"name": "read"}])])
    assert toolset.names() == ["files__read"]
    assert [tool.server for tool in dropped] == ["files"]
    assert dropped[0].reason


def test_a_fresh_process_gives_the_same_names() -> None:
    servers = [("files", named("read", "read.file", "x" * 100, "", "读取")), ("1c", named("a"))]
    code = "import json, sys; from toolset_reference import build; "
    code += "print(json.dumps(build(json.loads(sys.argv[1]))[0].names()))"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    for seed in ("0", "1"):
        command = [sys.executable, "-c", code, json.dumps(servers)]
        run = subprocess.run(command, env={**env, "PYTHONHASHSEED": seed}, capture_output=True, check=True)
        assert json.loads(run.stdout) == names_of(*servers)

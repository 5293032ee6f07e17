"""A profile is checked strictly, and an agent is started with what it names and nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from toolset_conformance.agents.stand_ins.stage import Reachable
from toolset_conformance.agents.starting import isolation, profile
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.agents.starting.agent_process import environment
from toolset_conformance.agents.starting.profile import Profile
from toolset_conformance.core.errors import FileError

from agents.starting import HERE, two_servers

pytestmark = pytest.mark.slow

JSON = Any
RIGHT = """\
name: mine
command: [my-agent, "{prompt}", --config, "{folder}/mcp.json"]
env: {BASE: "{api}", KEY: "{key}"}
files:
  mcp.json: {servers: {$each_server: {url: "{url}"}}}
transport: http
mode: once
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("name", sorted(profile.ready()))
def test_the_ready_profiles_are_right(name: str) -> None:
    read = profile.find(name)
    assert read.name == name
    assert read.version
    assert read.install


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("name: mine", "nmae: mine"), r"mine.yaml:1: the file: .*nmae"),
        (("mode: once", "mode: twice"), r"mine.yaml:7: mode: .*twice.*"),
        (("{prompt}", "{promt}"), r"mine.yaml:2: \{promt\} is no placeholder here \(there are .*\{prompt\}.*\)"),
        (('"{prompt}"', "hello"), r"mine.yaml:2: the agent is never told the prompt: write \{prompt\}"),
        (("{api}", "here"), r"mine.yaml:3: the agent is never told of the Messages API: write \{api\}"),
        (("mcp.json: {servers", "../mcp.json: {servers"), r"mine.yaml:5: is not below the working folder or ~/"),
        (("mcp.json: {servers", "/etc/mcp.json: {servers"), r"mine.yaml:5: is not below the working folder or ~/"),
        (('"{url}"', '"{urls}"'), r"mine.yaml:5: \{urls\} is no placeholder here"),
        (('BASE: "{api}"', 'BASE: "{api}{url}"'), r"mine.yaml:3: \{url\} is no placeholder here"),
        (("mode: once", 'mode: once\nside: ["("]'), r"mine.yaml:8: is no regular expression: "),
        (("mode: once", "mode: once\nstart_seconds: 0"), r"mine.yaml:8: start_seconds: "),
        (("mode: once", "mode: loop"), r"mine.yaml:2: \{prompt\} is no placeholder here"),
        (('{BASE: "{api}", KEY: "{key}"}', "{BASE: 1}"), r"mine.yaml:3: env/BASE: "),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    assert change[0] in RIGHT
    with pytest.raises(FileError, match=said):
        profile.read(written(tmp_path, RIGHT.replace(*change)))


def test_a_driver_is_told_of_servers_in_its_lines_alone(tmp_path: Path) -> None:
    text = 'name: mine\ncommand: [driver]\nfiles: {a.json: {$each_server: ""}}\ntransport: http\nmode: loop\n'
    with pytest.raises(FileError, match=r"mine.yaml:3: \$each_server is for mode once"):
        profile.read(written(tmp_path, text))


def test_a_name_that_is_neither_ready_nor_a_file() -> None:
    with pytest.raises(FileError, match=r"clause: is neither a ready profile \(.*claude-code.*\) nor a file"):
        profile.find("clause")
    with pytest.raises(FileError, match="cannot be read"):
        profile.find("nowhere.yaml")


def test_filling_in(tmp_path: Path) -> None:
    read = profile.read(written(tmp_path, RIGHT))
    listed = {
        "b.json": [{"$each_server": {"n": "{id}", "a": ["-x", "{args}"], "all": "{args}"}}],
        "~/.rc": "{{api}} {}",
    }
    read = Profile(**{**vars(read), "files": {**read.files, **listed}})
    servers = [Reachable("one", url="http://1", command="c", args=("1", "2")), Reachable("two", url="http://2")]
    given = {"prompt": "hi {url}", "api": "http://api", "key": "k"}
    filled = profile.fill(read, Path("/f"), Path("/h"), servers, given)
    assert filled.words == ("my-agent", "hi {url}", "--config", "/f/mcp.json")
    assert filled.env == {"BASE": "http://api", "KEY": "k"}
    files = {str(path): text for path, text in filled.files.items()}
    assert json.loads(files["/f/mcp.json"]) == {"servers": {"one": {"url": "http://1"}, "two": {"url": "http://2"}}}
    first = json.loads(files["/f/b.json"])[0]
    assert first == {"n": "one", "a": ["-x", "1", "2"], "all": ["1", "2"]}
    assert files["/h/.rc"] == "{api} {}"


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with Agent(profile.read(written(tmp_path, RIGHT))) as agent:
        assert agent.missing() == "my-agent"
    program = tmp_path / "my-agent"
    program.write_text("#!/bin/sh\necho 1.2.3\n", "utf-8")
    program.chmod(0o755)
    text = RIGHT + "version: [my-agent, --version]\n"
    with Agent(profile.read(written(tmp_path, text)), programs=[tmp_path]) as agent:
        assert agent.missing() is None
        assert agent.version() == "1.2.3"


# What reaches the agent, and what it may touch.

TELLS = """
import json, os, sys
told = {"env": dict(os.environ), "cwd": os.getcwd(), "home": os.listdir(os.path.expanduser("~"))}
told["parent"] = open(f"/proc/{os.getppid()}/environ").read()
told["files"] = os.listdir(".")
told["fds"] = sorted(os.listdir("/proc/self/fd"))
told["stdin"] = sys.stdin.read()
print(json.dumps(told))
"""


def test_no_key_of_the_environment_reaches_the_agent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-user")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "sk-of-the-user")
    monkeypatch.setenv("HTTPS_PROXY", "http://sk-of-the-user@proxy")
    (tmp_path / ".secret").write_text("x", "utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    plain = Profile("tells", HERE / "x.yaml", ("{python}", "-I", "-c", TELLS), "once", "http", env={"MINE": "{key}"})
    with Agent(plain) as agent:
        seen = agent.converse(two_servers())
    told = json.loads(seen.stdout)
    assert set(told["env"]) <= {"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "MINE", "LC_CTYPE"}
    assert told["env"]["MINE"].startswith("not-a-key-")
    assert "sk-of-the-user" not in seen.stdout
    assert (told["home"], told["files"], told["stdin"]) == ([], [], "")
    assert told["cwd"].startswith(str(Path(tempfile.gettempdir()).resolve() / "toolset-agent-"))
    assert not Path(told["cwd"]).exists()
    assert len(told["fds"]) <= 4


def test_nothing_of_the_environment_is_taken_over_but_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/bin")
    made = environment({"A": "1"}, Path("/h"), Path("/t"), [Path("/p")])
    assert made == {
        "PATH": "/p:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": "/h", "TMPDIR": "/t", "A": "1",
    }  # fmt: skip


WRITES = re.compile(r"(?:open|openat|creat|mkdir|mkdirat|rename|renameat2?|unlink|unlinkat|symlink|symlinkat)\((.*)")


def touched(trace: str) -> set[str]:
    """The paths that were written, made, moved or removed, of a log of strace."""
    found = set()
    for line in trace.splitlines():
        match = WRITES.search(line)
        if not match or "= -1" in line:
            continue
        if "open" in match[0].split("(")[0] and not re.search(r"O_WRONLY|O_RDWR|O_CREAT", line):
            continue
        found |= set(re.findall(r'"((?:[^"\\]|\\.)*)"', match[1]))
    return {path for path in found if path.startswith("/")}


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_the_machinery_and_the_agent_write_nothing_outside_the_fresh_folders(tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from agents.starting import small_agent, two_servers\n"
        "from toolset_conformance.agents.starting.agent import Agent\n"
        "for mode in ('once', 'loop'):\n"
        "    with Agent(small_agent(mode=mode, transport='stdio')) as agent:\n"
        "        seen = agent.converse(two_servers())\n"
        "        assert seen.end == 'ended', seen\n"
    )
    log = tmp_path / "trace"
    command = ["strace", "-f", "-qq", "-e", "trace=file", "-o", str(log), sys.executable, "-B", "-c", script]
    env = {**os.environ, "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([*command, str(HERE.parent)], env=env, check=True, timeout=120)
    allowed = (str(folder.resolve()), "/dev/", "/proc/")
    # The agent is Python, which may keep compiled modules beside its sources; that is no doing of the machinery.
    written = touched(log.read_text("utf-8", "replace"))
    assert [path for path in written if Path(path).parts[-2:] == ("work", "mcp.json")], "the log shows no writes at all"
    outside = {path for path in written if not path.startswith(allowed)}
    assert {path for path in outside if "__pycache__" not in path} == set()
    assert list(folder.iterdir()) == []


def test_two_starts_have_nothing_in_common(tmp_path: Path) -> None:
    leaves = (
        "import os; home = os.environ['HOME']; print(os.listdir('.'), os.listdir(home));"
        "open('a', 'w'); open(home + '/b', 'w')"
    )
    plain = Profile("leaves", HERE / "x.yaml", ("{python}", "-c", leaves), "once", "http")
    with Agent(plain) as agent:
        for _ in range(2):
            assert agent.converse(two_servers()).stdout == "[] []"


# Isolation.

ISOLATED = """
import socket, sys
sys.path.insert(0, sys.argv[1])
from toolset_conformance.agents.starting.isolation import isolate
isolate()
from agents.starting import small_agent, two_servers
from toolset_conformance.agents.starting.agent import Agent
with Agent(small_agent()) as agent:
    print(agent.converse(two_servers()).end)
try:
    socket.create_connection(("192.0.2.1", 80), 3)
except OSError as error:
    print(error.strerror)
"""


def test_isolated_the_agent_has_loopback_and_nothing_else() -> None:
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("the system gives no network namespace")
    command = [sys.executable, "-c", ISOLATED, str(HERE.parent)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout.splitlines() == ["ended", "Network is unreachable"], ran.stderr


def test_where_it_is_not_allowed_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(isolation.NotIsolated, match="only Linux"):
        isolation.isolate()

"""An agent that behaves badly costs its own conversation, is told apart, and leaves no process behind."""

from __future__ import annotations

import dataclasses
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from toolset_conformance.agents.conversation import Conversation, Message, Observation, Server
from toolset_conformance.agents.starting.agent import Agent
from toolset_conformance.agents.starting.profile import Profile

from agents.bad_agents import KINDS
from agents.starting import END, bad_agent, small_agent, tool, two_servers, use

pytestmark = pytest.mark.slow

CONVERSATION = Conversation(
    "Please do the thing called 42.",
    (Server("files", ([tool("read")],)),),
    (Message((use("toolu_1", "read"),)), END),
    20.0,
)
STARTS = {"hangs_at_once": 2.0, "sends_half_a_request": 5.0}
"""The time to start of those that would take all of it."""
HANG = ("hangs_after_the_first_request", "ignores_sigterm")

SAID = {
    "exits_at_once": ("failed", r"exited with status 3; never asked 'files' for the list of tools"),
    "ends_at_once": ("never_asked", r"never sent the Messages API the prompt; never asked 'files'"),
    "hangs_at_once": ("hung", r"asked neither the Messages API nor a server for anything"),
    "hangs_after_the_first_request": ("hung", r"did not end within 2 seconds.*by then: 1 request of the conversation"),
    "ignores_sigterm": ("hung", r"did not end within 2 seconds"),
    "forks_a_daemon": ("early", r"ended by itself before the conversation was over"),
    "floods_standard_output": ("flooded", r"wrote more output than anybody would read"),
    "never_lists_tools": ("early", r"never asked 'files' for the list of tools"),
    "calls_nothing": ("ended", r"none of the calls that the model made reached a server"),
    "sends_half_a_request": ("hung", r"asked neither the Messages API nor a server for anything"),
    "retries_for_ever": ("kept_asking", r"went on asking the Messages API after \d+ requests"),
    "opens_a_hundred_connections": ("kept_asking", r"went on asking the Messages API after \d+ requests"),
    "kills_itself": ("killed", r"was killed by SIGSEGV; by then: 1 request"),
    "stops_half_way": ("early", r"1 of 2 answers of the script, 0 calls to servers; none of the calls"),
}
ODD = {
    "ignores_sigterm": r"ignored SIGTERM, and was killed",
    "forks_a_daemon": r"left behind when it ended, and killed: sleep 3600",
    "sends_half_a_request": r"half a request to the Messages API \('POST /v1/messages HTTP/1.1', \d+ bytes\), ",
    "opens_a_hundred_connections": r"50 connections or more to the Messages API at once",
}


def below(pid: int) -> list[str]:
    """The command lines of all processes below one."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    found, waiting = [], [str(pid)]
    while waiting:
        parent = waiting.pop()
        children = [row for row in rows if row[1] == parent and not row[2].startswith("ps -ww")]
        found += [row[2] for row in children]
        waiting += [row[0] for row in children]
    return found


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    marker = {line for line in below(1) if "bad_agents" in line or line.startswith("sleep 3600")}
    yield
    end = time.monotonic() + 3
    while [line for line in below(os.getpid()) if "<defunct>" not in line] and time.monotonic() < end:
        time.sleep(0.05)
    assert not [line for line in below(os.getpid()) if "<defunct>" not in line]
    assert {line for line in below(1) if "bad_agents" in line or line.startswith("sleep 3600")} <= marker


def observed(profile: Profile, conversation: Conversation = CONVERSATION) -> Observation:
    with Agent(profile) as agent:
        return agent.converse(conversation)


def test_each_kind_is_looked_at() -> None:
    helpers = {"option", "body", "asked", "listed"}
    assert set(SAID) == set(KINDS) - helpers


@pytest.mark.parametrize("kind", SAID)
def test_a_bad_agent_is_told_apart(kind: str) -> None:
    started = time.monotonic()
    conversation = dataclasses.replace(CONVERSATION, seconds=2.0) if kind in HANG else CONVERSATION
    seen = observed(bad_agent(kind, STARTS.get(kind, 20.0)), conversation)
    how, words = SAID[kind]
    assert (seen.end, bool(re.search(words, seen.detail))) == (how, True), (seen.end, seen.detail)
    assert bool(re.search(ODD[kind], "; ".join(seen.oddities))) if kind in ODD else not seen.oddities, seen.oddities
    assert not seen.faults
    assert time.monotonic() - started < 30


def test_the_last_lines_on_standard_error_are_kept() -> None:
    assert observed(bad_agent("exits_at_once")).stderr == "no licence"


def test_an_agent_that_never_starts(tmp_path: Path) -> None:
    profile = dataclasses.replace(small_agent(), command=("no-such-agent", "{prompt}"))
    seen = observed(profile)
    assert seen.end == "not_started"
    assert seen.detail == "could not be started: no-such-agent: No such file or directory"
    plain = tmp_path / "agent"
    plain.write_text("#!/bin/sh\n", "utf-8")
    seen = observed(dataclasses.replace(profile, command=(str(plain), "{prompt}")))
    assert seen.detail == f"could not be started: {plain}: Permission denied"


def test_a_driver_that_fails_is_started_anew_for_the_next_conversation() -> None:
    dies = "import os,sys\nsys.stdin.readline()\nos._exit(7)\n"
    profile = dataclasses.replace(small_agent(mode="loop"), command=("{python}", "-c", dies))
    with Agent(profile) as agent:
        for _ in range(2):
            seen = agent.converse(CONVERSATION)
            assert (seen.end, seen.status) == ("failed", 7)


def test_the_error_of_a_driver_is_told() -> None:
    says = 'import sys\nfor line in sys.stdin:\n  print(\'{"error": "no such model"}\', flush=True)\n'
    profile = dataclasses.replace(small_agent(mode="loop"), command=("{python}", "-c", says))
    seen = observed(profile)
    assert seen.end == "driver_error"
    assert seen.detail.startswith("the driver answered with an error: no such model")


def test_a_driver_that_babbles_is_heard_out() -> None:
    each = "print('[]'); print('{\"x\": 1}'); print('{}', flush=True)"
    words = f"import sys\nprint('hello')\nfor line in sys.stdin:\n  {each}\n"
    profile = dataclasses.replace(small_agent(mode="loop"), command=("{python}", "-c", words))
    assert observed(profile).end == "never_asked"


def test_a_script_that_raises_is_a_fault_of_ours() -> None:
    def broken(_: Observation) -> Message:
        raise KeyError("name")

    seen = observed(small_agent(), dataclasses.replace(CONVERSATION, script=(broken,)))
    assert seen.faults == ("line 1 of the script raised KeyError: 'name'",)


def test_one_that_is_right_is_not_blamed() -> None:
    seen = observed(small_agent(), two_servers())
    assert (seen.end, seen.detail, seen.oddities) == ("ended", "ended by itself after the whole conversation", ())


@pytest.mark.parametrize("mode", ["once", "loop"])
def test_an_interrupt_leaves_no_process(mode: Literal["once", "loop"]) -> None:
    words = "import time\ntime.sleep(3600)"
    profile = dataclasses.replace(small_agent(mode=mode), command=("{python}", "-c", words), start_seconds=60.0)
    timer = threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,))
    with Agent(profile) as agent:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            agent.converse(CONVERSATION)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_suite_that_is_killed_leaves_no_process_and_no_folder(number: signal.Signals, tmp_path: Path) -> None:
    code = f"import sys; sys.path[:0] = {sys.path!r}; from agents.test_bad_agents import observed, bad_agent; "
    code += "observed(bad_agent('hangs_at_once'))"
    suite = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)})
    settings = str(Path("toolset-agent-*", "work", "mcp.json"))
    try:
        wait_until(lambda: bool(list(tmp_path.glob(settings))) and "hangs" in str(below(suite.pid)))
    finally:
        suite.send_signal(number)
        suite.wait(10)
    wait_until(lambda: not list(tmp_path.glob("toolset-agent-*")))


def wait_until(is_so: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)

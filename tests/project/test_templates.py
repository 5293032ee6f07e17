"""The starters that `init` writes, the Elixir port and the programs of the page on other languages, each one run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import toolset_conformance
import yaml
from toolset_conformance.core import messages

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = Path(toolset_conformance.__file__).parent / "cli/templates"
SHIMS = TEMPLATES / "shims"
STARTERS = sorted(path.relative_to(SHIMS).as_posix() for path in SHIMS.rglob("*") if path.is_file())
ELIXIR_PORT = ROOT / "conformance" / "ports" / "elixir-conduit"
PAGE = ROOT / "docs" / "shims-in-other-languages.md"
# The suite under test, wherever the process is started.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(toolset_conformance.__file__).parents[1])}

EMPTY: dict[str, Any] = {"entries": []}
PARAMS: dict[str, dict[str, Any]] = {
    "toolset": {"toolset": EMPTY},
    "resolve": {"toolset": EMPTY, "name": None},
    "exposed_name": {"toolset": EMPTY, "server": "s", "tool": "t"},
    "tools": {"toolset": EMPTY, "options": {}},
    "tool_calls": {"toolset": EMPTY, "response": []},
    "tool_result": {"tool_use_id": "i", "outcome": {"result": {"content": []}}, "options": {}},
    "user_turn": {"rejected": [], "results": [], "others": []},
    "request": {"toolset": EMPTY, "model": "m", "messages": [], "options": {}},
}
OTHERS = [
    {"type": "text", "text": "é😀\u2028</a>"},
    {"n": None, "o": {}, "l": [], "big": 2**53 - 1, "f": False, "s": ""},
]


class Shim:
    """A running shim, asked one thing at a time: an answer that is not flushed is never seen."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.asked = 0

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line.endswith(b"\n") and not line.endswith(b"\r\n"), f"no answer to {method}: {line[:200]!r}"
        answer = json.loads(line)
        assert answer["jsonrpc"] == "2.0"
        assert answer["id"] == self.asked
        assert not {"result", "error"} <= answer.keys()
        return answer  # type: ignore[no-any-return]

    def result(self, method: str, **params: Any) -> Any:
        answer = self.ask(method, params)
        assert "error" not in answer, answer
        return answer.get("result")

    def code(self, method: str, **params: Any) -> int:
        return self.ask(method, params)["error"]["code"]  # type: ignore[no-any-return]


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[Shim]:
    """The shim that the command starts; it must say nothing unasked, and exit when its input ends."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        yield Shim(process)
        assert process.stdin and process.stdout
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()


def on_path(program: str, package: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not on the path (on Debian: the package {package})")
    return found


@cache
def elixir_reads_json(elixir: str) -> bool | None:
    """True: by itself. False: by erlang-jiffy, through a module of ours. None: not at all."""
    ask = "IO.puts(inspect(Enum.map([JSON, Jason, :jiffy], &Code.ensure_loaded?/1)))"
    said = subprocess.run([elixir, "-e", ask], capture_output=True, text=True, check=True, timeout=60).stdout
    builtin, jason, jiffy = (part == "true" for part in re.findall(r"\w+", said))
    return True if builtin or jason else (False if jiffy else None)


JIFFY_AS_JASON = """
defmodule Jason do
  def decode!(text), do: :jiffy.decode(text, [:return_maps, :use_nil])
  def encode!(value), do: value |> :jiffy.encode([:use_nil]) |> IO.iodata_to_binary()
end
"""


def elixir(folder: Path) -> list[str]:
    program = on_path("elixir", "elixir")
    by_itself = elixir_reads_json(program)
    if by_itself is None:
        pytest.skip("this Elixir has no JSON (before 1.18), and erlang-jiffy is not installed")
    if by_itself:
        return [program]
    (folder / "jason.exs").write_text(JIFFY_AS_JASON)
    return [program, "-r", "jason.exs"]


def command_of(starter: str, folder: Path) -> list[str]:
    """The command that runs the starter from the folder, as its own first lines give it."""
    if starter == "python/toolset_port.py":
        return [sys.executable, "-m", "toolset_conformance", "serve", "toolset_port:MyPort"]
    if starter == "python/shim.py":
        return [sys.executable, "shim.py"]
    if starter == "node/shim.mjs":
        return [on_path("node", "nodejs"), "shim.mjs"]
    if starter == "go/shim.go":
        return [on_path("go", "golang-go"), "run", "shim.go"]
    assert starter == "elixir/shim.exs", f"no test knows how to run {starter}"
    return [*elixir(folder), "shim.exs"]


def check_manners(shim: Shim, language: str, offered: set[str]) -> None:
    """What every shim does, whatever it offers."""
    about = shim.result("describe")
    assert {type(about["name"]), type(about["version"])} == {str}
    assert (about["language"], about["protocol"]) == (language, 1)
    for method, params in PARAMS.items():
        if method not in offered:
            assert shim.code(method, **params) == messages.NOT_OFFERED, method
    for unknown in ("nope", "", "constructor", "toString", "__init__", "describe ", "class", "answer"):
        assert shim.code(unknown) == messages.NOT_OFFERED, unknown
    long = [{"type": "text", "text": "é" * (512 * 1024)}]  # six characters each on the line: 3 MiB
    shim.ask("user_turn", {"rejected": [], "results": [], "others": long})
    assert shim.result("describe") == about


def check_user_turn(shim: Shim) -> None:
    """What goes through a shim comes out as it was."""
    got = shim.result("user_turn", rejected=[{"a": 1}], results=[{"b": [True]}], others=OTHERS)
    assert got == {"role": "user", "content": [{"a": 1}, {"b": [True]}, *OTHERS]}
    long = [{"type": "text", "text": "é" * (512 * 1024)}]
    assert shim.result("user_turn", rejected=[], results=[], others=long)["content"] == long
    assert shim.result("user_turn", rejected=[], results=[], others=[]) == {"role": "user", "content": []}


LANGUAGES = {"python": "python", "node": "javascript", "go": "go", "elixir": "elixir"}


def test_every_starter_is_under_80_lines() -> None:
    assert {Path(starter).parent.name for starter in STARTERS} == set(LANGUAGES)
    for starter in STARTERS:
        lines = (SHIMS / starter).read_text(encoding="utf-8").splitlines()
        assert len(lines) < 80, starter
        assert max(map(len, lines)) <= 120, starter


@pytest.mark.parametrize("starter", STARTERS)
def test_a_starter_offers_nothing_and_lives(starter: str, tmp_path: Path) -> None:
    shutil.copy(SHIMS / starter, tmp_path)
    with running(command_of(starter, tmp_path), tmp_path) as shim:
        check_manners(shim, LANGUAGES[starter.split("/")[0]], offered=set())


# What somebody writes in place of the stub of user_turn. It prints, so that standard output is seen to be kept clean,
# and goes wrong in each of the ways that the protocol has a code for.
FILLED: dict[str, tuple[str, str]] = {
    "python/toolset_port.py": (
        '        raise NotOffered("user_turn")\n',
        """        print("noise")
        if others and isinstance(others[0], str):
            from toolset_conformance import DuplicateName, Refused

            raise {"refused": Refused, "twice": DuplicateName}.get(others[0], ValueError)("no")
        return {"role": "user", "content": rejected + results + others}
""",
    ),
    "python/shim.py": (
        '        raise NotOffered("user_turn")\n',
        """        print("noise")
        if others and isinstance(others[0], str):
            raise {"refused": Refused, "twice": DuplicateName}.get(others[0], ValueError)("no")
        return {"role": "user", "content": rejected + results + others}
""",
    ),
    "node/shim.mjs": (
        '    throw new NotOffered("user_turn");\n',
        """    console.log("noise");
    if (others[0] === "refused") throw new Refused("no");
    if (others[0] === "twice") throw new DuplicateName("no");
    if (others[0] === "broken") null.nothing;
    return { role: "user", content: [...rejected, ...results, ...others] };
""",
    ),
    "go/shim.go": (
        '{"role": "user", "content": [...]}\n',
        """{"role": "user", "content": [...]}
		fmt.Println("noise")
		content := []any{}
		for _, part := range []string{"rejected", "results", "others"} {
			content = append(content, p[part].([]any)...)
		}
		switch {
		case len(content) == 1 && content[0] == "refused":
			return nil, refused
		case len(content) == 1 && content[0] == "twice":
			return nil, duplicateName
		case len(content) == 1 && content[0] == "broken":
			return content[1], nil
		}
		return object{"role": "user", "content": content}, nil
""",
    ),
    "elixir/shim.exs": (
        'def call("user_turn", _params), do: throw(:not_offered)\n',
        """def call("user_turn", %{"rejected" => rejected, "results" => results, "others" => others}) do
    IO.puts("noise")
    require Logger
    Logger.error("noise")

    case others do
      ["refused"] -> throw(:refused)
      ["twice"] -> throw(:duplicate_name)
      ["broken"] -> hd([])
      _ -> %{"role" => "user", "content" => rejected ++ results ++ others}
    end
  end
""",
    ),
}


def filled(starter: str) -> str:
    stub, code = FILLED[starter]
    text = (SHIMS / starter).read_text(encoding="utf-8")
    assert text.count(stub) == 1
    return text.replace(stub, code)


@pytest.mark.parametrize("starter", STARTERS)
def test_a_method_that_is_filled_in_answers(starter: str, tmp_path: Path) -> None:
    (tmp_path / Path(starter).name).write_text(filled(starter), encoding="utf-8")
    with running(command_of(starter, tmp_path), tmp_path) as shim:
        check_user_turn(shim)
        for others, code in {"refused": messages.REFUSED, "twice": -32000, "broken": -32603}.items():
            answer = shim.ask("user_turn", {"rejected": [], "results": [], "others": [others]})
            assert answer["error"]["code"] == code, answer
            assert answer["error"]["message"]
            if code == -32000:
                assert answer["error"]["data"] == {"kind": "duplicate_name"}
        check_manners(shim, LANGUAGES[starter.split("/")[0]], offered={"user_turn"})


def judged(port: list[str], folder: Path, report: Path, *options: str) -> dict[str, Any]:
    """The report of the suite on the port, run as its user runs it."""
    suite = [sys.executable, "-m", "toolset_conformance", "run", *port, *options, "--report", str(report)]
    done = subprocess.run(suite, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=300)
    read: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    assert read["verdict"] != "not run", done.stdout + done.stderr
    return read


@pytest.mark.parametrize("starter", STARTERS)
def test_the_first_cases_pass_when_one_method_is_filled_in(starter: str, tmp_path: Path) -> None:
    (tmp_path / Path(starter).name).write_text(filled(starter), encoding="utf-8")
    is_class = starter == "python/toolset_port.py"
    command = shlex.join(command_of(starter, tmp_path))
    port = ["--port", "toolset_port:MyPort"] if is_class else ["--command", command]
    report = judged(port, tmp_path, tmp_path / "report.json", "--rule", "TURN-1", "--rule", "TURN-3")
    assert report["port"] == {"name": "my-port", "version": "0.1.0", "language": LANGUAGES[starter.split("/")[0]]}
    outcomes = {case["rule"]: case["outcome"] for case in report["cases"] if case["outcome"] != "not_run"}
    assert outcomes == {"TURN-1": "passed", "TURN-3": "passed"}


def test_a_go_starter_lives_beside_a_package(tmp_path: Path) -> None:
    go = on_path("go", "golang-go")
    shutil.copy(SHIMS / "go" / "shim.go", tmp_path)
    (tmp_path / "go.mod").write_text("module example.com/bridge\n\ngo 1.19\n")
    (tmp_path / "bridge.go").write_text('package bridge\n\nfunc Name() string { return "a-bridge" }\n')
    shim = (tmp_path / "shim.go").read_text()
    shim = shim.replace("import (\n", 'import (\n\t"example.com/bridge"\n').replace('"my-port"', "bridge.Name()")
    (tmp_path / "shim.go").write_text(shim)
    subprocess.run([go, "vet", "./..."], cwd=tmp_path, check=True, timeout=120)
    with running([go, "run", "shim.go"], tmp_path) as running_shim:
        assert running_shim.result("describe")["name"] == "a-bridge"


def test_an_elixir_starter_runs_in_a_project(tmp_path: Path) -> None:
    prefix = elixir(tmp_path)
    mix = on_path("mix", "elixir")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "bridge.ex").write_text('defmodule Bridge do\n  def name, do: "a-bridge"\nend\n')
    if len(prefix) > 1:
        (tmp_path / "lib" / "jason.ex").write_text(JIFFY_AS_JASON)
    (tmp_path / "mix.exs").write_text(
        'defmodule Bridge.MixProject do\n  use Mix.Project\n  def project, do: [app: :bridge, version: "0.1.0"]\nend\n'
    )
    shim = (SHIMS / "elixir" / "shim.exs").read_text().replace('"my-port"', "Bridge.name()")
    (tmp_path / "shim.exs").write_text(shim)
    subprocess.run([mix, "compile"], cwd=tmp_path, check=True, timeout=120, capture_output=True)
    with running([mix, "run", "--no-compile", "--no-start", "shim.exs"], tmp_path) as running_shim:
        assert running_shim.result("describe")["name"] == "a-bridge"


def test_every_starter_begins_with_the_next_command() -> None:
    for starter in STARTERS:
        text = (SHIMS / starter).read_text(encoding="utf-8")
        assert "toolset-conformance run --" in text.split("describe")[0], starter


def elixir_port() -> list[str]:
    program = on_path("elixir", "elixir")
    if elixir_reads_json(program) is None:
        pytest.skip("this Elixir has no JSON (before 1.18), and erlang-jiffy is not installed")
    return [program, "-r", "standin.exs", "shim.exs"]


def test_the_elixir_port_answers_by_its_stand_in() -> None:
    tool = {"name": "read.file", "description": "Re\u200bads", "inputSchema": {"type": "object", "$defs": {"é": {}}}}
    servers = {"servers": [{"id": "files", "tools": [tool, {"name": "x", "inputSchema": {"type": "object"}}]}]}
    entries = {"entries": [{"name": "n", "server": "s", "tool": tool}, {"name": "m", "server": "s2", "tool": tool}]}
    with running(elixir_port(), ELIXIR_PORT) as shim:
        check_manners(shim, "elixir", offered={*PARAMS} - {"user_turn", "request"})
        about = shim.result("toolset", toolset=servers)
        assert about["size"] == 2
        assert about["names"] == [entry["name"] for entry in about["entries"]]
        assert [(entry["server"], entry["tool"]) for entry in about["entries"]] == [
            ("files", "read.file"),
            ("files", "x"),
        ]
        assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", name) for name in about["names"])
        first = shim.result("exposed_name", toolset=servers, server="files", tool="read.file")
        assert first == about["names"][0]
        assert shim.result("exposed_name", toolset=servers, server="file", tool="read.file") is None
        assert shim.result("resolve", toolset=servers, name=first) == {"server": "files", "tool": "read.file"}
        unknown: list[Any] = ["read.file", first.upper(), first + " ", None, 1, [], {}]
        for name in unknown:
            assert shim.result("resolve", toolset=servers, name=name) is None
        definition = {"name": "n", "description": "Reads", "input_schema": tool["inputSchema"]}
        last = {**definition, "name": "m", "cache_control": {"type": "ephemeral"}}
        assert shim.result("tools", toolset=entries, options={"cache_control": "last"}) == [definition, last]
        twice = shim.ask("toolset", {"toolset": {"entries": [entries["entries"][0]] * 2}})["error"]
        assert (twice["code"], twice["data"]) == (-32000, {"kind": "duplicate_name"})
        use = {"type": "tool_use", "id": "1", "name": "n", "input": {"a": {}, "n": None}}
        blocks = [
            use,
            {**use, "id": "2", "name": "N"},
            {**use, "id": "3", "input": "{}"},
            {"type": "text", "text": "x"},
        ]
        for response in (blocks, {"content": blocks}):
            read = shim.result("tool_calls", toolset=entries, response=response)
            assert read["calls"] == [{"call_id": "1", "server": "s", "tool": "read.file", "arguments": use["input"]}]
            assert [(block["tool_use_id"], block["is_error"]) for block in read["rejected"]] == [
                ("2", True),
                ("3", True),
            ]


def test_the_elixir_port_maps_results() -> None:
    png = {"type": "image", "mimeType": "image/png", "data": "QUJD"}
    text = {"type": "text", "text": "é"}
    content = [{**text, "annotations": {}}, png, {**png, "mimeType": "image/svg+xml"}]
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"}}
    svg = {"type": "text", "text": "[image: image/svg+xml, 3 bytes]"}
    value = {"é": [1, None, {}], "n": 2**53 - 1}
    both = {"result": {"content": content, "structuredContent": value}}
    with running(elixir_port(), ELIXIR_PORT) as shim:

        def mapped(outcome: dict[str, Any], **options: str) -> Any:
            block = shim.result("tool_result", tool_use_id="i", outcome=outcome, options=options)
            assert (block.pop("type"), block.pop("tool_use_id")) == ("tool_result", "i")
            return block

        def is_value(block: dict[str, Any]) -> bool:
            return block.keys() == {"type", "text"} and bool(json.loads(block["text"]) == value)

        for options in ({}, {"structured": "auto"}, {"structured": "ignore"}):
            assert mapped(both, **options) == {"content": [text, image, svg]}
        *before, appended = mapped(both, structured="append")["content"]
        assert before == [text, image, svg] and is_value(appended)
        assert is_value(mapped(both, structured="prefer")["content"][0])
        (alone,) = mapped({"result": {"content": [], "structuredContent": value}})["content"]
        assert is_value(alone)
        assert mapped({"result": {"content": []}}) == {}
        failed = mapped({"result": {"content": [png], "isError": True}})
        assert failed == {"is_error": True, "content": [{"type": "text", "text": "[image: image/png, 3 bytes]"}]}
        for kind in ("timeout", "transport", "protocol", "rejected", "unknown_tool"):
            assert mapped({"error": {"kind": kind, "message": "no"}}) == {"is_error": True, "content": "no"}


def test_the_elixir_port_conforms_by_its_stand_in(tmp_path: Path) -> None:
    port = ["--command", shlex.join(elixir_port())]
    cases = judged(port, ELIXIR_PORT, tmp_path / "report.json")["cases"]
    assert {case["outcome"] for case in cases} == {"passed", "unsupported"}, [
        (case["id"], case["message"]) for case in cases if case["outcome"] not in ("passed", "unsupported")
    ]


NO_STRING = "a string is promised, and this is none"


@pytest.mark.parametrize(
    ("right", "wrong", "method", "says"),
    [
        ("case opts[:cache_control] do", "case Keyword.get(opts, :cache_control, :last) do", "tools", "ephemeral"),
        ('"name" => name,\n          "description"', ':name => name,\n          "description"', "tools", NO_STRING),
        ('"type" => "tool_result", "tool_use_id"', '"type" => :tool_result, "tool_use_id"', "tool_result", NO_STRING),
        ("arguments: input}", "arguments: Enum.to_list(input)}", "tool_calls", NO_STRING),
    ],
    ids=["another default", "an atom for a key", "an atom for a value", "a keyword list"],
)
def test_the_elixir_port_sees(right: str, wrong: str, method: str, says: str, tmp_path: Path) -> None:
    text = (ELIXIR_PORT / "standin.exs").read_text("utf-8")
    assert right in text
    (tmp_path / "standin.exs").write_text(text.replace(right, wrong), "utf-8")
    program, *_ = elixir_port()
    command = [program, "-r", str(tmp_path / "standin.exs"), "shim.exs"]
    entries = {"entries": [{"name": "n", "server": "s", "tool": {"name": "t", "inputSchema": {"type": "object"}}}]}
    response = [{"type": "tool_use", "id": "1", "name": "n", "input": {"a": 1}}]
    params = {**PARAMS[method], "toolset": entries, "response": response}
    with running(command, ELIXIR_PORT) as shim:
        answer = shim.ask(method, {key: params[key] for key in PARAMS[method]})
    assert says in json.dumps(answer)


def test_the_elixir_port_says_what_it_misses(tmp_path: Path) -> None:
    program = on_path("elixir", "elixir")
    run = subprocess.run([program, str(ELIXIR_PORT / "shim.exs")], capture_output=True, text=True, timeout=60)
    assert run.returncode != 0
    assert "ConduitMcp.Client is not there" in run.stderr
    assert run.stdout == ""


@dataclass(frozen=True)
class Program:
    """A program of the page: its files by the marks of their blocks, and how it is made ready and started."""

    files: dict[str, str]
    language: str
    command: Callable[[Path], list[str]]


def ruby(_folder: Path) -> list[str]:
    return [on_path("ruby", "ruby"), "shim.rb"]


def java(_folder: Path) -> list[str]:
    program = on_path("java", "openjdk-17-jdk-headless")
    jar = Path("/usr/share/java/gson.jar")
    if not jar.exists():
        pytest.skip("gson.jar is not among Debian's Java libraries (the package libgoogle-gson-java)")
    return [program, "-cp", str(jar), "Shim.java"]


def rust(folder: Path) -> list[str]:
    cargo = on_path("cargo", "cargo")
    crates = Path("/usr/share/cargo/registry")
    if not any(crates.glob("serde_json-*")):
        pytest.skip("serde_json is not among Debian's crates (the package librust-serde-json-dev)")
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n\n[source.debian]\ndirectory = "{crates}"\n'
    )
    subprocess.run([cargo, "build", "--offline", "--quiet"], cwd=folder, check=True, timeout=300)
    return ["target/debug/shim"]


PROGRAMS = {
    "ruby": Program({"ruby": "shim.rb"}, "ruby", ruby),
    "java": Program({"java": "Shim.java"}, "java", java),
    "rust": Program({"toml": "Cargo.toml", "rust": "src/main.rs"}, "rust", rust),
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_program_of_the_page_runs(program: Program, tmp_path: Path) -> None:
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    for mark, name in program.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(blocks[mark], encoding="utf-8")
    with running(program.command(tmp_path), tmp_path) as shim:
        check_user_turn(shim)
        check_manners(shim, program.language, offered={"user_turn"})


def workflow(language: str, port: str) -> str:
    """The workflow as `init` writes it: the language's steps and the port put in."""
    steps = (TEMPLATES / "ci" / "steps" / f"{language}.yml").read_text(encoding="utf-8")
    text = (TEMPLATES / "ci" / "github-actions.yml").read_text(encoding="utf-8")
    assert text.count("      # __STEPS__\n") == text.count("__PORT__") == 1
    return text.replace("      # __STEPS__\n", steps).replace("__PORT__", port)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_workflow_is_whole_for_each_language(language: str) -> None:
    read = yaml.safe_load(workflow(language, "command: a b"))
    assert read["permissions"] == {"contents": "read"}
    assert set(read["jobs"]) == {"conformance"}
    steps = read["jobs"]["conformance"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    assert steps[-1] == {"uses": "OWNER/toolset-conformance@COMMIT", "with": {"command": "a b"}}

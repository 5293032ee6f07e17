"""All benchmarks: ``python tests/benchmarks/run.py [--markdown docs/benchmarks.md]``.

What is compared runs side by side, and the ratio is what counts: times depend on the machine, and on who else uses it.
The bridges are measured in the environments that ``conformance/ports/run.py`` installs; one that is not there is
named. ``--rounds 3`` is quicker.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import agent
import bridge
import starts
import suite
from timing import medians
from toolset_conformance.connections.target import Target

HERE = Path(__file__).parent
ENVIRONMENTS = starts.ROOT / "conformance" / "ports" / ".envs"
NODE = shlex.join(["node", str(starts.ROOT / "conformance" / "ports" / "javascript" / "shim.mjs")])
SIZES = [10, 100, 1000, 10_000, 100_000]


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """A Markdown table."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(list(head))
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""


def ms(time: float) -> str:
    """A time for people to read."""
    if time >= 0.1:
        return f"{time:.2f} s"
    return f"{time * 1000:.1f} ms" if time >= 0.001 else f"{time * 1e6:.3g} µs"


def times(one: float, other: float) -> str:
    """How many times ``other`` is ``one``."""
    return f"**{one / other:.2f}**"


def whole_suite(rounds: int) -> Iterator[str]:
    """The suite against the floor."""
    calls = suite.calls()
    works: dict[str, Callable[[], float]] = {
        "in process": lambda: suite.suite(Target(port=suite.REFERENCE), suite.cases(1)),
        "in process, floor": lambda: suite.calls_alone(calls),
    }
    for name, command in shims().items():
        works[name] = partial(over, command, 1)
        works[f"{name}, floor"] = partial(suite.exchange, command, calls)
    taken = medians(works, rounds)
    count = len(suite.cases(1))
    yield f"## The whole suite: {count} cases, {len(calls)} calls"
    yield ""
    yield "The floor is the same calls alone: in process the port's methods called one after the other; over a shim the"
    yield "same messages, exchanged with the same kind of process by a bare loop, one by one. Start-up is left out."
    yield ""
    names = [name for name in works if not name.endswith("floor")]
    yield from table(
        ["", "suite / floor", "suite", "floor", "suite, per case"],
        (
            (
                name,
                times(taken[name], taken[f"{name}, floor"]),
                ms(taken[name]),
                ms(taken[f"{name}, floor"]),
                ms(taken[name] / count),
            )
            for name in names
        ),
    )


def over(command: str, number: int) -> float:
    """Seconds for the suite over a shim, so many times the cases."""
    return suite.suite(Target(command=command), suite.cases(number))


def shims() -> Mapping[str, str]:
    """The shims that can be started here."""
    node = {"over a Node shim (the JavaScript port)": NODE} if shutil.which("node") else {}
    return {"over a Python shim (the reference, served)": suite.SERVED, **node}


def an_agent(rounds: int) -> Iterator[str]:
    """A whole program between stand-ins, and the port that it is built on."""
    these = agent.cases()
    taken = medians({"loop": lambda: agent.loop(these), "shim": lambda: agent.shim(these)}, rounds)
    yield f"## A whole program: {len(these)} cases that can be asked from outside"
    yield ""
    yield "The small agent of the tests, built on the reference, in mode `loop`; and the reference itself over a shim."
    yield ""
    row = (times(taken["loop"], taken["shim"]), ms(taken["loop"]), ms(taken["shim"]), ms(taken["loop"] / len(these)))
    yield from table(["agent / shim", "agent", "shim", "agent, per case"], [row])


def more_cases(rounds: int) -> Iterator[str]:
    """1, 4 and 16 times the cases."""
    yield "## More cases"
    yield ""
    yield "The corpus 4 and 16 times over, each time with other ids. Proportional would be 4 and 16."
    yield ""
    rows = []
    ways: dict[str, Callable[[int], float]] = {
        "in process": lambda number: suite.suite(Target(port=suite.REFERENCE), suite.cases(number)),
        "over a Python shim": partial(over, suite.SERVED),
    }
    for name, way in ways.items():
        taken = medians({str(number): partial(way, number) for number in (1, 4, 16)}, rounds)
        row = (times(taken["4"], taken["1"]), times(taken["16"], taken["1"]), *map(ms, taken.values()))
        rows.append((name, *row))
    yield from table(["", "4x / 1x", "16x / 1x", "1x", "4x", "16x"], rows)


def start_up(rounds: int) -> Iterator[str]:
    """The command line and pytest, as they are installed."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        environment = starts.installed(folder)
        count = len(suite.cases(1))
        empty = folder / "test_empty.py"
        empty.write_text(
            f"import pytest\n@pytest.mark.parametrize('n', range({count}))\ndef test_nothing(n):\n    pass\n", "ascii"
        )
        cli, pytest = (
            ["-m", "toolset_conformance"],
            ["-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"],
        )
        port = ["--toolset-port", suite.REFERENCE]
        words = {
            "nothing": ["-c", "pass"],
            "help": [*cli, "--help"],
            "version": [*cli, "--version"],
            "one": [*cli, "run", "-q", "--port", suite.REFERENCE, "--case", "lookup/known-name"],
            "all": [*cli, "run", "-q", "--port", suite.REFERENCE],
            "pytest, all": [*pytest, *port, str(folder / "site")],
            "pytest, one": [*pytest, *port, "--toolset-case", "lookup/known-name", str(folder / "site")],
            "pytest, all empty": [*pytest, str(empty)],
            "pytest, one empty": [*pytest, f"{empty}::test_nothing[0]"],
        }
        works = {name: partial(starts.python, these, environment, folder) for name, these in words.items()}
        for work in works.values():
            work()  # what is compiled at the first run is compiled
        taken = medians(works, rounds)
    yield "## Start-up and the command line"
    yield ""
    yield "The wheel, unpacked; whole processes, from their start to their end."
    yield ""
    said = {
        "`python -c pass`": "nothing",
        "`--help`": "help",
        "`--version` (reads the corpus)": "version",
        "`run` on the reference, one case": "one",
        f"`run` on the reference, all {count} cases": "all",
    }
    rows = ((label, times(taken[name], taken["nothing"]), ms(taken[name])) for label, name in said.items())
    yield from table(["", "/ `python -c pass`", "time"], rows)
    per_case = (taken["pytest, all"] - taken["pytest, one"]) / (count - 1)
    per_empty = (taken["pytest, all empty"] - taken["pytest, one empty"]) / (count - 1)
    yield "## Under pytest"
    yield ""
    yield f"{count} cases against as many tests that do nothing; start-up (the same run with one of them) taken off."
    yield ""
    head = ["", "case / empty test", "per case", "per empty test", "whole run"]
    yield from table(
        head, [("in process", times(per_case, per_empty), ms(per_case), ms(per_empty), ms(taken["pytest, all"]))]
    )


def reference_beside_bridges(sizes: list[int], patience: float) -> Iterator[str]:
    """The reference and each bridge, in the bridge's environment."""
    yield "## The reference beside real bridges"
    yield ""
    yield "Each pair is timed in one process of the bridge's own environment. `mcp`'s models are made before the clock"
    yield "starts. *Clashing* names become the same once they are cleaned. The bridges do less than the reference: none"
    yield "of these functions cleans a description or keeps such names apart."
    yield ""
    left_out = []
    for name, kind in bridge.BRIDGES.items():
        python = ENVIRONMENTS / name / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        if not python.exists():
            left_out.append(f"{name} (`python conformance/ports/run.py {name}` installs it)")
            continue
        measured = asked(python, name, sizes, patience)
        versions = ", ".join(f"`{of}` {version}" for of, version in measured["versions"].items())
        yield f"### {versions}"
        yield ""
        yield f"Definitions, by `{kind.definitions_by}`:"
        yield ""
        yield from table(
            ["tools", "names", "bridge / reference", "reference", "bridge", "reference, per tool"],
            (
                (
                    f"{row['size']:,}",
                    "clashing" if row["clashing"] else "plain",
                    times(row["bridge"], row["reference"]) if "bridge" in row else "",
                    ms(row["reference"]),
                    ms(row["bridge"]) if "bridge" in row else f"over {patience:g} s",
                    ms(row["reference"] / row["size"]),
                )
                for row in measured["definitions"]
            ),
        )
        if (found := measured.get("results")) is not None:
            yield f"A result of three items, by `{measured['results_by']}`:"
            yield ""
            head = ["bridge / reference", "reference", "bridge"]
            row = (times(found["bridge"], found["reference"]), ms(found["reference"]), ms(found["bridge"]))
            yield from table(head, [row])
    if left_out:
        yield f"Left out, since not installed here: {'; '.join(left_out)}."
        yield ""
    own = asked(Path(sys.executable), "reference", sizes, patience)
    yield "### Look-ups and cleaning"
    yield ""
    yield "No bridge has a function for either, so the least that could be done stands beside them: `dict.get`, and"
    yield "encoding the text once."
    yield ""
    yield from table(
        ["tools in the set", "`resolve` / `dict.get`", "`resolve`", "`dict.get`"],
        (
            (f"{row['size']:,}", times(row["reference"], row["dict"]), ms(row["reference"]), ms(row["dict"]))
            for row in own["lookups"]
        ),
    )
    yield from table(
        ["description", "characters", "cleaning / encoding", "cleaning", "encoding"],
        (
            (
                row["text"],
                f"{row['characters']:,}",
                times(row["reference"], row["encode"]),
                ms(row["reference"]),
                ms(row["encode"]),
            )
            for row in own["cleaning"]
        ),
    )


def asked(python: Path, name: str, sizes: list[int], patience: float) -> Any:
    """What ``bridge.py`` measures with that Python."""
    quiet = {"MCP_USE_ANONYMIZED_TELEMETRY": "false", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    environment = {**os.environ, "PYTHONPATH": str(starts.ROOT / "reference"), **quiet}
    words = [str(python), str(HERE / "bridge.py"), name, str(patience), *map(str, sizes)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def machine() -> str:
    """Where the times come from."""
    models = Path("/proc/cpuinfo")
    found = [line.partition(":")[2].strip() for line in models.read_text("utf-8").splitlines() if "model name" in line]
    model = found[0] if found else platform.processor() or platform.machine()
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores{load}; {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    """Measure, and print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write the page there too")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that the medians are of (5)")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="the largest number of tools")
    said = "the bridges are not asked for what they would need more seconds for (60)"
    parser.add_argument("--patience", metavar="SECONDS", type=float, default=60.0, help=said)
    options = parser.parse_args()
    lines: list[str] = []

    def say(line: str) -> None:
        print(line, flush=True)
        lines.append(line)

    say("# Benchmarks")
    say("")
    say(
        "What is compared runs side by side in one run, several rounds of it, and the medians count. Ratios come first:"
    )
    say("they are what carries over to another machine, and what stays when somebody else uses this one.")
    say("")
    say("```")
    say("python tests/benchmarks/run.py --markdown docs/benchmarks.md")
    say("```")
    say("")
    say(f"Measured on {datetime.date.today().isoformat()}: {machine()}. Medians of {options.rounds} rounds.")
    say("")
    sizes = [size for size in SIZES if size <= options.largest]
    for part in (
        whole_suite(options.rounds),
        an_agent(min(options.rounds, 3)),
        more_cases(min(options.rounds, 3)),
        start_up(options.rounds),
        reference_beside_bridges(sizes, options.patience),
    ):
        for line in part:
            say(line)
    if options.markdown:
        options.markdown.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()

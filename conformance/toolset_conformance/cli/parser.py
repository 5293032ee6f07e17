"""The parser of the command line: its commands, words and options."""

from __future__ import annotations

import argparse
from typing import NoReturn


class UsageError(Exception):
    """The options are wrong; the text says how, and what to write instead."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    made = _Parser(prog="toolset-conformance", description="Does a port hand MCP tools to Claude the way it should?")
    made.add_argument("--version", action="store_true", help="print the version and the corpus, and exit")
    commands = made.add_subparsers(dest="command_name", metavar="COMMAND", parser_class=_Parser)

    run = commands.add_parser("run", help="run the suite against a port")
    port = run.add_argument_group("the port, one of")
    port.add_argument("--command", metavar="WORDS", help='a shim in any language, as "node shim.mjs"')
    port.add_argument("--port", metavar="MODULE:CLASS", help="a subclass of toolset_conformance.Port")
    port.add_argument("--agent", metavar="NAME|FILE", help="a whole program: a ready profile, or your own")
    agents = run.add_argument_group("for an agent")
    agents.add_argument("--quick", action="store_true", help="one or two cases of each rule that can be asked")
    agents.add_argument("--check", action="store_true", help="start it once, and say step by step what was seen")
    agents.add_argument("--jobs", type=_count, metavar="N", help="conversations at once (as many as there are cores)")
    agents.add_argument("--programs", action="append", default=[], metavar="DIR", help="search its program here first")
    agents.add_argument("--isolate", action="store_true", help="run it without any network but loopback")
    agents.add_argument("--wire", metavar="FILE", help="write all that goes over the wire, as JSON lines")
    which = run.add_argument_group("which cases (all, where none is chosen)")
    which.add_argument("--case", action="append", default=[], metavar="ID", help="a case, or with * a pattern of cases")
    which.add_argument("--rule", action="append", default=[], metavar="RULE", help="all cases of a rule, as LOOKUP-2")
    which.add_argument(
        "--cases", action="append", default=[], metavar="PATH", help="your own *.toolset.yaml, or a folder"
    )
    which.add_argument("--as-of", metavar="VERSION", help="the corpus as it stood in an earlier version")
    sought = run.add_argument_group("search for more cases that fail")
    sought.add_argument(
        "--properties", nargs="?", type=_count, const=0, metavar="N", help="try N cases of each property (50)"
    )
    sought.add_argument("--seed", type=int, metavar="NUMBER", help="repeat the search of that number")
    sought.add_argument("--counterexamples", metavar="DIR", help="write what was found to files of cases there")
    judged = run.add_argument_group("what it is held to")
    judged.add_argument(
        "--level", choices=["required", "recommended"], default="required", help="the level that decides"
    )
    judged.add_argument("--offers", metavar="METHODS", help="what the port claims to offer, as tools,tool_result")
    judged.add_argument("--deviations", metavar="FILE", help="known failures, which do not count for the exit status")
    judged.add_argument(
        "--update-deviations",
        action="store_true",
        help="make that file fit this run; reasons stay",
    )
    judged.add_argument(
        "--timeout", type=_seconds, metavar="SECONDS", help="for an answer (10), for an agent's conversation (30)"
    )
    judged.add_argument(
        "--start-timeout",
        type=_seconds,
        default=60.0,
        metavar="SECONDS",
        help="for the answer to describe, or an agent's first request (60)",
    )
    shown = run.add_argument_group("what it shows")
    shown.add_argument(
        "--format", choices=["text", "github"], default="text", help="text, or with annotations for GitHub Actions"
    )
    shown.add_argument("--report", metavar="FILE", help="write the JSON report")
    shown.add_argument("--answers", action="store_true", help="put every answer into the report, for compare")
    shown.add_argument("-v", "--verbose", action="store_true", help="every failure, not one example a rule")
    shown.add_argument("-q", "--quiet", action="store_true", help="the verdict alone")

    init = commands.add_parser("init", help="write a port to fill in, and a workflow that runs the suite on it")
    init.add_argument(
        "starter",
        choices=["python", "python-shim", "node", "go", "elixir", "agent"],
        help="the port's language; or a profile of an agent",
    )
    commands.add_parser("agents", help="list the ready profiles of agents, and which of them are found here")
    serve = commands.add_parser("serve", help="serve a Python port over the protocol")
    serve.add_argument("port", metavar="MODULE:CLASS")
    request = commands.add_parser("request", help="print a case's requests, to pipe into a shim by hand")
    request.add_argument("case", metavar="CASE-ID")
    request.add_argument("--cases", action="append", default=[], metavar="PATH", help="own *.toolset.yaml, or a folder")
    explain = commands.add_parser("explain", help="say what a rule or a case is about")
    explain.add_argument("subject", nargs="?", metavar="RULE-OR-CASE")
    validate = commands.add_parser("validate", help="check files of cases, or folders of fixtures")
    validate.add_argument("paths", nargs="+", metavar="PATH")
    export = commands.add_parser("export", help="write all cases as plain JSON, for ports that run them natively")
    export.add_argument("folder", metavar="DIR")
    report = commands.add_parser("report", help="make a page, Markdown or a badge of JSON reports; a matrix of several")
    report.add_argument("reports", nargs="+", metavar="REPORT.json")
    report.add_argument("--html", metavar="FILE", help="write a page, one file that needs no other")
    report.add_argument("--markdown", metavar="FILE", help="write Markdown; - for standard output")
    report.add_argument("--badge", metavar="FILE", help="write the JSON of a shields.io endpoint badge")
    compare = commands.add_parser("compare", help="what differs between two reports of runs with --answers")
    compare.add_argument("first", metavar="A.json")
    compare.add_argument("second", metavar="B.json")
    docs = commands.add_parser("docs", help="write the specification as Markdown pages")
    docs.add_argument("folder", metavar="DIR")
    docs.add_argument("--reports", metavar="DIR", help="JSON reports: which programs get each question right")
    docs.add_argument("--brief", action="store_true", help="two cases a rule, as the repository keeps them")
    return made


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds above 0")
    return value


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of cases above 0")
    return int(text)

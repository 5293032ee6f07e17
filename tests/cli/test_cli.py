"""The command line: exit status, verdict, report, and what it says when something is wrong."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from toolset_conformance.cli.program import main
from toolset_conformance.corpus import model, schemas

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
REFERENCE = "toolset_reference.port:ReferencePort"


@pytest.fixture(autouse=True)
def _ports_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS))


def run(tmp_path: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """Run the suite; the exit status and the report, which fits its schema."""
    path = tmp_path / "report.json"
    status = main(["run", *words, "--report", str(path)])
    report = json.loads(path.read_text("utf-8"))
    Draft202012Validator(schemas.schema("report")).validate(report)
    return status, report


def test_the_reference_conforms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, report = run(tmp_path, "--port", REFERENCE)
    assert (status, report["verdict"]) == (0, "conforms")
    assert {case["outcome"] for case in report["cases"]} == {"passed"}
    assert capsys.readouterr().out.endswith("verdict: conforms\n")


def test_the_reference_conforms_at_the_recommended_level_too(tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", REFERENCE, "--level", "recommended")
    assert (status, report["verdict"], report["scope"]["level"]) == (0, "conforms", "recommended")


@pytest.mark.parametrize("face", ["cli", "pytest"])
def test_a_port_that_ends_our_process_leaves_no_old_report(tmp_path: Path, face: str) -> None:
    report = tmp_path / "report.json"
    report.write_text("old", "ascii")
    tmp_path.joinpath("ends.py").write_text(
        "import os\nimport signal\n\nfrom toolset_conformance import Port\n\n\n"
        "class Ends(Port):\n    def tools(self, toolset, options):\n        os.kill(os.getpid(), signal.SIGKILL)\n",
        "ascii",
    )
    words = {
        "cli": ["toolset_conformance", "run", "--port", "ends:Ends", "--report", str(report)],
        "pytest": ["pytest", "-p", "no:cacheprovider", "--toolset-port", "ends:Ends", "--toolset-report", str(report)],
    }
    subprocess.run([sys.executable, "-m", *words[face]], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    made = json.loads(report.read_text("utf-8"))
    assert (made["verdict"], made["port"]) == ("not run", None)
    assert "did not come to its end" in made["problem"]


def test_a_port_that_offers_nothing_is_not_taken_for_a_good_one(tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", "ports.idle:NothingOfferedPort")
    assert (status, report["verdict"]) == (1, "conforms in part")
    assert report["summary"]["required"]["passed"] == 0
    assert report["untested"]


def test_what_is_claimed_and_not_offered_gives_exit_status_1(tmp_path: Path) -> None:
    status, _ = run(tmp_path, "-q", "--port", "ports.idle:NothingOfferedPort", "--offers", "tools")
    assert status == 1


def test_offers_leaves_the_rest_out(tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", REFERENCE, "--offers", "tool_result")
    assert (status, report["verdict"]) == (0, "conforms in part")
    tested = {case["rule"].partition("-")[0] for case in report["cases"] if case["outcome"] == "passed"}
    assert tested >= {"RESULT", "MAP", "STRUCT"}
    assert "LOOKUP" not in tested


def test_the_way_out_is_said_where_a_port_offers_less_than_it_claims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "--port", "ports.partial:DefinitionsOnly")
    assert "way out: add --offers exposed_name,tools if the port is to offer only these" in capsys.readouterr().out


def test_one_case_chosen_is_not_judged(tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", REFERENCE, "--case", "lookup/*")
    assert (status, report["verdict"], report["scope"]["selected"]) == (0, "not judged", True)
    assert {case["id"].partition("/")[0] for case in report["cases"]} == {"lookup"}


def test_one_failure_is_proof_also_among_chosen_cases(tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", "ports.idle:EchoPort", "--rule", "LOOKUP-1")
    assert (status, report["verdict"]) == (1, "does not conform")


def test_failures_are_grouped_by_rule_with_one_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, report = run(tmp_path, "--port", "ports.idle:NullPort")
    out = capsys.readouterr().out
    failed = [case for case in report["cases"] if case["outcome"] == "failed" and case["level"] == "required"]
    rules = {case["rule"] for case in failed}
    assert len(failed) > 2 * len(rules)
    assert out.count("    again     toolset-conformance run") == len(rules)
    assert out.count("    requests  toolset-conformance request") == len(rules)


def test_verbose_shows_every_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, report = run(tmp_path, "-v", "--port", "ports.idle:NullPort")
    failed = [case for case in report["cases"] if case["outcome"] == "failed"]
    assert capsys.readouterr().out.count("    again     toolset-conformance run") == len(failed)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "no port is given"),
        (["--port", REFERENCE, "--command", "x"], "--command and --port are given"),
        (["--port", "nonsense"], "'nonsense' is not of the form package.module:ClassName"),
        (["--port", "no_such_module:Port"], "no module 'no_such_module'"),
        (["--port", "ports.idle:Nothing"], "has no 'Nothing'; it has"),
        (["--port", "ports.fair:Any"], "is not a subclass of toolset_conformance.Port"),
        (["--port", REFERENCE, "--case", "lookup/unknown-nam"], "no case is called lookup/unknown-nam; did you mean"),
        (["--port", REFERENCE, "--rule", "LOOKUP-99"], "there is no rule LOOKUP-99"),
        (["--port", REFERENCE, "--offers", "everything"], "there is no method everything; the methods are"),
        (["--port", REFERENCE, "--offers", ","], "no method is named"),
        (["--port", REFERENCE, "--timeout", "0"], "'0' is not a number of seconds above 0"),
        (["--port", REFERENCE, "--level", "optional"], "invalid choice: 'optional'"),
        (["--port", REFERENCE, "--as-of", "soon"], "'soon' is not a version"),
        (["--port", REFERENCE, "--as-of", "0.1"], "no case stood in the corpus at 0.1"),
        (["--port", REFERENCE, "--as-of", "99.0"], "99.0 is later than this corpus"),
        (["--port", REFERENCE, "--case", "properties/*"], "properties are there with --properties"),
        (["--port", REFERENCE, "--nonsense"], "unrecognized arguments: --nonsense"),
        (["--command", "no-such-program"], "there is no program 'no-such-program'"),
        (["--command", "'"], "the command cannot be split into words"),
        (["--command", " "], "the command is empty"),
    ],
)
def test_a_run_that_cannot_be_done_says_why_and_writes_a_report(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.json").write_text("old", "utf-8")
    status, report = run(tmp_path, *words)
    error = capsys.readouterr().err
    assert (status, report["verdict"]) == (2, "not run")
    assert says in error
    assert says in report["problem"]
    assert "Traceback" not in error


def test_a_report_that_cannot_be_written_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "-q", "--port", REFERENCE, "--rule", "LOOKUP-1"]
    assert main([*words, "--report", str(tmp_path / "no" / "report.json")]) == 2
    assert "the report cannot be written" in capsys.readouterr().err


def test_request_says_what_only_a_run_knows(capsys: pytest.CaptureFixture[str], whole_corpus: model.Corpus) -> None:
    for dynamic in (False, True):
        assert main(["request", next(case.id for case in whole_corpus.cases if case.dynamic is dynamic)]) == 0
        assert ("only a run knows" in capsys.readouterr().err) is dynamic


def test_verbose_says_why_cases_were_not_tested(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "--port", REFERENCE, "--offers", "tools", "--rule", "LOOKUP-1"]
    main(words)
    assert "(--offers)" not in capsys.readouterr().out
    main([*words, "-v"])
    assert " unsupported: the port does not claim to offer resolve (--offers)" in capsys.readouterr().out


def test_a_run_that_was_given_up_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    hanging = shlex.join([sys.executable, str(TESTS / "shims" / "mute.py")])
    assert main(["run", "-q", "--command", hanging, "--timeout", "0.2", "--rule", "LOOKUP-1"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert " not run: 10 faults in a row, the last: no answer within 0.2 seconds" in out


def test_validate_the_fixtures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(TESTS.parent / "fixtures")]) == 0
    assert "all as they should be" in capsys.readouterr().out


def test_validate_says_file_line_and_what(capsys: pytest.CaptureFixture[str]) -> None:
    path = TESTS / "files" / "invalid" / "octal.toolset.yaml"
    assert main(["validate", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}:7: '012' is read differently")


def test_version(capsys: pytest.CaptureFixture[str], whole_corpus: model.Corpus) -> None:
    assert main(["--version"]) == 0
    assert whole_corpus.digest in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -m toolset_conformance explain | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("port", "says"),
    [
        ("ports.leaving:Port", "'ports.leaving' cannot be imported: SystemExit: 0"),
        ("ports.odd:LeavingPort", "'ports.odd:LeavingPort' cannot be made without arguments: SystemExit: 0"),
        ("ports.odd:SilentPort", "no answer to describe within 0.2 seconds"),
    ],
)
def test_a_python_port_that_ends_the_program_or_hangs_is_not_run(port: str, says: str, tmp_path: Path) -> None:
    status, report = run(tmp_path, "--port", port, "--start-timeout", "0.2")
    assert (status, report["verdict"]) == (2, "not run")
    assert says in report["problem"]


@pytest.mark.parametrize(
    ("port", "says"), [("CancelledPort", "error -32603: CancelledError: gone"), ("UnspeakablePort", "_Unspeakable")]
)
def test_whatever_a_python_port_raises_costs_its_own_case(port: str, says: str, tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", f"ports.odd:{port}", "--rule", "LOOKUP-1")
    assert (status, report["verdict"]) == (1, "does not conform")
    assert all(says in case["message"] for case in report["cases"] if case["outcome"] == "failed")


SLY = """\
import os
import threading
import time
from toolset_conformance import Port

class Sly(Port):
    def tools(self, toolset, options):
        os._exit(0)

    def resolve(self, toolset, name):
        if os.fork() == 0:
            return None
        os.wait()
        os.chdir("/")
        return None

    def exposed_name(self, toolset, server, tool):
        threading.Thread(target=time.sleep, args=(600,)).start()
        return "a name"
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform has no fork")
def test_a_python_port_cannot_end_double_move_or_hold_the_run(tmp_path: Path) -> None:
    tmp_path.joinpath("sly.py").write_text(SLY, "ascii")
    words = ["run", "--port", "sly:Sly", "--rule", "TOOLS-1", "--rule", "LOOKUP-2", "--rule", "SET-5"]
    command = [sys.executable, "-m", "toolset_conformance", *words, "--report", "report.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout.count("verdict: ") == 1
    report = json.loads(tmp_path.joinpath("report.json").read_text("utf-8"))
    messages = {case["message"] for case in report["cases"] if case["rule"] == "TOOLS-1"}
    assert any("EndedProcess: os._exit(0)" in message for message in messages)


def test_a_folder_with_modules_of_the_suites_names_is_no_trap(tmp_path: Path) -> None:
    for name in ("json", "yaml", "hashlib"):
        tmp_path.joinpath(f"{name}.py").write_text("raise SystemExit('not this one')", "ascii")
    tmp_path.joinpath("toolset_conformance").mkdir()
    tmp_path.joinpath("mine.py").write_text("from toolset_reference.port import ReferencePort as Mine\n", "ascii")
    program = f"{sysconfig.get_path('scripts')}/toolset-conformance"
    words = [program, "run", "-q", "--port", "mine:Mine", "--rule", "NAME-9", "--level", "recommended"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert "failed" not in done.stdout + done.stderr
    assert done.returncode == 0


def test_a_time_out_may_be_longer_than_any_platform_waits(tmp_path: Path) -> None:
    words = ["-q", "--rule", "LOOKUP-1", "--timeout", "1e300", "--start-timeout", "1e300"]
    served = f"{sys.executable} -m toolset_conformance serve {REFERENCE}"
    assert run(tmp_path, "--port", REFERENCE, *words)[0] == 0
    assert run(tmp_path, "--command", served, *words)[0] == 0


def test_a_report_in_the_place_of_a_folder_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path / "folder")
    for name in (str(tmp_path / "folder"), ".", "/"):
        assert main(["run", "-q", "--port", "nonsense", "--report", name]) == 2
        assert main(["run", "-q", "--port", REFERENCE, "--rule", "LOOKUP-1", "--report", name]) == 2
        assert f"the report cannot be written to {name}: Is a directory" in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


def test_a_report_through_a_link_or_a_pipe_replaces_neither(tmp_path: Path) -> None:
    link, pipe = tmp_path / "link.json", tmp_path / "pipe"
    link.symlink_to(tmp_path / "real.json")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for path in (link, pipe):
        assert main(["run", "-q", "--port", "nonsense", "--report", str(path)]) == 2
    assert json.loads(os.read(reader, 2**20))["verdict"] == "not run"
    assert pipe.is_fifo()
    os.close(reader)
    assert link.is_symlink()
    assert json.loads((tmp_path / "real.json").read_text("utf-8"))["verdict"] == "not run"


def test_a_shortened_option_names_the_report_too(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    assert main(["run", "--port", REFERENCE, "--rep", str(path), "--nonsense"]) == 2
    assert json.loads(path.read_text("utf-8"))["verdict"] == "not run"


@pytest.mark.parametrize(
    ("shell", "status", "verdict"),
    [(">&-", 0, "not judged"), ("2>&-", 0, "not judged"), ("> /dev/full", 2, "not run")],
)
def test_the_report_is_written_wherever_the_output_goes(shell: str, status: int, verdict: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    words = f"{sys.executable} -u -m toolset_conformance run --port {REFERENCE} --rule LOOKUP-1 --report {path} {shell}"
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert json.loads(path.read_text("utf-8"))["verdict"] == verdict
    assert done.returncode == status


def test_not_offered_after_an_answer_is_a_failure_also_where_only_the_names_were_asked_for(tmp_path: Path) -> None:
    status, report = run(tmp_path, "-q", "--port", "ports.odd:ForgetfulPort", "--rule", "LOOKUP-1")
    assert status == 1
    failed = [case["message"] for case in report["cases"] if case["outcome"] == "failed"]
    assert any("asking for the exposed names, toolset: error -32601" in message for message in failed)


def test_a_failure_of_ones_own_case_names_its_file_in_both_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = str(TESTS / "shims" / "life.toolset.yaml")
    run(tmp_path, "--port", "ports.idle:NullPort", "--cases", own, "--case", "life/first")
    out = capsys.readouterr().out
    assert f"again     toolset-conformance run --port ports.idle:NullPort --cases {own} --case life/first" in out
    assert f"requests  toolset-conformance request --cases {own} life/first" in out
    assert main(["request", "--cases", own, "life/first"]) == 0
    assert '"method":"exposed_name"' in capsys.readouterr().out


def test_a_port_whose_module_needs_another_names_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "needing.py").write_text("import no_such_module\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    _, report = run(tmp_path, "--port", "needing:Port")
    assert "'needing' cannot be imported: it needs the module 'no_such_module'" in report["problem"]


def test_a_folder_without_cases_of_ones_own_is_a_slip(tmp_path: Path) -> None:
    status, report = run(tmp_path, "--port", REFERENCE, "--cases", str(tmp_path))
    assert status == 2
    assert "holds no file whose name ends in .toolset.yaml" in report["problem"]


def test_counterexamples_that_cannot_be_written_end_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    found = ["--properties", "20", "--seed", "7", "--case", "properties/turn-order"]
    status, report = run(
        tmp_path, "--port", "ports.fair:FairPortB", *found, "--counterexamples", str(tmp_path / "file")
    )
    assert status == 2
    assert "nothing can be written to" in report["problem"]


@pytest.mark.parametrize("face", ["in process", "a shim"])
def test_half_a_character_is_wrong_wherever_it_stands_and_reports_are_written(
    face: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TESTS)
    port = "ports.odd:HalvingPort"
    served = shlex.join([sys.executable, "-m", "toolset_conformance", "serve", port])
    reached = ["--port", port] if face == "in process" else ["--command", served]
    status, report = run(tmp_path, *reached, "--answers", "--rule", "LOOKUP-1", "--rule", "SET-5")
    found = {case["id"]: (case["outcome"], case["message"]) for case in report["cases"]}
    half = "half a surrogate pair: not valid Unicode"
    assert status == 1
    assert found["lookup/last-of-a-hundred"] == ("failed", f"step 1, resolve: note: {half}")
    assert found["set/exposed-name-of-odd-given-pairs"] == ("failed", f"step 1, exposed_name: an error with {half}")
    assert {outcome for outcome, _ in found.values()} == {"failed"}
    page, text = tmp_path / "page.html", tmp_path / "page.md"
    assert main(["report", str(tmp_path / "report.json"), "--html", str(page), "--markdown", str(text)]) == 0
    assert half in page.read_text("utf-8") and half in text.read_text("utf-8")
